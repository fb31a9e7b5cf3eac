import { expect, test } from 'vitest'
import { readNews } from './game-messages.ts'

test('what a game says is taken only in its exact shape', () => {
  const ended = { type: 'fairhouse:round-ended', stake: 100, payout: 250, balance: 5000, currency: 'EUR' }
  expect(readNews(ended)).toEqual(ended)
  expect(readNews({ type: 'fairhouse:ready', slug: 'dice' })).toEqual({ type: 'fairhouse:ready' })
})

test('amounts that are not whole, negative, missing or in no currency are not shown', () => {
  const ended = { type: 'fairhouse:round-ended', stake: 100, payout: 250, balance: 5000, currency: 'EUR' }
  for (const change of [
    { payout: -1 },
    { payout: 1.5 },
    { balance: '5000' },
    { stake: undefined },
    { currency: '<b>' },
    { type: 'constructor' },
    { type: 'other' },
  ]) {
    expect(readNews({ ...ended, ...change })).toBe(null)
  }
  for (const data of [null, 'fairhouse:ready', 7, []]) expect(readNews(data)).toBe(null)
})
