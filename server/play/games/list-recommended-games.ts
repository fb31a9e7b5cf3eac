/**
 * Games like the one that the player played last: by what the games are, so that no habit of the player decides. Nothing
 * is recommended to a player who takes a break.
 */
import { ok, type ReplyOf, type Result } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { PlayerCtx } from '../../deps.ts'
import { isExcluded } from '../../protection/index.ts'
import { catalogueOf, findGames, offeredTo, presentGames } from './internal/catalogue.ts'
import { similarTo } from './internal/similar.ts'
import { openedGames } from './list-played-games.ts'

/** A rail of fewer games is not worth its heading. */
const fewest = 4

type Reply = ReplyOf<typeof contract.listRecommendedGames>

export async function listRecommendedGames(ctx: PlayerCtx): Promise<Result<Reply>> {
  const none: Reply = { basis: null, data: [] }
  if (await isExcluded(ctx, ctx.caller.player.id)) return ok(none)
  const opened = findGames(ctx, await openedGames(ctx))
  const [last] = opened
  if (!last) return ok(none)
  const known = new Set(opened)
  const isOffered = await offeredTo(ctx)
  const similar = similarTo(catalogueOf(ctx), last).filter((entry) => !known.has(entry) && isOffered(entry))
  if (similar.length < fewest) return ok(none)
  const { name } = last.game.text(ctx.caller.locale)
  return ok({ basis: { id: last.game.slug, name }, data: await presentGames(ctx, similar) })
}
