import { expect, test } from 'vitest'
import { readFigures, computeFigures } from '../figures.ts'
import { factor, times } from '../stepped.ts'
import { definition, maths, multiplierOf } from './maths.ts'

test('every tower and floor returns exactly 99 %: multiplier times probability', () => {
  for (const { tower, tiles, safe } of definition.towers)
    for (let floor = 1; floor <= definition.floors; floor++) {
      const chance = factor(BigInt(safe) ** BigInt(floor), BigInt(tiles) ** BigInt(floor))
      expect(times(multiplierOf(tower, floor), chance)).toEqual(factor(99n, 100n))
    }
})

test('the multipliers of the top are those in the rules', () => {
  expect(definition.towers.map(({ multipliers }) => multipliers.at(-1))).toEqual([
    9.8888, 25.3726, 253.44, 6_495.39, 64_880.64,
  ])
  expect(maths.figures.highest).toBe(64_881)
})

test.each(definition.towers)(
  '$tower: every set of safe tiles is equally likely on a floor',
  async ({ tower, tiles, safe }) => {
    const bounds = Array.from({ length: safe }, (_, index) => tiles - index)
    const scripts = bounds.reduce<number[][]>(
      (all, bound) => all.flatMap((made) => [...Array(bound).keys()].map((value) => [...made, value])),
      [[]],
    )
    const seen = new Map<string, number>()
    for (const script of scripts) {
      const values = [...script]
      const step = await maths.open({ below: async () => values.shift() ?? 0 }, 10, { tower })
      const ground = String((step.state as { safe: number[][] }).safe[0]!.toSorted())
      seen.set(ground, (seen.get(ground) ?? 0) + 1)
    }
    expect(seen.size).toBe(tiles)
    expect(new Set(seen.values()).size).toBe(1)
  },
)

test('the top floor pays at once, and a trap pays nothing', async () => {
  const draw = { below: async () => 0 }
  let step = await maths.open(draw, 100, { tower: 'hard' })
  for (let floor = 0; floor < definition.floors; floor++)
    step = (await maths.act(draw, step.state, { type: 'climb', at: 0 }))!
  expect(step).toMatchObject({ isFinal: true, payout: 25_344 })
  const first = await maths.open(draw, 100, { tower: 'hard' })
  expect(await maths.act(draw, first.state, { type: 'climb', at: 1 })).toMatchObject({ isFinal: true, payout: 0 })
  expect(await maths.act(draw, first.state, { type: 'climb', at: 2 })).toBeNull()
  expect(await maths.act(draw, first.state, { type: 'cashOut' })).toBeNull()
})

test('the figures shown belong to the deployed build', () => {
  expect(readFigures('towers')).toEqual(computeFigures(maths))
})
