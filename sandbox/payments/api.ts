/** The API that the site calls, with a key, JSON bodies and amounts as decimal strings. */
import { timingSafeEqual } from 'node:crypto'
import * as HttpStatus from '#contract/statuses.ts'
import type { Faults } from '../faults.ts'
import { type Answer, type SandboxRequest, json, missing, type SandboxRoute, text } from '../router.ts'
import type { Payment, PaymentKind, State } from '../state.ts'
import { networks } from './addresses.ts'
import { brCode } from './br-code.ts'
import { type Payments, report } from './payments.ts'
import { type Payouts, reportPayout } from './payouts.ts'
import { statement } from './statement.ts'

type ApiParts = {
  payments: Payments
  payouts: Payouts
  faults: Faults
  apiKey: string
  publicUrl: () => string
  state: () => State
  pageSize?: number
}

export function apiRoutes(parts: ApiParts): SandboxRoute[] {
  const { payments, payouts, faults, publicUrl } = parts
  const guarded =
    (handle: (request: SandboxRequest) => Answer) =>
    async (request: SandboxRequest): Promise<Answer> => {
      if (!isKey(parts.apiKey, request.header('authorization')))
        return json(HttpStatus.unauthorized, { error: 'unauthorized' })
      return simulateFaults(faults, () => handle(request))
    }
  return [
    { method: 'POST', path: '/v1/payments', handle: guarded(({ body }) => openPayment(payments, publicUrl(), body)) },
    {
      method: 'GET',
      path: '/v1/payments/by-reference/:reference',
      handle: guarded(({ params }) => {
        const payment = payments.byReference(params.reference!)
        return payment ? json(HttpStatus.ok, report(payment, faults)) : missing()
      }),
    },
    {
      method: 'POST',
      path: '/v1/payments/by-reference/:reference/cancel',
      handle: guarded(({ params }) => json(HttpStatus.ok, report(payments.cancel(params.reference!), faults))),
    },
    { method: 'POST', path: '/v1/payouts', handle: guarded(({ body }) => acceptPayout(parts, body)) },
    {
      method: 'GET',
      path: '/v1/payouts/by-reference/:reference',
      handle: guarded(({ params }) => {
        const payout = payouts.byReference(params.reference!)
        return payout ? json(HttpStatus.ok, reportPayout(payout)) : missing()
      }),
    },
    {
      method: 'POST',
      path: '/v1/payouts/by-reference/:reference/cancel',
      handle: guarded(({ params }) => json(HttpStatus.ok, reportPayout(payouts.cancel(params.reference!)))),
    },
    {
      method: 'GET',
      path: '/v1/transactions',
      handle: guarded(({ query }) => statement(parts.state(), query, parts.pageSize ?? 100)),
    },
  ]
}

function isKey(apiKey: string, header: string | undefined): boolean {
  const actual = Buffer.from(header ?? '')
  const expected = Buffer.from(`Bearer ${apiKey}`)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Handles the call as the fault switches require: late, without a response, or not at all. */
export async function simulateFaults(faults: Faults, work: () => Answer | Promise<Answer>): Promise<Answer> {
  if (faults.outages > 0) {
    faults.outages -= 1
    return json(HttpStatus.serviceUnavailable, { error: 'unavailable' })
  }
  const answer = await work()
  if (faults.timeouts > 0) {
    faults.timeouts -= 1
    await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
  }
  if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs))
  return answer
}

const decimal = /^(0|[1-9]\d{0,15})(\.\d{1,9})?$/
/** The kind follows from the end of the method's name, so that a site can choose its own method names. */
const kinds: Record<string, PaymentKind> = {
  card: 'card',
  instant: 'instant',
  pix: 'pix',
  wallet: 'frame',
  voucher: 'voucher',
  app: 'later',
  crypto: 'address',
}

function openPayment(payments: Payments, publicUrl: string, body: Record<string, unknown>): Answer {
  const { reference, method, amount, currency, network } = body
  const kind = kinds[String(method).split('.').at(-1)!]
  if (!text(reference) || !text(currency) || !kind) return json(HttpStatus.unprocessable, { error: 'malformed' })
  if (kind === 'address' ? !networks.includes(String(network)) : !decimal.test(String(amount)))
    return json(HttpStatus.unprocessable, { error: 'malformed' })
  const payment = payments.open({
    reference: String(reference),
    kind,
    currency: String(currency),
    amount: kind === 'address' ? null : String(amount),
    network: kind === 'address' ? String(network) : null,
    successUrl: text(body.successUrl),
    errorUrl: text(body.errorUrl),
  })
  return json(HttpStatus.created, { ...paymentResponse(payment, publicUrl) })
}

function paymentResponse(payment: Payment, publicUrl: string): Record<string, unknown> {
  const base = {
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    action: null,
    fields: {},
    qr: null,
    address: payment.address,
    tag: payment.tag,
  }
  if (payment.kind === 'card')
    return { ...base, action: `${publicUrl}/pay/${payment.id}`, fields: { order: payment.reference } }
  if (payment.kind === 'frame') return { ...base, action: `${publicUrl}/frame/${payment.id}` }
  if (payment.kind === 'instant') return { ...base, qr: `${publicUrl}/bank/${payment.id}` }
  if (payment.kind === 'pix')
    return {
      ...base,
      qr: brCode({
        address: `${publicUrl}/bank/${payment.id}`,
        amount: payment.amount ?? '0',
        reference: payment.reference,
      }),
    }
  if (payment.kind === 'address') return { ...base, qr: payment.address }
  // A webhook delivers the instructions later: the number of a voucher, or a delayed code.
  return base
}

/** `origin` is a payment of this payer to whose card or wallet the money goes back. */
function acceptPayout({ payments, payouts }: ApiParts, body: Record<string, unknown>): Answer {
  const { reference, amount, currency, destination, origin } = body
  if (
    !text(reference) ||
    !text(currency) ||
    !decimal.test(String(amount)) ||
    typeof destination !== 'object' ||
    destination === null
  )
    return json(HttpStatus.unprocessable, { error: 'malformed' })
  if (origin !== undefined && payments.byReference(String(origin))?.status !== 'succeeded')
    return json(HttpStatus.unprocessable, { error: 'unknownOrigin' })
  const destinationFields = Object.fromEntries(Object.entries(destination).map(([key, value]) => [key, String(value)]))
  return json(
    201,
    reportPayout(
      payouts.accept({
        reference: String(reference),
        amount: String(amount),
        currency: String(currency),
        destination: { ...destinationFields, ...(origin === undefined ? {} : { origin: String(origin) }) },
      }),
    ),
  )
}
