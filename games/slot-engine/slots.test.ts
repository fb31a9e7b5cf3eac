/** Every slot's odds: exact, displayed correctly, and equal in the enumeration, by formula and in play. */
import { describe, expect, test } from 'vitest'
import { computeFigures, readFigures } from '../figures.ts'
import { games } from '../games.ts'
import type { SlotMaths } from '../maths.ts'
import { definitionFaults } from './check-definition.ts'
import { enumerate } from './enumerate.ts'
import { evaluateSpin } from './evaluate.ts'
import { expectedCoins, expectedRoundCoins } from './expect.ts'
import { slotFigures, volatilityOf } from './figures.ts'
import { isEqual, plus, type Rational, rational, sum, times } from './rational.ts'
import type { SlotDefinition } from './definition.ts'

/** Those with a feature have an engine, and tests, of their own. */
const slots = games.filter((game): game is SlotMaths => game.kind === 'slot' && !game.definition.feature)
const named = slots.map((slot) => [slot.slug, slot] as const)

test('the slots without a feature have every volatility', () => {
  expect(new Set(slots.map((slot) => slot.volatility))).toEqual(new Set(['low', 'medium', 'high', 'extreme']))
})

describe.each(named)('%s', (slug, { definition }) => {
  const histogram = enumerate(definition)
  const figures = slotFigures(definition, histogram)

  test('the definition meets the assumptions of the engine', () => {
    expect(definitionFaults(definition)).toEqual([])
  })

  // Shows: 10.28
  test('the return is between 94 % and 97.5 %, by exact enumeration', () => {
    const rtp = toNumber(figures.rtp)
    expect(rtp).toBeGreaterThanOrEqual(0.94)
    expect(rtp).toBeLessThanOrEqual(0.975)
    expect(histogram.rows.reduce((total, row) => total + row.combinations, 0)).toBe(histogram.total)
  })

  test('two independent calculations of the return agree exactly', () => {
    const enumerated = sum(
      histogram.rows.map((row) => times(rational(row.coins), rational(row.combinations, histogram.total))),
    )
    expect(isEqual(enumerated, expectedCoins(definition))).toBe(true)
    expect(isEqual(figures.rtp, times(expectedRoundCoins(definition), rational(1, definition.coins)))).toBe(true)
  })

  test('the volatility label follows the enumerated variance', () => {
    expect(volatilityOf(figures.variance)).toBe(definition.volatility)
  })

  // Shows: 10.28
  test('the figures shown equal the enumeration of the deployed build', () => {
    expect(readFigures(slug)).toEqual(computeFigures(slots.find((slot) => slot.slug === slug)!))
  })

  test('with shortened strips, evaluating every stop one by one gives the enumerated histogram', () => {
    const short = { ...definition, strips: definition.strips.map((strip, reel) => strip.slice(reel, reel + 7)) }
    expect(bruteForce(short)).toEqual(enumerate(short).rows)
  })

  test('with shortened strips, the maximum win is the highest of all rounds, and as rare as they say', () => {
    const short = { ...definition, strips: definition.strips.map((strip, reel) => strip.slice(reel, reel + 6)) }
    const { maxWin, maxWinChance } = slotFigures(short)
    const rounds = allRounds(short)
    const most = Math.max(...rounds.keys())
    expect(isEqual(maxWin, rational(most, short.coins))).toBe(true)
    expect(isEqual(maxWinChance, rounds.get(most)!)).toBe(true)
  })

  test('a long seeded simulation stays within four standard errors of the exact return', async () => {
    const rounds = 60_000
    const draw = seededDraw(0x5eed + slug.length)
    let returned = 0
    let hits = 0
    for (let round = 0; round < rounds; round++) {
      const outcome = await slots.find((slot) => slot.slug === slug)!.play(draw, definition.coins, null)
      returned += outcome.payout / definition.coins
      if (outcome.payout > 0) hits++
    }
    const standardError = Math.sqrt(toNumber(figures.variance) / rounds)
    expect(Math.abs(returned / rounds - toNumber(figures.rtp))).toBeLessThan(4 * standardError)
    const hitRate = toNumber(figures.hitRate)
    expect(Math.abs(hits / rounds - hitRate)).toBeLessThan(4 * Math.sqrt((hitRate * (1 - hitRate)) / rounds))
  })

  test('no payout is ever rounded: every win is a whole number of coins at any legal stake', () => {
    const draws = seededStops(definition, 300)
    for (const stops of draws) {
      const oneCoin = evaluateSpin(definition, stops, 1, 'paid')
      for (const coin of [1, 3, 7, 1_000_003]) {
        const spin = evaluateSpin(definition, stops, coin, 'paid')
        expect(Number.isSafeInteger(spin.payout)).toBe(true)
        expect(spin.payout).toBe(oneCoin.payout * coin)
        expect(spin.wins.reduce((total, win) => total + win.payout, 0)).toBe(spin.payout)
      }
    }
  })

  test('a stake that would need rounding is rejected before the draw', async () => {
    const maths = slots.find((slot) => slot.slug === slug)!
    for (const stake of [0, -definition.coins, definition.coins + 1, definition.coins / 2 + 0.5, NaN, 2 ** 53]) {
      await expect(maths.play(seededDraw(1), stake, null)).rejects.toThrow(RangeError)
    }
  })
})

test('tidepool, all of it: every stop evaluated one by one gives the enumerated histogram', () => {
  const { definition } = slots.find((slot) => slot.slug === 'tidepool')!
  expect(bruteForce(definition)).toEqual(enumerate(definition).rows)
})

test('free spins never retrigger', async () => {
  for (const slot of slots.filter(({ definition }) => definition.freeSpins)) {
    const draw = seededDraw(99)
    for (let round = 0; round < 3_000; round++) {
      const { spins } = await slot.play(draw, slot.definition.coins, null)
      expect(spins.length).toBe(1 + spins[0]!.freeSpinsAwarded)
      expect(
        spins
          .slice(1)
          .every(
            (spin) =>
              spin.kind === 'free' &&
              spin.freeSpinsAwarded === 0 &&
              spin.multiplier === slot.definition.freeSpins!.multiplier,
          ),
      ).toBe(true)
    }
  }
})

/** Coins of a round with all its free spins, added up one by one -> its chance. */
function allRounds(slot: SlotDefinition): Map<number, Rational> {
  const { total, rows } = enumerate(slot)
  const multiplier = slot.freeSpins?.multiplier ?? 1
  const rounds = new Map<number, Rational>()
  let [sums, spins] = [new Map([[0, 1n]]), 0]
  const awards = (row: (typeof rows)[number]) => slot.freeSpins?.awards[row.scatters as 3] ?? 0
  for (const award of [...new Set(rows.map(awards))].toSorted((one, other) => one - other)) {
    for (; spins < award; spins++) {
      const next = new Map<number, bigint>()
      for (const [sum, ways] of sums)
        for (const { coins, combinations } of rows) {
          const key = sum + coins * multiplier
          next.set(key, (next.get(key) ?? 0n) + ways * BigInt(combinations))
        }
      sums = next
    }
    for (const row of rows.filter((each) => awards(each) === award))
      for (const [sum, ways] of sums) {
        const chance = rational(ways * BigInt(row.combinations), BigInt(total) ** BigInt(award + 1))
        rounds.set(row.coins + sum, plus(rounds.get(row.coins + sum) ?? rational(0), chance))
      }
  }
  return rounds
}

function bruteForce(slot: SlotDefinition) {
  const counts = new Map<string, { coins: number; scatters: number; combinations: number }>()
  const visit = (stops: number[]): void => {
    const strip = slot.strips[stops.length]
    if (strip) return strip.forEach((_, stop) => visit([...stops, stop]))
    const spin = evaluateSpin(slot, stops, 1, 'paid')
    const scatters = spin.grid.flat().filter((symbol) => symbol === 'scatter').length
    const row = counts.get(`${spin.payout}/${scatters}`) ?? { coins: spin.payout, scatters, combinations: 0 }
    counts.set(`${spin.payout}/${scatters}`, { ...row, combinations: row.combinations + 1 })
  }
  visit([])
  return [...counts.values()].sort((a, b) => a.coins - b.coins || a.scatters - b.scatters)
}

function toNumber(value: Rational): number {
  return Number(value.numerator) / Number(value.denominator)
}

/** A small generator (xorshift32), so that a failing run can be repeated. */
function seededDraw(seed: number) {
  let state = seed >>> 0 || 1
  return {
    below: async (bound: number) => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return Math.floor(((state >>> 0) / 2 ** 32) * bound)
    },
  }
}
function seededStops(slot: SlotDefinition, count: number): number[][] {
  return Array.from({ length: count }, (_, index) =>
    slot.strips.map((strip, reel) => (index * (reel * 7 + 3) + reel) % strip.length),
  )
}
