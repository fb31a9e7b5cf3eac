/** Payouts that cannot be sent: held, with a reason that the player sees, until their partner has taken them. */
import { InvoiceStatus } from '#contract/payments.ts'
import { type InvoiceDeps, lockInvoice, moveInvoice } from '../internal/invoices.ts'

/** After this time without a claim, or without an answer, a payout counts as stuck: no process may have its partner. */
const patience = "interval '10 minutes'"
const waits = `payout.state IN ('queued', 'sending') AND NOT EXISTS (
  SELECT FROM payments.holds AS hold WHERE hold.invoice_id = payout.invoice_id AND hold.ended_at IS NULL)`

/** SQL for the job: when the next one counts as stuck. */
export const nextStuck = `SELECT min(invoice.updated_at) + ${patience} FROM payments.payouts AS payout
  JOIN payments.invoices AS invoice ON invoice.id = payout.invoice_id WHERE ${waits}`

export async function holdStuckPayouts(deps: InvoiceDeps): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: string }>(
    `SELECT invoice.id FROM payments.payouts AS payout JOIN payments.invoices AS invoice ON invoice.id = payout.invoice_id
      WHERE ${waits} AND invoice.updated_at <= $1::timestamptz - ${patience} ORDER BY invoice.id LIMIT 500`,
    [deps.clock.now()],
  )
  for (const { id } of rows) await holdStuckPayout(deps, id)
}

/** The partner was not reached. Repeated failures change nothing. */
export async function holdStuckPayout(deps: InvoiceDeps, invoiceId: string): Promise<void> {
  const held = await deps.db.kysely
    .selectFrom('payments.holds')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (held) return
  await deps.db.transaction(async (tx) => {
    const row = await lockInvoice(tx, invoiceId)
    if (row?.status === InvoiceStatus.pending) await moveInvoice(deps, tx, row, { by: 'system', isStuck: true })
  })
}
