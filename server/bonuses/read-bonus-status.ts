import type * as contract from '#contract/bonuses.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { availableOffers } from './available.ts'

/** Whether the player can still receive these bonuses, optionally in a currency. */
export async function readBonusStatus(
  ctx: PlayerCtx,
  { bonusIds, currency }: VerbInput<typeof contract.readBonusStatus>,
): Promise<Result<ReplyOf<typeof contract.readBonusStatus>>> {
  const isOffered = currency === undefined || ctx.reference.isOffered(currency)
  const offers = isOffered ? await availableOffers(ctx.db.kysely, ctx, ctx.caller.player.id) : []
  const available = new Set(offers.map(({ id }) => id))
  return ok(bonusIds.map((id) => ({ id, isAvailable: available.has(id) })))
}
