/** The catalogue: searched, filtered and sorted, in pages. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { type Entry, presentGames } from './internal/catalogue.ts'
import { selectGames } from './internal/select-games.ts'

type Query = VerbInput<typeof contract.listGames>
type Page = ReplyOf<typeof contract.listGames>

export async function listGames(ctx: Ctx, query: Query): Promise<Result<Page>> {
  return ok(await pageOf(ctx, query, await selectGames(ctx, query)))
}

export async function pageOf(ctx: Ctx, { page, perPage }: Query, found: readonly Entry[]): Promise<Page> {
  const shown = found.slice((page - 1) * perPage, page * perPage)
  return { data: await presentGames(ctx, shown), meta: { total: found.length, page, perPage } }
}
