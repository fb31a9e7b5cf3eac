/** A proof of the player was provided, decided or removed: withdrawals in review show whose turn it is. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { type InvoiceDeps, moveInvoice } from '../internal/invoices.ts'

/** The caller has locked the player. */
export async function reviewProofs(deps: InvoiceDeps, tx: Tx, playerId: string): Promise<void> {
  const open = await tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.withdrawal)
    .where('status', '=', InvoiceStatus.pending)
    .where('review', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of open) await moveInvoice(deps, tx, row, { by: 'system' })
}
