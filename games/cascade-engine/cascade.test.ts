/** Cascading slots: the exact counts of all chains, compared with a second, naive implementation. */
import { describe, expect, test } from 'vitest'
import { definitionFaults } from '../slot-engine/check-definition.ts'
import { computeFigures, readFigures } from '../figures.ts'
import { games } from '../games.ts'
import type { SlotMaths } from '../maths.ts'
import type { Pays, SlotDefinition, SymbolId } from '../slot-engine/definition.ts'
import { volatilityOf } from '../slot-engine/figures.ts'
import type { Rational } from '../slot-engine/rational.ts'
import { sequence } from '../art/sequence.ts'
import { enumerateChains } from './enumerate.ts'
import { cascadeFigures } from './figures.ts'
import { cascade, mostSteps } from './maths.ts'

const slots = games.filter(
  (game): game is SlotMaths => game.kind === 'slot' && game.definition.feature?.kind === 'cascade',
)

describe.each(slots.map((slot) => [slot.slug, slot] as const))('%s', (slug, maths) => {
  const { definition } = maths
  const chains = enumerateChains(definition)
  const figures = cascadeFigures(definition, chains)

  test('the definition meets the assumptions of the engine', () => {
    expect(definitionFaults(definition)).toEqual([])
    expect(definition.symbols).not.toContain('scatter')
    expect(definition.pays.kind).toBe('ways')
  })

  test('every combination of stops is counted, and every chain ends', () => {
    const all = definition.strips.reduce((product, strip) => product * strip.length, 1)
    expect(chains.total).toBe(all)
    expect([...chains.rows.values()].reduce((sum, combinations) => sum + combinations, 0)).toBe(all)
    expect(chains.longest).toBeLessThan(mostSteps / 2)
  })

  test('the return is between 94 % and 97.5 %, by exact enumeration', () => {
    expect(toNumber(figures.rtp)).toBeGreaterThanOrEqual(0.94)
    expect(toNumber(figures.rtp)).toBeLessThanOrEqual(0.975)
  })

  test('the volatility label follows the enumerated variance', () => {
    expect(volatilityOf(figures.variance)).toBe(definition.volatility)
  })

  // Shows: 10.28
  test('the figures shown equal the enumeration of the deployed build', () => {
    expect(readFigures(slug)).toEqual(computeFigures(maths, figures))
  })

  test('with shortened strips, playing every combination naively gives the enumerated counts', () => {
    const short = { ...definition, strips: definition.strips.map((strip, reel) => strip.slice(reel, reel + 8)) }
    const counts = new Map<number, number>()
    const visit = (stops: number[]): void => {
      const strip = short.strips[stops.length]
      if (strip) return strip.forEach((_, stop) => visit([...stops, stop]))
      const coins = naively(short, stops)
      counts.set(coins, (counts.get(coins) ?? 0) + 1)
    }
    visit([])
    expect(sorted(enumerateChains(short).rows)).toEqual(sorted(counts))
  })

  test('from random stops, the engine pays the same as the naive implementation', () => {
    const next = sequence(slug.length * 7_919)
    for (let round = 0; round < 4_000; round++) {
      const stops = definition.strips.map((strip) => Math.floor(next() * strip.length))
      const spins = cascade(definition, stops, 1)
      expect(spins.reduce((sum, { payout }) => sum + payout, 0)).toBe(naively(definition, stops))
      expect(spins[0]!.kind).toBe('paid')
      expect(spins.slice(1).every(({ kind }) => kind === 'cascade')).toBe(true)
      expect(spins.map(({ wins }) => wins.length > 0)).toEqual(spins.map((_, step) => step < spins.length - 1))
      for (const { stops: tops, grid } of spins)
        expect(grid.map(([top]) => top)).toEqual(definition.strips.map((strip, reel) => strip[tops[reel]!]))
    }
  })

  test('no payout is ever rounded: every win is a whole number of coins at any legal stake', () => {
    const next = sequence(99)
    for (let round = 0; round < 300; round++) {
      const stops = definition.strips.map((strip) => Math.floor(next() * strip.length))
      const total = (coin: number) => cascade(definition, stops, coin).reduce((sum, { payout }) => sum + payout, 0)
      const one = total(1)
      for (const coin of [3, 7, 1_000_003]) expect(total(coin)).toBe(one * coin)
    }
  })

  test('a stake that would need rounding is rejected before the draw', async () => {
    const draw = { below: () => Promise.reject(new Error('drawn')) }
    for (const stake of [0, -definition.coins, definition.coins + 1, NaN, 2 ** 53])
      await expect(maths.play(draw, stake, null)).rejects.toThrow(RangeError)
  })
})

test('strips whose chain never ends are refused', () => {
  const strip: SymbolId[] = ['p1', 'p1', 'p1', 'p1']
  const endless = { ...slots[0]!.definition, strips: Array.from({ length: 5 }, () => strip) }
  expect(() => cascade(endless, [0, 0, 0, 0, 0], 1)).toThrow('does not end')
  expect(() => enumerateChains(endless)).toThrow('does not end')
})

/** Written independently of the engine: follows every path of cells, and lets symbols fall one by one. */
function naively(slot: SlotDefinition, stops: number[]): number {
  const next = [...stops]
  const board = slot.strips.map((strip, reel) =>
    Array.from({ length: slot.rows }, (_, row) => strip[(stops[reel]! + row) % strip.length]!),
  )
  const multipliers = slot.feature?.kind === 'cascade' ? slot.feature.multipliers : []
  let coins = 0
  for (let step = 0; ; step++) {
    const removed = new Set<string>()
    let won = 0
    for (const symbol of new Set(board[0])) {
      let paths: Array<Array<[number, number]>> = [[]]
      let length = 0
      for (; length < slot.reels; length++) {
        const rows = board[length]!.flatMap((shown, row) => (shown === symbol || shown === 'wild' ? [row] : []))
        if (rows.length === 0) break
        paths = paths.flatMap((path) => rows.map((row): Array<[number, number]> => [...path, [length, row]]))
      }
      const pay = slot.paytable[symbol]?.[length as keyof Pays] ?? 0
      if (pay === 0) continue
      won += pay * paths.length
      for (const path of paths) for (const at of path) removed.add(String(at))
    }
    if (removed.size === 0) return coins
    coins += won * (multipliers[step] ?? multipliers.at(-1)!)
    board.forEach((column, reel) => {
      const strip = slot.strips[reel]!
      for (let row = column.length - 1; row >= 0; row--) if (removed.has(String([reel, row]))) column.splice(row, 1)
      while (column.length < slot.rows) {
        next[reel] = (next[reel]! + strip.length - 1) % strip.length
        column.unshift(strip[next[reel]]!)
      }
    })
  }
}

const sorted = (counts: Map<number, number>) => [...counts].sort(([one], [other]) => one - other)
const toNumber = ({ numerator, denominator }: Rational) => Number(numerator) / Number(denominator)
