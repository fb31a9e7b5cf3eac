import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { GameDetails } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { findGame, presentGames } from './internal/catalogue.ts'

export async function readGame(ctx: Ctx, { id }: { id: string }): Promise<Result<GameDetails, 'gameNotFound'>> {
  const entry = findGame(ctx, id)
  if (!entry) return refuse('gameNotFound')
  const [shown] = await presentGames(ctx, [entry])
  const { game } = entry
  const { description, rules, symbols = {} } = game.text(ctx.caller.locale)
  return ok({
    ...shown!,
    description,
    rules,
    symbols,
    features: [...game.features],
    hitRate: game.hitRate,
    maxWinOneIn: game.maxWinOneIn ?? null,
    deviation: game.deviation,
    mathsVersion: game.mathsVersion,
    mathsHash: game.mathsHash,
    stakes: game.stakes,
  })
}
