/** What the house asks of a payment partner. Adapters own units, names and signatures; nothing of a vendor is visible beyond them. */
import type { Result } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/payments.ts'

/** `invoiceId` is the idempotency key of every request: asking twice opens one payment and pays once. */
export type OpenPayment = {
  invoiceId: string
  /** The wallet account that the money is for: what a partner keeps for a payer, such as an address, it keeps by this. */
  accountId: string
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

export type SendPayout = {
  invoiceId: string
  method: string
  amount: Subunits
  currency: string
  fields: Record<string, string>
}

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
  /** It came to an address where another currency is awaited. */
  isAddressWrong?: boolean
  /** What the payer needs in order to pay and the partner made later: a code to scan, words per locale. */
  instruction?: PaymentInstruction
}
export type PaymentInstruction = { qr?: string; message?: Record<string, string> }
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
/** A notice that only says "look again" has no report but a question: what the partner says now is asked outside any transaction. */
export type NoticeQuestion = { subject: 'payment' | 'payout'; externalId: string }
export type PartnerNotice = { eventId: string; report: PartnerReport | null; question?: NoticeQuestion }

/** One movement of money in the partner's own books. The period of a statement goes by `openedAt`, when the partner took the order. */
export type PartnerTransaction = {
  subject: 'payment' | 'payout'
  externalId: string
  /** Null where the partner has no reference of ours. */
  invoiceId: string | null
  /** What the payer paid or the payee gets, always above zero; null in a currency or a fineness that the adapter cannot count. */
  amount: Subunits | null
  currency: string
  openedAt: Date
}
/** `from` is within the period, `to` is not; `cursor` is the `next` of the page before. */
export type StatementQuery = { from: Date; to: Date; cursor?: string | null }
export type StatementPage = { transactions: PartnerTransaction[]; next: string | null }

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
  /** What no pattern can tell of a pay-out's fields, such as a checksum; empty where nothing is wrong. */
  findPayoutFaults?(fields: Record<string, string>): Record<string, string[]>
  /**
   * Stops a payment that nobody has paid, also one that the partner has yet to hear of. `failed` means that nothing can be
   * paid any more; null that the partner knows no such invoice. Absent where a payment cannot be stopped.
   */
  cancelPayment?(invoiceId: string): Promise<Result<PaymentReport | null, 'unavailable'>>
  sendPayout(request: SendPayout): Promise<Result<PayoutReport, 'unavailable' | 'refused'>>
  /** Stops a pay-out that has not left; also one that the partner has yet to hear of. */
  cancelPayout(request: SendPayout): Promise<Result<PayoutReport, 'unavailable'>>
  /** Null where the partner knows no such invoice. */
  inquirePayment(invoiceId: string): Promise<Result<PaymentReport | null, 'unavailable'>>
  /** `externalId` where it is known: some partners find by their own id alone without reading everything. */
  inquirePayout(invoiceId: string, externalId?: string | null): Promise<Result<PayoutReport | null, 'unavailable'>>
  /** Answers a notice's question; null where the partner knows nothing of it, or nothing of ours. */
  answerQuestion?(question: NoticeQuestion): Promise<Result<PartnerReport | null, 'unavailable'>>
  /** Successful payments and pay-outs, page by page, in an order of the partner's. Absent where there are no books but the house's own. */
  listTransactions?(query: StatementQuery): Promise<Result<StatementPage, 'unavailable'>>
  /** Verifies signature and age over the raw bytes, in constant time. */
  isGenuine(notice: RawNotice): boolean
  /** Reads a stored body; null where it cannot be understood. */
  readNotice(body: string): PartnerNotice | null
}
