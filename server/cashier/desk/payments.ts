/** Payments as rows of the desk's lists and of the command line. */
import { type Kysely, sql } from 'kysely'
import type { DeskFlag, DeskPayment } from '#contract/desk/payments.ts'
import { type InvoiceStage, InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { inUnits } from '../../reference/index.ts'
import { presentHold } from '../payouts/holds.ts'
import { decisionsOf, type FlagDecision, type FlagRow } from '../flags/flags.ts'

/** With the open flag and the open hold; there is at most one of each. */
export function selectPayments(db: Kysely<Tables>) {
  return db
    .selectFrom('payments.invoices as invoice')
    .leftJoin('payments.flags as raised', (join) =>
      join.onRef('raised.invoice_id', '=', 'invoice.id').on('raised.settled_at', 'is', null),
    )
    .leftJoin('payments.holds as hold', (join) =>
      join.onRef('hold.invoice_id', '=', 'invoice.id').on('hold.ended_at', 'is', null),
    )
    .leftJoin('payments.hold_turns as turn', (join) =>
      join.onRef('turn.hold_id', '=', 'hold.id').on('turn.ended_at', 'is', null),
    )
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.type',
      'invoice.status',
      'invoice.stage',
      'invoice.review',
      'invoice.review_reasons',
      'invoice.player_id',
      'invoice.partner',
      'invoice.method',
      'invoice.amount',
      'invoice.currency',
      'invoice.created_at',
      'invoice.ended_at',
      'raised.id as flag_id',
      'raised.flag',
      'raised.raised_at',
      'raised.state as flag_state',
      'raised.amount as flag_amount',
      'raised.currency as flag_currency',
      'raised.is_suspended',
      'hold.reasons as hold_reasons',
      'hold.todo',
      'hold.met',
      'hold.began_at',
      'hold.promised_by',
      'hold.hours',
      'turn.holder',
    ])
}
export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number]

export function presentPayment(row: PaymentRow): DeskPayment {
  return {
    number: row.number,
    type: row.type === InvoiceType.deposit ? 'deposit' : 'withdrawal',
    state: stateOf(row),
    stage: row.stage as InvoiceStage,
    playerId: row.player_id,
    partner: row.partner,
    method: row.method,
    amount: row.amount === null ? null : inUnits(row.amount, row.currency),
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    reasons: row.review_reasons,
    hold: holdOf(row),
    flag: openFlagOf(row),
  }
}

function holdOf({ hold_reasons: reasons, todo, met, began_at, promised_by, hours, holder }: PaymentRow) {
  // One that is open has a turn.
  return reasons === null
    ? null
    : presentHold({ reasons, todo: todo!, met: met!, began_at: began_at!, promised_by, hours: hours!, holder: holder! })
}

function openFlagOf(row: PaymentRow): DeskFlag | null {
  const { flag, raised_at: raisedAt, flag_state: state, flag_amount: amount, flag_currency: currency } = row
  if (flag === null || raisedAt === null) return null
  return presentFlag(row, {
    flag,
    state,
    amount,
    currency,
    raised_at: raisedAt,
    is_suspended: row.is_suspended ?? false,
    settled_at: null,
    settled_by: null,
    decision: null,
    reason: null,
  })
}

type Flag = Pick<
  FlagRow,
  | 'flag'
  | 'state'
  | 'amount'
  | 'currency'
  | 'raised_at'
  | 'is_suspended'
  | 'settled_at'
  | 'settled_by'
  | 'decision'
  | 'reason'
>

export function presentFlag(payment: Pick<PaymentRow, 'type' | 'status' | 'review'>, flag: Flag): DeskFlag {
  const { amount, currency } = flag
  return {
    flag: flag.flag,
    raisedAt: flag.raised_at.toISOString(),
    reported: amount === null || currency === null ? null : inUnits(amount, currency),
    decisions: flag.settled_at === null ? decisionsOf(payment, flag) : [],
    settledAt: flag.settled_at?.toISOString() ?? null,
    settledBy: flag.settled_by,
    decision: flag.decision as FlagDecision | null,
    reason: flag.reason,
  }
}

function stateOf({ status, review, flag }: PaymentRow): DeskPayment['state'] {
  if (flag !== null) return 'flagged'
  if (review === 'open') return 'review'
  if (status === InvoiceStatus.pending) return 'open'
  return status === InvoiceStatus.success ? 'succeeded' : 'failed'
}

/** The same states as conditions on `selectPayments`. */
export const isInState: Record<DeskPayment['state'], ReturnType<typeof sql<boolean>>> = {
  flagged: sql<boolean>`raised.id IS NOT NULL`,
  review: sql<boolean>`invoice.review = 'open' AND raised.id IS NULL`,
  open: sql<boolean>`invoice.status = ${sql.lit(InvoiceStatus.pending)} AND invoice.review IS DISTINCT FROM 'open' AND raised.id IS NULL`,
  succeeded: sql<boolean>`invoice.status = ${sql.lit(InvoiceStatus.success)} AND raised.id IS NULL`,
  failed: sql<boolean>`invoice.status = ${sql.lit(InvoiceStatus.failed)} AND raised.id IS NULL`,
}
