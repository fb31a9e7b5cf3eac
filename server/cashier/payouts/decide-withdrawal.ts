/** An operator approves or declines a withdrawal. The first decision counts. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { type InvoiceRow, lockInvoiceNumbered, moveInvoice } from '../internal/invoices.ts'
import { queuePayout } from './queue-payout.ts'
import { notifyPlayer } from '../internal/notify-player.ts'
import { returnHold, type ReturnDeps } from './settle-payout.ts'

/** `reason` is shown to the player if declined, and to operators in both cases. */
export type WithdrawalDecision = { number: string; decision: 'approved' | 'declined'; reason: string | null }
type Refusal = 'withdrawalNotFound' | 'notInReview' | 'withdrawalFlagged' | 'reasonMissing'

export async function decideWithdrawal(
  deps: ReturnDeps & { actor: OperatorActor },
  { number, decision, reason }: WithdrawalDecision,
): Promise<Result<void, Refusal>> {
  if (decision === 'declined' && !reason) return refuse('reasonMissing')
  return deps.db.transaction(async (tx) => {
    const row = await lockInvoiceNumbered(tx, number)
    if (row?.type !== InvoiceType.withdrawal) return refuse('withdrawalNotFound')
    if (row.review !== 'open') return refuse('notInReview', whatBecame(row))
    // The partner's report must be clarified first: it may have been paid.
    if (row.flag !== null) return refuse('withdrawalFlagged')
    await (decision === 'approved' ? approve(deps, tx, row, reason) : decline(deps, tx, row, reason!))
    await audit(
      tx,
      { clock: deps.clock, actor: deps.actor },
      {
        action: 'withdrawal-decided',
        playerId: row.player_id,
        detail: {
          invoice: number,
          decision,
          amount: String(row.amount),
          currency: row.currency,
          asked: row.review_reasons,
          ...(reason ? { reason } : {}),
        },
      },
    )
    return ok()
  })
}

/** For an operator whose command was interrupted, and who repeats it. */
function whatBecame({ number, review }: InvoiceRow): { message?: string } {
  if (review === null) return {}
  const how = review === 'withdrawn' ? 'cancelled by the player' : `${review} before`
  return { message: `${number} is not in review: it was ${how}.` }
}

async function approve(deps: ReturnDeps, tx: Tx, row: InvoiceRow, reason: string | null): Promise<void> {
  const approved = await moveInvoice(deps, tx, row, {
    move: 'approved',
    by: 'operator',
    ...(reason ? { note: reason } : {}),
  })
  await queuePayout(deps, tx, row)
  await notifyPlayer(deps, tx, approved, { alert: 'withdrawalApproved' })
}

async function decline(deps: ReturnDeps, tx: Tx, row: InvoiceRow, reason: string): Promise<void> {
  await returnHold(deps, tx, row, { move: 'returned', by: 'operator', note: reason, reason })
}
