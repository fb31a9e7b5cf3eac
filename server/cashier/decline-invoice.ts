/**
 * The player cancels a pending invoice: a deposit at once, with its payment page closed afterwards; a withdrawal until
 * the partner has sent it, where the player's policy permits it (player protection, 25).
 */
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type declineInvoice as contract, type Invoice, InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { PlayerCtx } from '../deps.ts'
import { type InvoiceRow, lockInvoice, lockOwnInvoice, moveInvoice } from './internal/invoices.ts'
import { cancelDeposit } from './deposits/cancel-deposits.ts'
import { isUnsent } from './payouts/queue-payout.ts'
import { partnerNamed } from './internal/partner-of.ts'
import { payoutRequest } from './payouts/payout-request.ts'
import { presentInvoice, readTimelines } from './internal/present-invoice.ts'
import { returnHold, settlePayout } from './payouts/settle-payout.ts'

type Answer = Result<Invoice, RefusalOf<typeof contract>>

export async function declineInvoice(ctx: PlayerCtx, { id }: VerbInput<typeof contract>): Promise<Answer> {
  const found = await ctx.db.transaction(async (tx) => {
    const row = await lockOwnInvoice(tx, ctx.caller.player.id, id)
    if (!row) return refuse('invoiceNotFound')
    if (row.status !== InvoiceStatus.pending) return refuse('invoiceIsFinal')
    if (!row.is_cancellable) return refuse('cancellingNotOffered')
    if (row.stage === 'confirming' || row.flag !== null) return refuse('invoiceInProgress')
    if (row.type === InvoiceType.deposit) return ok(await moveInvoice(ctx, tx, row, { move: 'declined', by: 'player' }))
    // No partner has received a payout that is in review or that no process has claimed.
    const isWithOperator = row.review === 'open' || (await isUnsent(tx, id))
    if (isWithOperator) await returnHold(ctx, tx, row, { move: 'declined', by: 'player' })
    return ok(isWithOperator ? (await lockInvoice(tx, id))! : row)
  })
  if (!found.ok) return found
  if (found.value.type === InvoiceType.deposit) await cancelDeposit(ctx, found.value.id)
  return found.value.status === InvoiceStatus.pending ? callBack(ctx, found.value) : present(ctx, found.value)
}

/**
 * The partner is asked first: it will never send what it has not sent yet, even if our original request reaches it
 * later.
 */
async function callBack(ctx: PlayerCtx, invoice: InvoiceRow): Promise<Answer> {
  const cancelled = await partnerNamed(ctx, invoice.partner)?.cancelPayout(payoutRequest(invoice))
  if (!cancelled?.ok) return refuse('invoiceInProgress')
  const settled = await ctx.db.transaction(async (tx) => {
    await settlePayout(ctx, tx, invoice.partner, cancelled.value, 'player')
    return lockInvoice(tx, invoice.id)
  })
  return settled?.stage === 'declined' ? present(ctx, settled) : refuse('invoiceInProgress')
}

async function present(ctx: PlayerCtx, row: InvoiceRow): Promise<Answer> {
  return ok(presentInvoice(ctx, row, await readTimelines(ctx.db.kysely, [row])))
}
