/**
 * Sends queued payouts to their partners, outside any transaction and safe to repeat: the invoice id is the
 * idempotency key. A payout of a partner that this process does not have is not claimed, so it stays unsent.
 */
import { sql } from 'kysely'
import { ok } from '#contract/endpoint.ts'
import { InvoiceStatus } from '#contract/payments.ts'
import type { Deps } from '../../../deps.ts'
import type { PaymentPartner } from '../../../partners/payments/port.ts'
import { retryDelayMs } from '../../../platform/retry-delay.ts'
import { type InvoiceRow, lockInvoice } from '../internal/invoices.ts'
import { namesOfPartners, partnerOf } from '../internal/partner-of.ts'
import { payoutRequest } from './payout-request.ts'
import { returnHold, settlePayout } from './settle-payout.ts'

/**
 * Lease of the process that calls the partner; after it, the process is presumed dead and another one repeats the
 * call.
 */
const leaseMs = 30_000
const batch = 10
const longestRetryMs = 60_000

export async function sendPayouts(deps: Deps): Promise<void> {
  for (;;) {
    const due = await claim(deps)
    await Promise.all(due.map((payout) => send(deps, payout)))
    if (due.length < batch) return
  }
}

type Due = { invoice_id: string; attempts: number }

/**
 * Selected in a separate CTE: a planner may repeat a subquery below IN for every row, and each run would skip what the
 * previous one locked.
 */
async function claim(deps: Deps): Promise<Due[]> {
  const now = deps.clock.now()
  return deps.db.kysely
    .with('due', (chosen) =>
      chosen
        .selectFrom('payments.payouts')
        .select('invoice_id')
        .where('state', 'in', ['queued', 'sending'])
        .where('next_attempt_at', '<=', now)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('payments.invoices as invoice')
              .select('invoice.id')
              .whereRef('invoice.id', '=', 'payments.payouts.invoice_id')
              .where((row) => row('partner', '=', row.fn.any(row.val(namesOfPartners(deps))))),
          ),
        )
        .orderBy('next_attempt_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments.payouts')
    .from('due')
    .set({ state: 'sending', attempts: sql<number>`attempts + 1`, next_attempt_at: new Date(now.getTime() + leaseMs) })
    .whereRef('payments.payouts.invoice_id', '=', 'due.invoice_id')
    .returning(['payments.payouts.invoice_id', 'attempts'])
    .execute()
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
  else await retryLater(deps, invoice.id, attempts)
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

async function retryLater(deps: Deps, invoiceId: string, attempts: number): Promise<void> {
  const waitMs = retryDelayMs(attempts, longestRetryMs)
  await deps.db.kysely
    .updateTable('payments.payouts')
    .set({ next_attempt_at: new Date(deps.clock.now().getTime() + waitMs) })
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'sending')
    .execute()
}
