/**
 * Cancels every open deposit of a player who may no longer deposit. Their payment pages are closed at the partners
 * afterwards.
 */
import type { Tx } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { EndReason } from '../../../platform/player-records.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { type ClosedBy, moveInvoice } from '../internal/invoices.ts'

/** A deposit that is confirming or flagged contains money and continues, but is not credited automatically. */
export async function endOpenDeposits(deps: Deps, tx: Tx, playerId: string, reason: EndReason): Promise<void> {
  const open = await tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.deposit)
    .where('status', '=', InvoiceStatus.pending)
    .where('stage', '<>', 'confirming')
    .where('flag', 'is', null)
    // An account with a payment in progress cannot be closed; an unused deposit address is not a payment.
    .$if(reason === 'account-closed', (query) => query.where('amount', 'is', null))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of open)
    await moveInvoice(deps, tx, row, { move: 'declined', by: 'system', closedBy: closedBy[reason], note: reason })
}

const closedBy: Record<EndReason, ClosedBy> = { excluded: 'exclusion', 'account-closed': 'account-closure' }
