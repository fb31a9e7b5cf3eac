import type * as contract from '#contract/bonuses.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { availableOffers } from './available.ts'

/** Whether these bonuses are still available: another tab or deposit may have taken them. */
export async function readBonusStatus(
  ctx: PlayerCtx,
  { bonusIds }: VerbInput<typeof contract.readBonusStatus>,
): Promise<Result<ReplyOf<typeof contract.readBonusStatus>>> {
  const available = new Set((await availableOffers(ctx.db.kysely, ctx, ctx.caller.player.id)).map(({ id }) => id))
  return ok(bonusIds.map((id) => ({ id, isAvailable: available.has(id) })))
}
