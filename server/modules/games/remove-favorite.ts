import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { findGame } from './internal/catalogue.ts'

export async function removeFavorite(
  ctx: PlayerCtx,
  { id }: { id: string },
): Promise<Result<{ isFavorite: false }, 'gameNotFound'>> {
  if (!findGame(ctx, id)) return refuse('gameNotFound')
  await ctx.db.kysely
    .deleteFrom('games.favorites')
    .where('player_id', '=', ctx.caller.player.id)
    .where('game_id', '=', id)
    .execute()
  return ok({ isFavorite: false })
}
