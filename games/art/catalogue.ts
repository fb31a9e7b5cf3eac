// The art of every in-house game, by slug.

export const slugs = [
  'dice',
  'crash',
  'limbo',
  'wheel',
  'plinko',
  'keno',
  'diamonds',
  'roulette',
  'baccarat',
  'french-roulette',
  'lantern-harbor',
  'clockwork-orchard',
  'saffron-caravan',
  'glacier-fox',
  'ember-forge',
  'tidepool',
  'midnight-botanica',
  'honeyfall',
  'kite-festival',
  'library-of-owls',
  'velvet-groove',
  'night-express',
  'jade-rapids',
  'mines',
  'towers',
  'hilo',
  'blackjack',
  'blackjack-surrender',
  'jacks-or-better',
  'deuces-wild',
] as const

export type Slug = (typeof slugs)[number]

export type GameArt = { tile: string; scene: string; symbols: Record<string, string>; dominantColor: string }

/** Standalone SVG documents: a 3:4 tile, a background scene for the game, and every symbol by its id. */
export async function gameArt(slug: Slug): Promise<GameArt> {
  const [{ tile }, { scene, symbols }, { theme }] = await Promise.all([
    import(`../${slug}/client/tile.ts`) as Promise<{ tile: () => string }>,
    import(`../${slug}/client/art.ts`) as Promise<{ scene: () => string; symbols: () => Record<string, string> }>,
    import(`../${slug}/client/theme.ts`) as Promise<{ theme: { dominantColor: string } }>,
  ])
  return { tile: tile(), scene: scene(), symbols: symbols(), dominantColor: theme.dominantColor }
}
