/** Queues the payout, which the next run sends to its partner. */
import type { Tx } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'

export async function queuePayout({ clock }: KernelDeps, tx: Tx, invoice: { id: string }): Promise<void> {
  await tx.insertInto('payments.payouts').values({ invoice_id: invoice.id, next_attempt_at: clock.now() }).execute()
}

/**
 * True if no process has claimed it; locked, so that none does before the transaction ends. One that a process is
 * claiming at this moment counts as sent.
 */
export async function isUnsent(tx: Tx, invoiceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payments.payouts')
    .select('invoice_id')
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

/** Nothing was sent, and nothing is before it is queued again. */
export async function unqueuePayout(tx: Tx, invoice: { id: string }): Promise<void> {
  await tx.deleteFrom('payments.payouts').where('invoice_id', '=', invoice.id).execute()
}

/** Removes it from the queue. */
export async function closePayout(tx: Tx, invoice: { id: string }): Promise<void> {
  await tx.updateTable('payments.payouts').set({ state: 'closed' }).where('invoice_id', '=', invoice.id).execute()
}
