/**
 * A reason to review a player's withdrawals has arisen after they were requested: those that were not sent yet go to an
 * operator, and those in review show it.
 */
import { type HoldReason, InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { LaterReviewReason } from '../../kernel/player-lifecycle.ts'
import { type InvoiceDeps, moveInvoice } from '../internal/invoices.ts'
import { isUnsent, unqueuePayout } from './queue-payout.ts'

/**
 * What an operator has approved stays approved. The caller has a lock that new withdrawals take before they are decided.
 */
export async function reviewUnsent(
  deps: InvoiceDeps,
  tx: Tx,
  playerId: string,
  reason: LaterReviewReason,
): Promise<void> {
  const open = await tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.withdrawal)
    .where('status', '=', InvoiceStatus.pending)
    .where((eb) => eb.or([eb('review', 'is', null), eb('review', '=', 'open')]))
    .orderBy('id')
    // One that is being settled, decided or cancelled at this moment comes before this.
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of open) {
    const reviewReasons = [...new Set([...(row.review_reasons as HoldReason[]), reason])]
    if (row.review === 'open') await moveInvoice(deps, tx, row, { by: 'system', reviewReasons })
    else if (await isUnsent(tx, row.id)) {
      await unqueuePayout(tx, row)
      await moveInvoice(deps, tx, row, { move: 'queried', by: 'system', reviewReasons })
    }
  }
}
