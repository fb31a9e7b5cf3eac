import { expect, test } from 'vitest'
import { definition, maths, winCountOf } from '../../dice/maths.ts'
import { chanceOf, nearest, targetOf } from './odds.ts'

test('every step under and over is a choice that the maths offers, with the chance shown', () => {
  for (const step of definition.ladder) {
    for (const direction of ['under', 'over'] as const) {
      const choice = { target: targetOf(definition, step, direction), direction }
      expect(maths.readChoice(choice)).toEqual(choice)
      expect(winCountOf(choice) / 100).toBeCloseTo(chanceOf(definition, step))
    }
  }
})

test('input is rounded to the nearest step', () => {
  const at = (wish: number) => definition.ladder[nearest(definition, wish, (step) => step.multiplier)]!.multiplier
  expect(at(2)).toBe(2)
  expect(at(0)).toBe(Math.min(...definition.ladder.map(({ multiplier }) => multiplier)))
  expect(at(1e9)).toBe(Math.max(...definition.ladder.map(({ multiplier }) => multiplier)))
})
