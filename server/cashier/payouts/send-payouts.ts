/**
 * Sends queued payouts to their partners, outside any transaction and safe to repeat: the invoice id is the
 * idempotency key. A payout of a partner that this process does not have is not claimed, so it stays unsent.
 */
import { ok } from '#contract/endpoint.ts'
import { InvoiceStatus } from '#contract/payments.ts'
import type { Deps } from '../../deps.ts'
import { postpone, type Queue, workOff } from '../../kernel/queue.ts'
import type { PaymentPartner } from '../../partners/payments/port.ts'
import { type InvoiceRow, lockInvoice } from '../internal/invoices.ts'
import { isOfKnownPartner, partnerOf } from '../internal/partner-of.ts'
import { payoutRequest } from './payout-request.ts'
import { returnHold, settlePayout } from './settle-payout.ts'
import { holdStuckPayout } from './stuck-payouts.ts'

/** A claim is a lease: after it, the process that calls the partner is presumed dead and another one repeats the call. */
export const payoutQueue: Queue<Due> = {
  table: 'payments.payouts',
  key: 'invoice_id',
  waits: "state IN ('queued', 'sending')",
  claims: "state = 'sending'",
  leaseMs: 30_000,
  batch: 10,
  longestRetryMs: 60_000,
}
type Due = { invoice_id: string; attempts: number }

export async function sendPayouts(deps: Deps): Promise<void> {
  await workOff(deps, payoutQueue, isOfKnownPartner(deps, payoutQueue.table), (payout) => send(deps, payout))
}

async function send(deps: Deps, { invoice_id, attempts }: Due): Promise<void> {
  const invoice = await deps.db.kysely
    .selectFrom('payments.invoices')
    .selectAll()
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const sent = await sendOnce(partnerOf(deps, invoice), invoice, attempts)
  if (sent.ok) await deps.db.transaction((tx) => settlePayout(deps, tx, invoice.partner, sent.value))
  else if (sent.refusal === 'refused') await giveBack(deps, invoice.id, attempts)
  else {
    await postpone(deps, payoutQueue, invoice.id, attempts)
    await holdStuckPayout(deps, invoice.id)
  }
}

/**
 * A repeated request may be refused only because it is a repetition: before the money is returned, the partner is
 * asked about the first request, and if it has none, instructed to refuse it if it still arrives.
 */
async function sendOnce(
  partner: PaymentPartner,
  invoice: InvoiceRow,
  attempts: number,
): ReturnType<PaymentPartner['sendPayout']> {
  const sent = await partner.sendPayout(payoutRequest(invoice))
  if (sent.ok || sent.refusal !== 'refused' || attempts === 1) return sent
  const known = await partner.inquirePayout(invoice.id, invoice.external_id)
  if (!known.ok) return known
  return known.value ? ok(known.value) : partner.cancelPayout(payoutRequest(invoice))
}

/** A process that was presumed dead cannot conclude anything: the attempt after it may have been accepted. */
async function giveBack(deps: Deps, invoiceId: string, attempts: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockInvoice(tx, invoiceId)
    const payout = await tx
      .selectFrom('payments.payouts')
      .select('attempts')
      .where('invoice_id', '=', invoiceId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.status === InvoiceStatus.pending && payout?.attempts === attempts)
      await returnHold(deps, tx, row, { move: 'returned', by: 'partner' })
  })
}
