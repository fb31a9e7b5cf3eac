import { expect, test, vi } from 'vitest'
import type { PaymentCase } from '#contract/desk/payments.ts'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { Adjustments } from './adjustments.tsx'
import { Debts } from './debts.tsx'
import { FlagDecision } from './flag-decision.tsx'
import { WithdrawalDecision } from './withdrawal-decision.tsx'

const show = views()
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const caseOf = (part: { review?: object | null; flag?: object } = {}) =>
  ({
    payment: { number: 'W-1', flag: { decisions: ['credit', 'charge-house', 'dismiss'], reported: null }, ...part },
    review: part.review === undefined ? { state: 'open', by: null, at: null, reason: null } : part.review,
    version: 7,
  }) as unknown as PaymentCase

type Decided = { shown?: PaymentCase; mayDecide?: boolean; answer?: Answering }
const decision = async (
  Card: typeof WithdrawalDecision,
  { shown = caseOf(), mayDecide = true, answer = () => ({}) }: Decided,
) => {
  const on = { onDecided: vi.fn(), onChanged: vi.fn() }
  const page = await show(<Card shown={shown} mayDecide={mayDecide} {...on} />, { answer })
  const outcome = () => [on.onDecided.mock.calls.length, on.onChanged.mock.calls.length]
  return { page, outcome }
}
const withdrawalPath = 'POST /api/withdrawals/W-1/decision'

test.each([
  ['approved', 'payments.approve'],
  ['declined', 'payments.decline'],
] as const)('a withdrawal is %s with the reason, as the case was seen', async (verdict, key) => {
  const { page, outcome } = await decision(WithdrawalDecision, {})
  await page.enter(label('reason'), 'It is fine')
  await page.press(label(key))
  expect(written(page)).toEqual([{ route: withdrawalPath, body: { decision: verdict, reason: 'It is fine', seen: 7 } }])
  expect(outcome()).toEqual([1, 0])
})

test('a decision that is refused says why, and the case is read again', async () => {
  const { page, outcome } = await decision(WithdrawalDecision, {
    answer: () => ({ status: 409, body: { error: { name: 'caseChanged', message: 'Somebody was faster.' } } }),
  })
  await page.press(label('payments.approve'))
  expect([page.text.includes('Somebody was faster.'), outcome()]).toEqual([true, [0, 1]])
})

/** Without waiting for its end: the call is repeated meanwhile. */
const approve = (page: ShownView) => page.fire(page.find(label('payments.approve')), 'click')

test('a decision whose answer was lost is asked about again, at growing intervals, until it is known', async () => {
  const statuses = [503, 503, 200]
  const { page, outcome } = await decision(WithdrawalDecision, {
    answer: () => ({ status: statuses.shift()!, body: { error: { name: 'unavailable', message: 'Away' } } }),
  })
  await approve(page)
  expect([page.text.includes(label('outcomeUnknown')), page.find(label('payments.approve')).disabled]).toEqual([
    true,
    true,
  ])
  await page.pass(999)
  expect(written(page)).toHaveLength(1)
  await page.pass(1)
  expect(written(page)).toHaveLength(2)
  await page.pass(1999)
  expect(written(page)).toHaveLength(2)
  await page.pass(1)
  expect([written(page).length, outcome(), page.text.includes(label('outcomeUnknown'))]).toEqual([3, [1, 0], false])
})

test('a decision whose outcome stays unknown says so after five further attempts', async () => {
  const { page, outcome } = await decision(WithdrawalDecision, { answer: () => ({ status: 503 }) })
  await approve(page)
  for (const ms of [1000, 2000, 4000, 8000, 15_000]) await page.pass(ms)
  expect([written(page).length, page.text.includes(label('outcomeStillUnknown')), outcome()]).toEqual([6, true, [0, 1]])
  expect(page.find(label('payments.approve')).disabled).toBe(false)
})

test('who may only read sees no buttons, and a decided withdrawal says by whom', async () => {
  const { page } = await decision(WithdrawalDecision, { mayDecide: false })
  expect([page.has(label('payments.approve')), page.text.includes(label('payments.mayNot'))]).toEqual([false, true])
  const at = '2026-11-02T12:00:00.000Z'
  const reviewed = caseOf({ review: { state: 'declined', by: 'Ada', at, reason: 'Not yours' } })
  const { page: decided } = await decision(WithdrawalDecision, { shown: reviewed })
  const state = label('payments.review.declined')
  expect(decided.text).toContain(label('payments.reviewed', { by: 'Ada', moment: spaced(formatMoment(at)), state }))
  expect([decided.text.includes('Not yours'), decided.has(label('payments.approve'))]).toEqual([true, false])
  const { page: none } = await decision(WithdrawalDecision, { shown: caseOf({ review: null }) })
  expect([none.has(label('payments.approve')), none.text.includes(label('payments.mayNot'))]).toEqual([false, false])
})

const flagPath = 'POST /api/flags/W-1/decision'

test('a flag needs a choice, and its decision is sent with the reason', async () => {
  const { page, outcome } = await decision(FlagDecision, {})
  await page.press(label('payments.decide'))
  expect([written(page), page.text.includes(label('payments.choose'))]).toEqual([[], true])
  await page.press(label('payments.choice.credit'))
  await page.enter(label('reason'), 'It arrived')
  await page.press(label('payments.decide'))
  expect(written(page)).toEqual([
    { route: flagPath, body: { decision: 'credit', reason: 'It arrived', isConfirmed: false, seen: 7 } },
  ])
  expect(outcome()).toEqual([1, 0])
  expect(page.text).not.toContain(label('payments.choose'))
})

test('what a partner paid is asked for only where it has not reported it and somebody is charged', async () => {
  const { page } = await decision(FlagDecision, {})
  const asks = () => page.has(label('payments.paid'))
  await page.press(label('payments.choice.dismiss'))
  expect(asks()).toBe(false)
  await page.press(label('payments.choice.charge-house'))
  await page.enter(label('payments.paid'), ' 12.50 ')
  await page.press(label('payments.confirmPaid'))
  await page.press(label('payments.decide'))
  expect(written(page)[0]!.body).toMatchObject({ decision: 'charge-house', paid: '12.50', isConfirmed: true })
  const flag = { decisions: ['charge-player'], reported: { amount: '1', currency: 'EUR' } }
  const { page: reported } = await decision(FlagDecision, { shown: caseOf({ flag }) })
  await reported.press(label('payments.choice.charge-player'))
  expect(reported.has(label('payments.paid'))).toBe(false)
  await reported.press(label('payments.decide'))
  expect(written(reported)[0]!.body).not.toHaveProperty('paid')
})

test('a flag on a withdrawal in review comes first, and who may only read cannot decide it', async () => {
  const { page } = await decision(FlagDecision, { mayDecide: false })
  expect([page.text.includes(label('payments.flagFirst')), page.has(label('payments.decide'))]).toEqual([true, false])
  const { page: reviewed } = await decision(FlagDecision, { shown: caseOf({ review: null }) })
  expect(reviewed.text).not.toContain(label('payments.flagFirst'))
})

const cash = [
  { amount: '100.00', currency: 'EUR' },
  { amount: '5', currency: 'USDT' },
]
const adjustment = {
  id: 'x',
  direction: 'debit',
  amount: { amount: '12.50', currency: 'EUR' },
  cause: 'error',
  reason: 'Paid twice',
  actor: 'Ada',
  approver: null,
  at: '2026-11-02T12:00:00.000Z',
}
type Book = { cash?: object[]; adjustments?: object[]; scopes?: string[]; posts?: Answering }
const adjusting = ({ cash: has = cash, adjustments = [], scopes = ['cashier:do'], posts = () => ({}) }: Book = {}) =>
  show(<Adjustments operator={{ scopes } as never} params={{ playerId: 'p1' }} />, {
    answer: (call) => (call.route.startsWith('POST') ? posts(call) : { body: { cash: has, adjustments } }),
  })
const adjust = label('payments.adjust')
const fill = async (page: ShownView, amount = '12.50') => {
  await page.enter(label('payments.direction'), 'debit')
  await page.enter(label('payments.wallet'), 'USDT')
  await page.enter(label('payments.amount'), ` ${amount} `)
  await page.enter(label('payments.cause'), 'goodwill')
  await page.enter(label('reason'), 'Sorry')
}
const button = (page: ShownView) => page.find(adjust)

test('adjustments are listed with their sign, cause and who approved them', async () => {
  const page = await adjusting({
    adjustments: [adjustment, { ...adjustment, id: 'y', direction: 'credit', approver: 'Grace' }],
  })
  const cause = label('payments.cause.error')
  expect(page.text).toContain(`−12.50 EUR ${cause} Paid twice Ada ${label('payments.reverse')}`)
  const approved = label('payments.approvedBy', { actor: 'Ada', approver: 'Grace' })
  expect(page.text).toContain(`+12.50 EUR ${cause} Paid twice ${approved}`)
  expect(page.text).not.toContain(label('payments.noAdjustments'))
  expect((await adjusting()).text).toContain(label('payments.noAdjustments'))
})

test('an adjustment is sent as entered, once, and the form is empty again', async () => {
  const page = await adjusting({ posts: () => ({ body: { cash: { amount: '17.50', currency: 'USDT' } } }) })
  await fill(page)
  await page.press(adjust)
  expect(written(page)).toMatchObject([
    {
      route: 'POST /api/players/p1/adjustments',
      body: { direction: 'debit', currency: 'USDT', amount: '12.50', cause: 'goodwill', reason: 'Sorry' },
    },
  ])
  expect(page.text).toContain('Done. The player now has 17.50 USDT of cash.')
  expect([page.find(label('payments.amount')).value, page.find(label('reason')).value]).toEqual(['', ''])
  expect(button(page).disabled).toBe(false)
})

test('the same adjustment keeps its id until it is confirmed, and another has one of its own', async () => {
  let isRefused = true
  const refusal = { status: 422, body: { error: { name: 'fundsTooLow', message: 'Too much' } } }
  const page = await adjusting({ posts: () => (isRefused ? refusal : { body: { cash: cash[0] } }) })
  const ids = () => written(page).map(({ body }) => (body as { id: string }).id)
  await fill(page)
  await page.press(adjust)
  expect(page.text).toContain('Too much')
  await page.press(adjust)
  expect(ids()[1]).toBe(ids()[0])
  await page.enter(label('payments.amount'), '13')
  await page.press(adjust)
  expect(ids()[2]).not.toBe(ids()[1])
  isRefused = false
  await page.press(adjust)
  expect([ids()[3] === ids()[2], page.text.includes('Too much')]).toEqual([true, false])
  await fill(page, '13')
  await page.press(adjust)
  expect(ids()[4]).not.toBe(ids()[3])
})

test.each([
  ['debit', 'credit'],
  ['credit', 'debit'],
])('a %s that was a mistake is reversed by a %s of the same amount, which says what it reverses', async (of, by) => {
  const page = await adjusting({
    adjustments: [{ ...adjustment, direction: of }],
    posts: () => ({ body: { cash: cash[0] } }),
  })
  await page.press(label('payments.reverse'))
  await page.press(adjust)
  const reason = label('payments.reverses', { amount: '12.50\u00A0EUR', moment: formatMoment(adjustment.at) })
  expect(written(page).map(({ body }) => body)).toMatchObject([
    { direction: by, currency: 'EUR', amount: '12.50', cause: 'error', reason },
  ])
})

test('"Reverse" leads to its form, also a second time after something else was written into it', async () => {
  const page = await adjusting({ adjustments: [adjustment] })
  for (const written of ['99', '']) {
    await page.press(label('payments.reverse'))
    expect(document.activeElement).toBe(page.find(label('payments.direction')))
    expect(page.find(label('payments.amount')).value).toBe('12.50')
    await page.enter(label('payments.amount'), written)
  }
})

test('nothing can be adjusted without the right to, or without an account', async () => {
  for (const part of [{ scopes: ['cashier:read'] }, { cash: [] }])
    expect((await adjusting(part)).has(adjust)).toBe(false)
  expect((await adjusting({ scopes: ['cashier:decide'] })).has(adjust)).toBe(true)
  expect((await adjusting({ cash: cash.slice(0, 1) })).has(label('payments.wallet'))).toBe(false)
})

const debt = {
  number: 'D-7',
  playerId: '8de90d49-582c-4459',
  createdAt: adjustment.at,
  amount: { amount: '40.00', currency: 'EUR' },
}
const debts = async (mayClear: boolean, posts: Answering = () => ({}), all: object[] = [debt]) => {
  const onCleared = vi.fn()
  const page = await show(<Debts mayClear={mayClear} onCleared={onCleared} />, {
    answer: (call) => (call.route.startsWith('POST') ? posts(call) : { body: { debts: all, next: null } }),
  })
  return { page, onCleared }
}

test('a debt is written off with a reason, at the amount that was shown', async () => {
  const { page, onCleared } = await debts(true)
  expect(page.text).toContain('D-7 8de90d49 40.00 EUR')
  await page.press(label('payments.clearDebt'))
  expect(page.text).toContain(label('payments.clearDebtHint', { amount: '40.00 EUR', number: 'D-7' }))
  await page.enter(label('reason'), 'It was ours')
  await page.press(label('payments.clearDebt'))
  expect(written(page)).toEqual([
    { route: 'POST /api/payment-debts/D-7/clearance', body: { reason: 'It was ours', seen: '40.00' } },
  ])
  expect([onCleared.mock.calls.length, page.has(label('reason'))]).toEqual([1, false])
})

test('a debt that could not be written off keeps its dialog with the reason; closed, nothing was done', async () => {
  const { page, onCleared } = await debts(true, () => ({
    status: 409,
    body: { error: { name: 'x', message: 'It grew.' } },
  }))
  await page.press(label('payments.clearDebt'))
  await page.enter(label('reason'), 'It was ours')
  await page.press(label('payments.clearDebt'))
  expect([page.text.includes('It grew.'), onCleared.mock.calls.length]).toEqual([true, 0])
  await page.press(label('cancel'))
  expect([page.has(label('reason')), onCleared.mock.calls.length]).toEqual([false, 0])
})

test('who may not clear debts only reads them, and where there are none the page says so', async () => {
  expect((await debts(false)).page.has(label('payments.clearDebt'))).toBe(false)
  expect((await debts(true, undefined, [])).page.text).toContain(label('payments.noDebts'))
})
