import { expect, test } from 'vitest'
import type { HiloView } from '#contract/rounds.ts'
import { readFigures, computeFigures } from '../figures.ts'
import { decimal, type Factor } from '../stepped.ts'
import { definition, maths } from './maths.ts'

const drawing = (...cards: number[]) => ({ below: async () => cards.shift()! })
const worthOf = (state: unknown) => (state as { worth: Factor }).worth

test('every call returns exactly what it risks: (14 - r) / 13 for higher, over all 52 x 52 cards', async () => {
  for (let first = 0; first < 52; first++)
    for (const call of ['higher', 'lower'] as const) {
      const opened = await maths.open(drawing(first), 10, null)
      const rank = (first % 13) + 1
      const chance = call === 'higher' ? (14 - rank) / 13 : rank / 13
      const offered = (opened.view as HiloView)[call]
      expect(offered === null).toBe(chance === 1)
      if (offered === null) {
        expect(await maths.act(drawing(0), opened.state, { type: call })).toBeNull()
        continue
      }
      let won = 0
      let returned = 0
      for (let next = 0; next < 52; next++) {
        const step = (await maths.act(drawing(next), opened.state, { type: call }))!
        if (step.isFinal) continue
        won++
        returned += decimal(worthOf(step.state))
      }
      expect(won / 52).toBeCloseTo(chance, 12)
      expect(returned / 52).toBeCloseTo(0.99, 10)
    }
})

test('a skipped card costs nothing and wins nothing; nothing is paid before a call is right', async () => {
  const opened = await maths.open(drawing(20), 10, null)
  expect(await maths.act(drawing(), opened.state, { type: 'cashOut' })).toBeNull()
  const skipped = (await maths.act(drawing(3), opened.state, { type: 'skip' }))!
  expect(worthOf(skipped.state)).toEqual(worthOf(opened.state))
  expect(await maths.act(drawing(), skipped.state, { type: 'cashOut' })).toBeNull()
  expect(maths.abandoned(skipped.state)).toBe('refund')
  const right = (await maths.act(drawing(16), skipped.state, { type: 'higher' }))!
  expect(right.view).toMatchObject({ cards: [20, 3, 16], worth: { multiplier: 1.287 } })
  expect(maths.abandoned(right.state)).toEqual({ type: 'cashOut' })
})

test('no round is worth more than the highest win or longer than 52 cards', async () => {
  let step = await maths.open(drawing(12), 10, null)
  let calls = 0
  while ((step.view as HiloView).higher !== null) {
    step = (await maths.act(drawing(12), step.state, { type: 'higher' }))!
    calls++
  }
  expect(decimal(worthOf(step.state))).toBeLessThanOrEqual(definition.highest)
  expect(decimal(worthOf(step.state)) * 13).toBeGreaterThan(definition.highest)
  expect(calls).toBe(3)
  let long = await maths.open(drawing(6), 10, null)
  for (let card = 1; card < 51; card++) long = (await maths.act(drawing(6), long.state, { type: 'skip' }))!
  expect(long.view).toMatchObject({ maySkip: false })
  expect((long.view as HiloView).higher).not.toBeNull()
  const last = (await maths.act(drawing(6), long.state, { type: 'higher' }))!
  expect(last.view).toMatchObject({ higher: null, lower: null, maySkip: false })
  expect(maths.abandoned(last.state)).toEqual({ type: 'cashOut' })
})

test('the figures shown belong to the deployed build', () => {
  expect(readFigures('hilo')).toEqual(computeFigures(maths))
})
