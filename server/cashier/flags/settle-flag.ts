/** An operator's decision on a flagged payment: applied once, by one ledger movement, and audited. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { type Approval, audit } from '../../kernel/audit.ts'
import { correctPayout, returnOpen } from '../payouts/correct-payout.ts'
import { restoreDeposit } from '../deposits/restore-deposit.ts'
import { reverseDeposit, type ReverseDeps } from '../deposits/reverse-deposit.ts'
import { lockStatus } from '../../identity/index.ts'
import { endSuspense } from './end-suspense.ts'
import { decisionsOf, type FlagDecision, type FlagRow, paidAfterReversal } from './flags.ts'
import { type InvoiceRow, lockInvoiceNumbered, moveInvoice } from '../internal/invoices.ts'
import { notifyPlayer } from '../internal/notify-player.ts'

/**
 * `paid`: what the partner paid, in subunits, if it did not report an amount. `reason` is recorded and not shown to
 * the player. `seen`: the version of the case that the operator has read.
 */
export type FlagSettlement = {
  number: string
  decision: FlagDecision
  reason: string
  paid?: bigint | null
  seen?: number
}
export type SettleRefusal =
  | 'invoiceNotFound'
  | 'notFlagged'
  | 'reasonMissing'
  | 'notForThisFlag'
  | 'amountUnknown'
  | 'amountKnown'
  | 'anotherCurrency'
  | 'creditedAlready'
  | 'nothingPaid'
  | 'accountClosed'
  | 'changedMeanwhile'

/** Whoever repeats a decision, because its answer was lost, gets the first answer: `isRepeat`. */
export async function settleFlag(
  deps: ReverseDeps & { approval?: Approval },
  settlement: FlagSettlement,
): Promise<Result<{ isRepeat: boolean }, SettleRefusal>> {
  if (!settlement.reason.trim()) return refuse('reasonMissing')
  return deps.db.transaction(async (tx) => {
    const row = await lockInvoiceNumbered(tx, settlement.number)
    if (!row) return refuse('invoiceNotFound')
    const flag = await tx
      .selectFrom('payments.flags')
      .selectAll()
      .where('invoice_id', '=', row.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!flag || flag.settled_at !== null)
      return flag?.decision === settlement.decision && flag.settled_by === deps.actor.name
        ? ok({ isRepeat: true })
        : refuse('notFlagged', whatBecame(flag))
    if (settlement.seen !== undefined && settlement.seen !== row.version) return refuse('changedMeanwhile')
    if (!decisionsOf(row, flag).includes(settlement.decision)) return refuse('notForThisFlag')
    const isForPlayer = ['credit', 'give-back', 'charge-player'].includes(settlement.decision)
    if (isForPlayer && (await lockStatus(tx, row.player_id)) === 'closed') return refuse('accountClosed')
    const done = await carryOut(deps, tx, row, flag, settlement)
    if (!done.ok) return done
    await tx
      .updateTable('payments.flags')
      .set({
        settled_at: deps.clock.now(),
        decision: settlement.decision,
        reason: settlement.reason,
        settled_by: deps.actor.name,
      })
      .where('id', '=', flag.id)
      .execute()
    await audit(tx, deps, {
      action: 'flag-settled',
      playerId: row.player_id,
      detail: {
        invoice: row.number,
        flag: flag.flag,
        decision: settlement.decision,
        before: 'flagged',
        after: settlement.decision,
        reason: settlement.reason,
        amount: flag.amount === null ? null : String(flag.amount),
        currency: flag.currency,
        ...(settlement.paid ? { paid: String(settlement.paid) } : {}),
      },
    })
    return ok({ isRepeat: false })
  })
}

/** For an operator who decides while, or after, another one does. */
function whatBecame(flag: FlagRow | undefined): { message?: string } {
  if (!flag?.settled_by) return {}
  return { message: `${flag.settled_by} has decided it meanwhile: ${flag.decision}.` }
}

async function carryOut(
  deps: ReverseDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { decision, reason, paid = null }: FlagSettlement,
): Promise<Result<void, SettleRefusal>> {
  if (decision === 'dismiss') return dismiss(deps, tx, row, reason)
  if (flag.flag === paidAfterReversal) return restoreDeposit(deps, tx, row, flag, { decision, reason })
  if (decision === 'credit' || decision === 'send-back' || decision === 'keep')
    return endSuspense(deps, tx, row, flag, { decision, reason })
  if (row.type === InvoiceType.deposit) return reverseDeposit(deps, tx, row, flag, { decision, reason })
  if (decision === 'give-back' && row.status === InvoiceStatus.pending) return returnOpen(deps, tx, row, flag, reason)
  return correctPayout(deps, tx, row, flag, { decision, reason, paid })
}

/** A deposit without money has failed; a withdrawal continues as if nothing had been reported. */
async function dismiss(deps: ReverseDeps, tx: Tx, row: InvoiceRow, note: string): Promise<Result<void>> {
  const settled = { by: 'operator', flag: null, note } as const
  if (row.type !== InvoiceType.deposit || row.status !== InvoiceStatus.pending)
    await moveInvoice(deps, tx, row, settled)
  else await notifyPlayer(deps, tx, await moveInvoice(deps, tx, row, { ...settled, move: 'failed' }))
  return ok()
}
