import { expect, test } from 'vitest'
import { edgeOf, edgeOfSlots, lowestStake } from './house-edge.ts'

test('an edge is that of the costliest named game, and of the average slot where none is known', () => {
  expect(edgeOf(['dice'])).toBeCloseTo(0.01, 12)
  expect(edgeOf(['roulette', 'dice', 'french-roulette'])).toBeCloseTo(1 / 37, 12)
  expect(edgeOf(['dice', 'a game of another studio'])).toBe(edgeOfSlots())
  expect(edgeOf(null)).toBe(edgeOfSlots())
  expect(edgeOfSlots()).toBeGreaterThan(0.0289)
  expect(edgeOfSlots()).toBeLessThan(0.0489)
})

test('a slot that counts half towards a requirement costs twice as much, and one that does not count costs nothing', () => {
  const tidepool = 1 - 107 / 112
  expect(edgeOfSlots((game) => (game === 'tidepool' ? 100 : 0))).toBeCloseTo(tidepool, 12)
  expect(edgeOfSlots((game) => (game === 'tidepool' ? 50 : 0))).toBeCloseTo(2 * tidepool, 12)
  expect(edgeOfSlots(() => 0)).toBe(0)
})

test('the lowest stake is that of the cheapest named game in the currency', () => {
  expect(lowestStake(['lantern-harbor', 'tidepool'], 'EUR')).toBe(5)
  expect(lowestStake(['lantern-harbor'], 'EUR')).toBe(10)
  expect(lowestStake(['a game of another studio'], 'EUR')).toBe(0)
  expect(lowestStake(null, 'XXX')).toBe(0)
})
