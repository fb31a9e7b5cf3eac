/** A studio whose launch tokens are plain text and never expire; its calls are made by whoever runs the world. */
import type { GameStudio } from '#server/partners/game-studio/port.ts'

export const studioSlug = 'sim-studio'
export const tokenOf = (player: { id: string; sessionId: string }, game: string, currency: string): string =>
  JSON.stringify([player.id, player.sessionId, game, currency])

export const simulatedStudio: GameStudio = {
  slug: studioSlug,
  name: 'Simulation',
  games: [],
  launchUrl: () => '',
  isGenuine: () => true,
  verifyUrl: () => null,
  readLaunch(token) {
    const [playerId, sessionId, game, currency] = JSON.parse(token) as [string, string, string, string]
    return { playerId, sessionId, game, currency, mode: 'real', locale: 'en', theme: 'dark' }
  },
}
