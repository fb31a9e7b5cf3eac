/** The adapter of the sandbox partner: its HTTP API, its decimal amounts, its signed notices. */
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { fromDecimal, toDecimal } from './decimal.ts'
import { isSigned } from './notice-signature.ts'
import type { PartnerReport, PaymentPartner, PaymentReport, PayoutReport } from './port.ts'
import { depositMethods, withdrawalMethods } from './sandbox-methods.ts'
import { methodNames } from './sandbox-words.ts'

export type SandboxPayOptions = {
  apiUrl: string
  apiKey: string
  /** Those that may sign notices now; while one is being replaced, both. */
  noticeSecrets: string[]
  timeoutMs?: number
}

const PaymentBody = z.object({
  id: z.string(), reference: z.string(), status: z.enum(['open', 'confirming', 'succeeded', 'failed']),
  amount: z.string().nullable(), currency: z.string(), isTagWrong: z.boolean().default(false),
})
const PayoutBody = z.object({
  id: z.string(), reference: z.string(), status: z.enum(['review', 'sent', 'succeeded', 'failed', 'cancelled']), amount: z.string(), currency: z.string(),
})
const OpenedBody = z.object({
  id: z.string(), action: z.string().nullable(), fields: z.record(z.string(), z.string()), qr: z.string().nullable(), address: z.string().nullable(), tag: z.string().nullable(),
})
const NoticeBody = z.object({ id: z.string().min(1).max(100), type: z.string(), data: z.unknown() })

const kinds: Record<string, 'card' | 'instant' | 'address'> = { 'sandbox.card': 'card', 'sandbox.instant': 'instant', 'sandbox.crypto': 'address' }

export function createSandboxPay(options: SandboxPayOptions): PaymentPartner {
  const call = caller(options)
  return {
    name: 'sandbox',
    depositMethods: ({ currency }) => depositMethods(currency),
    withdrawalMethods: ({ currency }) => withdrawalMethods(currency),
    methodNames: (method) => methodNames[method] ?? { en: method },
    async openPayment({ invoiceId, method, amount, currency, network, successUrl, errorUrl }) {
      const opened = await call('POST', '/v1/payments', OpenedBody, {
        reference: invoiceId, kind: kinds[method], amount: amount === null ? null : toDecimal(amount, currency), currency, network, successUrl, errorUrl,
      })
      if (!opened.ok) return opened.refusal === 'unknown' ? refuse('refused') : refuse(opened.refusal)
      const { id, ...rest } = opened.value
      return ok({ externalId: id, ...rest })
    },
    async sendPayout({ invoiceId, amount, currency, fields }) {
      const sent = await call('POST', '/v1/payouts', PayoutBody, { reference: invoiceId, amount: toDecimal(amount, currency), currency, destination: fields })
      if (!sent.ok) return sent.refusal === 'unknown' ? refuse('refused') : refuse(sent.refusal)
      return ok(payoutReport(sent.value))
    },
    async cancelPayout({ invoiceId }) {
      const answer = await call('POST', `/v1/payouts/by-reference/${invoiceId}/cancel`, PayoutBody, {})
      return answer.ok ? ok(payoutReport(answer.value)) : refuse('unavailable')
    },
    inquirePayment: async (invoiceId) => inquired(await call('GET', `/v1/payments/by-reference/${invoiceId}`, PaymentBody), paymentReport),
    inquirePayout: async (invoiceId) => inquired(await call('GET', `/v1/payouts/by-reference/${invoiceId}`, PayoutBody), payoutReport),
    isGenuine: ({ rawBody, header, now }) => isSigned({ secrets: options.noticeSecrets, header: header('sandbox-signature'), rawBody, now }),
    readNotice(body) {
      const notice = NoticeBody.safeParse(parseJson(body))
      return notice.success ? { eventId: notice.data.id, report: readReport(notice.data.type, notice.data.data) } : null
    },
  }
}

type CallRefusal = 'unavailable' | 'refused' | 'unknown'

function caller({ apiUrl, apiKey, timeoutMs = 8000 }: SandboxPayOptions) {
  return async function call<S extends z.ZodType>(method: 'GET' | 'POST', path: string, shape: S, body?: unknown): Promise<Result<z.output<S>, CallRefusal>> {
    try {
      const answer = await fetch(apiUrl + path, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await answer.text()
      if (answer.status === 404) return refuse('unknown')
      if (answer.status >= 400 && answer.status < 500 && ![401, 408, 425, 429].includes(answer.status)) return refuse('refused')
      const parsed = shape.safeParse(parseJson(text))
      return answer.ok && parsed.success ? ok(parsed.data) : refuse('unavailable')
    } catch {
      return refuse('unavailable')
    }
  }
}

function inquired<B, R>(answer: Result<B, CallRefusal>, read: (body: B) => R): Result<R | null, 'unavailable'> {
  if (answer.ok) return ok(read(answer.value))
  return answer.refusal === 'unknown' ? ok(null) : refuse('unavailable')
}

function readReport(type: string, data: unknown): PartnerReport | null {
  const isPayout = type.startsWith('payout.')
  const parsed = isPayout ? PayoutBody.safeParse(data) : PaymentBody.safeParse(data)
  if (!parsed.success || !z.uuid().safeParse(parsed.data.reference).success) return null
  return isPayout ? payoutReport(parsed.data as z.output<typeof PayoutBody>) : paymentReport(parsed.data as z.output<typeof PaymentBody>)
}

function paymentReport(body: z.output<typeof PaymentBody>): PaymentReport {
  return { subject: 'payment', invoiceId: body.reference, externalId: body.id, state: body.status, amount: fromDecimal(body.amount, body.currency), currency: body.currency, isTagWrong: body.isTagWrong }
}

function payoutReport(body: z.output<typeof PayoutBody>): PayoutReport {
  return { subject: 'payout', invoiceId: body.reference, externalId: body.id, state: body.status, amount: fromDecimal(body.amount, body.currency), currency: body.currency }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
