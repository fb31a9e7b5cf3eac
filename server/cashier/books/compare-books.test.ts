import { randomUUID } from 'node:crypto'
import { operator } from '#tests/setup/operator.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ok, refuse } from '#contract/endpoint.ts'
import type { PartnerTransaction, PaymentPartner, StatementQuery } from '../../partners/payments/port.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { noFaults } from '#sandbox/faults.ts'
import { compareBooks } from './compare-books.ts'
import { compareDaily } from './compare-daily.ts'
import { sendPayouts } from '../payouts/send-payouts.ts'
import { settleDeposit } from '../deposits/settle-deposit.ts'
import { settleFlag } from '../flags/settle-flag.ts'

let app: Cashier
let player: TestPlayer
/** The partner's records; tests tamper with them. Two per page, so that there are always several pages. */
let stated: PartnerTransaction[]
let partner: PaymentPartner
let isAway = false
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  Object.assign(app.sandbox.faults, noFaults)
  app.clock.reset()
  isAway = false
  await app.asOwner('TRUNCATE payments.breaks, payments.comparisons')
  player = await app.player()
  partner = {
    ...app.deps.partners.payments[0]!,
    async listTransactions({ from, to, cursor }: StatementQuery) {
      if (isAway) return refuse('unavailable')
      const listed = stated.filter(({ openedAt }) => openedAt >= from && openedAt < to)
      const at = Number(cursor ?? 0)
      return ok({ transactions: listed.slice(at, at + 2), next: at + 2 < listed.length ? String(at + 2) : null })
    },
  }
  await move()
})

const dayMs = 86_400_000
const today = () => ({
  from: new Date(app.clock.now().getTime() - 7 * dayMs),
  to: new Date(app.clock.now().getTime() + dayMs),
})

/** Three deposits and a payout, and the statement of all the partner's transactions. */
async function move(): Promise<void> {
  for (const amount of [4000, 5000, 6000]) {
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount,
      accountId: player.accounts.EUR,
      fields: {},
    })
    app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  }
  await app.settle()
  const { body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 2500,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
  })
  await sendPayouts(app.deps)
  app.sandbox.payouts.approve(app.sandbox.payouts.byReference(body.id)!.id)
  await app.settle()
  const { rows } = await app.asOwner(
    'SELECT id, type, external_id, amount, currency, created_at FROM payments.invoices WHERE status = 2 ORDER BY created_at',
  )
  stated = rows.map((row: Loose) => ({
    subject: row.type === 1 ? 'payment' : 'payout',
    externalId: row.external_id.replace(':late', ''),
    invoiceId: row.id,
    amount: BigInt(row.amount) as never,
    currency: row.currency,
    openedAt: row.created_at,
  }))
}

async function compare() {
  const compared = await compareBooks(app.deps, partner, today())
  if (!compared.ok) throw new Error(compared.refusal)
  return compared.value.breaks.map(({ kind, subject, externalId }) => [kind, subject, externalId])
}
const open = async () =>
  (await app.asOwner('SELECT kind, external_id FROM payments.breaks WHERE resolved_at IS NULL ORDER BY id')).rows
const cash = async () => (await player.account('EUR')).balance

test('statements that agree produce no discrepancy, with any number of pages', async () => {
  expect(await compare()).toEqual([])
  expect(await compareBooks(app.deps, partner, today())).toMatchObject({
    value: { transactions: stated.length, booked: stated.length },
  })
})

test('what was paid beyond a deposit agrees as long as the partner has it, and is no payment of its own', async () => {
  const paid = stated.at(-2)!
  const { rows } = await app.asOwner(
    "SELECT id, number, external_id FROM payments.invoices WHERE status = 2 AND type = 1 AND partner = 'sandbox' ORDER BY created_at DESC LIMIT 1",
  )
  const at = stated.find(({ externalId }) => externalId === rows[0].external_id)!
  const twice = { ...at, amount: (at.amount! + 1500n) as never }
  expect(paid.subject).toBe('payment')
  stated = stated.map((each) => (each === at ? twice : each))
  expect(await compare()).toEqual([['other-amount', 'payment', at.externalId]])
  const outcome = await app.deps.db.transaction((tx) =>
    settleDeposit(app.deps, tx, 'sandbox', {
      subject: 'payment',
      invoiceId: rows[0].id,
      externalId: at.externalId,
      state: 'succeeded',
      amount: twice.amount,
      currency: 'EUR',
      isTagWrong: false,
    }),
  )
  expect(outcome).toBe('suspense: paid more')
  expect(await compare()).toEqual([])
  const { rows: excess } = await app.asOwner('SELECT number FROM payments.invoices WHERE excess_of = $1', [rows[0].id])
  const decided = { number: excess[0].number, reason: 'asked the payer', decision: 'send-back' as const }
  expect(await settleFlag({ ...app.deps, actor: operator }, decided)).toMatchObject({ ok: true })
  expect(await compare()).toEqual([['other-amount', 'payment', at.externalId]])
  stated = stated.map((each) => (each === twice ? at : each))
  expect(await compare()).toEqual([])
})

test.each([496, 497])('%d more of ours are counted to the last, whether or not that fills a page', async (more) => {
  await app.asOwner(
    `INSERT INTO payments.invoices (id, player_id, account_id, type, status, stage, partner, method, currency, amount, external_id, created_at, updated_at, ended_at)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 2, 'paid', 'sandbox', 'sandbox.filler', 'EUR', 100, 'filler ' || n, now(), now(), now() FROM generate_series(1, $1::int) AS n`,
    [more],
  )
  const {
    rows: [{ booked }],
  } = await app.asOwner(
    "SELECT count(*)::int AS booked FROM payments.invoices WHERE status = 2 AND partner = 'sandbox'",
  )
  expect(await compareBooks(app.deps, partner, today())).toMatchObject({ value: { booked } })
  await app.asOwner("DELETE FROM payments.invoices WHERE method = 'sandbox.filler'")
})

test("the partner's own statement, over HTTP, agrees with the ledger", async () => {
  const compared = await compareBooks(app.deps, app.deps.partners.payments[0]!, today())
  expect(compared).toMatchObject({ ok: true, value: { breaks: [] } })
  expect(compared.ok && compared.value.transactions).toBeGreaterThanOrEqual(4)
})

// Shows: attack 108
test('a payment that is not in the ledger is reported, and nobody is credited', async () => {
  const before = await cash()
  const reference = randomUUID()
  stated.push(
    { ...stated.at(-2)!, externalId: 'pay_unknown', invoiceId: null },
    { ...stated.at(-2)!, externalId: 'pay_elsewhere', invoiceId: reference },
  )
  expect(await compare()).toEqual([
    ['not-in-books', 'payment', 'pay_unknown'],
    ['not-in-books', 'payment', 'pay_elsewhere'],
  ])
  expect(
    (
      await app.asOwner(
        "SELECT external_id, invoice_id FROM payments.breaks WHERE kind = 'not-in-books' ORDER BY external_id",
      )
    ).rows,
  ).toEqual([
    { external_id: 'pay_elsewhere', invoice_id: reference },
    { external_id: 'pay_unknown', invoice_id: null },
  ])
  expect(await cash()).toBe(before)
})

test('a credit that the partner does not know is reported', async () => {
  const [gone] = stated.splice(-3, 1)
  expect(await compare()).toEqual([['not-at-partner', 'payment', gone!.externalId]])
})

test.each([
  ['amount', { amount: 4001n as never }, { amount: '4001', currency: 'EUR' }],
  ['currency', { currency: 'USD' }, { amount: '4000', currency: 'USD' }],
  ['amount that cannot be counted', { amount: null }, { amount: null, currency: 'EUR' }],
])('another %s is reported with both sides', async (_, change, theirs) => {
  Object.assign(stated.at(-4)!, change)
  expect(await compare()).toEqual([['other-amount', 'payment', stated.at(-4)!.externalId]])
  const {
    rows: [kept],
  } = await app.asOwner('SELECT detail FROM payments.breaks')
  expect(kept.detail).toMatchObject({ partner: theirs, house: { booked: '4000', currency: 'EUR' } })
})

// Shows: attack 108
test('a payout listed twice is reported: it may have been paid twice', async () => {
  stated.push({ ...stated.at(-1)! })
  expect(await compare()).toEqual([['counted-twice', 'payout', stated.at(-1)!.externalId]])
})

test('transactions outside the requested period are left to their own period', async () => {
  stated.push({ ...stated[0]!, externalId: 'unknown', invoiceId: null })
  const generous: PaymentPartner = {
    ...partner,
    listTransactions: async () => ok({ transactions: stated, next: null }),
  }
  const [yesterday, tomorrow] = [-dayMs, dayMs].map((offset) => new Date(app.clock.now().getTime() + offset)) as [
    Date,
    Date,
  ]
  const later = { from: tomorrow, to: new Date(tomorrow.getTime() + dayMs) }
  const earlier = { from: new Date(yesterday.getTime() - dayMs), to: yesterday }
  for (const period of [earlier, later])
    expect(await compareBooks(app.deps, generous, period)).toMatchObject({ ok: true, value: { breaks: [] } })
  expect(await compareBooks(app.deps, generous, today())).toMatchObject({
    ok: true,
    value: { breaks: [{ externalId: 'unknown' }] },
  })
  // One period ends where the next begins; a transaction at that instant is counted once.
  const moment = stated[0]!.openedAt
  const [before, after] = [
    { from: new Date(moment.getTime() - dayMs), to: moment },
    { from: moment, to: new Date(moment.getTime() + dayMs) },
  ]
  const unknown = (period: typeof before) =>
    compareBooks(
      app.deps,
      { ...generous, listTransactions: async () => ok({ transactions: [stated.at(-1)!], next: null }) },
      period,
    )
  expect(await unknown(before)).toMatchObject({ value: { transactions: 0 } })
  expect(await unknown(after)).toMatchObject({ value: { transactions: 1 } })
})

test('a discrepancy stays open until both agree, and reopens if they disagree again', async () => {
  const [gone] = stated.splice(-3, 1)
  await compare()
  await compare()
  expect(await open()).toEqual([{ kind: 'not-at-partner', external_id: gone!.externalId }])
  stated.push(gone!)
  app.clock.forward(1000)
  await compare()
  expect(await open()).toEqual([])
  stated.pop()
  app.clock.forward(1000)
  await compare()
  expect(await open()).toHaveLength(1)
})

test('a success whose invoice is still open is no discrepancy; after a day it is', async () => {
  app.sandbox.faults.isLosing = true
  const { body } = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 3000,
    accountId: player.accounts.EUR,
    fields: {},
  })
  const payment = app.sandbox.payments.byReference(body.invoiceId)!
  stated.push({
    subject: 'payment',
    externalId: payment.id,
    invoiceId: body.invoiceId,
    amount: 3000n as never,
    currency: 'EUR',
    openedAt: app.clock.now(),
  })
  expect(await compare()).toEqual([])
  const { openedAt } = stated.at(-1)!
  const period = today()
  const afterMs = (ms: number) =>
    compareBooks({ ...app.deps, clock: { now: () => new Date(openedAt.getTime() + ms) } }, partner, period)
  expect(await afterMs(dayMs - 1)).toMatchObject({ value: { breaks: [] } })
  expect(await afterMs(dayMs)).toMatchObject({ value: { breaks: [{ kind: 'not-in-books', externalId: payment.id }] } })
})

test('a payment credited late agrees with a partner that knows only one payment', async () => {
  const { body } = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 3000,
    accountId: player.accounts.EUR,
    fields: {},
  })
  const payment = app.sandbox.payments.byReference(body.invoiceId)!
  // The partner does not receive the cancellation, and the payer pays.
  app.sandbox.faults.outages = 1
  await player.call('PUT', `/api/payment/invoices/${body.invoiceId}/decline`)
  app.sandbox.payments.decide(payment.id, 'pay')
  await app.settle()
  stated.push({
    subject: 'payment',
    externalId: payment.id,
    invoiceId: body.invoiceId,
    amount: 3000n as never,
    currency: 'EUR',
    openedAt: app.clock.now(),
  })
  expect(await compare()).toEqual([])
})

test("each day the last eight are compared, up to an hour ago, with an hour of the partner's on both sides", async () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const asked: Array<[string, string]> = []
  const listing = {
    ...partner,
    listTransactions: async ({ from, to }: StatementQuery) => {
      asked.push([from.toISOString(), to.toISOString()])
      return ok({ transactions: [], next: null })
    },
  }
  await compareDaily({
    ...app.deps,
    clock: { now: () => now },
    partners: { ...app.deps.partners, payments: [listing] },
  })
  expect(asked).toEqual([['2026-04-23T11:00:00.000Z', '2026-05-01T12:00:00.000Z']])
})

// Shows: fault 12
test('one process compares once a day; an unavailable partner is asked again in an hour', async () => {
  let asked = 0
  const deps = {
    ...app.deps,
    partners: {
      ...app.deps.partners,
      payments: [
        {
          ...partner,
          listTransactions: (query: StatementQuery) => {
            asked++
            return partner.listTransactions!(query)
          },
        },
      ],
    },
  }
  isAway = true
  await Promise.all([compareDaily(deps), compareDaily(deps)])
  expect(asked).toBe(1)
  await compareDaily(deps)
  expect(asked).toBe(1)
  isAway = false
  app.clock.forward(3_600_001)
  await Promise.all([compareDaily(deps), compareDaily(deps)])
  const once = asked
  expect(once).toBeGreaterThan(1)
  app.clock.forward(dayMs - 60_000)
  await compareDaily(deps)
  expect(asked).toBe(once)
  app.clock.forward(61_000)
  await compareDaily(deps)
  expect(asked).toBeGreaterThan(once)
})

test.each(['send-back', 'credit', 'keep'] as const)(
  'money that came with another amount differs until an operator has decided what happens to it: %s',
  async (decision) => {
    app.sandbox.faults.wrongAmount = '90.00'
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount: 3000,
      accountId: player.accounts.EUR,
      fields: {},
    })
    const payment = app.sandbox.payments.byReference(body.invoiceId)!
    app.sandbox.payments.decide(payment.id, 'pay')
    await app.settle()
    stated.push({
      subject: 'payment',
      externalId: payment.id,
      invoiceId: body.invoiceId,
      amount: 9000n as never,
      currency: 'EUR',
      openedAt: app.clock.now(),
    })
    expect(await compare()).toEqual([['not-in-books', 'payment', payment.id]])
    const {
      rows: [{ number }],
    } = await app.asOwner('SELECT number FROM payments.invoices WHERE id = $1', [body.invoiceId])
    expect(
      (await settleFlag({ ...app.deps, actor: operator }, { number, decision, reason: 'looked into it' })).ok,
    ).toBe(true)
    // Returned money is no longer in the partner's records.
    if (decision === 'send-back') stated.pop()
    expect(await compare()).toEqual([])
  },
)
