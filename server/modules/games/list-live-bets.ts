/** The latest settled rounds of all players; real money only, and the names were masked when they were stored. */
import { ok, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { presentLiveBet, shownBets } from './internal/live-bets.ts'

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
  return ok(rows.flatMap((row) => presentLiveBet(ctx, row, ctx.caller.locale) ?? []))
}
