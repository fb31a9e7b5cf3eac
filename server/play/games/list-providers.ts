import { ok, type Result } from '#contract/endpoint.ts'
import type { Provider } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { catalogueOf, type Entry, offeredTo, thumbnailsOf } from './internal/catalogue.ts'

const thumbnailsShown = 4

/** The studios with games, those with most of them first. */
export async function listProviders(ctx: Ctx): Promise<Result<Provider[]>> {
  const isOffered = await offeredTo(ctx)
  return ok(
    [...catalogueOf(ctx).byMaker.values()]
      .map((entries) => entries.filter(isOffered))
      .filter((entries) => entries.length > 0)
      .toSorted((one, other) => other.length - one.length)
      .map((entries) => presentProvider(entries)),
  )
}

export function presentProvider(entries: readonly Entry[]): Provider {
  const { slug, name } = entries[0]!.maker
  return {
    id: slug,
    identity: slug,
    name,
    gamesCount: entries.length,
    thumbnails: entries.slice(0, thumbnailsShown).map(({ game }) => thumbnailsOf(game)),
  }
}
