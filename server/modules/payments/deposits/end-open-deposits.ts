/**
 * Cancels open deposits of a player who may no longer deposit, or not as much. Their payment pages are closed at the
 * partners afterwards.
 */
import type { Tx } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { EndReason } from '../../../platform/player-records.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { depositsBeyondLimits } from '../../limits/check-deposit.ts'
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

/** The newest first, until the others fit. An address stays open: its payer decides the amount, and it cannot be closed. */
export async function endDepositsBeyondLimits(deps: Deps, tx: Tx, playerId: string): Promise<void> {
  const open = await tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.deposit)
    .where('status', '=', InvoiceStatus.pending)
    .where('stage', '<>', 'confirming')
    .where('flag', 'is', null)
    .where('amount', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute()
  const beyond = await depositsBeyondLimits(tx, deps, { playerId, unpaid: open.map(({ id }) => id) })
  for (const row of open.filter(({ id }) => beyond.includes(id)))
    await moveInvoice(deps, tx, row, { move: 'declined', by: 'system', note: 'beyond the deposit limit' })
}

const closedBy: Record<EndReason, ClosedBy> = { excluded: 'exclusion', 'account-closed': 'account-closure' }
