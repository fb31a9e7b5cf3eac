import { expect, test } from 'vitest'
import { contentOf } from '#tests/setup/content.ts'
import { bonusAlert, freespinAlert } from './alert-names.ts'
import { openBonusesRequest } from './player-bonus-request.ts'

const pairs = [
  [1, 1],
  [2, 1],
  [3, 2],
  [3, 3],
  [3, 4],
  [3, 5],
  [1, 2],
  [3, 1],
  [9, 9],
] as const
const named = (alertOf: typeof freespinAlert) => pairs.map(([status, result]) => alertOf({ status, result, used: 0 }))

// Shows: 4.10.1, 4.10.3
test('each pair of status and result of the specification has its own alert, and others have none', () => {
  expect(named(bonusAlert)).toEqual([
    'bonusIssued',
    'bonusActivated',
    'bonusPlayed',
    'bonusCancelled',
    'bonusExpired',
    'bonusLost',
    null,
    null,
    null,
  ])
  expect(named(freespinAlert)).toEqual([
    'freespinIssued',
    'freespinActivated',
    'freespinPlayed',
    'freespinCancelled',
    'freespinExpired',
    null,
    null,
    null,
    null,
  ])
})

test('free spins are announced as activated before the first spin, and not again after it', () => {
  expect(freespinAlert({ status: 2, result: 1, used: 0 })).toBe('freespinActivated')
  expect(freespinAlert({ status: 2, result: 1, used: 1 })).toBeNull()
  expect(freespinAlert({ status: 3, result: 2, used: 25 })).toBe('freespinPlayed')
})

test('every alert has a text in the content', () => {
  const texts = contentOf('alerts/bonuses')
  expect([...named(bonusAlert), ...named(freespinAlert)].filter((name) => name !== null && !texts[name])).toEqual([])
})

// Shows: 4.10.2
test('the lists of bonuses and free spins request the statuses issued and active', () => {
  expect(openBonusesRequest).toEqual({ query: { status: [1, 2] } })
})
