import { expect, test } from 'vitest'
import { progressOf } from './level-progress.ts'

const account = (points: number, next: number | null = 500) => ({
  points,
  currentLevel: { name: 'Ember', points: 100, order: 2 },
  nextLevel: next === null ? null : { name: 'Candle', points: next },
  version: 1,
})

test('progress starts at 0 % at the current level and stays below 100 % until the next', () => {
  expect(progressOf(account(100))).toEqual({ percent: 0, missing: 400 })
  expect(progressOf(account(300))).toEqual({ percent: 50, missing: 200 })
  expect(progressOf(account(499))).toEqual({ percent: 99, missing: 1 })
})

test('points outside of the range between the levels give 0 % or 100 %', () => {
  expect(progressOf(account(40))).toEqual({ percent: 0, missing: 460 })
  expect(progressOf(account(900))).toEqual({ percent: 100, missing: 0 })
})

test('progress is null at the highest level', () => {
  expect(progressOf(account(900, null))).toBeNull()
})
