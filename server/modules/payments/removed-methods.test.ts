/** A payment method that is no longer offered, or whose partner has gone, while players use it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { PaymentPartner } from '#server/partners/payments/port.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
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

test('a deposit that is open is credited, and the page that still shows the method is refused another', async () => {
  const { body } = await deposit()
  restartWith(withoutMethods)
  expect(await deposit()).toMatchObject(refused('methodNotOffered'))
  expect(await listed()).toMatchObject([{ id: body.invoiceId, status: 1 }])
  app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  await app.settle()
  expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 12_000 })
})

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

test('a process without the partner leaves its webhooks to the others: the deposit is credited', async () => {
  const { body } = await deposit()
  const payment = app.sandbox.payments.byReference(body.invoiceId)!
  const data = { id: payment.id, reference: body.invoiceId, status: 'succeeded', amount: '20.00', currency: 'EUR' }
  await app.asOwner(
    `INSERT INTO payments.callbacks (partner, event_id, body, received_at, next_attempt_at)
     VALUES ('sandbox', $1, $2, now(), $3)`,
    [body.invoiceId, JSON.stringify({ id: body.invoiceId, type: 'payment.succeeded', data }), app.deps.clock.now()],
  )
  await processWebhooks({ ...app.deps, partners: { ...app.deps.partners, payments: [] } })
  expect(await listed()).toMatchObject([{ id: body.invoiceId, status: 1 }])
  await processWebhooks(app.deps)
  expect(await listed()).toMatchObject([{ id: body.invoiceId, status: 2 }])
})
