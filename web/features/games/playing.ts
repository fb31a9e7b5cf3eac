/** Decides which game is open. It stays open on other pages, as the mini player, until it is closed. */
import type { PlayMode } from './use-launch.ts'

export type Playing = { gameId: string; mode: PlayMode }
export type PlayLocation = {
  /** The game of the page; null on other pages. */
  gameId: string | null
  /** The value of `play` in the query. */
  play: string | null
  isSignedIn: boolean
  /** In a cooling-off period or self-excluded. */
  isExcluded: boolean
}

/** Returns the game and mode that the address requests; null if it shows only the poster. */
export function requestedPlay({ gameId, play, isSignedIn }: PlayLocation): Playing | null {
  if (gameId === null) return null
  if (play === 'demo') return { gameId, mode: 'demo' }
  return play === 'real' && isSignedIn ? { gameId, mode: 'real' } : null
}

export function playingAt(location: PlayLocation, before: Playing | null): Playing | null {
  const requested = requestedPlay(location)
  if (requested) return before && isSame(before, requested) ? before : requested
  if (!before || before.gameId === location.gameId) return null
  return before.mode === 'real' && (!location.isSignedIn || location.isExcluded) ? null : before
}

function isSame(one: Playing, other: Playing): boolean {
  return one.gameId === other.gameId && one.mode === other.mode
}
