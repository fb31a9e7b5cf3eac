import { ok, type Result } from '#contract/endpoint.ts'
import type { Collection } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { readCollections } from './internal/catalogue.ts'
import { collectionName } from './internal/collection-names.ts'

export async function listCollections(ctx: Ctx): Promise<Result<Collection[]>> {
  const collections = await readCollections(ctx)
  return ok(
    collections.map(({ identity, icon, games }) => ({
      identity,
      icon,
      name: collectionName(identity, ctx.caller.locale),
      countries: [],
      gamesCount: games.length,
    })),
  )
}
