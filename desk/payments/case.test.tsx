import { expect, test } from 'vitest'
import type { PaymentCase } from '#contract/desk/payments.ts'
import { spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { PaymentPage } from './case.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const money = { amount: '25.00', currency: 'EUR' }
const shown = {
  payment: {
    number: 'F1',
    type: 'withdrawal',
    state: 'succeeded',
    amount: money,
    reasons: [],
    flag: null,
    method: 'bank',
    partner: 'sandbox',
    createdAt: at,
    endedAt: at,
  },
  waitsFor: null,
  externalId: null,
  network: null,
  fields: { account_holder: 'Ada Lovelace' },
  destination: null,
  player: { id: '11111111-aaaa', name: null, status: 'active', createdAt: at, country: 'DE', email: null, phone: null },
  totals: [],
  wallets: [],
  methods: [],
  play: { since: null, totals: [] },
  others: [],
  concerns: [
    {
      kind: 'marker',
      detail: [
        { key: 'word.spend', values: {} },
        { key: 'word.strong', values: {} },
      ],
      state: 'open',
      path: '/players/11111111-aaaa/acts',
      at,
    },
    {
      kind: 'household',
      detail: ['22222222', { key: 'harm.match.destination', values: {} }],
      state: 'allowed',
      path: '/players/22222222-bbbb',
      at,
    },
  ],
  movements: [{ kind: 'withdrawal-hold', from: 'player:1:cash', to: 'player:1:held', amount: money }],
  history: [],
  flags: [],
  review: null,
  hold: null,
  turns: [],
} as unknown as PaymentCase

test('what concerns the player is said in words and leads to its page, as are fields and movements', async () => {
  const page = await show(<PaymentPage operator={{ scopes: [] } as never} params={{ number: 'F1' }} />, {
    path: '/payments/F1',
    answer: () => ({ body: shown }),
  })
  for (const part of [
    'Account holder Ada Lovelace',
    'Marker of harm Spending · Strong',
    '22222222 · payment destination',
  ])
    expect(page.text).toContain(part)
  expect(page.find('Spending · Strong').getAttribute('href')).toBe('/players/11111111-aaaa/acts')
  expect(page.text).not.toContain('withdrawal-hold')
})

test.each([
  [{ what: 'sending', attempts: 0, nextAt: at }, label('payments.waitsFor.sending', { partner: 'sandbox' })],
  [
    { what: 'sending', attempts: 2, nextAt: at },
    label('payments.waitsFor.sending.tried', { partner: 'sandbox', attempts: 2, moment: spaced(formatMoment(at)) }),
  ],
  [{ what: 'result', attempts: 1, nextAt: null }, label('payments.waitsFor.result', { partner: 'sandbox' })],
  [
    { what: 'result', attempts: 3, nextAt: at },
    label('payments.waitsFor.result.tried', { partner: 'sandbox', attempts: 3, moment: spaced(formatMoment(at)) }),
  ],
  [{ what: 'review', attempts: 1, nextAt: at }, label('payments.waitsFor.review')],
])('a payment that waits says for what, and how often it was tried: %j', async (waitsFor, text) => {
  const page = await show(<PaymentPage operator={{ scopes: [] } as never} params={{ number: 'F1' }} />, {
    path: '/payments/F1',
    answer: () => ({ body: { ...shown, waitsFor } }),
  })
  expect(page.text).toContain(text)
})
