import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Provider } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import { presentProvider } from './list-providers.ts'

export async function readProvider(ctx: Ctx, { id }: { id: string }): Promise<Result<Provider, 'providerNotFound'>> {
  const studio = ctx.partners.gameStudios.find((each) => each.slug === id)
  return studio ? ok(presentProvider(studio)) : refuse('providerNotFound')
}
