/**
 * Asks partners to close the payment pages of cancelled deposits until each confirms that nothing can be paid any
 * more. Until then a deposit counts towards the player's limits.
 */
import { sql } from 'kysely'
import type { Tx } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { PaymentPartner, PaymentReport } from '../../../partners/payments/port.ts'
import { retryDelayMs } from '../../../platform/retry-delay.ts'
import { releaseDeposit } from '../../limits/check-deposit.ts'
import { unknownAfterMs } from '../internal/check-times.ts'
import { namesOfPartners, partnerOf } from '../internal/partner-of.ts'
import { settleDeposit } from './settle-deposit.ts'

/** Lease of the process that asks the partner; after it another one may ask. */
const leaseMs = 30_000
const batch = 10
const longestWaitMs = 600_000

/** All that are due, or one at once. */
export async function cancelDeposits(deps: Deps, only?: { invoiceId: string }): Promise<void> {
  for (;;) {
    const due = await claim(deps, only?.invoiceId ?? null)
    await Promise.all(due.map((cancellation) => cancel(deps, cancellation)))
    if (only || due.length < batch) return
  }
}

type Due = { invoice_id: string; attempts: number; requested_at: Date; partner: string; is_address: boolean }

async function claim(deps: Deps, invoiceId: string | null): Promise<Due[]> {
  const { db, clock } = deps
  const now = clock.now()
  const { rows } = await sql<Due>`
    WITH due AS (
      SELECT invoice_id FROM payments.cancellations
      WHERE ended_at IS NULL AND next_attempt_at <= ${now} AND (${invoiceId}::uuid IS NULL OR invoice_id = ${invoiceId}::uuid)
        AND EXISTS (SELECT FROM payments.invoices AS own WHERE own.id = invoice_id AND own.partner = ANY (${namesOfPartners(deps)}))
      ORDER BY next_attempt_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
    UPDATE payments.cancellations AS asked SET attempts = asked.attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    FROM due JOIN payments.invoices AS invoice ON invoice.id = due.invoice_id WHERE asked.invoice_id = due.invoice_id
    RETURNING asked.invoice_id, asked.attempts, asked.requested_at, invoice.partner, invoice.amount IS NULL AS is_address`.execute(
    db.kysely,
  )
  return rows
}

async function cancel(deps: Deps, due: Due): Promise<void> {
  const partner = partnerOf(deps, due)
  // Queued by a process that did not know whether the partner can close an address.
  if (due.is_address && !partner.cancelPayment) return deps.db.transaction((tx) => end(deps, tx, due, null))
  const answer = await ask(partner, due.invoice_id)
  if (!answer.ok) return retryLater(deps, due)
  const report = answer.value
  // Our own request may still be in progress to a partner that does not know the payment yet.
  const isUnheard = report === null && deps.clock.now().getTime() - due.requested_at.getTime() < unknownAfterMs
  if (isUnheard || report?.state === 'open' || report?.state === 'confirming') return retryLater(deps, due)
  await deps.db.transaction((tx) => end(deps, tx, due, report))
}

function ask(partner: PaymentPartner, invoiceId: string) {
  return partner.cancelPayment ? partner.cancelPayment(invoiceId) : partner.inquirePayment(invoiceId)
}

/** The payer was faster: the money is settled as a late payment. */
async function end(deps: Deps, tx: Tx, { invoice_id, partner }: Due, report: PaymentReport | null): Promise<void> {
  if (report?.state === 'succeeded') await settleDeposit(deps, tx, partner, report)
  await tx
    .updateTable('payments.cancellations')
    .set({ ended_at: deps.clock.now() })
    .where('invoice_id', '=', invoice_id)
    .where('ended_at', 'is', null)
    .execute()
  await releaseDeposit(tx, deps, invoice_id)
}

async function retryLater({ db, clock }: Deps, { invoice_id, attempts }: Due): Promise<void> {
  const waitMs = retryDelayMs(attempts, longestWaitMs)
  await db.kysely
    .updateTable('payments.cancellations')
    .set({ next_attempt_at: new Date(clock.now().getTime() + waitMs) })
    .where('invoice_id', '=', invoice_id)
    .where('ended_at', 'is', null)
    .execute()
}
