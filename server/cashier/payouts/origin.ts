/**
 * The deposit to whose card or wallet a withdrawal goes back: the player's last successful one by the same method and in
 * the same currency. Only the partner knows the card, so the site names the deposit.
 */
import type { Kysely } from 'kysely'
import { InvoiceStatus, InvoiceType, type PaymentMethod } from '#contract/payments.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { PlayerCtx } from '../../deps.ts'
import { ownedSince } from '../../identity/index.ts'

/** Where a withdrawal's fields name it. No method may define a field of this name. */
export const originKey = 'origin_deposit'

type Place = { partner: string; method: string; currency: string }

export async function findOrigin(
  db: Kysely<Tables>,
  playerId: string,
  { partner, method, currency }: Place,
): Promise<string | null> {
  const since = await ownedSince(db, playerId)
  const last = await db
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.deposit)
    .where('status', '=', InvoiceStatus.success)
    .where('partner', '=', partner)
    .where('method', '=', method)
    .where('currency', '=', currency)
    // A charged-back or contradicted payment has no card to return money to.
    .where('flag', 'is', null)
    .$if(since !== null, (invoices) => invoices.where('created_at', '>', since!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? null
}

/** Whether the player can be paid by it now. */
export async function isPayable(
  { db, caller }: PlayerCtx,
  partner: string,
  { method, isToOrigin }: PaymentMethod,
  currency: string,
): Promise<boolean> {
  return !isToOrigin || (await findOrigin(db.kysely, caller.player.id, { partner, method, currency })) !== null
}
