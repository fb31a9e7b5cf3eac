/** Payments: the queues of those that wait for a decision, all of them with filters, and the whole case of one. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Hold, InvoiceStage, Turn } from '../payments.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, NextPage, PageKey, Part, Reason } from './common.ts'
import { stateOf } from './queue.ts'

export const paymentTypes = ['deposit', 'withdrawal'] as const
export const paymentStates = ['open', 'review', 'flagged', 'succeeded', 'failed'] as const
export const flagDecisions = [
  'credit',
  'send-back',
  'keep',
  'charge-house',
  'charge-player',
  'give-back',
  'dismiss',
] as const

const Flag = z.object({
  flag: z.string(),
  raisedAt: z.iso.datetime(),
  /** What the partner has reported; null if it named no amount. */
  reported: Money.nullable(),
  /** While it is open. */
  decisions: z.array(z.enum(flagDecisions)),
  settledAt: z.iso.datetime().nullable(),
  settledBy: z.string().nullable(),
  decision: z.enum(flagDecisions).nullable(),
  reason: z.string().nullable(),
})
export type DeskFlag = z.output<typeof Flag>

const Payment = z.object({
  number: z.string(),
  type: z.enum(paymentTypes),
  state: z.enum(paymentStates),
  stage: InvoiceStage,
  playerId: z.uuid(),
  partner: z.string(),
  method: z.string(),
  /** Null for an address at which nothing has arrived yet. */
  amount: Money.nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Why an operator reviews it, or did. */
  reasons: z.array(z.string()),
  /** What keeps it from being sent, as its player sees it; null if nothing does. */
  hold: Hold.nullable(),
  /** The open one. */
  flag: Flag.nullable(),
})
export type DeskPayment = z.output<typeof Payment>

const Total = z.object({ currency: z.string(), deposited: Money, withdrawn: Money })

const Case = z.object({
  payment: Payment,
  /** For a decision: it is refused if the case has changed since. */
  version: z.int(),
  /** Of a withdrawal that an operator reviews or has reviewed. */
  review: z
    .object({
      state: z.enum(['open', 'approved', 'declined', 'withdrawn']),
      by: z.string().nullable(),
      at: z.iso.datetime().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Who had to act on it while it was held, oldest first. */
  turns: z.array(Turn),
  /** What was paid to the player for broken promises. */
  compensation: Money.nullable(),
  /** What has to happen next; null for a payment that has ended and is not flagged. */
  waitsFor: z
    .object({
      what: z.enum(['flag', 'review', 'sending', 'no-partner', 'result', 'payer']),
      /** How often the partner was called or asked without a result. */
      attempts: z.int(),
      /** When it is called or asked again. */
      nextAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** All of them, oldest first. */
  flags: z.array(Flag),
  network: z.string().nullable(),
  externalId: z.string().nullable(),
  /** What the player has entered, such as the account number of the destination. */
  fields: z.record(z.string(), z.string()),
  destination: z
    .object({
      /** Withdrawals of this player that were paid to it. */
      paidBefore: z.int(),
      /** Other players who have withdrawn to it. */
      others: z.array(z.uuid()),
    })
    .nullable(),
  player: z.object({
    id: z.uuid(),
    status: z.enum(['active', 'limited', 'blocked', 'closed']),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    country: z.string(),
    createdAt: z.iso.datetime(),
    identityVerifiedAt: z.iso.datetime().nullable(),
  }),
  wallets: z.array(z.object({ currency: z.string(), cash: Money, bonus: Money, locked: Money, vault: Money })),
  /** Of all successful payments. */
  totals: z.array(Total),
  /** Since the last successful deposit before this payment, or of all time without one. */
  play: z.object({
    since: z.iso.datetime().nullable(),
    totals: z.array(z.object({ currency: z.string(), staked: Money, stakedFromBonus: Money, won: Money, net: Money })),
  }),
  /** Successful deposits by method. */
  methods: z.array(z.object({ method: z.string(), partner: z.string(), deposits: z.int(), amount: Money })),
  /** Bonuses, markers of harm, shared households: what other parts of the site know and a decision depends on. */
  concerns: z.array(
    z.object({ kind: z.string(), detail: z.array(Part), state: z.string(), path: z.string(), at: z.iso.datetime() }),
  ),
  /** Other payments of the player, newest first, at most 20; the open ones before all others. */
  others: z.array(Payment),
  movements: z.array(z.object({ kind: z.string(), from: z.string(), to: z.string(), amount: Money })),
  history: z.array(z.object({ at: z.iso.datetime(), stage: z.string(), note: z.string().nullable() })),
})
export type PaymentCase = z.output<typeof Case>

const page = { query: z.object({ after: PageKey }), reply: z.object({ payments: z.array(Payment), next: NextPage }) }
const params = z.object({ number: z.string().regex(/^F\d{1,18}$/) })
const paymentNotFound = { status: HttpStatus.notFound, description: 'There is no payment with this number' }
const changedMeanwhile = {
  status: HttpStatus.conflict,
  description: 'The case has changed since you opened it: read it again, then decide',
}

export const withdrawalsState = stateOf('/api/queues/withdrawals', 'cashier:read', 'withdrawals')

export const flagsState = stateOf('/api/queues/flags', 'cashier:read', 'flagged payments')

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/withdrawals',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'Withdrawals in review, in the order of the promised answers, 50 at a time',
  ...page,
})

export const listFlagged = endpoint({
  method: 'GET',
  path: '/api/flags',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'Flagged payments, those that have waited longest first, 50 at a time',
  ...page,
})

const Decimal = z.string().regex(/^\d{1,12}(\.\d{1,9})?$/)

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'Deposits and withdrawals, newest first, 50 at a time',
  query: z.object({
    type: z.enum(paymentTypes).optional(),
    state: z.enum(paymentStates).optional(),
    method: z.string().max(80).optional(),
    partner: z.string().max(80).optional(),
    currency: z.string().max(5).optional(),
    /** In units of the payment's own currency. */
    least: Decimal.optional(),
    most: Decimal.optional(),
    /** The first day, and the last one, in UTC. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /** An id, short id, mail address or phone number. */
    player: z.string().max(200).optional(),
    after: PageKey,
  }),
  reply: page.reply,
})

export const readPayment = endpoint({
  method: 'GET',
  path: '/api/payments/{number}',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'A payment with all that a decision about it depends on',
  params,
  reply: Case,
  refusals: { paymentNotFound },
})

export const decideWithdrawal = endpoint({
  method: 'POST',
  path: '/api/withdrawals/{number}/decision',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Approve a withdrawal, which is then sent, or decline it, which returns its amount to the player',
  params,
  body: z.object({
    decision: z.enum(['approved', 'declined']),
    /** The player reads that of a declined one. An approval needs none. */
    reason: z.string().trim().max(500).default(''),
    /** `version` of the case that the operator has read. */
    seen: z.int(),
  }),
  refusals: {
    withdrawalNotFound: { status: HttpStatus.notFound, description: 'There is no withdrawal with this number' },
    notInReview: { status: HttpStatus.conflict, description: 'This withdrawal is not in review' },
    withdrawalFlagged: {
      status: HttpStatus.conflict,
      description: 'The partner has already reported on this withdrawal: decide the flag first',
    },
    reasonMissing: { status: HttpStatus.unprocessable, description: 'Enter a reason: the player reads it' },
    changedMeanwhile,
    factorsJustRemoved: {
      status: HttpStatus.conflict,
      description: "The player's second factors were removed within 24 hours: approve it later",
    },
  },
})

export const settleFlag = endpoint({
  method: 'POST',
  path: '/api/flags/{number}/decision',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Decide a flagged payment',
  params,
  body: z.object({
    decision: z.enum(flagDecisions),
    reason: Reason,
    /** What the partner has paid, in units of the payment's currency, if it has not reported it. */
    paid: Decimal.optional(),
    /** `paid` is far from what was requested, and was checked. */
    isConfirmed: z.boolean().default(false),
    seen: z.int(),
  }),
  refusals: {
    invoiceNotFound: paymentNotFound,
    notFlagged: { status: HttpStatus.conflict, description: 'This payment is not flagged, or was decided differently' },
    reasonMissing: { status: HttpStatus.unprocessable, description: 'Enter a reason: it is recorded' },
    notForThisFlag: { status: HttpStatus.unprocessable, description: 'This decision is not possible here' },
    amountUnknown: {
      status: HttpStatus.unprocessable,
      description: 'The partner did not report the amount that it has paid: find out and enter it',
    },
    amountInvalid: { status: HttpStatus.unprocessable, description: 'This is no amount of the currency' },
    amountFar: {
      status: HttpStatus.unprocessable,
      description: 'This is far from what was requested: check it, and confirm it',
    },
    amountKnown: {
      status: HttpStatus.unprocessable,
      description: 'The amount that the partner has paid is recorded: leave the field empty',
    },
    anotherCurrency: {
      status: HttpStatus.unprocessable,
      description: 'It was paid in another currency, which the player cannot be charged: charge the house',
    },
    accountClosed: {
      status: HttpStatus.conflict,
      description:
        'The account is closed, so nothing can be credited or charged to it: send it back, keep it or charge the house',
    },
    creditedAlready: {
      status: HttpStatus.conflict,
      description: 'A late payment of this deposit was already credited: send it back or keep it',
    },
    nothingPaid: {
      status: HttpStatus.conflict,
      description: 'According to the ledger, the partner holds nothing of this payment',
    },
    changedMeanwhile,
  },
})

export const raiseFlag = endpoint({
  method: 'POST',
  path: '/api/withdrawals/{number}/flag',
  access: 'operator',
  scope: 'cashier:do',
  summary: 'Flag a withdrawal that its partner has accepted and does not complete',
  params,
  body: z.object({ reason: Reason }),
  refusals: {
    withdrawalNotFound: { status: HttpStatus.notFound, description: 'There is no withdrawal with this number' },
    notOpen: {
      status: HttpStatus.conflict,
      description: 'Only a withdrawal that its partner has accepted and not completed can be flagged',
    },
    flaggedAlready: { status: HttpStatus.conflict, description: 'This withdrawal is flagged already' },
  },
})

const Debt = z.object({
  number: z.string(),
  playerId: z.uuid(),
  /** When the payment was started. */
  createdAt: z.iso.datetime(),
  amount: Money,
})
export type PaymentDebt = z.output<typeof Debt>

export const listPaymentDebts = endpoint({
  method: 'GET',
  path: '/api/payment-debts',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'What players owe for payments, oldest first, 50 at a time',
  query: z.object({ after: PageKey }),
  reply: z.object({ debts: z.array(Debt), next: NextPage }),
})

export const clearPaymentDebt = endpoint({
  method: 'POST',
  path: '/api/payment-debts/{number}/clearance',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Write off what a player owes for a payment: the operator bears the loss',
  params,
  body: z.object({
    reason: Reason,
    /** What is owed as the operator has read it, in units of the currency. */
    seen: z.string().max(30),
  }),
  reply: z.object({ amount: Money }),
  refusals: {
    paymentNotFound,
    noDebt: { status: HttpStatus.conflict, description: 'Nothing is owed for this payment any more' },
    changedMeanwhile: { status: HttpStatus.conflict, description: 'Another amount is owed meanwhile: read it again' },
  },
})
