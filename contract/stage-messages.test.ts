import { expect, test } from 'vitest'
import { type FromGame, type FromPage, readFromGame, readFromPage, toPost } from './stage-messages.ts'

const ended: FromGame = {
  type: 'round-ended',
  playId: 'a-1',
  roundId: 'b-2',
  balance: 5000,
  net: -100,
  currency: 'EUR',
}

test('each side reads the messages of the other, without undeclared fields', () => {
  expect(readFromGame(toPost(ended))).toEqual(ended)
  expect(readFromGame({ ...toPost(ended), script: '<b>' })).toEqual(ended)
  const started: FromGame = { type: 'round-started', playId: 'a-1', stake: 100, currency: 'EUR' }
  expect(readFromGame(toPost(started))).toEqual(started)
  expect(readFromGame(toPost({ ...started, at: 1_790_000_000_000 }))).toEqual({ ...started, at: 1_790_000_000_000 })
  expect(readFromGame({ ...toPost(started), at: 'now' })).toBe(null)
  const stake: FromPage = { type: 'preferred-stake', stake: 200 }
  expect(readFromPage(toPost(stake))).toEqual(stake)
})

test('a message meant for the other side is not read', () => {
  expect(readFromPage(toPost(ended))).toBe(null)
  expect(readFromGame(toPost({ type: 'pause' }))).toBe(null)
})

// Shows: ASVS 3.5.5
test('amounts that are not whole, negative, missing or in no currency are refused', () => {
  for (const change of [
    { balance: -1 },
    { balance: 1.5 },
    { balance: '5000' },
    { balance: 2 ** 53 },
    { net: undefined },
    { currency: '<b>' },
    { playId: 'x'.repeat(65) },
    { roundId: 7 },
    { type: 'constructor' },
    { type: 'other' },
  ])
    expect(readFromGame({ ...toPost(ended), ...change }), JSON.stringify(change)).toBe(null)
})

test('other versions, older messages and anything that is no message are refused', () => {
  for (const data of [null, 'ready', 7, [], {}, { type: 'session-ended' }, { fairhouse: 2, type: 'session-ended' }])
    expect(readFromGame(data)).toBe(null)
  expect(readFromGame({ type: 'fairhouse:ready' })).toBe(null)
})

test('only round events of shared rounds are passed on', () => {
  const tick: FromPage = { type: 'round-event', event: 'round.tick', payload: { number: 7 } }
  expect(readFromPage(toPost(tick))).toEqual(tick)
  expect(readFromGame(toPost({ type: 'follow-rounds' }))).toEqual({ type: 'follow-rounds' })
  for (const change of [{ event: 'wallet.account' }, { event: 7 }, { payload: null }, { payload: 'x' }])
    expect(readFromPage({ ...toPost(tick), ...change }), JSON.stringify(change)).toBe(null)
})
