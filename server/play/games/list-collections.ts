import { ok, type Result } from '#contract/endpoint.ts'
import type { Collection } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { readCollections } from './internal/catalogue.ts'

export async function listCollections(ctx: Ctx): Promise<Result<Collection[]>> {
  const collections = await readCollections(ctx)
  return ok(
    collections.map(({ rule: { identity, icon, name, countries = [] }, games }) => ({
      identity,
      icon,
      name: name[ctx.caller.locale] ?? name.en,
      countries,
      gamesCount: games.length,
    })),
  )
}
