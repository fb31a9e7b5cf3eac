/** Gives up every open deposit of a player who may not put money in any more. Their pay pages are closed at the partners afterwards. */
import type { Tx } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { EndReason } from '../../../platform/player-records.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { moveInvoice } from '../internal/invoices.ts'

/** What is confirming, or waits for a person, has money in it and goes on: it is not credited to the player unasked. */
export async function endOpenDeposits(deps: Deps, tx: Tx, playerId: string, reason: EndReason): Promise<void> {
  const open = await tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.deposit)
    .where('status', '=', InvoiceStatus.pending)
    .where('stage', '<>', 'confirming')
    .where('flag', 'is', null)
    // An account with a payment under way is not closed; an address that nothing was sent to is no payment.
    .$if(reason === 'account-closed', (query) => query.where('amount', 'is', null))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of open) await moveInvoice(deps, tx, row, { move: 'declined', by: 'system', note: reason })
}
