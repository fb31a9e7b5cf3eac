import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'
import { type Entry, findGames, offeredTo, presentGames } from './internal/catalogue.ts'
import { selectGames } from './internal/select-games.ts'
import { pageOf } from './list-games.ts'

export async function listFavorites(ctx: PlayerCtx): Promise<Result<ReplyOf<typeof contract.listFavorites>>> {
  return ok({ data: await presentGames(ctx, await favoritesOf(ctx)) })
}

export async function listFavoritesFiltered(
  ctx: PlayerCtx,
  query: VerbInput<typeof contract.listFavoritesFiltered>,
): Promise<Result<ReplyOf<typeof contract.listFavoritesFiltered>>> {
  return ok(await pageOf(ctx, query, await selectGames(ctx, query, await favoritesOf(ctx))))
}

/** The latest first. */
async function favoritesOf(ctx: PlayerCtx): Promise<Entry[]> {
  const rows = await ctx.db.kysely
    .selectFrom('games.favorites')
    .select('game_id')
    .where('player_id', '=', ctx.caller.player.id)
    .orderBy('created_at', 'desc')
    .orderBy('game_id')
    .execute()
  const games = findGames(
    ctx,
    rows.map((row) => row.game_id),
  )
  return games.filter(await offeredTo(ctx))
}
