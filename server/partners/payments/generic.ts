/**
 * The adapter for any gateway that implements this product's own protocol: redirect or code, then signed webhooks. The
 * protocol is docs/payment-partners.md.
 */
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { type CallOptions, caller, type CallRefusal, inquired, parseJson } from './call.ts'
import { fromDecimal, toDecimal } from '../../kernel/decimal.ts'
import { isSigned } from './notice-signature.ts'
import type { Offers } from './offers.ts'
import { OffersFile } from './offers-file.ts'
import type { PartnerReport, PartnerTransaction, PaymentPartner, PaymentReport, PayoutReport } from './port.ts'
import { defineProtocol } from './protocol.ts'

export type GenericPayOptions = Omit<CallOptions, 'authorization'> & {
  slug: string
  apiKey: string
  /** The current webhook secrets; two while one is being replaced. */
  webhookSecrets: string[]
  signatureHeader?: string
  offers: Offers
}

const Text = z.string().min(1).max(200)
/** The id of one of our invoices: all others are payments of someone else. */
const Reference = z.uuid()
const Instruction = z.object({
  qr: z.string().min(1).max(2048).exactOptional(),
  message: z.record(z.string().max(8), z.string().max(1000)).exactOptional(),
  paymentCode: z.string().min(1).max(64).exactOptional(),
})
const PaymentBody = z.object({
  id: Text,
  reference: Reference,
  status: z.enum(['open', 'confirming', 'succeeded', 'failed']),
  amount: z.string().nullable(),
  currency: Text,
  isTagWrong: z.boolean().default(false),
  instruction: Instruction.nullish(),
})
const PayoutBody = z.object({
  id: Text,
  reference: Reference,
  status: z.enum(['review', 'sent', 'succeeded', 'failed', 'cancelled']),
  amount: z.string(),
  currency: Text,
})
const OpenedBody = z.object({
  id: Text,
  action: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
  qr: z.string().nullable(),
  address: z.string().nullable(),
  tag: z.string().nullable(),
})
const NoticeBody = z.object({ id: z.string().min(1).max(100), type: z.string(), data: z.unknown() })
const StatementBody = z.object({
  transactions: z
    .array(
      z.object({
        type: z.enum(['payment', 'payout']),
        id: Text,
        reference: z.string().nullable(),
        amount: z.string(),
        currency: Text,
        createdAt: z.iso.datetime(),
      }),
    )
    .max(1000),
  next: z.string().max(500).nullable(),
})

export const generic = defineProtocol({
  name: 'generic',
  fields: { methods: OffersFile },
  offersOf: ({ methods }) => methods,
  connect: ({ url, ...gateway }, offers) => createGenericPay({ ...gateway, apiUrl: url, offers }),
})

export function createGenericPay(options: GenericPayOptions): PaymentPartner {
  const call = caller({ ...options, authorization: `Bearer ${options.apiKey}` })
  const inquirePayment = async (invoiceId: string) =>
    inquired(await call('GET', `/v1/payments/by-reference/${invoiceId}`, PaymentBody), paymentReport)
  const { gatewayMethod, ...methods } = options.offers
  return {
    slug: options.slug,
    ...methods,
    async openPayment({ invoiceId, accountId, method, amount, currency, ...rest }) {
      const opened = await call('POST', '/v1/payments', OpenedBody, {
        ...rest,
        reference: invoiceId,
        account: accountId,
        method: gatewayMethod(method),
        amount: amount === null ? null : toDecimal(amount, currency),
        currency,
      })
      if (!opened.ok) return refuse(asRefusal(opened.refusal))
      const { id, ...answer } = opened.value
      return ok({ externalId: id, ...answer })
    },
    async cancelPayment(invoiceId) {
      const answer = await call('POST', `/v1/payments/by-reference/${invoiceId}/cancel`, PaymentBody, {})
      if (answer.ok) return ok(paymentReport(answer.value))
      // A gateway without this call answers 404 too: its status of the payment itself decides.
      return answer.refusal === 'unknown' ? inquirePayment(invoiceId) : refuse('unavailable')
    },
    async sendPayout({ invoiceId, method, amount, currency, fields, origin }) {
      const sent = await call('POST', '/v1/payouts', PayoutBody, {
        reference: invoiceId,
        method: gatewayMethod(method),
        amount: toDecimal(amount, currency),
        currency,
        destination: fields,
        ...(origin ? { origin } : {}),
      })
      return sent.ok ? ok(payoutReport(sent.value)) : refuse(asRefusal(sent.refusal))
    },
    async cancelPayout({ invoiceId }) {
      const answer = await call('POST', `/v1/payouts/by-reference/${invoiceId}/cancel`, PayoutBody, {})
      return answer.ok ? ok(payoutReport(answer.value)) : refuse('unavailable')
    },
    inquirePayment,
    inquirePayout: async (invoiceId) =>
      inquired(await call('GET', `/v1/payouts/by-reference/${invoiceId}`, PayoutBody), payoutReport),
    async listTransactions({
      from,
      to,
      cursor,
    }): Promise<Result<{ transactions: PartnerTransaction[]; next: string | null }, 'unavailable'>> {
      const query = new URLSearchParams({
        from: from.toISOString(),
        to: to.toISOString(),
        ...(cursor ? { cursor } : {}),
      })
      const page = await call('GET', `/v1/transactions?${query}`, StatementBody)
      return page.ok
        ? ok({ transactions: page.value.transactions.map(transactionOf), next: page.value.next })
        : refuse('unavailable')
    },
    isGenuine: ({ rawBody, header, now }) =>
      isSigned({
        secrets: options.webhookSecrets,
        header: header(options.signatureHeader ?? 'payment-signature'),
        rawBody,
        now,
      }),
    readNotice(body) {
      const notice = NoticeBody.safeParse(parseJson(body))
      return notice.success ? { eventId: notice.data.id, report: readReport(notice.data.type, notice.data.data) } : null
    },
  }
}

/**
 * A path that the partner does not know is no information about the money, but a repeated call would get the same answer.
 */
function asRefusal(refusal: CallRefusal): 'unavailable' | 'refused' {
  return refusal === 'unavailable' ? 'unavailable' : 'refused'
}

function readReport(type: string, data: unknown): PartnerReport | null {
  if (type.startsWith('payout.')) {
    const payout = PayoutBody.safeParse(data)
    return payout.success ? payoutReport(payout.data) : null
  }
  const payment = PaymentBody.safeParse(data)
  return payment.success ? paymentReport(payment.data) : null
}

function paymentReport(body: z.output<typeof PaymentBody>): PaymentReport {
  return {
    subject: 'payment',
    invoiceId: body.reference,
    externalId: body.id,
    state: body.status,
    amount: fromDecimal(body.amount, body.currency),
    currency: body.currency,
    isTagWrong: body.isTagWrong,
    ...(body.instruction ? { instruction: body.instruction } : {}),
  }
}

function payoutReport(body: z.output<typeof PayoutBody>): PayoutReport {
  return {
    subject: 'payout',
    invoiceId: body.reference,
    externalId: body.id,
    state: body.status,
    amount: fromDecimal(body.amount, body.currency),
    currency: body.currency,
  }
}

function transactionOf({
  type,
  id,
  reference,
  amount,
  currency,
  createdAt,
}: z.output<typeof StatementBody>['transactions'][number]): PartnerTransaction {
  return {
    subject: type,
    externalId: id,
    invoiceId: Reference.safeParse(reference).success ? reference : null,
    amount: fromDecimal(amount, currency),
    currency,
    openedAt: new Date(createdAt),
  }
}
