/**
 * Cancels open deposits of a player who may no longer deposit, or not as much. Their payment pages are closed at the
 * partners afterwards.
 */
import type { Tx } from '../../kernel/db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { EndDeps, EndReason } from '../../kernel/player-lifecycle.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { depositsBeyondLimits } from '../../protection/index.ts'
import { type ClosedBy, moveInvoice } from '../internal/invoices.ts'

export async function endOpenDeposits(deps: EndDeps, tx: Tx, playerId: string, reason: EndReason): Promise<void> {
  for (const row of await lockOpenDeposits(tx, playerId)) {
    // An account with a payment in progress cannot be closed; an unused deposit address is not a payment.
    if (reason === 'account-closed' && row.amount !== null) continue
    const cause = closedBy[reason]
    await moveInvoice(deps, tx, row, {
      move: 'declined',
      by: 'system',
      ...(cause ? { closedBy: cause } : {}),
      note: reason,
    })
  }
}

/** The newest first, until the others fit. An address stays open: its payer decides the amount, and it cannot be closed. */
export async function endDepositsBeyondLimits(deps: Deps, tx: Tx, playerId: string): Promise<void> {
  const open = (await lockOpenDeposits(tx, playerId))
    .filter(({ amount }) => amount !== null)
    .toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime())
  const beyond = await depositsBeyondLimits(tx, deps, { playerId, unpaid: open.map(({ id }) => id) })
  for (const row of open.filter(({ id }) => beyond.includes(id)))
    await moveInvoice(deps, tx, row, { move: 'declined', by: 'system', note: 'beyond the deposit limit' })
}

/** The caller has locked the player. A deposit that is confirming or flagged contains money and continues, but is not credited automatically. */
function lockOpenDeposits(tx: Tx, playerId: string) {
  return tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.deposit)
    .where('status', '=', InvoiceStatus.pending)
    .where('stage', '<>', 'confirming')
    .where('flag', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Of an operator's decision, the player reads only that the payment was cancelled. */
const closedBy: Partial<Record<EndReason, ClosedBy>> = { excluded: 'exclusion', 'account-closed': 'account-closure' }
