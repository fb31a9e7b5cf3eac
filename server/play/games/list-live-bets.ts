/** The latest settled rounds of all players; real money only, with the names that their players allow. */
import { ok, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { presentLiveBet, shownBets, withPublicNames } from './internal/live-bets.ts'

export async function listLiveBets(
  ctx: Ctx,
  { feed }: VerbInput<typeof contract.listLiveBets>,
): Promise<Result<contract.LiveBet[]>> {
  const rows = await ctx.db.kysely
    .selectFrom('games.live_bets')
    .selectAll()
    .$if(feed === 'high', (query) => query.where('is_high', '=', true))
    .orderBy('movement_id', 'desc')
    .limit(shownBets)
    .execute()
  const named = await withPublicNames(ctx.db.kysely, rows)
  return ok(named.flatMap((row) => presentLiveBet(ctx, row, ctx.caller.locale) ?? []))
}
