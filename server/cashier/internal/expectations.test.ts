import { describe, expect, test } from 'vitest'
import { InvoiceType } from '#contract/payments.ts'
import { expectedBy, ownerOf } from './expectations.ts'

const open = {
  type: InvoiceType.deposit as number,
  status: 1,
  stage: 'created',
  flag: null,
  review: null,
  external_id: null,
} as Parameters<typeof ownerOf>[0]
const withdrawal = { ...open, type: InvoiceType.withdrawal as number }

test.each([
  ['nobody, once it is final', { ...open, status: 2, stage: 'paid' }, null],
  ['the player, who has to pay', { ...open, stage: 'awaiting-payment' }, 'player'],
  ['the partner, before the player was sent there', open, 'partner'],
  ['the partner, while the payment is confirmed', { ...open, stage: 'confirming' }, 'partner'],
  ['the house, where it is flagged', { ...open, stage: 'awaiting-payment', flag: 'wrong-amount' }, 'house'],
  ['the house, where a person decides', { ...withdrawal, review: 'open' }, 'house'],
  ['the house, which has not sent it yet', withdrawal, 'house'],
  ['the house, which was told to send it', { ...withdrawal, stage: 'approved' }, 'house'],
  ['the partner, who knows it already', { ...withdrawal, stage: 'approved', external_id: 'p1' }, 'partner'],
  ['the partner, which pays it', { ...withdrawal, stage: 'sent' }, 'partner'],
])('who is to act is %s', (_, standing, owner) => {
  expect(ownerOf(standing)).toBe(owner)
})

describe('when something is expected', () => {
  const deps = {
    clock: { now: () => new Date(1_000_000) },
    settings: { withdrawals: { promisedHours: 24 } },
  } as unknown as Parameters<typeof expectedBy>[0]
  const row = {
    type: InvoiceType.deposit as number,
    amount: 5000n as bigint | null,
    partner: 'sandbox',
    method: 'sandbox.card',
    currency: 'EUR',
    created_at: new Date(500_000),
  }
  const of = (stage: string, over = {}) => expectedBy(deps, null as never, { ...row, ...over }, stage as never)

  test.each(['created', 'awaiting-payment'])(
    'a deposit that is %s has half an hour from its beginning',
    async (stage) => {
      expect(await of(stage)).toEqual(new Date(500_000 + 30 * 60_000))
    },
  )

  test('a deposit address has no expected time', async () => {
    expect(await of('awaiting-payment', { amount: null })).toBeNull()
  })

  test('a payment that is under way takes as long as it takes', async () => {
    expect(await of('confirming')).toBeNull()
  })

  test('the expected time of a withdrawal stays while its partner processes it', async () => {
    expect(await of('sent', { type: InvoiceType.withdrawal })).toBeUndefined()
  })
})
