/** What the house asks of a payment partner. Adapters own units, names and signatures; nothing of a vendor is visible beyond them. */
import type { Result } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/payments.ts'

/** `invoiceId` is the idempotency key of every request: asking twice opens one payment and pays once. */
export type OpenPayment = {
  invoiceId: string
  method: string
  /** Null for a deposit address: the payer decides. */
  amount: Subunits | null
  currency: string
  network: string | null
  fields: Record<string, string>
  /** Absolute, checked addresses that the partner sends the player back to. */
  successUrl: string
  errorUrl: string
}

/** What the browser needs in order to go on. */
export type OpenedPayment = {
  externalId: string
  action: string | null
  fields: Record<string, string>
  qr: string | null
  address: string | null
  tag: string | null
}

export type SendPayout = { invoiceId: string; method: string; amount: Subunits; currency: string; fields: Record<string, string> }

/** The partner's word on one payment or pay-out, whether it came as a notice or as an answer. */
export type PaymentReport = {
  subject: 'payment'
  invoiceId: string
  externalId: string
  state: 'open' | 'confirming' | 'succeeded' | 'failed'
  /** Null where nothing was received yet, or in a currency that the adapter cannot count. */
  amount: Subunits | null
  currency: string
  isTagWrong: boolean
}
export type PayoutReport = {
  subject: 'payout'
  invoiceId: string
  externalId: string
  state: 'review' | 'sent' | 'succeeded' | 'failed' | 'cancelled'
  amount: Subunits | null
  currency: string
}
export type PartnerReport = PaymentReport | PayoutReport

export type RawNotice = { rawBody: Buffer; header(name: string): string | undefined; now: Date }
export type PartnerNotice = { eventId: string; report: PartnerReport | null }

export type MethodsQuery = { currency: string; country: string | null }

/** `unavailable`: no answer, or one that says "not now"; the request may still have been carried out. */
export type PaymentPartner = {
  /** Names the partner in addresses of the ledger and in the path of its notices. */
  name: string
  depositMethods(query: MethodsQuery): PaymentMethod[]
  withdrawalMethods(query: MethodsQuery): PaymentMethod[]
  /** Name per locale. */
  methodNames(method: string): Record<string, string>
  openPayment(request: OpenPayment): Promise<Result<OpenedPayment, 'unavailable' | 'refused'>>
  sendPayout(request: SendPayout): Promise<Result<PayoutReport, 'unavailable' | 'refused'>>
  /** Stops a pay-out that has not left; also one that the partner has yet to hear of. */
  cancelPayout(invoiceId: string): Promise<Result<PayoutReport, 'unavailable'>>
  /** Null where the partner knows no such invoice. */
  inquirePayment(invoiceId: string): Promise<Result<PaymentReport | null, 'unavailable'>>
  inquirePayout(invoiceId: string): Promise<Result<PayoutReport | null, 'unavailable'>>
  /** Verifies signature and age over the raw bytes, in constant time. */
  isGenuine(notice: RawNotice): boolean
  /** Reads a stored body; null where it cannot be understood. */
  readNotice(body: string): PartnerNotice | null
}
