/** Settles a withdrawal from the partner's reports: the hold is paid once or returned once. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Deps, LedgerDeps } from '../../deps.ts'
import type { PayoutReport } from '../../partners/payments/port.ts'
import { type Kind, withdrawalPaid, withdrawalReturned } from '../../ledger/index.ts'
import { cash, clearing, held } from '../internal/addresses.ts'
import { failedAfterSuccess, isStanding, paidAfterReturn, raiseFlag } from '../flags/flags.ts'
import {
  type ClosedBy,
  type InvoiceChange,
  type InvoiceDeps,
  type InvoiceRow,
  lockInvoice,
  moveInvoice,
} from '../internal/invoices.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'
import { closePayout } from './queue-payout.ts'
import { notifyPlayer } from '../internal/notify-player.ts'

export type ReturnDeps = InvoiceDeps & LedgerDeps

/** Returns the outcome, stored with the webhook. */
export async function settlePayout(
  deps: Deps,
  tx: Tx,
  partner: string,
  report: PayoutReport,
  /** Whoever asked the partner to cancel the payout; otherwise a cancellation is the partner's own. */
  closedBy: ClosedBy = 'partner',
): Promise<string> {
  const row = await lockInvoice(tx, report.invoiceId)
  if (!row || row.type !== InvoiceType.withdrawal || row.partner !== partner) return 'unknown invoice'
  if (row.external_id !== null && row.external_id !== report.externalId) return 'another payout of this invoice'
  if (row.status !== InvoiceStatus.pending) return contradiction(deps, tx, row, report)
  if (row.review === 'open') return flagOnce(deps, tx, row, report, 'report on an unsent payout')
  await markAccepted(tx, row)
  if (report.state === 'cancelled')
    return returnHold(deps, tx, row, { move: 'declined', by: 'partner', closedBy, externalId: report.externalId })
  if (report.state === 'failed')
    return returnHold(deps, tx, row, { move: 'returned', by: 'partner', externalId: report.externalId })
  if (report.state === 'succeeded') {
    if (report.amount !== row.amount || report.currency !== row.currency)
      return flagOnce(deps, tx, row, report, 'paid another amount')
    return payOut(deps, tx, row, report)
  }
  return advance(deps, tx, row, report)
}

async function payOut(deps: Deps, tx: Tx, row: InvoiceRow, report: PayoutReport): Promise<string> {
  await postOrThrow(
    deps,
    tx,
    movement(row, withdrawalPaid, held(row.player_id, row.currency), clearing(row.partner, row.currency)),
  )
  const paid = await moveInvoice(deps, tx, row, { move: 'paid', by: 'partner', externalId: report.externalId })
  await closePayout(tx, row)
  await notifyPlayer(deps, tx, paid)
  return 'paid out'
}

/** Returns the hold and closes the withdrawal. The row must be locked and pending. */
export async function returnHold(
  deps: ReturnDeps,
  tx: Tx,
  row: InvoiceRow,
  {
    reason,
    ...change
  }: Pick<InvoiceChange, 'externalId' | 'note' | 'by' | 'closedBy' | 'review'> & {
    move: 'declined' | 'returned'
    /** Shown to the player. */
    reason?: string
  },
): Promise<string> {
  await postOrThrow(
    deps,
    tx,
    movement(row, withdrawalReturned, held(row.player_id, row.currency), cash(row.player_id, row.currency)),
  )
  const returned = await moveInvoice(deps, tx, row, change)
  await closePayout(tx, row)
  if (change.move === 'returned')
    await notifyPlayer(deps, tx, returned, reason === undefined ? {} : { alert: 'withdrawalRefused', reason })
  return 'returned'
}

async function advance(deps: Deps, tx: Tx, row: InvoiceRow, report: PayoutReport): Promise<string> {
  // Our own review is over: a review by the partner shows only in who acts next.
  if (report.state === 'review' && row.stage === 'approved' && row.external_id === null) {
    await moveInvoice(deps, tx, row, { by: 'partner', externalId: report.externalId })
    return report.state
  }
  const isNews =
    row.stage === 'created' || (report.state === 'sent' && (row.stage === 'review' || row.stage === 'approved'))
  if (!isNews) return 'nothing new'
  await moveInvoice(deps, tx, row, {
    move: report.state === 'review' ? 'reviewed' : 'sent',
    by: 'partner',
    externalId: report.externalId,
  })
  return report.state
}

/** Either payment or return is final, so a later contradiction can only be flagged. */
async function contradiction(deps: Deps, tx: Tx, row: InvoiceRow, report: PayoutReport): Promise<string> {
  const isPaid = await isStanding(tx, row)
  if (!isPaid && report.state === 'succeeded') return flagOnce(deps, tx, row, report, paidAfterReturn)
  if (isPaid && (report.state === 'failed' || report.state === 'cancelled'))
    return flagOnce(deps, tx, row, report, failedAfterSuccess)
  return 'final already'
}

async function flagOnce(deps: Deps, tx: Tx, row: InvoiceRow, report: PayoutReport, flag: string): Promise<string> {
  if (!(await raiseFlag(deps, tx, row, { flag, by: 'partner', report })) && row.flag === null) return 'settled already'
  deps.log.warn({ invoice: row.number, flag }, 'a payout was flagged for an operator')
  return `flagged: ${flag}`
}

async function markAccepted(tx: Tx, row: InvoiceRow): Promise<void> {
  await tx
    .updateTable('payments.payouts')
    .set({ state: 'accepted' })
    .where('invoice_id', '=', row.id)
    .where('state', 'in', ['queued', 'sending'])
    .execute()
}

function movement(row: InvoiceRow, kind: Kind, from: string, to: string) {
  return {
    kind: kind.name,
    actor: `payments:${row.partner}`,
    idempotencyKey: `${kind.name}:${row.id}`,
    requestHash: `${row.amount} ${row.currency}`,
    reference: { kind: 'invoice' as const, id: row.id, label: row.number },
    transfers: [{ from, to, amount: toSubunits(row.amount!) }],
  }
}
