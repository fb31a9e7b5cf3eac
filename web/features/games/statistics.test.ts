import { expect, test } from 'vitest'
import { linePoints } from './statistics.tsx'

test('linePoints starts at zero, ends at the result and stays inside its box', () => {
  expect(linePoints([])).toEqual({ points: '0,20', zero: 20 })
  const { points, zero } = linePoints([-100, 300])
  expect(points).toBe('0,29 50,38 100,2')
  expect(zero).toBe(29)
})
