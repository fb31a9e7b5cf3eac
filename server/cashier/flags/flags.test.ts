import { expect, test } from 'vitest'
import { InvoiceType } from '#contract/payments.ts'
import { decisionsOf } from './flags.ts'

type Case = [
  what: string,
  standing: Parameters<typeof decisionsOf>[0],
  flag: Parameters<typeof decisionsOf>[1],
  decisions: string[],
]
const { deposit, withdrawal } = InvoiceType
const flag = { flag: 'raised by an operator', is_suspended: false, state: null }

test.each<Case>([
  [
    'a deposit whose money lies in suspense',
    { type: deposit, status: 1, review: null },
    { ...flag, is_suspended: true },
    ['credit', 'send-back', 'keep'],
  ],
  ['a paid deposit', { type: deposit, status: 2, review: null }, flag, ['charge-house', 'charge-player', 'dismiss']],
  [
    'a deposit that was taken back, and that the partner has again',
    { type: deposit, status: 2, review: null },
    { ...flag, flag: 'paid after reversal' },
    ['give-back', 'keep', 'dismiss'],
  ],
  ['a failed deposit', { type: deposit, status: 3, review: null }, flag, ['dismiss']],
  [
    'a withdrawal that was paid, and that the partner calls failed',
    { type: withdrawal, status: 2, review: null },
    flag,
    ['give-back', 'dismiss'],
  ],
  [
    'one that was given back already, and is never given back twice',
    { type: withdrawal, status: 3, review: null },
    flag,
    ['charge-house', 'charge-player', 'dismiss'],
  ],
  [
    'a withdrawal that was paid and given back, and that the partner paid all the same',
    { type: withdrawal, status: 2, review: null },
    { ...flag, flag: 'paid after return' },
    ['charge-house', 'charge-player', 'dismiss'],
  ],
  [
    'one that was given back and charged, and that the partner did not pay',
    { type: withdrawal, status: 3, review: null },
    { ...flag, flag: 'failed after success' },
    ['give-back', 'dismiss'],
  ],
  [
    'one that waits for a person',
    { type: withdrawal, status: 1, review: 'open' },
    { ...flag, state: 'failed' },
    ['dismiss'],
  ],
  [
    'one that waits for a person and was paid all the same',
    { type: withdrawal, status: 1, review: 'open' },
    { ...flag, state: 'succeeded' },
    ['charge-house', 'charge-player', 'dismiss'],
  ],
  [
    'one that is on its way',
    { type: withdrawal, status: 1, review: 'approved' },
    flag,
    ['charge-house', 'charge-player', 'give-back', 'dismiss'],
  ],
])('%s leaves these decisions', (_what, standing, raised, decisions) => {
  expect(decisionsOf(standing, raised)).toEqual(decisions)
})
