import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Game } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { catalogueOf, findGame, offeredTo, presentGames } from './internal/catalogue.ts'
import { similarTo } from './internal/similar.ts'

export async function listSimilarGames(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Result<{ data: Game[] }, 'gameNotFound'>> {
  const entry = findGame(ctx, id)
  if (!entry) return refuse('gameNotFound')
  return ok({ data: await presentGames(ctx, similarTo(catalogueOf(ctx), entry).filter(await offeredTo(ctx))) })
}
