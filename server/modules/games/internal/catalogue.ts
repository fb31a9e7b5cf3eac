/** The catalogue: every game of every studio, in the caller's language. */
import type { Game } from '#contract/games.ts'
import type { Ctx, Deps } from '../../../deps.ts'
import type { GameStudio, StudioGame } from '../../../partners/game-studio/port.ts'
import type { CollectionRule } from '../../reference/versions.ts'
import { gamesOf } from './collections.ts'
import { popularGames } from './popularity.ts'

export type Entry = { studio: GameStudio; game: StudioGame }

export function allGames({ partners }: Pick<Deps, 'partners'>): Entry[] {
  return partners.gameStudios.flatMap((studio) => studio.games.map((game) => ({ studio, game })))
}

export function findGame(deps: Pick<Deps, 'partners'>, id: string): Entry | undefined {
  return allGames(deps).find(({ game }) => game.slug === id)
}

/** The collections that have games, each with its games in order. */
export async function readCollections(ctx: Ctx): Promise<Array<{ rule: CollectionRule; games: Entry[] }>> {
  const games = allGames(ctx)
  const popular = await popularGames(
    ctx,
    games.map(({ game }) => game.slug),
  )
  return ctx.reference
    .collections()
    .map((rule) => ({ rule, games: gamesOf(rule, games, popular) }))
    .filter((collection) => collection.games.length > 0)
}

export async function presentGames(ctx: Ctx, entries: Entry[]): Promise<Game[]> {
  const collections = await readCollections(ctx)
  return entries.map((entry) => {
    const { studio, game } = entry
    const { name, tileName } = game.text(ctx.caller.locale)
    return {
      id: game.slug,
      identity: game.slug,
      name,
      ...(tileName !== undefined && { tileName }),
      provider: { id: studio.slug, name: studio.name },
      collections: collections
        .filter((collection) => collection.games.some((member) => member.game === game))
        .map((collection) => collection.rule.identity),
      thumbnails: { portrait: game.tile, dominantColor: game.dominantColor },
      kind: game.kind,
      volatility: game.volatility,
      rtp: game.rtp,
      maxWinMultiplier: game.maxWinMultiplier,
      hasDemo: true,
      isNew: game.isNew,
    }
  })
}
