// The art of every in-house game, by slug.

import type { Slug } from '../list.ts'

export type GameArt = { tile: string; scene: string; symbols: Record<string, string> }

/** Standalone SVG documents: a 3:4 tile, a background scene for the game, and every symbol by its id. */
export async function gameArt(slug: Slug): Promise<GameArt> {
  const [{ tile }, { scene, symbols }] = await Promise.all([
    import(`../${slug}/client/tile.ts`) as Promise<{ tile: () => string }>,
    import(`../${slug}/client/art.ts`) as Promise<{ scene: () => string; symbols: () => Record<string, string> }>,
  ])
  return { tile: tile(), scene: scene(), symbols: symbols() }
}
