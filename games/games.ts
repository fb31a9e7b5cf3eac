/** The in-house games, loaded from their folders. The catalogue is derived from them. Server side. */
import type { Game } from './game.ts'
import { type Slug, slugs } from './list.ts'
import type { GameMaths } from './maths.ts'
import { nameOf, replacedMaths, replacedNames } from './replaced/versions.ts'

const loaded = new Map(
  await Promise.all(
    slugs.map(async (slug) => [slug, ((await import(`./${slug}/game.ts`)) as { game: Game }).game] as const),
  ),
)

/** In lobby order. */
export const games: readonly GameMaths[] = [...loaded.values()].map(({ maths }) => maths)

export const gameOf = (slug: Slug): Game => loaded.get(slug)!

/** Returns the maths of a version, or undefined if it is unknown. A replaced version must have been loaded before. */
export function mathsOf(slug: string, version?: string): GameMaths | undefined {
  const current = games.find((game) => game.slug === slug)
  return version === undefined || current?.version === version ? current : replacedMaths(slug, version)
}

/** `slug@version` of every known maths. */
export function knownMaths(): string[] {
  return [...games.map(({ slug, version }) => nameOf(slug, version)), ...replacedNames()]
}
