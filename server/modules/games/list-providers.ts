import { ok, type Result } from '#contract/endpoint.ts'
import type { Provider } from '#contract/games.ts'
import type { Ctx } from '../../deps.ts'
import type { GameStudio } from '../../partners/game-studio/port.ts'

export async function listProviders(ctx: Ctx): Promise<Result<Provider[]>> {
  return ok(ctx.partners.gameStudios.map(presentProvider))
}

export function presentProvider({ slug, name, games }: GameStudio): Provider {
  return { id: slug, identity: slug, name, gamesCount: games.length }
}
