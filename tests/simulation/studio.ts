/** A studio with plain-text launch tokens that never expire; the simulation makes its calls. */
import { ok } from '#contract/endpoint.ts'
import type { GameStudio } from '#server/partners/game-studio/port.ts'

export const studioSlug = 'sim-studio'
export const tokenOf = (player: { id: string; sessionId: string }, game: string, currency: string): string =>
  JSON.stringify([player.id, player.sessionId, game, currency])

export const simulatedStudio: GameStudio = {
  slug: studioSlug,
  name: 'Simulation',
  games: [],
  launchUrl: async () => ok(''),
  isGenuine: () => true,
  fairness: null,
  readLaunch(token) {
    const [playerId, sessionId, game, currency] = JSON.parse(token) as [string, string, string, string]
    return { playerId, sessionId, game, currency, mode: 'real', locale: 'en', theme: 'dark' }
  },
}
