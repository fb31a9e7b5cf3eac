/** Slots whose reels change their height: exact moments against every window, and wins against a naive evaluation. */
import { describe, expect, test } from 'vitest'
import { sequence } from '../art/sequence.ts'
import { computeFigures, readFigures } from '../figures.ts'
import { games } from '../games.ts'
import type { Draw, SlotMaths } from '../maths.ts'
import { definitionFaults } from '../slot-engine/check-definition.ts'
import { type Pays, type SlotDefinition, strip, type SymbolId } from '../slot-engine/definition.ts'
import { columnAt, evaluateGrid } from '../slot-engine/evaluate.ts'
import { volatilityOf } from '../slot-engine/figures.ts'
import { rational, toNumber } from '../slot-engine/rational.ts'
import { waysFigures } from './figures.ts'
import { heightsOf, waysMaths } from './maths.ts'
import { spinMoments } from './moments.ts'
import { mostOf } from './most.ts'

const slots = games.filter(
  (game): game is SlotMaths => game.kind === 'slot' && game.definition.feature?.kind === 'heights',
)

describe.each(slots.map((slot) => [slot.slug, slot] as const))('%s', (slug, maths) => {
  const { definition } = maths
  const figures = waysFigures(definition)

  test('the definition meets the assumptions of the engine', () => {
    const { paid, free } = heightsOf(definition)
    expect(definitionFaults(definition)).toEqual([])
    expect(definition.pays.kind).toBe('ways')
    expect(Math.max(...paid, ...free)).toBe(definition.rows)
    expect(Math.min(...paid)).toBeGreaterThan(0)
    expect(free.length > 0).toBe(definition.freeSpins !== null)
    expect(new Set(Object.values(definition.freeSpins?.awards ?? {})).size).toBeLessThanOrEqual(1)
  })

  test('the return is between 94 % and 97.5 %, from exact moments', () => {
    expect(toNumber(figures.rtp)).toBeGreaterThanOrEqual(0.94)
    expect(toNumber(figures.rtp)).toBeLessThanOrEqual(0.975)
  })

  test('the volatility label follows the exact variance', () => {
    expect(volatilityOf(figures.variance)).toBe(definition.volatility)
  })

  // Shows: 10.28
  test('the figures shown equal those of the deployed build', () => {
    expect(readFigures(slug)).toEqual(computeFigures(maths, figures))
  })

  test('with short strips, walking through every window gives the same moments and the same maximum', () => {
    const { paid } = heightsOf(definition)
    // With scatters, so short that all of them are walked through, and never two of them in a window.
    const length = definition.freeSpins ? 3 : 4
    const short = {
      ...definition,
      strips: definition.strips.map((symbols, reel) => {
        const from = Math.max(reel, symbols.indexOf('scatter') - 1)
        return symbols.slice(from, from + length)
      }),
    }
    expectMoments(short, [paid[0]!, definition.freeSpins ? length : paid.at(-1)!])
    expectMoments(short, [3])
  })

  test('from random heights and stops, a round pays what the naive evaluation does', async () => {
    const draw = seededDraw(slug.length * 7_919)
    for (let round = 0; round < 2_000; round++) {
      const { spins, payout } = await maths.play(draw, definition.coins * 3, null)
      const coins = spins.map(({ grid }) => naively(definition, grid))
      expect(spins.map((spin) => spin.payout)).toEqual(coins.map((each, index) => each * 3 * spins[index]!.multiplier))
      expect(payout).toBe(spins.reduce((sum, spin) => sum + spin.payout, 0))
      expect(spins.length).toBe(1 + spins[0]!.freeSpinsAwarded)
      for (const { grid, stops, kind } of spins)
        grid.forEach((column, reel) => {
          expect(column).toEqual(columnAt(definition.strips[reel]!, stops[reel]!, column.length))
          expect(heightsOf(definition)[kind === 'free' ? 'free' : 'paid']).toContain(column.length)
        })
    }
  })

  test('a long seeded simulation stays within four standard errors of the exact return and hit rate', async () => {
    const rounds = 40_000
    const draw = seededDraw(77)
    let [returned, hits] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const { payout } = await maths.play(draw, definition.coins, null)
      returned += payout / definition.coins
      if (payout > 0) hits++
    }
    const hitRate = toNumber(figures.hitRate)
    expect(Math.abs(returned / rounds - toNumber(figures.rtp))).toBeLessThan(
      4 * Math.sqrt(toNumber(figures.variance) / rounds),
    )
    expect(Math.abs(hits / rounds - hitRate)).toBeLessThan(4 * Math.sqrt((hitRate * (1 - hitRate)) / rounds))
  })

  test('every height is drawn, each about as often as it is listed', async () => {
    const draw = seededDraw(5)
    const seen = new Map<number, number>()
    for (let round = 0; round < 3_000; round++)
      for (const { length } of (await maths.play(draw, definition.coins, null)).spins[0]!.grid)
        seen.set(length, (seen.get(length) ?? 0) + 1)
    const { paid } = heightsOf(definition)
    expect([...seen.keys()].sort()).toEqual([...new Set(paid)].sort())
    for (const [height, count] of seen) {
      const share = paid.filter((each) => each === height).length / paid.length
      expect(Math.abs(count / (3_000 * definition.reels) - share)).toBeLessThan(0.02)
    }
  })

  test('a stake that would need rounding is rejected before the draw', async () => {
    const draw = { below: () => Promise.reject(new Error('drawn')) }
    for (const stake of [0, -definition.coins, definition.coins + 1, NaN, 2 ** 53])
      await expect(maths.play(draw, stake, null)).rejects.toThrow(RangeError)
  })
})

/** Small enough to walk through whole rounds, with scatters and free spins. */
const tiny: SlotDefinition = {
  slug: 'tiny',
  version: '1.0.0',
  reels: 3,
  rows: 3,
  strips: [strip('p1 l1 scatter l1 l2'), strip('l1 wild p1 l2 scatter'), strip('l2 l1 p1 scatter l1')],
  pays: { kind: 'ways' },
  coins: 1,
  symbols: ['wild', 'scatter', 'p1', 'l1', 'l2'],
  paytable: { p1: { 3: 7 }, l1: { 3: 2 }, l2: { 3: 1 }, scatter: { 3: 5 } },
  wild: { multiplier: 1 },
  freeSpins: { awards: { 3: 2 }, multiplier: 3 },
  feature: { kind: 'heights', paid: [1, 2, 2], free: [3] },
  volatility: 'low',
}

test('scatters and free spins are in the moments, the hit rate and the maximum', async () => {
  expectMoments(tiny, [1, 2, 2])
  expectMoments(tiny, [3])
  // Every round of the tiny game: its paid window, and every pair of free ones.
  const windows = (heights: readonly number[]) =>
    gridsOf(tiny, heights).map((grid) => evaluateGrid(tiny, grid, { coin: 1, multiplier: 1 }))
  const free = windows([3]).map(({ payout }) => payout)
  const mean = free.reduce((sum, coins) => sum + coins, 0) / free.length
  const square = free.reduce((sum, coins) => sum + coins * coins, 0) / free.length
  let [first, second, hits, triggers] = [0, 0, 0, 0]
  const paid = windows([1, 2, 2])
  for (const { payout, scatters } of paid) {
    const spins = scatters === 3 ? 2 : 0
    const extra = 3 * spins * mean
    first += payout + extra
    second += payout * payout + 2 * payout * extra + 9 * (spins * square + spins * (spins - 1) * mean * mean)
    if (payout > 0) hits++
    if (spins) triggers++
  }
  const figures = waysFigures(tiny)
  expect(toNumber(figures.rtp)).toBeCloseTo(first / paid.length, 10)
  expect(toNumber(figures.variance)).toBeCloseTo(second / paid.length - (first / paid.length) ** 2, 8)
  expect(figures.hitRate).toEqual(rational(hits, paid.length))
  expect(figures.freeSpinRate).toEqual(rational(triggers, paid.length))
  const [bestFree, best] = [
    Math.max(...free),
    Math.max(...paid.map((one) => one.payout + (one.scatters === 3 ? 6 * Math.max(...free) : 0))),
  ]
  expect(toNumber(figures.maxWin)).toBe(best)
  const reaching =
    paid.filter((one) => one.payout + (one.scatters === 3 ? 6 * bestFree : 0) === best).length / paid.length
  const chanceOfFree = free.filter((coins) => coins === bestFree).length / free.length
  expect(toNumber(figures.maxWinChance)).toBeCloseTo(reaching * chanceOfFree ** 2, 12)
  // And played: every free spin at full height under the multiplier.
  const maths = waysMaths(tiny)
  const draw = seededDraw(3)
  for (let seen = 0; seen < 5;) {
    const { spins } = await maths.play(draw, 1, null)
    if (spins.length === 1) continue
    seen++
    expect(
      spins.slice(1).map(({ kind, multiplier, grid }) => [kind, multiplier, ...grid.map(({ length }) => length)]),
    ).toEqual([1, 2].map(() => ['free', 3, 3, 3, 3]))
  }
})

function expectMoments(slot: SlotDefinition, heights: readonly number[]) {
  const walked: Array<{ windows: bigint; sum: bigint; squares: bigint; silent: bigint }> = []
  let most = { coins: 0, windows: 0n }
  for (const grid of gridsOf(slot, heights)) {
    const coins = naively(slot, grid)
    const scatters = grid.flat().filter((symbol) => symbol === 'scatter').length
    const row = (walked[scatters] ??= { windows: 0n, sum: 0n, squares: 0n, silent: 0n })
    row.windows++
    row.sum += BigInt(coins)
    row.squares += BigInt(coins) ** 2n
    if (coins === 0) row.silent++
    if (coins > most.coins) most = { coins, windows: 1n }
    else if (coins === most.coins) most.windows++
  }
  expect(spinMoments(slot, heights).filter(({ windows }) => windows > 0n)).toEqual(walked.filter(Boolean))
  expect(mostOf(slot, heights, () => 0)).toEqual(most)
}

function gridsOf(slot: SlotDefinition, heights: readonly number[]): SymbolId[][][] {
  return slot.strips.reduce<SymbolId[][][]>(
    (grids, symbols) =>
      grids.flatMap((grid) =>
        heights.flatMap((height) => symbols.map((_, stop) => [...grid, columnAt(symbols, stop, height)])),
      ),
    [[]],
  )
}

/** Written apart from the engine: walks every path of cells, one symbol at a time. */
function naively(slot: SlotDefinition, grid: SymbolId[][]): number {
  const scatters = grid.flat().filter((symbol) => symbol === 'scatter').length
  let coins = slot.paytable.scatter?.[scatters as keyof Pays] ?? 0
  for (const symbol of slot.symbols.filter((one) => one !== 'wild' && one !== 'scatter')) {
    let [paths, length] = [1, 0]
    for (const column of grid) {
      const here = column.filter((one) => one === symbol || one === 'wild').length
      if (here === 0) break
      paths *= here
      length++
    }
    coins += paths * (slot.paytable[symbol]?.[length as keyof Pays] ?? 0)
  }
  return coins
}

function seededDraw(seed: number): Draw {
  const next = sequence(seed)
  return { below: async (bound) => Math.floor(next() * bound) }
}
