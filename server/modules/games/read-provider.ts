import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Provider } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { catalogueOf } from './internal/catalogue.ts'
import { presentProvider } from './list-providers.ts'

export async function readProvider(ctx: Ctx, { id }: { id: string }): Promise<Result<Provider, 'providerNotFound'>> {
  const entries = catalogueOf(ctx).byMaker.get(id)
  return entries ? ok(presentProvider(entries)) : refuse('providerNotFound')
}
