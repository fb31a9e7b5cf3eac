/**
 * Simulates a BTCPay Server: the calls of its Greenfield API that the adapter uses, in the documented form, and its
 * signed webhooks.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { createBtcpay } from '#server/partners/payments/btcpay.ts'
import { offersOfStore } from '#server/partners/payments/btcpay-methods.ts'
import { serveOffers } from '#server/partners/payments/offers.ts'
import { type Faults, noFaults } from '#sandbox/faults.ts'
import { simulateFaults } from '#sandbox/payments/api.ts'
import { type Answer, createRouter, type SandboxRequest, json, missing, type SandboxRoute } from '#sandbox/router.ts'
import { type Gateway, gatewaySecrets, type Signed } from './gateway.ts'

type Invoice = {
  id: string
  orderId: string
  amount: string
  paidAmount: string
  currency: string
  status: string
  additionalStatus: string
  createdTime: number
  checkout: Record<string, unknown>
  payments: Array<{ value: string; status: string }>
}
type Payout = {
  id: string
  invoiceId: string
  revision: number
  date: number
  destination: string
  amount: string
  state: string
  timesPaid: number
}
type Delivery = { body: Record<string, unknown>; isDelivered: boolean }
export type Btcpay = Gateway & {
  invoices: Invoice[]
  payouts: Payout[]
  invoiceOf(orderId: string): Invoice
  /** Sets an invoice to one of the server's states and sends the webhook. */
  move(orderId: string, type: string, change: Partial<Invoice>): void
  movePayout(id: string, state: string): void
}

const firstStore = {
  slug: 'btcpay',
  storeId: '9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776',
  apiKey: 'a key of the store in the test',
  secrets: gatewaySecrets,
}
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const id = () => randomBytes(16).toString('base64url').replaceAll(/[-_]/g, 'x')
const now = () => Math.floor(Date.now() / 1000)

export async function btcpayGateway(operatorUrl: () => string, store = firstStore): Promise<Btcpay> {
  const { slug, storeId, apiKey, secrets } = store
  const [invoices, payouts, deliveries]: [Invoice[], Payout[], Delivery[]] = [[], [], []]
  const faults: Faults = { ...noFaults }
  let url = ''
  const routes = [...invoiceRoutes(invoices, storeId, () => url), ...payoutRoutes(payouts)].map(
    (route): SandboxRoute => ({
      ...route,
      path: `/api/v1/stores/${storeId}${route.path}`,
      handle: (request) =>
        request.header('authorization') === `token ${apiKey}`
          ? simulateFaults(faults, () => route.handle(request))
          : json(401, { code: 'unauthenticated', message: 'Authentication is required for accessing this endpoint' }),
    }),
  )
  const app = createRouter(routes)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  const adapter = (to: string) =>
    createBtcpay({
      slug,
      url: to,
      storeId,
      apiKey,
      webhookSecrets: secrets,
      offers: serveOffers(offersOfStore({ slug, currencies: ['BTC', 'EUR'], network: 'testnet' })),
      timeoutMs: 600,
    })

  const event = (type: string, subject: Record<string, string>, at = new Date()) => ({
    deliveryId: id(),
    webhookId: 'webhook',
    originalDeliveryId: null,
    isRedelivery: false,
    type,
    timestamp: Math.floor(at.getTime() / 1000),
    storeId,
    ...subject,
  })
  const invoiceOf = (orderId: string) => invoices.find((invoice) => invoice.orderId === orderId)!
  function move(orderId: string, type: string, change: Partial<Invoice>): void {
    const invoice = Object.assign(invoiceOf(orderId), change)
    deliveries.push({ body: event(type, { invoiceId: invoice.id }), isDelivered: false })
  }
  function movePayout(payoutId: string, state: string): void {
    const payout = payouts.find((each) => each.id === payoutId)!
    payout.timesPaid += state === 'Completed' ? 1 : 0
    payout.state = state
    deliveries.push({ body: event('PayoutUpdated', { payoutId, payoutState: state }), isDelivered: false })
  }
  /**
   * Sends the webhooks in order, as the server does; a failed one is repeated as a redelivery with the original id and
   * time.
   */
  async function flush(): Promise<void> {
    if (faults.isLosing) return
    const due = deliveries.filter(({ isDelivered }) => !isDelivered)
    for (const delivery of faults.isReordering ? due.toReversed() : due) {
      const sent = await Promise.all(
        Array.from({ length: Math.max(1, faults.copies) }, () =>
          deliver(
            `${operatorUrl()}/api/partners/payments/${slug}/callback`,
            signed(JSON.stringify(delivery.body, null, 2), secrets[0]!),
          ),
        ),
      )
      delivery.isDelivered = sent.includes(200)
      if (!delivery.isDelivered)
        Object.assign(delivery.body, {
          originalDeliveryId: delivery.body.originalDeliveryId ?? delivery.body.deliveryId,
          deliveryId: id(),
          isRedelivery: true,
        })
    }
  }
  return {
    partner: adapter(url),
    setting: {
      slug,
      name: `Store ${slug}`,
      protocol: 'btcpay',
      url,
      apiKey,
      webhookSecrets: secrets,
      storeId,
      currencies: ['BTC', 'EUR'],
      network: 'testnet',
    },
    unreachable: adapter('http://127.0.0.1:9'),
    faults,
    staleMs: 86_401_000,
    invoices,
    payouts,
    invoiceOf,
    move,
    movePayout,
    flush,
    deposit: { method: `${slug}.bitcoin`, currency: 'BTC', amount: 500_000, fields: {} },
    payout: {
      method: `${slug}.bitcoin`,
      currency: 'BTC',
      amount: 500_000,
      fields: { crypto_network: 'bitcoin', wallet_id: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
    },
    pay(orderId) {
      const invoice = invoiceOf(orderId)
      const isLate = invoice.status === 'Expired'
      const value = faults.wrongAmount ?? invoice.amount
      const change = {
        payments: [{ value, status: 'Settled' }],
        paidAmount: value,
        ...(faults.wrongCurrency ? { currency: faults.wrongCurrency } : {}),
      }
      move(orderId, 'InvoiceReceivedPayment', change)
      move(orderId, 'InvoiceProcessing', isLate ? {} : { status: 'Processing' })
      move(
        orderId,
        'InvoiceSettled',
        isLate
          ? { additionalStatus: 'PaidLate' }
          : { status: 'Settled', additionalStatus: Number(value) > Number(invoice.amount) ? 'PaidOver' : 'None' },
      )
    },
    fail: (orderId) => move(orderId, 'InvoiceInvalid', { status: 'Invalid', additionalStatus: 'Marked' }),
    approve(invoiceId) {
      for (const payout of payouts.filter((each) => each.invoiceId === invoiceId && each.state === 'AwaitingPayment')) {
        movePayout(payout.id, 'InProgress')
        movePayout(payout.id, 'Completed')
      }
    },
    timesPaid: (invoiceId) =>
      payouts.filter((payout) => payout.invoiceId === invoiceId).reduce((sum, { timesPaid }) => sum + timesPaid, 0),
    isQuiet: () => deliveries.every(({ isDelivered }) => isDelivered),
    notice: (orderId, { at = new Date(), secret = secrets[0]! } = {}) =>
      signed(JSON.stringify(event('InvoiceSettled', { invoiceId: invoiceOf(orderId).id }, at)), secret),
    close: () => app.close(),
  }
}

function signed(body: string, secret: string): Signed {
  return { body, headers: { 'btcpay-sig': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` } }
}

async function deliver(address: string, { body, headers }: Signed): Promise<number> {
  return fetch(address, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  }).then(
    ({ status }) => status,
    () => 0,
  )
}

function invoiceRoutes(invoices: Invoice[], storeId: string, url: () => string): SandboxRoute[] {
  const show = ({ orderId, ...invoice }: Invoice) => ({
    ...invoice,
    payments: undefined,
    storeId,
    type: 'Standard',
    metadata: { orderId },
    checkoutLink: `${url()}/i/${invoice.id}`,
    expirationTime: invoice.createdTime + 1800,
    monitoringExpiration: invoice.createdTime + 88_200,
    archived: false,
  })
  const withInvoice =
    (work: (invoice: Invoice) => Answer) =>
    ({ params }: SandboxRequest) => {
      const invoice = invoices.find((each) => each.id === params.id)
      return invoice ? work(invoice) : json(404, { code: 'invoice-not-found', message: 'The invoice was not found' })
    }
  return [
    {
      method: 'GET',
      path: '/invoices',
      handle({ query }) {
        const orders = query.getAll('orderId')
        const [from, to] = [Number(query.get('startDate') ?? 0), Number(query.get('endDate') ?? Infinity)]
        const found = invoices
          .filter(
            (invoice) =>
              (orders.length === 0 || orders.includes(invoice.orderId)) &&
              invoice.createdTime >= from &&
              invoice.createdTime <= to,
          )
          .toReversed()
        const skip = Number(query.get('skip') ?? 0)
        return json(200, found.slice(skip, skip + Number(query.get('take') ?? 50)).map(show))
      },
    },
    {
      method: 'POST',
      path: '/invoices',
      handle({ body }) {
        if (typeof body.amount !== 'string' || typeof body.currency !== 'string')
          return json(400, [{ path: 'amount', message: 'The amount is not valid' }])
        const invoice: Invoice = {
          id: id(),
          orderId: (body.metadata as { orderId: string }).orderId,
          amount: body.amount,
          paidAmount: '0.0',
          currency: body.currency,
          status: 'New',
          additionalStatus: 'None',
          createdTime: now(),
          checkout: body.checkout as Record<string, unknown>,
          payments: [],
        }
        invoices.push(invoice)
        return json(200, show(invoice))
      },
    },
    { method: 'GET', path: '/invoices/:id', handle: withInvoice((invoice) => json(200, show(invoice))) },
    {
      method: 'POST',
      path: '/invoices/:id/status',
      handle: (request) =>
        withInvoice((invoice) => {
          if (request.body.status !== 'Invalid' || invoice.status !== 'New')
            return json(422, [{ path: 'status', message: 'Status can only be marked to invalid or settled' }])
          return json(200, show(Object.assign(invoice, { status: 'Invalid', additionalStatus: 'Marked' })))
        })(request),
    },
    {
      method: 'GET',
      path: '/invoices/:id/payment-methods',
      handle: withInvoice((invoice) =>
        json(200, [
          {
            paymentMethodId: 'BTC-CHAIN',
            currency: 'BTC',
            destination: address,
            paymentLink: `bitcoin:${address}?amount=${invoice.amount}`,
            rate: '1.0',
            amount: invoice.amount,
            due: invoice.amount,
            totalPaid: invoice.paidAmount,
            payments: invoice.payments.map((payment) => ({
              id: id(),
              receivedDate: now(),
              fee: '0.0',
              destination: address,
              ...payment,
            })),
            activated: true,
            additionalData: {},
          },
        ]),
      ),
    },
  ]
}

function payoutRoutes(payouts: Payout[]): SandboxRoute[] {
  const show = ({ invoiceId, amount, ...payout }: Payout) => ({
    ...payout,
    timesPaid: undefined,
    pullPaymentId: null,
    originalCurrency: 'BTC',
    originalAmount: amount,
    payoutCurrency: 'BTC',
    payoutAmount: payout.state === 'AwaitingApproval' ? null : amount,
    payoutMethodId: 'BTC-CHAIN',
    metadata: { invoiceId, source: 'Fairhouse' },
  })
  const problem = (code: string) => json(400, { code, message: code })
  const withPayout = (work: (payout: Payout, request: SandboxRequest) => Answer) => (request: SandboxRequest) => {
    const payout = payouts.find((each) => each.id === request.params.id)
    return payout ? work(payout, request) : missing()
  }
  return [
    {
      method: 'GET',
      path: '/payouts',
      handle: ({ query }) =>
        json(
          200,
          payouts
            .filter(({ state }) => query.get('includeCancelled') === 'true' || state !== 'Cancelled')
            .toReversed()
            .map(show),
        ),
    },
    {
      method: 'POST',
      path: '/payouts',
      handle({ body }) {
        if (!/^(bc1|tb1|bcrt1|[123mn])/.test(String(body.destination)))
          return json(422, [{ path: 'destination', message: 'The destination is not valid' }])
        const isTaken = payouts.some(
          ({ destination, state }) => destination === body.destination && !['Completed', 'Cancelled'].includes(state),
        )
        if (isTaken) return problem('duplicate-destination')
        const payout: Payout = {
          id: id(),
          invoiceId: (body.metadata as { invoiceId: string }).invoiceId,
          revision: 0,
          date: now(),
          destination: String(body.destination),
          amount: String(body.amount),
          state: body.approved === true ? 'AwaitingPayment' : 'AwaitingApproval',
          timesPaid: 0,
        }
        payouts.push(payout)
        return json(200, show(payout))
      },
    },
    { method: 'GET', path: '/payouts/:id', handle: withPayout((payout) => json(200, show(payout))) },
    {
      method: 'POST',
      path: '/payouts/:id',
      handle: withPayout((payout, { body }) => {
        if (payout.state !== 'AwaitingApproval') return problem('invalid-state')
        if (body.revision !== payout.revision) return problem('old-revision')
        payout.state = 'AwaitingPayment'
        return json(200, show(payout))
      }),
    },
    {
      method: 'DELETE',
      path: '/payouts/:id',
      handle: withPayout((payout) => {
        if (!['AwaitingApproval', 'AwaitingPayment'].includes(payout.state)) return problem('invalid-state')
        payout.state = 'Cancelled'
        return json(200, {})
      }),
    },
  ]
}
