/**
 * Asks partners to close the payment pages of cancelled deposits until each confirms that nothing can be paid any
 * more. Until then a deposit counts towards the player's limits.
 */
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Deps } from '../../deps.ts'
import { claim, postpone, type Queue, workOff } from '../../kernel/queue.ts'
import type { PaymentPartner, PaymentReport } from '../../partners/payments/port.ts'
import { releaseDeposit } from '../../protection/index.ts'
import { unknownAfterMs } from '../internal/check-times.ts'
import { isOfKnownPartner, partnerOf } from '../internal/partner-of.ts'
import { settleDeposit } from './settle-deposit.ts'

export const cancellationQueue: Queue<Due> = {
  table: 'payments.cancellations',
  key: 'invoice_id',
  waits: 'ended_at IS NULL',
  leaseMs: 30_000,
  batch: 10,
  longestRetryMs: 600_000,
}
type Due = { invoice_id: string; attempts: number; requested_at: Date }

/** All that are due. */
export async function cancelDeposits(deps: Deps): Promise<void> {
  const isOurs = isOfKnownPartner(deps, cancellationQueue.table)
  await workOff(deps, cancellationQueue, isOurs, (due) => cancel(deps, due))
}

/** One that is due, at once. */
export async function cancelDeposit(deps: Deps, invoiceId: string): Promise<void> {
  const isOurs = isOfKnownPartner(deps, cancellationQueue.table)
  const [due] = await claim(deps, cancellationQueue, sql`invoice_id = ${invoiceId} AND ${sql.raw(isOurs)}`)
  if (due) await cancel(deps, due)
}

async function cancel(deps: Deps, due: Due): Promise<void> {
  const invoice = await deps.db.kysely
    .selectFrom('payments.invoices')
    .select(['partner', 'amount'])
    .where('id', '=', due.invoice_id)
    .executeTakeFirstOrThrow()
  const partner = partnerOf(deps, invoice)
  const endWith = (report: PaymentReport | null) =>
    deps.db.transaction((tx) => end(deps, tx, { ...due, partner: invoice.partner }, report))
  // Queued by a process that did not know whether the partner can close an address.
  if (invoice.amount === null && !partner.cancelPayment) return endWith(null)
  const answer = await ask(partner, due.invoice_id)
  if (!answer.ok) return postpone(deps, cancellationQueue, due.invoice_id, due.attempts)
  const report = answer.value
  // Our own request may still be in progress to a partner that does not know the payment yet.
  const isUnheard = report === null && deps.clock.now().getTime() - due.requested_at.getTime() < unknownAfterMs
  if (isUnheard || report?.state === 'open' || report?.state === 'confirming')
    return postpone(deps, cancellationQueue, due.invoice_id, due.attempts)
  await endWith(report)
}

function ask(partner: PaymentPartner, invoiceId: string) {
  return partner.cancelPayment ? partner.cancelPayment(invoiceId) : partner.inquirePayment(invoiceId)
}

/** The payer was faster: the money is settled as a late payment. */
async function end(
  deps: Deps,
  tx: Tx,
  { invoice_id, partner }: Pick<Due, 'invoice_id'> & { partner: string },
  report: PaymentReport | null,
): Promise<void> {
  if (report?.state === 'succeeded') await settleDeposit(deps, tx, partner, report)
  await tx
    .updateTable('payments.cancellations')
    .set({ ended_at: deps.clock.now() })
    .where('invoice_id', '=', invoice_id)
    .where('ended_at', 'is', null)
    .execute()
  await releaseDeposit(tx, deps, invoice_id)
}
