/** Asks partners about invoices without a recent report, so that lost webhooks and lost responses are recovered. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Deps } from '../../deps.ts'
import { nextCheckMs, unknownAfterMs, unpaidAfterMs } from '../internal/check-times.ts'
import { type InvoiceRow, lockInvoice, moveInvoice } from '../internal/invoices.ts'
import { namesOfPartners, partnerOf } from '../internal/partner-of.ts'
import { applyReport } from '../webhooks/process-webhooks.ts'

const batch = 20

export async function reconcileInvoices(deps: Deps): Promise<void> {
  for (;;) {
    const due = await claim(deps)
    await Promise.all(due.map((invoice) => ask(deps, invoice)))
    if (due.length < batch) return
  }
}

/** Schedules the next check before asking, so that a crash delays the check and loses nothing. */
async function claim(deps: Deps): Promise<InvoiceRow[]> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('payments.invoices')
      .selectAll()
      .where('status', '=', InvoiceStatus.pending)
      .where('next_check_at', '<=', now)
      .where((row) => row('partner', '=', row.fn.any(row.val(namesOfPartners(deps)))))
      .orderBy('next_check_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of rows) {
      await tx
        .updateTable('payments.invoices')
        .set({ checks: row.checks + 1, next_check_at: new Date(now.getTime() + nextCheckMs(row.checks)) })
        .where('id', '=', row.id)
        .execute()
    }
    return rows
  })
}

async function ask(deps: Deps, invoice: InvoiceRow): Promise<void> {
  const partner = partnerOf(deps, invoice)
  const isDeposit = invoice.type === InvoiceType.deposit
  const answer = isDeposit
    ? await partner.inquirePayment(invoice.id)
    : await partner.inquirePayout(invoice.id, invoice.external_id)
  if (!answer.ok) return
  const report = answer.value
  if (report) await deps.db.transaction((tx) => applyReport(deps, tx, invoice.partner, report))
  if (isDeposit) await giveUpIfStale(deps, invoice, report === null)
}

async function giveUpIfStale(deps: Deps, invoice: InvoiceRow, isUnheard: boolean): Promise<void> {
  const ageMs = deps.clock.now().getTime() - invoice.created_at.getTime()
  const isAddress = invoice.amount === null
  if (isUnheard ? ageMs < unknownAfterMs : isAddress || ageMs < unpaidAfterMs) return
  await deps.db.transaction(async (tx) => {
    const row = await lockInvoice(tx, invoice.id)
    if (row?.status !== InvoiceStatus.pending || row.stage === 'confirming' || row.flag !== null) return
    await moveInvoice(deps, tx, row, {
      move: isUnheard ? 'failed' : 'expired',
      by: 'system',
      note: isUnheard ? 'the partner never heard of it' : 'not paid in time',
    })
  })
}
