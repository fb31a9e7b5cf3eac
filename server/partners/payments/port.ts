/** The port of payment partners. Units, names and signatures of a vendor are internal to its adapter. */
import type { Result } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/payments.ts'

/** `invoiceId` is the idempotency key of every request: a repeated request opens one payment and pays once. */
export type OpenPayment = {
  invoiceId: string
  /** The wallet account that the money is for: the partner stores a payer's data, such as an address, by this id. */
  accountId: string
  method: string
  /** Null for a deposit address: the payer chooses the amount. */
  amount: Subunits | null
  currency: string
  network: string | null
  fields: Record<string, string>
  /** Absolute, validated addresses to which the partner redirects the player. */
  successUrl: string
  errorUrl: string
}

/** What the browser needs in order to continue. */
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
  /** The invoice id of the deposit to whose card or wallet the money goes back; absent for all other methods. */
  origin?: string
}

/** The partner's report on one payment or payout, from a webhook or a response. */
export type PaymentReport = {
  subject: 'payment'
  invoiceId: string
  externalId: string
  state: 'open' | 'confirming' | 'succeeded' | 'failed'
  /** Null if nothing was received yet, or in a currency that the adapter cannot convert. */
  amount: Subunits | null
  currency: string
  isTagWrong: boolean
  /** The money arrived at an address that expects another currency. */
  isAddressWrong?: boolean
  /** The money is there, and nothing shows who sent it or in which payment. */
  isOriginUnknown?: boolean
  /** Payment instructions that the partner created later: a code to scan, texts by locale, a number to show at a counter. */
  /** What has arrived of a payment that is `failed` all the same, such as at the address of a cancelled invoice. */
  received?: Subunits | null
  instruction?: PaymentInstruction
}
export type PaymentInstruction = { qr?: string; message?: Record<string, string>; paymentCode?: string }
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
/**
 * A webhook without facts has no report but an inquiry: the partner's current state is read outside any transaction.
 */
export type NoticeQuestion = { subject: 'payment' | 'payout'; externalId: string }
export type PartnerNotice = { eventId: string; report: PartnerReport | null; question?: NoticeQuestion }

/**
 * One transaction in the partner's statement. The period of a statement refers to `openedAt`, when the partner
 * accepted the order.
 */
export type PartnerTransaction = {
  subject: 'payment' | 'payout'
  externalId: string
  /** Null if the partner has no invoice id for it. */
  invoiceId: string | null
  /**
   * What the payer paid or the payee receives, always above zero; null in a currency or precision that the adapter
   * cannot convert.
   */
  amount: Subunits | null
  currency: string
  openedAt: Date
}
/** `from` is inclusive, `to` is exclusive; `cursor` is the `next` of the previous page. */
export type StatementQuery = { from: Date; to: Date; cursor?: string | null }
export type StatementPage = { transactions: PartnerTransaction[]; next: string | null }

export type MethodsQuery = { currency: string; country: string | null }

/** `unavailable`: no response, or a temporary error; the request may still have been executed. */
export type PaymentPartner = {
  /** Identifies the partner in ledger addresses, in the path of its webhooks and in operators' commands. */
  slug: string
  depositMethods(query: MethodsQuery): PaymentMethod[]
  withdrawalMethods(query: MethodsQuery): PaymentMethod[]
  /** Name by locale. */
  methodNames(method: string): Record<string, string>
  openPayment(request: OpenPayment): Promise<Result<OpenedPayment, 'unavailable' | 'refused'>>
  /** Errors in a payout's fields that a pattern cannot find, such as a checksum; empty if there are none. */
  findPayoutFaults?(fields: Record<string, string>): Record<string, string[]>
  /**
   * Cancels an unpaid payment, including one that the partner has not received yet. `failed` means that it can no
   * longer be paid; null that the partner does not know the invoice. Absent if payments cannot be cancelled.
   */
  cancelPayment?(invoiceId: string): Promise<Result<PaymentReport | null, 'unavailable'>>
  sendPayout(request: SendPayout): Promise<Result<PayoutReport, 'unavailable' | 'refused'>>
  /** Cancels a payout that has not been sent, including one that the partner has not received yet. */
  cancelPayout(request: SendPayout): Promise<Result<PayoutReport, 'unavailable'>>
  /** Null if the partner does not know the invoice. */
  inquirePayment(invoiceId: string): Promise<Result<PaymentReport | null, 'unavailable'>>
  /** `externalId` if it is known: some partners can find a payment efficiently only by their own id. */
  inquirePayout(invoiceId: string, externalId?: string | null): Promise<Result<PayoutReport | null, 'unavailable'>>
  /** Makes the inquiry of a webhook; null if the partner does not know it or it belongs to another shop. */
  answerQuestion?(question: NoticeQuestion): Promise<Result<PartnerReport | null, 'unavailable'>>
  /**
   * Successful payments and payouts, page by page, in the partner's order. Absent if the partner has no statement of
   * its own.
   */
  listTransactions?(query: StatementQuery): Promise<Result<StatementPage, 'unavailable'>>
  /** Verifies signature and age over the raw bytes, in constant time. */
  isGenuine(notice: RawNotice): boolean
  /** Parses a stored body; null if it is not understood. */
  readNotice(body: string): PartnerNotice | null
}
