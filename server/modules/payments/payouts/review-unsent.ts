/** Once a partner has taken a deposit back, an operator decides about the player's withdrawals that were not sent. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../../db/connect.ts'
import { lockStatus } from '../../players/lock-status.ts'
import { type InvoiceDeps, moveInvoice } from '../internal/invoices.ts'
import { isUnsent, unqueuePayout } from './queue-payout.ts'

/** Those in review already show the reason. What an operator has approved stays approved. */
export async function reviewUnsent(deps: InvoiceDeps, tx: Tx, playerId: string): Promise<void> {
  // As new withdrawals do, so that each is decided before the flag, or finds it.
  await lockStatus(tx, playerId)
  const open = await tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.withdrawal)
    .where('status', '=', InvoiceStatus.pending)
    .where((eb) => eb.or([eb('review', 'is', null), eb('review', '=', 'open')]))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of open) {
    const reviewReasons = [...new Set([...row.review_reasons, 'flagged'])]
    if (row.review === 'open') await moveInvoice(deps, tx, row, { by: 'system', reviewReasons })
    else if (await isUnsent(tx, row.id)) {
      await unqueuePayout(tx, row)
      await moveInvoice(deps, tx, row, { move: 'queried', by: 'system', reviewReasons })
    }
  }
}
