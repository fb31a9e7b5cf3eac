/** Sends queued pay-outs to their partners, outside any transaction and safe to repeat: the invoice id is the key. */
import { sql } from 'kysely'
import { ok, refuse } from '#contract/endpoint.ts'
import { InvoiceStatus } from '#contract/payments.ts'
import type { Deps } from '../../../deps.ts'
import type { PaymentPartner } from '../../../partners/payments/port.ts'
import { type InvoiceRow, lockInvoice } from '../internal/invoices.ts'
import { partnerNamed } from '../internal/partner-of.ts'
import { payoutRequest } from './payout-request.ts'
import { returnHold, settlePayout } from './settle-payout.ts'

/** While one process asks the partner, no other does; past this it is taken for dead and another one asks again. */
const leaseMs = 30_000
const batch = 10

export async function sendPayouts(deps: Deps): Promise<void> {
  for (;;) {
    const due = await claim(deps)
    await Promise.all(due.map((payout) => send(deps, payout)))
    if (due.length < batch) return
  }
}

type Due = { invoice_id: string; attempts: number }

/** Chosen in a part of its own: a planner may run a subquery below IN again for every row, and each run skips what the one before locked. */
async function claim(deps: Deps): Promise<Due[]> {
  const now = deps.clock.now()
  return deps.db.kysely
    .with('due', (chosen) =>
      chosen
        .selectFrom('payments.payouts')
        .select('invoice_id')
        .where('state', 'in', ['queued', 'sending'])
        .where('next_attempt_at', '<=', now)
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
  const partner = partnerNamed(deps, invoice.partner)
  if (!partner)
    deps.log.warn(
      { invoice: invoice.number, partner: invoice.partner },
      'a queued payout belongs to a payment partner that is not configured',
    )
  const sent = partner ? await sendOnce(partner, invoice, attempts) : refuse('unavailable')
  if (sent.ok) await deps.db.transaction((tx) => settlePayout(deps, tx, invoice.partner, sent.value))
  else if (sent.refusal === 'refused') await giveBack(deps, invoice.id, attempts)
  else await retryLater(deps, invoice.id, attempts)
}

/**
 * A refusal of a repetition may be one of the repetition alone: before the money comes back, the partner is asked what became of the
 * first, and where it knows of none it is told to refuse it, should it be under way still.
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

/** Whoever was taken for dead meanwhile knows nothing for certain: the attempt after it may have been accepted. */
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
  const waitMs = Math.min(60_000, 1000 * 2 ** Math.min(attempts, 6))
  await deps.db.kysely
    .updateTable('payments.payouts')
    .set({ next_attempt_at: new Date(deps.clock.now().getTime() + waitMs) })
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'sending')
    .execute()
}
