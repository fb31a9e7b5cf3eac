/**
 * The adapter of BTCPay Server's Greenfield API: invoices and payouts of one store. Its webhooks name an invoice but
 * no amounts, so each triggers an inquiry: only the response of the store's API counts.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ok, refuse } from '#contract/endpoint.ts'
import { createInvoices } from './btcpay-invoices.ts'
import { offersOfStore } from './btcpay-methods.ts'
import { createPayouts } from './btcpay-payouts.ts'
import { asker, parseJson } from './call.ts'
import type { Offers } from './offers.ts'
import type { PaymentPartner, RawNotice, StatementPage } from './port.ts'
import { defineProtocol } from './protocol.ts'

export type BtcpayOptions = {
  slug: string
  url: string
  storeId: string
  apiKey: string
  /** The current webhook secrets; two while one is being replaced. */
  webhookSecrets: string[]
  offers: Offers
  timeoutMs?: number
}

export const btcpay = defineProtocol({
  name: 'btcpay',
  fields: {
    storeId: z.string().regex(/^\w{1,100}$/),
    /** Player currencies of its invoices. */
    currencies: z
      .array(z.enum(['BTC', 'EUR', 'USD', 'BRL']))
      .min(1)
      .default(['BTC']),
    network: z.enum(['bitcoin', 'testnet', 'regtest']).default('bitcoin'),
  },
  offersOf: ({ slug, currencies, network }) => offersOfStore({ slug, currencies: [...new Set(currencies)], network }),
  connect: (gateway, offers) => createBtcpay({ ...gateway, offers }),
})

const NoticeBody = z.object({
  deliveryId: z.string().min(1).max(100),
  originalDeliveryId: z.string().min(1).max(100).nullish(),
  type: z.string().max(64),
  timestamp: z.int(),
  storeId: z.string(),
  invoiceId: z.string().min(1).max(100).optional(),
  payoutId: z.string().min(1).max(100).optional(),
})
/**
 * Maximum age of a webhook. It carries no facts, so a replay only causes another inquiry; and the server sends its
 * webhooks in order, behind others that it retries for more than an hour, with the time of their creation.
 */
const windowMs = 86_400_000
const aheadMs = 300_000

export function createBtcpay(options: BtcpayOptions): PaymentPartner {
  const ask = asker({
    apiUrl: `${options.url}/api/v1/stores/${encodeURIComponent(options.storeId)}`,
    authorization: `token ${options.apiKey}`,
    timeoutMs: options.timeoutMs,
  })
  const { gatewayMethod, ...methods } = options.offers
  const invoices = createInvoices(ask)
  const payouts = createPayouts(ask)
  return {
    slug: options.slug,
    ...methods,
    openPayment: (request) => invoices.open({ ...request, method: gatewayMethod(request.method) }),
    cancelPayment: (invoiceId) => invoices.cancel(invoiceId),
    sendPayout: (request) => payouts.send(request),
    cancelPayout: (request) => payouts.cancel(request),
    inquirePayment: (invoiceId) => invoices.inquire(invoiceId),
    inquirePayout: (invoiceId, externalId) => payouts.inquire(invoiceId, externalId ?? null),
    answerQuestion: ({ subject, externalId }) =>
      subject === 'payment' ? invoices.look(externalId) : payouts.look(externalId),
    async listTransactions({ from, to, cursor }) {
      // Invoices page by page, then the payouts, which the server lists all at once.
      if (cursor === 'payouts') return withNext(await payouts.list(from, to), null)
      const skip = Number(cursor ?? 0)
      const page = await invoices.list(from, to, skip)
      if (!page.ok) return refuse('unavailable')
      return ok({
        transactions: page.value.transactions,
        next: page.value.isLast ? 'payouts' : String(skip + page.value.taken),
      })
    },
    isGenuine: (notice) => isSigned(options.webhookSecrets, notice) && isTimely(notice),
    readNotice(body) {
      const read = NoticeBody.safeParse(parseJson(body))
      if (!read.success) return null
      const { deliveryId, originalDeliveryId, storeId, invoiceId, payoutId } = read.data
      const eventId = originalDeliveryId ?? deliveryId
      if (storeId !== options.storeId || (!invoiceId && !payoutId)) return { eventId, report: null }
      return {
        eventId,
        report: null,
        question: invoiceId
          ? { subject: 'payment', externalId: invoiceId }
          : { subject: 'payout', externalId: payoutId! },
      }
    },
  }
}

function withNext(listed: Awaited<ReturnType<ReturnType<typeof createPayouts>['list']>>, next: string | null) {
  return listed.ok ? ok<StatementPage>({ transactions: listed.value, next }) : refuse('unavailable')
}

/**
 * `BTCPay-Sig: sha256=<hex>` over the raw bytes. Tries every secret, so that the timing does not reveal which one
 * matches.
 */
function isSigned(secrets: string[], { rawBody, header }: RawNotice): boolean {
  const actual = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec((header('btcpay-sig') ?? '').trim())?.[1] ?? '', 'hex')
  let isGenuine = false
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(rawBody).digest()
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) isGenuine = true
  }
  return isGenuine
}

function isTimely({ rawBody, now }: RawNotice): boolean {
  const read = NoticeBody.safeParse(parseJson(rawBody.toString('utf8')))
  if (!read.success) return false
  const ageMs = now.getTime() - read.data.timestamp * 1000
  return ageMs <= windowMs && ageMs >= -aheadMs
}
