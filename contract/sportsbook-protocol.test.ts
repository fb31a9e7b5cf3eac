import { expect, test } from 'vitest'
import * as protocol from './sportsbook-protocol.ts'

const selection = {
  id: 's1',
  eventId: 'e1',
  marketId: 'm1',
  marketVersion: 7,
  outcomeId: 'home',
  odds: '1.91',
  isLive: false,
  startsAt: '2026-11-22T18:00:00Z',
  names: {
    sport: 'Football',
    league: 'Northern League',
    event: 'Alder - Birch',
    market: 'Match result',
    outcome: 'Alder',
  },
}
const place = {
  call: 'place',
  requestId: 'r1',
  betId: 'b1',
  token: 't',
  currency: 'EUR',
  kind: 'single',
  selections: [selection],
  stake: 1000,
  maximumPayout: 1910,
  oddsPolicy: 'higher',
  placedAt: '2026-11-22T17:00:00Z',
}

test('a placed bet is parsed with default values for absent fields', () => {
  expect(protocol.Place.parse(place)).toMatchObject({ ...place, systemSizes: [], isEachWay: false })
})

test('a bet with an invalid amount, odds, call, currency, id or number of selections is refused', () => {
  for (const wrong of [
    { stake: 0 },
    { stake: -1 },
    { stake: 1.5 },
    { stake: '1000' },
    { stake: 2 ** 53 },
    { call: 'accept' },
    { currency: 'eur' },
    { selections: [] },
    { selections: [{ ...selection, odds: 1.91 }] },
    { selections: [{ ...selection, odds: '1.00' }] },
    { selections: Array.from({ length: 21 }, () => selection) },
    { betId: 'b 1' },
  ])
    expect(protocol.Place.safeParse({ ...place, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
})

test('a cash-out with sequence 0 or a negative payout is refused', () => {
  const decision = { call: 'cash-out', requestId: 'r', betId: 'b', sequence: 1, payout: 500, openStake: 0 }
  expect(protocol.CashOut.safeParse(decision).success).toBe(true)
  expect(protocol.CashOut.safeParse({ ...decision, sequence: 0 }).success).toBe(false)
  expect(protocol.CashOut.safeParse({ ...decision, payout: -1 }).success).toBe(false)
})
