import { expect, test } from 'vitest'
import { openDraw } from '../fairness.ts'
import { readFigures, computeFigures } from '../figures.ts'
import { factor, times } from '../stepped.ts'
import { definition, maths, multiplierOf } from './maths.ts'

const choose = (n: number, k: number): bigint => {
  let ways = 1n
  for (let index = 0; index < k; index++) ways = (ways * BigInt(n - index)) / BigInt(index + 1)
  return ways
}

// Shows: attack 156
test('every number of mines and tiles returns exactly 99 %: multiplier times probability', () => {
  for (let mines = 1; mines <= 24; mines++)
    for (let tiles = 1; tiles <= 25 - mines; tiles++) {
      const chance = factor(choose(25 - mines, tiles), choose(25, tiles))
      expect(times(multiplierOf(mines, tiles), chance)).toEqual(factor(99n, 100n))
    }
})

test('the multipliers are the published ones: 0.99 * C(25, k) / C(25 - m, k)', () => {
  expect(definition.boards[2]!.multipliers.slice(0, 3)).toEqual([1.125, 1.2857, 1.4786])
  const highest = Math.max(...definition.boards.flatMap(({ multipliers }) => multipliers))
  expect(highest).toBe(5_148_297)
  expect(maths.figures.highest).toBe(highest)
})

test('the mines lie on every set of tiles equally often: all draws of two mines', async () => {
  const seen = new Map<string, number>()
  for (let a = 0; a < 25; a++)
    for (let b = 0; b < 24; b++) {
      const values = [a, b]
      const step = await maths.open({ below: async () => values.shift()! }, 10, { mines: 2 })
      const hidden = String((step.state as { hidden: number[] }).hidden.toSorted((x, y) => x - y))
      seen.set(hidden, (seen.get(hidden) ?? 0) + 1)
    }
  expect(seen.size).toBe(300)
  expect(new Set(seen.values())).toEqual(new Set([2]))
})

test('all safe tiles revealed ends the round with the highest win, and a mine with nothing', async () => {
  const draw = await openDraw('a'.repeat(64), 'b', 0)
  let step = await maths.open(draw, 1_000, { mines: 24 })
  const { hidden } = step.state as { hidden: number[] }
  const safe = [...Array(25).keys()].find((tile) => !hidden.includes(tile))!
  expect(await maths.act(draw, step.state, { type: 'cashOut' })).toBeNull()
  expect(await maths.act(draw, step.state, { type: 'reveal', at: hidden[0]! })).toMatchObject({
    isFinal: true,
    payout: 0,
  })
  step = (await maths.act(draw, step.state, { type: 'reveal', at: safe }))!
  expect(step).toMatchObject({ isFinal: true, payout: 24_750, view: { mines: hidden.toSorted((a, b) => a - b) } })
})

test('long odds have a lower highest stake, so that no win exceeds the limit', () => {
  for (const { mines, multipliers, highestCoins } of definition.boards) {
    expect(highestCoins * multipliers.at(-1)!).toBeLessThanOrEqual(100_000_000)
    expect(highestCoins).toBeGreaterThanOrEqual(maths.unit)
    expect(maths.highestCoins!({ mines })).toBe(highestCoins)
  }
})

test('the figures shown belong to the deployed build', () => {
  expect(readFigures('mines')).toEqual(computeFigures(maths))
})
