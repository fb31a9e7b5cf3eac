import { expect, test } from 'vitest'
import type { Limit } from '#contract/limits.ts'
import { byPeriod, blockingLimit, percentOf, tightestLimit, withinOwnLimits } from './periods.ts'

const limit = (id: string, change: Partial<Limit> = {}): Limit => ({
  id,
  definition: 3,
  period: 'daily',
  amount: 10_000,
  currentAmount: 0,
  reservedAmount: 0,
  reservedUntil: null,
  currency: 'EUR',
  endsAt: null,
  mayEnd: false,
  pending: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...change,
})

// Shows: 2.6.2
test('byPeriod groups limits as daily, weekly and monthly, then of a round, without breaks', () => {
  const groups = byPeriod([
    limit('r', { definition: 1, period: 'round' }),
    limit('m', { period: 'monthly' }),
    limit('d'),
    limit('break', { definition: 5, period: '1-day', amount: null }),
    limit('w', { period: 'weekly' }),
    limit('d2', { currency: 'USD' }),
  ])
  expect(groups.map(({ period, limits }) => [period, limits.map(({ id }) => id)])).toEqual([
    ['daily', ['d', 'd2']],
    ['weekly', ['w']],
    ['monthly', ['m']],
    ['round', ['r']],
  ])
})

// Shows: 2.6.3
test('blockingLimit returns an exclusion before a break, and a break before a used-up limit', () => {
  const used = limit('used', { currentAmount: 10_000 })
  const pause = limit('pause', { definition: 5, period: '1-day', amount: null })
  const excluded = limit('excluded', { definition: 4, period: '1-year', amount: null })
  expect(blockingLimit([used, pause, excluded], 'EUR')?.id).toBe('excluded')
  expect(blockingLimit([used, pause], 'EUR')?.id).toBe('pause')
  expect(blockingLimit([limit('free'), used], 'EUR')?.id).toBe('used')
  expect(blockingLimit([limit('free')], 'EUR')).toBeNull()
})

// Shows: 2.6.3
test('blockingLimit ignores a used-up limit in another currency', () => {
  const other = limit('other', { currency: 'USD', currentAmount: 10_001 })
  const own = limit('own', { currentAmount: 10_000 })
  expect(blockingLimit([other, own], 'EUR')?.id).toBe('own')
  expect(blockingLimit([other], 'EUR')).toBeNull()
})

// Shows: 2.6.3
test.each([
  ['a deposit limit one cent below its amount', { currentAmount: 9999 }, false],
  ['a deposit limit at its amount', { currentAmount: 10_000 }, true],
  ['a deposit limit above its amount', { currentAmount: 10_001 }, true],
  ['a used-up weekly deposit limit', { period: 'weekly', currentAmount: 10_000 }, true],
  ['a used-up limit of bets', { definition: 1, currentAmount: 10_000 }, false],
  ['a used-up limit of losses', { definition: 2, currentAmount: 10_000 }, false],
] as Array<[string, Partial<Limit>, boolean]>)('%s blocks deposits: %s', (_, change, isBlocking) => {
  expect(blockingLimit([limit('one', change)], 'EUR')?.id === 'one').toBe(isBlocking)
})

test('tightestLimit returns the limit of the currency with the least remaining', () => {
  expect(
    tightestLimit(
      [
        limit('a', { currentAmount: 1000 }),
        limit('b', { currentAmount: 9000 }),
        limit('c', { currency: 'USD', currentAmount: 9999 }),
      ],
      'EUR',
    )?.id,
  ).toBe('b')
  expect(tightestLimit([], 'EUR')).toBeUndefined()
})

// Shows: 2.5.15
test.each([
  [1, 3, 33.33],
  [0, 5, 0],
  [7, 5, 100],
  [-1, 5, 0],
  [1, 0, 0],
])('%i of %i are %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test("withinOwnLimits returns the rest of the tightest limit in the currency, or the method's maximum", () => {
  const daily = limit('daily', { amount: 5000, currentAmount: 3000 })
  const monthly = limit('monthly', { period: 'monthly', amount: 20_000, currentAmount: 19_000 })
  const foreign = limit('foreign', { amount: 100, currency: 'USD' })
  expect(withinOwnLimits([daily, foreign], 'EUR', 100_000)).toEqual({ most: 2000, own: daily })
  expect(withinOwnLimits([daily, monthly], 'EUR', 100_000)).toEqual({ most: 1000, own: monthly })
  expect(withinOwnLimits([limit('over', { amount: 5000, currentAmount: 9000 })], 'EUR', 100_000).most).toBe(0)
  expect(withinOwnLimits([daily, monthly, foreign], 'EUR', 500)).toEqual({ most: 500, own: null })
  expect(withinOwnLimits([foreign], 'EUR', 100_000)).toEqual({ most: 100_000, own: null })
})
