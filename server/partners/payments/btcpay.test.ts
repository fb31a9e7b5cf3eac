import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { faultOfField } from '#contract/fields/method-fields.ts'
import { toSubunits } from '#contract/money.ts'
import { type Btcpay, btcpayGateway } from '#tests/setup/btcpay.ts'
import { benchOf } from '#tests/setup/gateway.ts'
import { cashierConformance } from '#tests/setup/cashier-conformance.ts'
import { noFaults } from '#sandbox/faults.ts'
import { createAddress } from '#sandbox/payments/addresses.ts'
import { type PartnerBench, paymentPartnerConformance } from './conformance.ts'
import { serveOffers } from './offers.ts'
import type { OpenPayment, SendPayout } from './port.ts'

let server: Btcpay
let bench: () => PartnerBench
beforeAll(async () => {
  server = await btcpayGateway(() => 'http://127.0.0.1:9')
  bench = await benchOf(server, { currencies: ['BTC', 'EUR'], fields: wallet })
})
afterAll(() => server.close())
afterEach(() => void Object.assign(server.faults, noFaults))

/** A new address each time: the server refuses two simultaneous payouts to one address. */
function wallet(): Record<string, string> {
  return { crypto_network: 'bitcoin', wallet_id: createAddress('bitcoin').address }
}
const amount = toSubunits(500_000)
const payment = (change: Partial<OpenPayment> = {}): OpenPayment => ({
  invoiceId: randomUUID(),
  accountId: randomUUID(),
  method: 'btcpay.bitcoin',
  amount,
  currency: 'BTC',
  network: null,
  fields: {},
  successUrl: 'http://house.test/ok',
  errorUrl: 'http://house.test/no',
  ...change,
})
const payout = (): SendPayout => ({
  invoiceId: randomUUID(),
  method: 'btcpay.bitcoin',
  amount,
  currency: 'BTC',
  fields: wallet(),
})
async function opened(change: Partial<OpenPayment> = {}): Promise<string> {
  const request = payment(change)
  expect((await server.partner.openPayment(request)).ok).toBe(true)
  return request.invoiceId
}
const inquire = (invoiceId: string) => server.partner.inquirePayment(invoiceId)

describe('the BTCPay adapter', () => {
  paymentPartnerConformance(() => bench())

  test('shows a code to players who hold bitcoin, and the framed checkout to the others', async () => {
    expect(await server.partner.openPayment(payment())).toMatchObject({
      ok: true,
      value: { action: null, qr: expect.stringMatching(/^bitcoin:/), address: expect.stringMatching(/^bcrt1/) },
    })
    expect(
      await server.partner.openPayment(
        payment({ method: 'btcpay.checkout', currency: 'EUR', amount: toSubunits(5000) }),
      ),
    ).toMatchObject({ ok: true, value: { action: expect.stringContaining('/i/'), qr: null } })
  })

  test('allows no underpayment, and no redirect inside a frame', async () => {
    const [code, frame] = [
      await opened(),
      await opened({ method: 'btcpay.checkout', currency: 'EUR', amount: toSubunits(5000) }),
    ]
    expect(server.invoiceOf(code).checkout).toMatchObject({ paymentTolerance: 0, redirectURL: 'http://house.test/ok' })
    expect(server.invoiceOf(frame).checkout).not.toHaveProperty('redirectURL')
  })

  test.each([
    ['new', { status: 'New' }, 'open', amount],
    [
      'paid in part, still running',
      { status: 'New', additionalStatus: 'PaidPartial', paidAmount: '0.001' },
      'open',
      amount,
    ],
    ['unconfirmed', { status: 'Processing' }, 'confirming', amount],
    ['settled', { status: 'Settled', paidAmount: '0.00500000' }, 'succeeded', amount],
    ["settled, with an exchange rate's dust", { status: 'Settled', paidAmount: '0.0050000049' }, 'succeeded', amount],
    ['overpaid', { status: 'Settled', additionalStatus: 'PaidOver', paidAmount: '0.007' }, 'succeeded', 700_000n],
    ['settled, and paid once more', { status: 'Settled', paidAmount: '0.007' }, 'succeeded', 700_000n],
    [
      'settled, and paid less than a subunit more',
      { status: 'Settled', paidAmount: '0.0050000099' },
      'succeeded',
      amount,
    ],
    [
      'settled, and paid once more, unconfirmed',
      { status: 'Settled', paidAmount: '0.007', payments: [{ value: '0.002', status: 'Processing' }] },
      'succeeded',
      amount,
    ],
    [
      'overpaid, in JSON numbers',
      { status: 'Settled', additionalStatus: 'PaidOver', amount: 5e-7 as never, paidAmount: 7e-7 as never },
      'succeeded',
      70n,
    ],
    [
      'marked settled by a person without money',
      { status: 'Settled', additionalStatus: 'Marked', paidAmount: '0.0' },
      'succeeded',
      0n,
    ],
    ['expired', { status: 'Expired' }, 'failed', amount],
    ['invalid', { status: 'Invalid' }, 'failed', amount],
    [
      'expired, paid in part, unconfirmed',
      {
        status: 'Expired',
        additionalStatus: 'PaidPartial',
        paidAmount: '0.001',
        payments: [{ value: '0.001', status: 'Processing' }],
      },
      'confirming',
      100_000n,
    ],
    [
      'expired, paid in part',
      {
        status: 'Expired',
        additionalStatus: 'PaidPartial',
        paidAmount: '0.001',
        payments: [{ value: '0.001', status: 'Settled' }],
      },
      'succeeded',
      100_000n,
    ],
    [
      'expired, paid late',
      {
        status: 'Expired',
        additionalStatus: 'PaidLate',
        paidAmount: '0.005',
        payments: [{ value: '0.005', status: 'Settled' }],
      },
      'succeeded',
      amount,
    ],
  ])('an invoice that is %s is reported as such', async (_, change, state, received) => {
    const invoiceId = await opened()
    server.move(invoiceId, 'InvoiceSettled', change)
    expect(await inquire(invoiceId)).toMatchObject({ ok: true, value: { state, amount: received, currency: 'BTC' } })
  })

  test.each([
    ['Settled', 300_000n],
    ['Invalid', undefined],
  ])(
    'an invoice that is marked as invalid has what arrived at its address: of a payment that is %s, %s',
    async (status, received) => {
      const invoiceId = await opened()
      await server.partner.cancelPayment!(invoiceId)
      server.move(invoiceId, 'InvoicePaymentSettled', { paidAmount: '0.003', payments: [{ value: '0.003', status }] })
      const { value } = (await inquire(invoiceId)) as { value: { state: string; received?: bigint } }
      expect([value.state, value.received]).toEqual(['failed', received])
    },
  )

  // Shows: attack 85
  test('a redelivery is the same event; a webhook of another store or of another kind is ignored', () => {
    const { partner } = server
    const body = {
      deliveryId: 'd2',
      originalDeliveryId: 'd1',
      isRedelivery: true,
      webhookId: 'w',
      type: 'InvoiceSettled',
      timestamp: 1,
      storeId: '9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776',
      invoiceId: 'i',
    }
    expect(partner.readNotice(JSON.stringify(body))).toEqual({
      eventId: 'd1',
      report: null,
      question: { subject: 'payment', externalId: 'i' },
    })
    expect(
      partner.readNotice(JSON.stringify({ ...body, originalDeliveryId: null, invoiceId: undefined, payoutId: 'p' })),
    ).toEqual({ eventId: 'd2', report: null, question: { subject: 'payout', externalId: 'p' } })
    expect(partner.readNotice(JSON.stringify({ ...body, storeId: 'another' }))).toEqual({ eventId: 'd1', report: null })
    expect(partner.readNotice(JSON.stringify({ ...body, invoiceId: undefined }))).toEqual({
      eventId: 'd1',
      report: null,
    })
  })

  test('an invoice of another shop of the store is ignored', async () => {
    server.invoices.push({ ...server.invoices[0]!, id: 'foreign', orderId: 'order 7' })
    expect(await server.partner.answerQuestion!({ subject: 'payment', externalId: 'foreign' })).toEqual({
      ok: true,
      value: null,
    })
    expect(await server.partner.answerQuestion!({ subject: 'payment', externalId: 'nobody' })).toEqual({
      ok: true,
      value: null,
    })
  })

  test('a rejected key is a configuration error: unavailable, never refused', async () => {
    const { createBtcpay } = await import('./btcpay.ts')
    const wrongKey = createBtcpay({
      slug: 'btcpay',
      url: 'http://127.0.0.1:9',
      storeId: 'x',
      apiKey: 'wrong',
      webhookSecrets: [],
      offers: serveOffers([]),
    })
    expect(await wrongKey.openPayment(payment())).toEqual({ ok: false, refusal: 'unavailable' })
  })
})

describe('payouts of the BTCPay adapter', () => {
  const of = (invoiceId: string) => server.payouts.filter((each) => each.invoiceId === invoiceId)

  // Shows: fault 10
  test.each([1, 2, 3, 4, 5])(
    'if the response to call %i is lost, a repetition approves one payout and cancels the others',
    async (lost) => {
      const request = payout()
      // Calls before the lost one succeed; a lost call is executed but its response never arrives.
      const { partner } = server
      const original = globalThis.fetch
      let calls = 0
      globalThis.fetch = async (...args) => {
        const answer = await original(...args)
        if (++calls === lost) throw new Error('response lost')
        return answer
      }
      try {
        await partner.sendPayout(request)
      } finally {
        globalThis.fetch = original
      }
      expect(await partner.sendPayout(request)).toMatchObject({ ok: true, value: { state: 'review' } })
      expect(of(request.invoiceId).map(({ state }) => state)).toEqual(['AwaitingPayment'])
    },
  )

  test('of two payouts for one withdrawal, one is approved and the other cancelled', async () => {
    const request = payout()
    const base = {
      invoiceId: request.invoiceId,
      revision: 0,
      date: 1,
      destination: 'x',
      amount: '0.00500000',
      state: 'AwaitingApproval',
      timesPaid: 0,
    }
    server.payouts.push({ ...base, id: `b${request.invoiceId}` }, { ...base, id: `a${request.invoiceId}` })
    await server.partner.sendPayout(request)
    expect(of(request.invoiceId).map(({ state }) => state)).toEqual(['Cancelled', 'AwaitingPayment'])
  })

  test('a payout to an address with a pending payout waits', async () => {
    const [first, second] = [payout(), payout()]
    second.fields = first.fields
    expect((await server.partner.sendPayout(first)).ok).toBe(true)
    expect(await server.partner.sendPayout(second)).toEqual({ ok: false, refusal: 'unavailable' })
    server.approve(first.invoiceId)
    expect((await server.partner.sendPayout(second)).ok).toBe(true)
  })

  test('a sent payout cannot be cancelled, and its state shows why', async () => {
    const request = payout()
    await server.partner.sendPayout(request)
    server.approve(request.invoiceId)
    expect(await server.partner.cancelPayout(request)).toMatchObject({ ok: true, value: { state: 'succeeded' } })
  })

  test('withdrawals are offered to addresses of the network of the server alone', () => {
    const [method] = server.partner.withdrawalMethods({ currency: 'BTC', country: null })
    const [network, wallet] = method!.fields
    const fault = (text: string) =>
      faultOfField(method!.fields, wallet!, { [network!.key]: 'bitcoin', [wallet!.key]: text })
    expect(fault('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toBeNull()
    expect(fault('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('malformed')
    expect(fault('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe('malformed')
  })

  test('a payout to an address that the server rejects is refused', async () => {
    expect(await server.partner.sendPayout({ ...payout(), fields: { wallet_id: 'zz' } })).toEqual({
      ok: false,
      refusal: 'refused',
    })
    expect(await server.partner.sendPayout({ ...payout(), currency: 'EUR' })).toEqual({ ok: false, refusal: 'refused' })
  })
})

// Shows: attack 1
describe('a site with a BTCPay Server', () => {
  cashierConformance((operatorUrl) => btcpayGateway(operatorUrl))
})
