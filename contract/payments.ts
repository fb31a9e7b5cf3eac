/** Payment methods and invoices: deposits and withdrawals. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { stockMessages } from './fields/messages.ts'
import { isPlainText } from './fields/text.ts'
import { CurrencyCode, PositiveAmount, SignedWireAmount, WireAmount } from './money.ts'
import { period } from './period.ts'

export const InvoiceStatus = { pending: 1, success: 2, failed: 3 } as const
export const InvoiceType = { deposit: 1, withdrawal: 2 } as const

const LocalizedText = z.record(z.string(), z.string())
const FieldOption = z.object({
  id: z.string(),
  name: z.string(),
  minAmount: WireAmount.optional(),
  maxAmount: WireAmount.optional(),
  regex: z.string().optional(),
})
export const MethodField = z.object({
  key: z.string(),
  fieldType: z.enum(['select', 'textarea', 'text']),
  value: z.string().nullable(),
  isRequired: z.boolean(),
  regexp: z.string().nullable(),
  labels: LocalizedText,
  hints: LocalizedText,
  options: z.array(FieldOption),
  /** The destination of an earlier withdrawal: shown even when already filled in and valid, so that the player checks it. */
  isDestination: z.boolean().optional(),
})
export type MethodField = z.infer<typeof MethodField>

export const ProcessingType = z.enum(['form', 'qr', 'iframe', 'message', 'asyncRedirect'])
/** The pictures drawn for payment methods; a partner's own logo has precedence. */
export const MethodPicture = z.enum([
  'card',
  'bank',
  'instant',
  'pix',
  'bank-app',
  'e-wallet',
  'voucher',
  'cash-agent',
  'blockchain',
  'bitcoin-checkout',
])
export type MethodPicture = z.infer<typeof MethodPicture>
/** What the partner or the network charges the player in addition to the booked amount. */
const MethodFee = z.object({
  percent: z.number().min(0).max(100),
  fixed: WireAmount,
  /** True if the sender pays the network's current fee. */
  isNetworkFee: z.boolean(),
})
/** The time from the payment to the balance, or from the request to the payee. */
const MethodArrival = z.object({ fromSeconds: z.int().min(0), toSeconds: z.int().min(0) })
export const PaymentMethod = z.object({
  method: z.string(),
  /** Per locale, like the labels of its fields; the partner supplies the text. */
  names: LocalizedText,
  type: z.enum(['form', 'address']),
  kind: z.enum(['card', 'bank', 'crypto', 'cash']),
  logo: z.string().nullable(),
  picture: MethodPicture.optional(),
  /** Absent if it is not known. */
  fee: MethodFee.optional(),
  /** Absent if it is not known. */
  arrival: MethodArrival.optional(),
  /** True if a withdrawal pays back to the card or wallet of the player's last deposit by this method. */
  isToOrigin: z.boolean().optional(),
  /** True for the method with which the player last completed a payment of this direction; it is listed first. */
  isLastUsed: z.boolean().optional(),
  /** True while an operator has switched the method, or all of its partner, off: no payment by it can be started. */
  isPaused: z.boolean().optional(),
  processingType: ProcessingType,
  amountMin: WireAmount,
  amountMax: WireAmount,
  presets: z.array(z.object({ amount: WireAmount, default: z.boolean() })),
  fields: z.array(MethodField),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

const MethodsQuery = z.object({
  currency: CurrencyCode,
  country: z.string().length(2).optional(),
  region: z.string().max(8).optional(),
  /** Paused methods follow the others, marked by `isPaused`. */
  withPaused: z.stringbool().default(false),
})
export const listDepositMethods = endpoint({
  method: 'GET',
  path: '/api/payment/methods/deposit',
  access: 'player',
  summary: 'List deposit methods in a currency',
  query: MethodsQuery,
  reply: z.array(PaymentMethod),
  refusals: { depositLimitReached: { status: 422, code: 13100 } },
})
export const listWithdrawalMethods = endpoint({
  method: 'GET',
  path: '/api/payment/methods/withdrawal',
  access: 'player',
  summary: 'List withdrawal methods in a currency',
  query: MethodsQuery,
  reply: z.array(PaymentMethod),
})

const Fields = z.record(z.string().max(64), z.string().max(512)).default({})
export const DepositRequest = z.object({
  method: z.string().max(64),
  currency: CurrencyCode,
  country: z.string().length(2).optional(),
  amount: PositiveAmount,
  accountId: z.uuid(),
  redirectSuccessUrl: z.string().max(2048).optional(),
  redirectErrorUrl: z.string().max(2048).optional(),
  redirectUrl: z.string().max(2048).optional(),
  bonusId: z.string().max(64).nullable().optional(),
  /** The `termsVersion` of the bonus as it was shown; if absent, the current terms apply. */
  bonusTermsVersion: z.int().optional(),
  isBonusDecline: z.boolean().optional(),
  fields: Fields,
})
export const DepositReply = z.object({
  invoiceId: z.uuid(),
  /** The address a form posts to or an iframe loads. */
  action: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
  qr: z.string().nullable(),
  address: z.string().nullable(),
  tag: z.string().nullable(),
})

const methodNotOffered = {
  status: 422,
  description: 'no such method for this currency and country',
  fields: true,
} as const
const amountOutOfRange = { status: 422, fields: true } as const
const accountNotFound = { status: 404 } as const
const fieldsInvalid = { status: 422, fields: true } as const
const redirectNotAllowed = { status: 422, fields: true } as const
const partnerUnavailable = {
  status: 503,
  description: 'the payment partner did not answer; the invoice stays pending and is retried or failed',
} as const

export const startDeposit = endpoint({
  method: 'POST',
  path: '/api/payment/invoices/deposit',
  access: 'player',
  summary: 'Start a deposit',
  body: DepositRequest,
  bodyBytes: 32 * 1024,
  reply: DepositReply,
  refusals: {
    methodNotOffered,
    amountOutOfRange,
    accountNotFound,
    fieldsInvalid,
    redirectNotAllowed,
    partnerUnavailable,
    paymentRefused: { status: 422, description: 'the payment partner refused' },
    playerLimited: { status: 422, description: 'status 2 players may not deposit' },
    accountClosed: { status: 422, description: 'the account was closed meanwhile' },
    tooManyOpenDeposits: { status: 422, description: 'too many deposits wait to be paid: one must end first' },
    depositLimitReached: { status: 422, code: 13100 },
    limitRequired: { status: 422, description: 'a limit that the law requires is not set: see /api/player/protection' },
    bonusNotAvailable: { status: 422, fields: true, description: 'it was taken meanwhile, or does not fit the amount' },
    bonusTermsChanged: { status: 422, fields: true, description: 'the bonus has other terms than those shown' },
    playerExcluded: { status: 422, code: 13101, description: 'a cooling-off period or self-exclusion is in force' },
    countryRestricted: { status: 422, code: 13102, description: 'the call comes from a restricted country' },
    stepUpRequired: {
      status: 422,
      code: 12003,
      description: 'the session was idle for half an hour: a step-up is required',
    },
  },
})

export const readPaymentPage = endpoint({
  method: 'GET',
  path: '/api/payment/invoices/{id}/page',
  access: 'player',
  summary: 'Get the address at which a pending deposit is continued',
  params: z.object({ id: z.uuid() }),
  reply: DepositReply.extend({
    /** Null where the method is no longer offered. */
    processingType: ProcessingType.nullable(),
  }),
  refusals: {
    invoiceNotFound: { status: 404 },
    invoiceIsFinal: { status: 422 },
    invoiceInProgress: { status: 422, description: 'a payment was detected; no further payment is needed' },
    paymentNotOpened: { status: 422, description: 'the partner has not opened the payment' },
  },
})

/**
 * Deposits: created, awaiting-payment, confirming, then paid, declined, expired or failed; review if an operator must
 * decide. Withdrawals: created, review, approved if an operator decided, sent, then paid, declined or returned.
 */
export const InvoiceStage = z.enum([
  'created',
  'awaiting-payment',
  'confirming',
  'review',
  'approved',
  'sent',
  'paid',
  'declined',
  'expired',
  'failed',
  'returned',
])
export type InvoiceStage = z.infer<typeof InvoiceStage>

/** What a player provides, where the policy of the country or the operator requires it. */
export const requirementCodes = ['identity', 'address', 'funds', 'method', 'tax'] as const
/** Why a withdrawal is not sent yet. The operator or the partner settles those that are not requirements. */
export const holdReasons = [
  ...requirementCodes,
  'amount',
  'flagged',
  'debt',
  'blocked',
  'factors',
  'prepared',
  'report',
  'partner',
] as const
export const HoldReason = z.enum(holdReasons)
export type HoldReason = z.infer<typeof HoldReason>
/** `open`: the player has to act. `waiting`: what the player has provided, or a fact, is being checked. */
const CheckState = z.enum(['met', 'open', 'waiting'])

export const Hold = z.object({
  checks: z.array(z.object({ code: HoldReason, state: CheckState })),
  since: z.iso.datetime(),
  /** Who has to act. The clock of the promise stands while it is the player. */
  holder: z.enum(['player', 'house', 'partner']),
  /** When an answer is promised; null while the player has to act. */
  promisedBy: z.iso.datetime().nullable(),
  /** Of the whole hold, without the time in which the player has to act. */
  promisedHours: z.int(),
})
export type Hold = z.infer<typeof Hold>

/** Who has had to act on a withdrawal, oldest first; `until` is null for the one who has to now. */
export const Turn = z.object({
  holder: Hold.shape.holder,
  from: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
})

export const Invoice = z.object({
  id: z.uuid(),
  number: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  method: z.string(),
  methodNames: LocalizedText,
  amount: WireAmount,
  currency: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** A finer state than `status`. */
  stage: InvoiceStage,
  /** All stages reached, oldest first. */
  timeline: z.array(z.object({ stage: InvoiceStage, at: z.iso.datetime() })),
  /** Who or what closed a declined invoice; absent if that is not known. */
  closedBy: z.enum(['player', 'partner', 'exclusion', 'account-closure']).optional(),
  /** The player's own protection for which money that has arrived is not credited; absent otherwise. */
  heldBy: z.enum(['exclusion', 'limit']).optional(),
  /** What keeps a pending withdrawal from being sent; absent otherwise. */
  hold: Hold.optional(),
  /** Of a withdrawal that was held; absent otherwise. */
  turns: z.array(Turn).optional(),
  /** What was paid to the player because a promised time had passed; absent otherwise. */
  compensation: WireAmount.optional(),
  /** A withdrawal that its player cannot cancel; absent otherwise. */
  isCancellable: z.literal(false).optional(),
  /** Who has to act next; null once the state is final. */
  owner: z.enum(['player', 'house', 'partner']).nullable(),
  /** The expected completion time; null when unknown or final. */
  expectedBy: z.iso.datetime().nullable(),
  /** Destination or origin, shortened: network and address, or the last digits of an account number. */
  detail: z.string().nullable(),
  /** While payment is pending, supplied by the partner: a QR code, instructions per locale, the number to show or enter when paying. */
  publicData: z.object({
    qr: z.string().optional(),
    message: LocalizedText.optional(),
    paymentCode: z.string().optional(),
  }),
  version: z.int(),
})
export type Invoice = z.infer<typeof Invoice>

export const startWithdrawal = endpoint({
  method: 'POST',
  path: '/api/payment/invoices/withdrawal',
  access: 'player',
  summary: 'Request a withdrawal; the amount is put on hold immediately',
  body: z.object({
    method: z.string().max(64),
    currency: CurrencyCode,
    country: z.string().length(2).optional(),
    amount: PositiveAmount,
    accountId: z.uuid(),
    fields: Fields,
    /** A repeated request with the same key returns the first response. */
    idempotencyKey: z.uuid().optional(),
    /** The player was informed which bonuses of this currency the withdrawal ends, and agrees. */
    isBonusEndConfirmed: z.boolean().optional(),
  }),
  bodyBytes: 16 * 1024,
  reply: Invoice,
  refusals: {
    methodNotOffered,
    amountOutOfRange,
    accountNotFound,
    fieldsInvalid,
    insufficientFunds: { status: 422, fields: true },
    bonusWouldEnd: {
      status: 422,
      code: 13103,
      description: 'a bonus of this currency is active or waits to be started: ask again with isBonusEndConfirmed',
    },
    turnoverOpen: { status: 422, code: 13102, description: 'deposits must be staked first' },
    stepUpRequired: {
      status: 422,
      code: 12003,
      description:
        'nothing was ever withdrawn to there, or the session was left alone for half an hour: prove again who asks',
    },
    idempotencyConflict: { status: 409 },
  },
})

export const readRequirements = endpoint({
  method: 'GET',
  path: '/api/payment/requirements',
  access: 'player',
  summary: 'Get everything that a withdrawal of an amount by a method will be held for, before it is requested',
  query: z.object({
    method: z.string().max(64),
    currency: CurrencyCode,
    country: z.string().length(2).optional(),
    amount: z.coerce.number().pipe(PositiveAmount),
  }),
  reply: z.object({
    checks: z.array(
      z.object({
        code: z.enum([...holdReasons, 'wagering']),
        state: CheckState,
        /** Why the last document was declined. */
        comment: z.string().nullable(),
      }),
    ),
    /** Within which an answer is promised once the player has provided everything; null if nothing holds it. */
    promisedHours: z.int().nullable(),
    /** What the player is paid if that time passes without an answer; null if nothing. */
    compensation: WireAmount.nullable(),
  }),
  refusals: { methodNotOffered },
})

/** `from` is inclusive, `to` is exclusive. */
const Period = z.object(period)

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/payment/invoices',
  access: 'player',
  summary: 'List deposits and withdrawals, newest first',
  query: z.object({
    /** Lists only this invoice, if it is the player's. */
    id: z.uuid().optional(),
    type: z.coerce
      .number()
      .pipe(z.union([z.literal(1), z.literal(2)]))
      .optional(),
    status: z
      .array(z.coerce.number().pipe(z.union([z.literal(1), z.literal(2), z.literal(3)])))
      .max(3)
      .optional(),
    currency: CurrencyCode.optional(),
    ...Period.shape,
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ data: z.array(Invoice), meta: z.object({ total: z.int(), page: z.int(), perPage: z.int() }) }),
})
export const declineInvoice = endpoint({
  method: 'PUT',
  path: '/api/payment/invoices/{id}/decline',
  access: 'player',
  summary: 'Cancel a pending invoice',
  params: z.object({ id: z.uuid() }),
  reply: Invoice,
  refusals: {
    invoiceNotFound: { status: 404 },
    invoiceIsFinal: { status: 422 },
    cancellingNotOffered: {
      status: 422,
      description: "the player's jurisdiction permits no cancelling of withdrawals",
    },
    invoiceInProgress: { status: 422, description: 'the payment is being processed and can no longer be cancelled' },
  },
})
/** `net` is deposits minus withdrawals. */
const Totals = z.array(
  z.object({ currency: z.string(), deposited: WireAmount, withdrawn: WireAmount, net: SignedWireAmount }),
)
export const readInvoiceStatistics = endpoint({
  method: 'GET',
  path: '/api/payment/invoices/statistics',
  access: 'player',
  summary: 'Get totals of successful invoices by currency, for a period and overall',
  query: Period,
  reply: z.object({ successDepositNumber: z.int(), totals: Totals, lifetime: Totals }),
})

const PayoutTime = z.object({
  method: z.string(),
  methodNames: LocalizedText,
  currency: z.string(),
  /** From request to completion, including any review by an operator. */
  medianSeconds: z.number().min(0),
  p95Seconds: z.number().min(0),
  count: z.int(),
})
export type PayoutTime = z.infer<typeof PayoutTime>
export const readPayoutTimes = endpoint({
  method: 'GET',
  path: '/api/payment/payout-times',
  access: 'public',
  summary: 'Get payout times of the last 30 days',
  reply: z.array(PayoutTime),
})

/** A partner's webhook about an invoice; the signature covers the raw body. */
export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/api/partners/payments/{partner}/callback',
  access: 'partner',
  summary: 'Signed notice of a payment partner',
  params: z.object({ partner: z.string().max(32) }),
  bodyBytes: 64 * 1024,
  reply: z.object({ accepted: z.literal(true) }),
  refusals: { signatureInvalid: { status: 401 }, unknownPartner: { status: 404 } },
})

/** An address that the player has saved for withdrawals. */
const SavedAddress = z.object({
  id: z.uuid(),
  name: z.string(),
  method: z.string(),
  currency: z.string(),
  network: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
  /** The time from which a withdrawal to it needs no step-up. */
  trustedFrom: z.iso.datetime(),
})
export type SavedAddress = z.infer<typeof SavedAddress>

export const listAddresses = endpoint({
  method: 'GET',
  path: '/api/payment/addresses',
  access: 'player',
  summary: "List the player's saved withdrawal addresses",
  query: z.object({ currency: CurrencyCode.optional() }),
  reply: z.array(SavedAddress),
})
export const saveAddress = endpoint({
  method: 'POST',
  path: '/api/payment/addresses',
  access: 'player',
  summary: 'Save a withdrawal address under a name; it is validated as for a withdrawal',
  body: z.object({
    name: z.string().trim().min(1).max(40).refine(isPlainText, stockMessages.plainText),
    method: z.string().max(64),
    currency: CurrencyCode,
    country: z.string().length(2).optional(),
    fields: Fields,
  }),
  bodyBytes: 16 * 1024,
  reply: SavedAddress,
  refusals: {
    methodNotOffered,
    fieldsInvalid,
    addressExists: { status: 422, description: 'the address is already saved' },
    tooManyAddresses: { status: 422 },
    stepUpRequired: { status: 422, code: 12003, description: 'a step-up is required' },
  },
})
export const removeAddress = endpoint({
  method: 'DELETE',
  path: '/api/payment/addresses/{id}',
  access: 'player',
  summary: 'Delete a saved withdrawal address',
  params: z.object({ id: z.uuid() }),
  refusals: { addressNotFound: { status: 404 } },
})
