import { expect, test } from 'vitest'
import { exchange, type Side } from './exchange.ts'

const euro: Side = { rate: 1, subunitToUnit: 100 }
const dollar: Side = { rate: 1.0875, subunitToUnit: 100 }
const bitcoin: Side = { rate: 1.1e-5, subunitToUnit: 100_000_000 }
const rupiah: Side = { rate: 1.7e21, subunitToUnit: 1 }

test('an amount is converted exactly by both rates and rounded as requested', () => {
  expect(exchange(10_000n, euro, dollar, 'down')).toBe(10_875n)
  expect(exchange(10_000n, euro, dollar, 'up')).toBe(10_875n)
  const third = (['down', 'nearest', 'up'] as const).map((rounding) => exchange(1n, dollar, euro, rounding))
  expect(third).toEqual([0n, 1n, 1n])
  expect(exchange(100n, euro, bitcoin, 'down')).toBe(1_100n)
  expect(exchange(1_100n, bitcoin, euro, 'up')).toBe(100n)
  expect(exchange(100n, euro, rupiah, 'nearest')).toBe(1_700_000_000_000_000_000_000n)
  expect(exchange(9_007_199_254_740_993n, euro, euro, 'nearest')).toBe(9_007_199_254_740_993n)
})
