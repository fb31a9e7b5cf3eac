/** Slots that hold coins: every window counted, and the chain of draws compared with all of its branches. */
import { describe, expect, test } from 'vitest'
import { computeFigures, readFigures } from '../figures.ts'
import { games } from '../games.ts'
import type { Draw, SlotMaths } from '../maths.ts'
import { definitionFaults } from '../slot-engine/check-definition.ts'
import { evaluateSpin } from '../slot-engine/evaluate.ts'
import { volatilityOf } from '../slot-engine/figures.ts'
import { enumerate } from '../slot-engine/enumerate.ts'
import { plus, type Rational, rational, sum, times, toNumber } from '../slot-engine/rational.ts'
import { sequence } from '../art/sequence.ts'
import { holdFigures, holdHistogram } from './figures.ts'
import { type Hold, holdOf } from './maths.ts'
import { endCounts } from './odds.ts'

const slots = games.filter(
  (game): game is SlotMaths => game.kind === 'slot' && game.definition.feature?.kind === 'hold',
)

describe.each(slots.map((slot) => [slot.slug, slot] as const))('%s', (slug, maths) => {
  const { definition } = maths
  const feature = holdOf(definition)
  const places = definition.reels * definition.rows
  const histogram = holdHistogram(definition)
  const figures = holdFigures(definition, histogram)

  test('the definition meets the assumptions of the engine', () => {
    expect(definitionFaults(definition)).toEqual([])
    expect(definition.symbols).not.toContain('scatter')
    expect(definition.paytable).not.toHaveProperty('coin')
    expect(definition.strips.flat()).not.toContain('blank')
    expect(feature.values.every((value) => Number.isInteger(value) && value > 0)).toBe(true)
    // All places filled is the most that the feature pays, whatever the coins are worth.
    expect(feature.full).toBeGreaterThan((places - 1) * Math.max(...feature.values))
  })

  test('the return is between 94 % and 97.5 %, from every window and the exact chain of draws', () => {
    expect(toNumber(figures.rtp)).toBeGreaterThanOrEqual(0.94)
    expect(toNumber(figures.rtp)).toBeLessThanOrEqual(0.975)
    expect(histogram.rows.reduce((total, { combinations }) => total + combinations, 0)).toBe(histogram.total)
  })

  test('the volatility label follows the exact variance', () => {
    expect(volatilityOf(figures.variance)).toBe(definition.volatility)
  })

  // Shows: 10.28
  test('the figures shown equal those of the deployed build', () => {
    expect(readFigures(slug)).toEqual(computeFigures(maths, figures))
  })

  test('with shortened strips, evaluating every stop one by one gives the enumerated histogram', () => {
    const short = { ...definition, strips: definition.strips.map((strip, reel) => strip.slice(reel, reel + 7)) }
    const counts = new Map<string, number>()
    const visit = (stops: number[]): void => {
      const strip = short.strips[stops.length]
      if (strip) return strip.forEach((_, stop) => visit([...stops, stop]))
      const { payout, grid } = evaluateSpin(short, stops, 1, 'paid')
      const key = `${payout}/${grid.flat().filter((symbol) => symbol === 'coin').length}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    visit([])
    const enumerated = enumerate(short, 'coin').rows.map((row) => [`${row.coins}/${row.scatters}`, row.combinations])
    expect(new Map(enumerated as Array<[string, number]>)).toEqual(counts)
  })

  test('the numbers of coins at the end have a probability of one in all', () => {
    for (let start = feature.from; start <= places; start++)
      expect(sum(endCounts(feature, places, start))).toEqual(rational(1))
  })

  test('a long seeded simulation stays within four standard errors of the exact return and hit rate', async () => {
    const rounds = 40_000
    const draw = seededDraw(slug.length * 7_919)
    let [returned, hits, features] = [0, 0, 0]
    for (let round = 0; round < rounds; round++) {
      const { payout, spins } = await maths.play(draw, definition.coins, null)
      returned += payout / definition.coins
      if (payout > 0) hits++
      if (spins.length > 1) features++
    }
    const within = (value: number, exact: number, variance: number) =>
      expect(Math.abs(value - exact)).toBeLessThan(4 * Math.sqrt(variance / rounds))
    within(returned / rounds, toNumber(figures.rtp), toNumber(figures.variance))
    for (const [value, exact] of [
      [hits, figures.hitRate],
      [features, figures.freeSpinRate],
    ] as const)
      within(value / rounds, toNumber(exact), toNumber(exact) * (1 - toNumber(exact)))
  })

  test('every draw of a feature follows from the one before, and the last one pays what is held', async () => {
    const draw = seededDraw(31)
    for (let round = 0, seen = 0; seen < 40; round++) {
      const coin = 1 + (round % 3)
      const { spins, payout } = await maths.play(draw, definition.coins * coin, null)
      const [paid, ...held] = spins
      const count = paid!.grid.flat().filter((symbol) => symbol === 'coin').length
      expect(held.length > 0).toBe(count >= feature.from)
      if (held.length === 0) continue
      seen++
      expect(held[0]!.grid).toEqual(
        paid!.grid.map((column) => column.map((one) => (one === 'coin' ? 'coin' : 'blank'))),
      )
      held.slice(1).forEach((spin, index) => {
        const before = held[index]!
        const more = spin.values!.flat().filter(Boolean).length - before.values!.flat().filter(Boolean).length
        const isFull = !spin.values!.flat().includes(0)
        expect(spin.left).toBe(isFull ? 0 : more > 0 ? feature.spins : before.left! - 1)
        before.values!.flat().forEach((value, place) => value && expect(spin.values!.flat()[place]).toBe(value))
      })
      const last = held.at(-1)!
      const all = last.values!.flat()
      expect(last.left).toBe(0)
      expect(held.slice(0, -1).every((spin) => spin.payout === 0 && spin.wins.length === 0)).toBe(true)
      expect(last.payout).toBe(all.includes(0) ? all.reduce((total, value) => total + value, 0) : feature.full * coin)
      expect(payout).toBe(paid!.payout + last.payout)
    }
  })

  test('a stake that would need rounding is rejected before the draw', async () => {
    const draw = { below: () => Promise.reject(new Error('drawn')) }
    for (const stake of [0, -definition.coins, definition.coins + 1, NaN, 2 ** 53])
      await expect(maths.play(draw, stake, null)).rejects.toThrow(RangeError)
  })
})

test('the chain of draws agrees with walking through every one of them', () => {
  const feature: Hold = { kind: 'hold', from: 1, spins: 2, oneIn: 3, values: [1], full: 9 }
  const walked = Array.from({ length: 5 }, () => rational(0))
  const walk = (held: boolean[], left: number, chance: Rational): void => {
    const count = held.filter(Boolean).length
    if (left === 0 || count === held.length) {
      walked[count] = plus(walked[count]!, chance)
      return
    }
    const place = (at: number, next: boolean[], share: Rational): void => {
      if (at === held.length) return walk(next, next.filter(Boolean).length > count ? feature.spins : left - 1, share)
      if (held[at]) return place(at + 1, [...next, true], share)
      place(at + 1, [...next, true], times(share, rational(1, feature.oneIn)))
      place(at + 1, [...next, false], times(share, rational(feature.oneIn - 1, feature.oneIn)))
    }
    place(0, [], chance)
  }
  walk([true, false, false, false], feature.spins, rational(1))
  expect(endCounts(feature, 4, 1)).toEqual(walked)
})

function seededDraw(seed: number): Draw {
  const next = sequence(seed)
  return { below: async (bound) => Math.floor(next() * bound) }
}
