import { expect, test } from 'vitest'
import { addMonths, breakEnd } from '#contract/break-ends.ts'
import { hoursLater, pendingAt } from './internal/periods.ts'

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2026-11-21T00:00:00Z', 2, '2027-01-21T00:00:00.000Z'],
])('%s and %i months is %s', (from, months, expected) =>
  expect(addMonths(new Date(from), months).toISOString()).toBe(expected),
)

test.each([
  ['1-day', '2026-11-22'],
  ['1-week', '2026-11-28'],
  ['3-months', '2027-02-21'],
  ['6-months', '2027-05-21'],
  ['5-years', '2031-11-21'],
  ['no-end', '9999-12-31'],
])('%s from 21 November 2026 ends on %s', (period, day) => {
  expect(breakEnd(period, new Date('2026-11-21T12:00:00Z'))?.toISOString().slice(0, 10)).toBe(day)
})

test('a requested change waits until its time, can be confirmed for a week, and then expires', () => {
  const since = new Date('2026-11-21T12:00:00Z')
  const after = (hours: number) => pendingAt(hoursLater(since, 24), hoursLater(since, hours))
  expect([0, 23.9, 24, 191.9, 192].map(after)).toEqual([
    'waits',
    'waits',
    'may be confirmed',
    'may be confirmed',
    'forgotten',
  ])
})
