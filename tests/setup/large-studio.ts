/** A studio with a generated catalogue, for lists and search; its games are not opened. */
import { generateGames } from '#sandbox/catalogue/generate-games.ts'
import type { GameStudio, StudioGame } from '#server/partners/game-studio/port.ts'

export function largeStudio(count: number): GameStudio {
  const unsupported = () => {
    throw new Error('games of this studio are not opened')
  }
  return {
    slug: 'generated',
    name: 'Generated',
    games: generateGames(count).map((game): StudioGame => {
      const text = { name: game.name, description: '', rules: [], keywords: game.tags }
      return {
        slug: game.code,
        kind: game.kind,
        volatility: game.volatility,
        rtp: game.rtp,
        rtpExact: { numerator: BigInt(Math.round(game.rtp * 100)), denominator: 10_000n },
        hitRate: null,
        deviation: 0,
        maxWinMultiplier: game.maxWinMultiplier,
        mathsVersion: '1.0.0',
        mathsHash: '0'.repeat(64),
        releasedOn: game.releasedOn,
        features: game.features,
        maker: { slug: game.studio.id, name: game.studio.name },
        tile: '/studio/art/dice/tile.svg',
        dominantColor: '#223344',
        stakes: game.stakes,
        text: () => text,
      }
    }),
    launchUrl: unsupported,
    readLaunch: () => null,
    isGenuine: () => false,
    fairness: null,
  }
}
