import { expect, test } from 'vitest'
import type { FromGame } from '#contract/stage-messages.ts'
import { nothingReported, reportedAfter } from './reported.ts'

const after = (...messages: FromGame[]) => messages.reduce(reportedAfter, nothingReported)
const ready = { type: 'ready', balance: 500, currency: 'EUR' } as const
const started = { type: 'round-started', playId: 'one', stake: 100, currency: 'EUR' } as const
const lacks = { type: 'insufficient-funds', needed: 900, currency: 'EUR' } as const

test('isInRound is true from the start of a round until any of its possible ends', () => {
  expect(after(ready).isInRound).toBe(false)
  expect(after(ready, started).isInRound).toBe(true)
  expect(after(ready, started, { type: 'round-step', playId: 'one', inPlay: 100 }).isInRound).toBe(true)
  const ends: FromGame[] = [
    { type: 'round-ended', playId: 'one', balance: 400, net: -100, currency: 'EUR' },
    { type: 'free-spins-ended' },
    { type: 'session-ended' },
    lacks,
  ]
  for (const end of ends) expect(after(ready, started, end).isInRound).toBe(false)
})

// Shows: pair open round/account switch
test('a new `ready` message resets round, missing funds and end', () => {
  expect(after(ready, started, { ...ready, currency: 'USD' })).toEqual({
    ...nothingReported,
    isReady: true,
    balance: { amount: 500, currency: 'USD' },
  })
  expect(after(ready, lacks, { type: 'session-ended' }, ready)).toEqual(after(ready))
})

test('missing funds are cleared by the next round or another stake', () => {
  expect(after(ready, lacks).lacks).toEqual({ needed: 900, currency: 'EUR' })
  expect(after(ready, lacks, started).lacks).toBeNull()
  expect(after(ready, lacks, { type: 'stake-changed', stake: 20, currency: 'EUR' }).lacks).toBeNull()
})

test('the demo balance excludes the stake in play when a round starts, continues or is resumed', () => {
  const step = (inPlay: number): FromGame => ({ type: 'round-step', playId: 'one', inPlay })
  const shown = (...messages: FromGame[]) => after(ready, ...messages).balance?.amount
  expect(shown(started)).toBe(400)
  expect(shown(started, step(100))).toBe(400)
  expect(shown(started, step(100), step(200))).toBe(300)
  expect(shown(started, { type: 'round-ended', playId: 'one', balance: 600, net: 100, currency: 'EUR' })).toBe(600)
  expect(shown({ ...started, stake: 0 }, step(100))).toBe(500)
  expect(shown({ ...started, stake: 0 }, step(100), step(200))).toBe(400)
})
