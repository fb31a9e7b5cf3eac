/** The catalogue, filtered by collection, studio and search, in pages. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { allGames, presentGames, readCollections } from './internal/catalogue.ts'
import { searchGames } from './internal/search.ts'

export async function listGames(
  ctx: Ctx,
  { search, collection, providers, page, perPage }: VerbInput<typeof contract.listGames>,
): Promise<Result<ReplyOf<typeof contract.listGames>>> {
  const members =
    collection === undefined
      ? allGames(ctx)
      : ((await readCollections(ctx)).find((each) => each.rule.identity === collection)?.games ?? [])
  const offered = providers?.length ? members.filter(({ studio }) => providers.includes(studio.slug)) : members
  const found = searchGames(ctx, offered, search ?? '', ctx.caller.locale)
  const shown = found.slice((page - 1) * perPage, page * perPage)
  return ok({ data: await presentGames(ctx, shown), meta: { total: found.length, page, perPage } })
}
