import { expect, test } from 'vitest'
import { leastCovering } from './place.ts'

const toast = { top: 0, bottom: 60, left: 100, right: 400 }
const window = { from: 70, to: 800 }
const row = (top: number, bottom: number, left = 0, right = 500) => ({ top, bottom, left, right })

test('alerts stand at the top if nothing is there, or if what is there is beside them', () => {
  expect(leastCovering(toast, window, [])).toBe(70)
  expect(leastCovering(toast, window, [row(60, 200, 0, 100), row(60, 200, 400, 500)])).toBe(70)
})

test('alerts stand in the first gap that has room for them', () => {
  expect(leastCovering(toast, window, [row(64, 120), row(160, 210), row(280, 400)])).toBeGreaterThanOrEqual(210)
  expect(leastCovering(toast, window, [row(64, 120), row(160, 210), row(280, 400)])).toBeLessThanOrEqual(220)
})

test('without a gap they cover the least area, and stay in the window', () => {
  const rows = Array.from({ length: 12 }, (_, index) => row(index * 70, index * 70 + 66))
  const top = leastCovering(toast, window, [...rows, row(600, 680, 0, 120)])
  expect(top + 60).toBeLessThanOrEqual(800)
  const narrow = [row(0, 500), row(500, 560, 0, 110), row(560, 900)]
  expect(leastCovering(toast, window, narrow)).toBeGreaterThanOrEqual(494)
  expect(leastCovering(toast, window, narrow)).toBeLessThanOrEqual(506)
})
