/** Puts the method with which the player last completed a payment first, and marks it. */
import { InvoiceStatus, type InvoiceType, type PaymentMethod } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'

export async function putLastUsedFirst(
  ctx: PlayerCtx,
  type: (typeof InvoiceType)[keyof typeof InvoiceType],
  methods: PaymentMethod[],
): Promise<PaymentMethod[]> {
  const names = methods.map(({ method }) => method)
  if (names.length === 0) return methods
  const last = await ctx.db.kysely
    .selectFrom('payments.invoices')
    .select('method')
    .where('player_id', '=', ctx.caller.player.id)
    .where('type', '=', type)
    .where('status', '=', InvoiceStatus.success)
    // In any currency: a card is the same one in another account.
    .where('method', 'in', names)
    // A deposit address is used when it is paid to, which may be long after it was created.
    .orderBy(({ fn }) => fn.coalesce('ended_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const index = names.indexOf(last?.method ?? '')
  if (index < 0) return methods
  return [{ ...methods[index]!, isLastUsed: true }, ...methods.toSpliced(index, 1)]
}
