/**
 * The states of deposits and withdrawals. The database stores a state as status, stage and, for an operator's review,
 * `review`.
 */
import { type InvoiceStage, InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { type Machine, machine, type Mover } from '../../kernel/machine.ts'

export type DepositState =
  | 'created'
  | 'awaiting-payment'
  | 'confirming'
  | 'review'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'failed'
export type DepositMove = 'asked' | 'seen' | 'parked' | 'paid' | 'failed' | 'declined' | 'expired'

const seen = { to: 'confirming', by: ['partner'] } as const
const parked = { to: 'review', by: ['partner'] } as const
const paidDeposit = { to: 'paid', by: ['partner', 'operator'] } as const
const failed = { to: 'failed', by: ['partner', 'system'] } as const
const givenUp = { to: 'declined', by: ['player', 'system'] } as const
const expired = { to: 'expired', by: ['system'] } as const

/**
 * `review`: the money is in suspense until an operator decides. A confirming deposit contains money and cannot be
 * cancelled.
 */
export const depositStates = machine<DepositState, DepositMove>('deposit', {
  created: {
    asked: { to: 'awaiting-payment', by: ['partner'] },
    seen,
    parked,
    paid: paidDeposit,
    failed,
    declined: givenUp,
    expired,
  },
  'awaiting-payment': { seen, parked, paid: paidDeposit, failed, declined: givenUp, expired },
  confirming: { parked, paid: paidDeposit, failed: { to: 'failed', by: ['partner'] } },
  review: { paid: { to: 'paid', by: ['operator'] }, failed: { to: 'failed', by: ['operator'] } },
  paid: {},
  declined: {},
  expired: {},
  failed: {},
})

export type WithdrawalState =
  | 'created'
  | 'review'
  | 'approved'
  | 'partner-review'
  | 'sent'
  | 'paid'
  | 'declined'
  | 'returned'
export type WithdrawalMove = 'queried' | 'approved' | 'reviewed' | 'sent' | 'paid' | 'declined' | 'returned'

const reviewed = { to: 'partner-review', by: ['partner'] } as const
const sent = { to: 'sent', by: ['partner'] } as const
const paidOut = { to: 'paid', by: ['partner', 'operator'] } as const
const returned = { to: 'returned', by: ['partner', 'operator'] } as const
const cancelled = { to: 'declined', by: ['partner'] } as const
/** Until something was sent, the player cancels it without the partner. */
const takenBack = { to: 'declined', by: ['player', 'partner'] } as const

/** An operator pays or returns what a partner's report contradicts (flags). `queried`: an operator is asked before it is sent. */
export const withdrawalStates = machine<WithdrawalState, WithdrawalMove>('withdrawal', {
  created: {
    queried: { to: 'review', by: ['system'] },
    reviewed,
    sent,
    paid: paidOut,
    returned,
    declined: takenBack,
  },
  review: {
    approved: { to: 'approved', by: ['operator'] },
    paid: { to: 'paid', by: ['operator'] },
    returned: { to: 'returned', by: ['operator'] },
    declined: { to: 'declined', by: ['player'] },
  },
  approved: { sent, paid: paidOut, returned, declined: takenBack },
  'partner-review': { sent, paid: paidOut, returned, declined: cancelled },
  sent: { paid: paidOut, returned, declined: cancelled },
  paid: {},
  declined: {},
  returned: {},
})

/** A flag is independent of the invoice's state; at most one is open. */
export const flagStates = machine<'clear' | 'flagged', 'raised' | 'settled'>('flag', {
  clear: { raised: { to: 'flagged', by: ['partner', 'operator'] } },
  flagged: { settled: { to: 'clear', by: ['operator'] } },
})

export type InvoiceMove = DepositMove | WithdrawalMove
type Standing = { type: number; stage: string; review: string | null }
type Status = (typeof InvoiceStatus)[keyof typeof InvoiceStatus]
/** As stored in the database. */
export type Moved = { status: Status; stage: InvoiceStage; review?: string }

/** Throws for a move that the table does not contain or that this mover may not make. */
export function moved(row: Standing, move: InvoiceMove, by: Mover): Moved {
  if (row.type === InvoiceType.deposit) {
    const { to } = anyMove(depositStates).move(row.stage as DepositState, move, by)
    return { status: statuses[to], stage: to }
  }
  const from = withdrawalStateOf(row)
  const { to } = anyMove(withdrawalStates).move(from, move, by)
  const review = to === 'review' ? 'open' : from === 'review' ? reviewEnds[move] : undefined
  return {
    status: statuses[to],
    stage: to === 'partner-review' ? 'review' : to,
    ...(review ? { review } : {}),
  }
}

/** A move of the other machine is treated like an unknown one. */
function anyMove<State extends string, Name extends string>(states: Machine<State, Name>): Machine<State, InvoiceMove> {
  return states as unknown as Machine<State, InvoiceMove>
}

function withdrawalStateOf({ stage, review }: Standing): WithdrawalState {
  return stage === 'review' && review !== 'open' ? 'partner-review' : (stage as WithdrawalState)
}

/** The result of an operator's review, by the move that ended it. */
const reviewEnds: Partial<Record<InvoiceMove, string>> = {
  approved: 'approved',
  paid: 'approved',
  returned: 'declined',
  declined: 'withdrawn',
}

const { pending, success, failed: failure } = InvoiceStatus
const statuses: Record<DepositState | WithdrawalState, Status> = {
  created: pending,
  'awaiting-payment': pending,
  confirming: pending,
  review: pending,
  'partner-review': pending,
  approved: pending,
  sent: pending,
  paid: success,
  declined: failure,
  expired: failure,
  failed: failure,
  returned: failure,
}
