import { expect, test } from 'vitest'
import { linePoints } from './statistics.tsx'

test('the line of results begins at nothing, ends at the result, and stays in its box', () => {
  expect(linePoints([])).toEqual({ points: '0,20', zero: 20 })
  const { points, zero } = linePoints([-100, 300])
  expect(points).toBe('0,29 50,38 100,2')
  expect(zero).toBe(29)
})
