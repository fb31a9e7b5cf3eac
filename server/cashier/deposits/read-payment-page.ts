/** Reopens the payment page of a deposit from the partner's stored response. */
import { ok, type RefusalOf, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { InvoiceStatus, InvoiceType, type readPaymentPage as contract } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'
import { findDepositOffer } from '../internal/partner-of.ts'
import { readPartnerAnswer } from '../internal/stored.ts'

type Answer = Result<ReplyOf<typeof contract>, RefusalOf<typeof contract>>

export async function readPaymentPage(ctx: PlayerCtx, { id }: VerbInput<typeof contract>): Promise<Answer> {
  const row = await ctx.db.kysely
    .selectFrom('payments.invoices')
    .selectAll()
    .where('id', '=', id)
    .where('player_id', '=', ctx.caller.player.id)
    .where('type', '=', InvoiceType.deposit)
    .executeTakeFirst()
  if (!row) return refuse('invoiceNotFound')
  if (row.status !== InvoiceStatus.pending) return refuse('invoiceIsFinal')
  // A second payment of a paid deposit would have to be returned.
  if (row.stage === 'confirming' || row.flag !== null) return refuse('invoiceInProgress')
  const answer = readPartnerAnswer(row.partner_answer)
  if (!answer) return refuse('paymentNotOpened')
  const offer = findDepositOffer(ctx, { method: row.method, currency: row.currency, country: null })
  return ok({
    invoiceId: row.id,
    ...answer,
    processingType: offer?.method.processingType ?? null,
  })
}
