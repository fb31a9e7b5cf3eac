import { expect, test } from 'vitest'
import { identityOf, termsAt } from './terms.ts'

const at = (text: string) => new Date(`${text}Z`)
const term = (startsAt: string, endsAt: string) => ({ startsAt: at(startsAt), endsAt: at(endsAt) })

test('a daily tournament has this UTC day and the next, to the millisecond', () => {
  const days = [term('2026-11-22T00:00', '2026-11-23T00:00'), term('2026-11-23T00:00', '2026-11-24T00:00')]
  for (const now of ['2026-11-22T00:00', '2026-11-22T23:59:59.999'])
    expect(termsAt({ every: 'day', term: undefined }, at(now))).toEqual(days)
})

test('a weekly tournament starts on Monday, also across a year and a leap day', () => {
  for (const [now, monday, next] of [
    ['2026-11-22T23:59', '2026-11-16', '2026-11-23'],
    ['2026-11-23T00:00', '2026-11-23', '2026-11-30'],
    ['2027-01-01T12:00', '2026-12-28', '2027-01-04'],
    ['2028-03-01T12:00', '2028-02-28', '2028-03-06'],
  ] as const) {
    const terms = termsAt({ every: 'week', term: undefined }, at(now))
    expect(terms.map(({ startsAt }) => startsAt)).toEqual([at(`${monday}T00:00`), at(`${next}T00:00`)])
  }
})

test('a tournament with its own term keeps it until its end', () => {
  const own = { startsAt: '2026-11-22T12:00:00.000Z', endsAt: '2026-11-22T18:00:00.000Z' }
  expect(termsAt({ every: null, term: own }, at('2026-11-20T00:00'))).toHaveLength(1)
  expect(termsAt({ every: null, term: own }, at('2026-11-22T18:00'))).toEqual([])
})

test('the identity of a run names the day on which its term starts', () => {
  expect(identityOf('daily-race', term('2026-11-22T00:00', '2026-11-23T00:00'))).toBe('daily-race-2026-11-22')
})
