import { ok, type Result } from '#contract/endpoint.ts'
import type { Game } from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'
import { findGames, presentGames } from './internal/catalogue.ts'

/** Games that the player opened for real money, the latest first. */
export async function listPlayedGames(ctx: PlayerCtx): Promise<Result<{ data: Game[] }>> {
  return ok({ data: await presentGames(ctx, findGames(ctx, await openedGames(ctx))) })
}

export async function openedGames(ctx: PlayerCtx): Promise<string[]> {
  const rows = await ctx.db.kysely
    .selectFrom('games.launches')
    .select('game_id')
    .where('player_id', '=', ctx.caller.player.id)
    .orderBy('launched_at', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => row.game_id)
}
