/** The first page of the lobby, whose size does not grow with the catalogue. */
import { ok, type Result } from '#contract/endpoint.ts'
import type { Lobby } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { catalogueOf, offeredTo, presentGames, readCollections } from './internal/catalogue.ts'

/** Up to this many games every rail would repeat the same ones. */
const mostForOneList = 12
const mostInRail = 10

export async function readLobby(ctx: Ctx): Promise<Result<Lobby>> {
  const entries = catalogueOf(ctx).entries.filter(await offeredTo(ctx))
  const total = entries.length
  if (total <= mostForOneList) return ok({ total, games: await presentGames(ctx, entries), rails: [] })
  const collections = await readCollections(ctx)
  const rails = collections.map(({ rule, games }) => ({ identity: rule.identity, shown: games.slice(0, mostInRail) }))
  return ok({
    total,
    games: await presentGames(ctx, [...new Set(rails.flatMap(({ shown }) => shown))]),
    rails: rails.map(({ identity, shown }) => ({ identity, games: shown.map(({ game }) => game.slug) })),
  })
}
