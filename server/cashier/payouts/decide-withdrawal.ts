/** An operator approves or declines a withdrawal. The first decision counts. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { waitsAfterRemoval } from '../../identity/index.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { type Approval, audit } from '../../kernel/audit.ts'
import { type InvoiceRow, lockInvoiceNumbered, moveInvoice } from '../internal/invoices.ts'
import { queuePayout } from './queue-payout.ts'
import { notifyPlayer } from '../internal/notify-player.ts'
import { returnHold, type ReturnDeps } from './settle-payout.ts'

/**
 * `reason` is shown to the player if declined, and to operators in both cases. `seen` is the version of the case that the
 * operator has read: if something has changed since, such as a block of the player, nothing is decided.
 */
export type WithdrawalDecision = {
  number: string
  decision: 'approved' | 'declined'
  reason: string | null
  seen?: number
}
type DecideDeps = ReturnDeps & { actor: OperatorActor; approval?: Approval }
type Refusal =
  | 'withdrawalNotFound'
  | 'notInReview'
  | 'withdrawalFlagged'
  | 'reasonMissing'
  | 'changedMeanwhile'
  | 'factorsJustRemoved'

export async function decideWithdrawal(
  deps: DecideDeps,
  { number, decision, reason, seen }: WithdrawalDecision,
): Promise<Result<void, Refusal>> {
  if (decision === 'declined' && !reason) return refuse('reasonMissing')
  return deps.db.transaction(async (tx) => {
    const row = await lockInvoiceNumbered(tx, number)
    if (row?.type !== InvoiceType.withdrawal) return refuse('withdrawalNotFound')
    // Repeated, because its answer was lost.
    if (row.review === decision && row.reviewed_by === deps.actor.name && row.review_note === reason) return ok()
    if (row.review !== 'open') return refuse('notInReview', whatBecame(row))
    // The partner's report must be clarified first: it may have been paid.
    if (row.flag !== null) return refuse('withdrawalFlagged')
    if (seen !== undefined && seen !== row.version) return refuse('changedMeanwhile')
    const waits = decision === 'approved' ? await waitsAfterRemoval(tx, deps, row.player_id) : null
    if (waits)
      return refuse('factorsJustRemoved', {
        message: `The player's second factors were removed: this can be approved from ${waits.toISOString()} on.`,
      })
    await (decision === 'approved' ? approve(deps, tx, row, reason) : decline(deps, tx, row, reason!))
    await audit(
      tx,
      { clock: deps.clock, actor: deps.actor, ...(deps.approval && { approval: deps.approval }) },
      {
        action: 'withdrawal-decided',
        playerId: row.player_id,
        detail: {
          invoice: number,
          decision,
          amount: String(row.amount),
          currency: row.currency,
          before: 'open',
          after: decision,
          asked: row.review_reasons,
          ...(reason ? { reason } : {}),
        },
      },
    )
    return ok()
  })
}

/** For an operator who decides while, or after, another one or the player does. */
function whatBecame({ number, review, reviewed_by: by }: InvoiceRow): { message?: string } {
  if (review === null) return {}
  const how =
    review === 'withdrawn' ? 'cancelled by the player' : by === null ? `${review} before` : `${review} by ${by}`
  return { message: `${number} is not in review: it was ${how}.` }
}

async function approve(deps: DecideDeps, tx: Tx, row: InvoiceRow, reason: string | null): Promise<void> {
  const approved = await moveInvoice(deps, tx, row, {
    move: 'approved',
    by: 'operator',
    review: { by: deps.actor.name, note: reason },
    ...(reason ? { note: reason } : {}),
  })
  await queuePayout(deps, tx, row)
  await notifyPlayer(deps, tx, approved, { alert: 'withdrawalApproved' })
}

async function decline(deps: DecideDeps, tx: Tx, row: InvoiceRow, reason: string): Promise<void> {
  const review = { by: deps.actor.name, note: reason }
  await returnHold(deps, tx, row, { move: 'returned', by: 'operator', review, note: reason, reason })
}
