import { expect, test } from 'vitest'
import { perDay, perHour, perMinute, perQuarterHour } from './attempts.ts'

test('a limit holds for the whole of the window that its name states', () => {
  expect(perMinute(3)).toEqual({ max: 3, windowSeconds: 60 })
  expect(perQuarterHour(3)).toEqual({ max: 3, windowSeconds: 15 * 60 })
  expect(perHour(3)).toEqual({ max: 3, windowSeconds: 60 * 60 })
  expect(perDay(3)).toEqual({ max: 3, windowSeconds: 24 * 60 * 60 })
})
