/** The player's points and level; a player without any is at the first level. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import type { PlayerCtx } from '../../deps.ts'
import { presentAccount } from './internal/present.ts'
import { readLadder } from './ladder.ts'

const empty = { earned: 0n, lost: 0n, level: 1, version: 0n }

export async function readAccount(ctx: PlayerCtx): Promise<Result<LoyaltyAccount, 'loyaltyUnavailable'>> {
  const ladder = await readLadder(ctx.db.kysely, ctx)
  if (!ladder) return refuse('loyaltyUnavailable')
  const row = await ctx.db.kysely
    .selectFrom('rewards.loyalty_accounts')
    .select(['earned', 'lost', 'level', 'version'])
    .where('player_id', '=', ctx.caller.player.id)
    .executeTakeFirst()
  return ok(presentAccount(ladder.data, row ?? empty, ctx.caller.locale))
}
