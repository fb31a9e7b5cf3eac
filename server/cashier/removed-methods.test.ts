/** A payment method that is no longer offered, or whose partner has gone, while players use it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { PaymentPartner } from '#server/partners/payments/port.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { warnOfLeftWork } from '#server/kernel/jobs/left-work.ts'
import { reconcileInvoices } from './books/reconcile-invoices.ts'
import { cancelDeposits } from './deposits/cancel-deposits.ts'
import { jobs } from './jobs.ts'
import { leftPayments } from './left-payments.ts'
import { sendPayouts } from './payouts/send-payouts.ts'
import { processWebhooks } from './webhooks/process-webhooks.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR'] })
  await player.fund('EUR', 10_000n)
})

/** As after a start with other settings, until the test has finished. */
function restartWith(change: (partner: PaymentPartner) => PaymentPartner[]): void {
  const { payments } = app.deps.partners
  Object.assign(app.deps.partners, { payments: payments.flatMap(change) })
  onTestFinished(() => void Object.assign(app.deps.partners, { payments }))
}
const withoutMethods = (partner: PaymentPartner): PaymentPartner[] => [
  Object.assign(Object.create(partner) as PaymentPartner, { depositMethods: () => [], withdrawalMethods: () => [] }),
]

/** Another process on the same database, which has no payment partner. */
const without = () => ({ ...app.deps, partners: { ...app.deps.partners, payments: [] } })
const dueOf = async (name: string, deps = app.deps): Promise<Date | null> => {
  const job = jobs(deps).find((each) => each.name === name)
  return job ? (await app.deps.db.pool.query(`SELECT (${job.due}) AS at`)).rows[0].at : null
}

const withdraw = (change: object = {}) =>
  player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 1_000,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
    ...change,
  })
const deposit = () =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 2_000,
    accountId: player.accounts.EUR,
    fields: {},
  })
const listed = async () => (await player.call('GET', '/api/payment/invoices')).body.data
const refused = (name: string) => ({ status: 422, body: { error: { name } } })

// Shows: change 22
test('a withdrawal whose answer was lost is answered by its key as before; a new one is refused and holds nothing', async () => {
  const key = { idempotencyKey: randomUUID() }
  const { body: first } = await withdraw(key)
  restartWith(withoutMethods)
  expect(await withdraw(key)).toMatchObject({ status: 200, body: { id: first.id, status: 1 } })
  expect(await withdraw({ ...key, amount: 2_000 })).toMatchObject(refused('methodNotOffered'))
  expect(await withdraw({ ...key, fields: { account_holder: 'Maria Muster', iban: 'another' } })).toMatchObject(
    refused('methodNotOffered'),
  )
  expect(await withdraw({ idempotencyKey: randomUUID() })).toMatchObject(refused('methodNotOffered'))
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 9_000, lockedBalance: 1_000 })
  await sendPayouts(app.deps)
  app.sandbox.payouts.approve(app.sandbox.payouts.byReference(first.id)!.id)
  await app.settle()
  expect(await listed()).toMatchObject([{ id: first.id, status: 2 }])
})

// Shows: change 21
test('a deposit that is open is credited, and the page that still shows the method is refused another', async () => {
  const { body } = await deposit()
  restartWith(withoutMethods)
  expect(await deposit()).toMatchObject(refused('methodNotOffered'))
  expect(await listed()).toMatchObject([{ id: body.invoiceId, status: 1 }])
  app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  await app.settle()
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 12_000 })
})

// Shows: change 23
test('without the partner a withdrawal that it has received is listed, and cancelling is refused instead of failing', async () => {
  const { body } = await withdraw()
  await sendPayouts(app.deps)
  restartWith(() => [])
  expect(await listed()).toMatchObject([{ id: body.id, status: 1 }])
  expect(await player.call('PUT', `/api/payment/invoices/${body.id}/decline`)).toMatchObject(
    refused('invoiceInProgress'),
  )
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 9_000, lockedBalance: 1_000 })
})

// Shows: change 24
test('a process without the partner leaves its webhooks to the others: the deposit is credited', async () => {
  const { body } = await deposit()
  const payment = app.sandbox.payments.byReference(body.invoiceId)!
  const data = { id: payment.id, reference: body.invoiceId, status: 'succeeded', amount: '20.00', currency: 'EUR' }
  await app.asOwner(
    `INSERT INTO payments.callbacks (partner, event_id, body, received_at, next_attempt_at)
     VALUES ('sandbox', $1, $2, now(), $3)`,
    [body.invoiceId, JSON.stringify({ id: body.invoiceId, type: 'payment.succeeded', data }), app.deps.clock.now()],
  )
  await processWebhooks(without())
  expect(await listed()).toMatchObject([{ id: body.invoiceId, status: 1 }])
  await processWebhooks(app.deps)
  expect(await listed()).toMatchObject([{ id: body.invoiceId, status: 2 }])
})

// Shows: change 24
test('a process without the partner does not claim its payouts: the player can cancel what nobody has sent', async () => {
  const { body } = await withdraw()
  await sendPayouts(without())
  const { rows } = await app.asOwner('SELECT state, attempts FROM payments.payouts WHERE invoice_id = $1', [body.id])
  expect(rows).toEqual([{ state: 'queued', attempts: 0 }])
  expect([await dueOf('payouts-sandbox', without()), await dueOf('payouts-sandbox')]).toEqual([null, expect.any(Date)])
  restartWith(() => [])
  expect(await player.call('PUT', `/api/payment/invoices/${body.id}/decline`)).toMatchObject({ status: 200 })
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 10_000, lockedBalance: 0 })
})

// Shows: change 24
test('a process without the partner delays no check of its invoices and no closing of its payment pages, and reports what waits', async () => {
  const [open, cancelled] = [(await deposit()).body.invoiceId, (await deposit()).body.invoiceId]
  restartWith(() => [])
  expect(await player.call('PUT', `/api/payment/invoices/${cancelled}/decline`)).toMatchObject({ status: 200 })
  await app.asOwner(`UPDATE payments.invoices SET next_check_at = now() - interval '1 hour' WHERE id = $1`, [open])
  await reconcileInvoices(app.deps)
  await cancelDeposits(app.deps)
  const { rows } = await app.asOwner(
    `SELECT (SELECT checks FROM payments.invoices WHERE id = $1), (SELECT attempts FROM payments.cancellations WHERE invoice_id = $2)`,
    [open, cancelled],
  )
  expect(rows).toEqual([{ checks: 0, attempts: 0 }])
  for (const name of ['invoices', 'cancellations']) expect(await dueOf(`${name}-sandbox`)).toBe(null)
  const warned: object[] = []
  const log = { ...app.deps.log, warn: (each: object) => warned.push(each) } as never
  await warnOfLeftWork({ ...app.deps, log }, leftPayments(app.deps))
  expect(warned).toContainEqual({
    what: 'cancelled deposits of a payment partner whose payment pages are open',
    name: 'sandbox',
    count: 1,
  })
  expect(warned).toContainEqual({
    what: 'open deposits and withdrawals of a payment partner',
    name: 'sandbox',
    count: expect.any(Number),
  })
})
