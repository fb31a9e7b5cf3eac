import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Provider } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { catalogueOf, offeredTo } from './internal/catalogue.ts'
import { presentProvider } from './list-providers.ts'

export async function readProvider(ctx: Ctx, { id }: { id: string }): Promise<Result<Provider, 'providerNotFound'>> {
  const entries =
    catalogueOf(ctx)
      .byMaker.get(id)
      ?.filter(await offeredTo(ctx)) ?? []
  return entries.length > 0 ? ok(presentProvider(entries)) : refuse('providerNotFound')
}
