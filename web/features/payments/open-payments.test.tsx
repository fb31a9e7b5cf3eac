import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Invoice } from '#contract/payments.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { CheckList } from './check-list.tsx'
import { OpenPayments, openPayments } from './open-payments.tsx'
import { declinedKey, StatusTimeline, stageKey } from './status-timeline.tsx'

const show = views()
const words = labelsOf('wallet')
const invoice = (part: object = {}) =>
  ({
    id: 'i1',
    type: 1,
    status: 1,
    stage: 'created',
    amount: 2500,
    currency: 'EUR',
    methodNames: { en: 'Card' },
    detail: null,
    owner: 'player',
    expectedBy: null,
    heldBy: null,
    closedBy: null,
    hold: null,
    isCancellable: true,
    publicData: {},
    timeline: [{ stage: 'created', at: '2015-11-20T12:00:00.000Z' }],
    createdAt: '2015-11-20T12:00:00.000Z',
    updatedAt: '2015-11-20T12:00:00.000Z',
    ...part,
  }) as unknown as Invoice
const opened = async (type: 1 | 2, ...all: Invoice[]) =>
  show(<OpenPayments type={type} />, {
    search: '?wallet=deposit',
    answers: [[apiKey('GET /api/payment/invoices', openPayments(type)), { data: all, meta: {} }]],
  })

// Shows: 2.5.22
test('a deposit that waits for the player can be continued, copied and cancelled', async () => {
  const page = await opened(1, invoice({ publicData: { qr: '000201' } }))
  expect(page.text).toContain(`${words.openDeposits} €25.00 Card`)
  for (const name of [words.continuePayment!, words.copyCode!, words.giveUpDeposit!])
    expect([name, page.has(name)]).toEqual([name, true])
  await page.press(words.continuePayment!)
  expect(page.address).toBe('/?deposit-pending=i1')
})

test('a deposit that the partner works on is only shown', async () => {
  const page = await opened(1, invoice({ owner: 'partner', publicData: { qr: '000201' } }))
  expect([page.has(words.showPayment!), page.has(words.continuePayment!), page.has(words.copyCode!)]).toEqual([
    true,
    false,
    false,
  ])
  expect((await opened(1)).text).toBe('')
  expect((await opened(2)).text).toBe('')
})

test.each([
  [1, '1 minute'],
  [60_000, '1 minute'],
  [60_001, '2 minutes'],
  [180 * 60_000, '180 minutes'],
  [180 * 60_000 + 1, '3 hours'],
  [0, null],
])('%i ms before it expires, a deposit says %s', async (ms, text) => {
  const { text: shown } = await show(<Expiring ms={ms} />)
  if (text) expect(shown).toContain(words.timeLeft!.replace('{time}', text))
  else expect(shown).toContain(words[stageKey(invoice(), 'created')])
})

/** The page's clock begins when the page is shown. */
function Expiring({ ms }: { ms: number }) {
  const client = useQueryClient()
  const [expectedBy] = useState(() => new Date(Date.now() + ms).toISOString())
  client.setQueryData(apiKey('GET /api/payment/invoices', openPayments(1)), {
    data: [invoice({ expectedBy })],
    meta: {},
  })
  return <OpenPayments type={1} />
}

test.each([
  [{}, true],
  [{ isCancellable: false }, false],
  [{ stage: 'sent' }, false],
])('a withdrawal with %j can be cancelled: %s', async (part, can) => {
  const withdrawal = invoice({ type: 2, stage: 'created', owner: 'house', detail: 'DE89 … 3000', ...part })
  const page = await opened(2, withdrawal)
  expect(page.text).toContain(`${words.onItsWay} €25.00`)
  expect(page.text).toContain('DE89 … 3000')
  expect(page.text.includes(words.callBack!)).toBe(can)
})

const timeline = (part: object) => textOf(<StatusTimeline invoice={invoice(part)} />)

test('a payment names who acts next, and by when', () => {
  expect(timeline({ owner: 'player' })).toContain(words.next_player)
  const at = '2015-11-21T12:00:00.000Z'
  expect(timeline({ owner: 'player', expectedBy: at })).toContain(words.payBy!.split('{')[0])
  expect(timeline({ owner: 'partner', expectedBy: at })).toContain(words.expectedBy!.split('{')[0])
  expect(timeline({ owner: 'partner' })).not.toContain(words.expectedBy!.split('{')[0])
  expect(timeline({ type: 2, owner: 'partner' })).toContain(words.nextWithdrawal_partner)
  expect(timeline({ owner: null })).not.toContain(words.next_player)
})

test.each([
  [1, 'player', 'stageDeposit_declined', 'outcomeDeclined'],
  [1, 'exclusion', 'stageDeposit_declined_exclusion', 'outcomeDeclined_exclusion'],
  [1, null, 'stageDeposit_declined_other', 'outcomeDeclined_other'],
  [2, 'player', 'stageWithdrawal_declined', 'outcomeDeclined'],
  // An exclusion closes only deposits.
  [2, 'exclusion', 'stageWithdrawal_declined_other', 'outcomeDeclined_other'],
] as const)('a payment of type %i that %s has closed is called %s', (type, closedBy, stage, outcome) => {
  const closed = { type, closedBy } as Pick<Invoice, 'type' | 'closedBy'>
  expect([stageKey(closed, 'declined'), declinedKey(closed)]).toEqual([stage, outcome])
  expect([words[stage], words[outcome]]).not.toContain(undefined)
})

const holds = labelsOf('holds')
const check = (code: string, state: string, comment?: string) => ({ code, state, comment }) as never

test('what a withdrawal needs is listed with its state, and with a way to provide what is open', async () => {
  const page = await show(
    <CheckList
      checks={[check('identity', 'open', 'Blurred'), check('funds', 'waiting', 'Old'), check('tax', 'met')]}
    />,
  )
  expect(page.text).toBe(
    [
      `${holds.code_identity} ${holds.state_open} ${holds.about_identity}`,
      holds.declined!.replace('{reason}', 'Blurred'),
      holds.do_identity,
      `${holds.code_funds} ${holds.state_waiting} ${holds.about_funds}`,
      `${holds.code_tax} ${holds.state_met}`,
    ].join(' '),
  )
  expect(page.find(holds.do_identity!).getAttribute('href')).toBe('/profile/verification')
})

test.each([
  ['address', '/profile/documents'],
  ['funds', '/profile/documents'],
  ['method', '/profile/documents'],
  ['tax', '/profile/info'],
  ['wagering', null],
])('an open check of %s leads to %s', async (code, path) => {
  const page = await show(<CheckList checks={[check(code, 'open')]} />)
  const label = code === 'tax' ? holds.do_tax! : holds.do_document!
  expect(page.has(label) ? page.find(label).getAttribute('href') : null).toBe(path)
})
