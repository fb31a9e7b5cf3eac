import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { findGame } from './internal/catalogue.ts'

export async function removeFavorite(
  ctx: PlayerCtx,
  { id }: { id: string },
): Promise<Result<{ isFavorite: false }, 'gameNotFound'>> {
  const removed = await ctx.db.kysely
    .deleteFrom('games.favorites')
    .where('player_id', '=', ctx.caller.player.id)
    .where('game_id', '=', id)
    .returning('game_id')
    .executeTakeFirst()
  // A favourite that has left the catalogue can still be removed, by a page that shows it.
  return removed || findGame(ctx, id) ? ok({ isFavorite: false }) : refuse('gameNotFound')
}
