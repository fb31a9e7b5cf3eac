import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { findGame } from './internal/catalogue.ts'

/** Marking a favourite twice has no further effect. */
export async function addFavorite(
  ctx: PlayerCtx,
  { id }: { id: string },
): Promise<Result<{ isFavorite: true }, 'gameNotFound'>> {
  if (!findGame(ctx, id)) return refuse('gameNotFound')
  await ctx.db.kysely
    .insertInto('games.favorites')
    .values({ player_id: ctx.caller.player.id, game_id: id, created_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ok({ isFavorite: true })
}
