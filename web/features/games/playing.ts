/** Which game is open. It stays open on other pages, as the mini player, until it is closed there or left. */
import type { PlayMode } from './use-launch.ts'

export type Playing = { gameId: string; mode: PlayMode }
export type Place = {
  /** Of the game's page; null on any other page. */
  gameId: string | null
  /** The query's `play`. */
  play: string | null
  isSignedIn: boolean
  /** In a cooling-off period or self-excluded. */
  isExcluded: boolean
}

/** What the address of a game's page asks to play; null for its poster. */
export function askedToPlay({ gameId, play, isSignedIn }: Place): Playing | null {
  if (gameId === null) return null
  if (play === 'demo') return { gameId, mode: 'demo' }
  return play === 'real' && isSignedIn ? { gameId, mode: 'real' } : null
}

export function playingAt(place: Place, before: Playing | null): Playing | null {
  const asked = askedToPlay(place)
  if (asked) return before && isSame(before, asked) ? before : asked
  if (!before || before.gameId === place.gameId) return null
  return before.mode === 'real' && (!place.isSignedIn || place.isExcluded) ? null : before
}

function isSame(one: Playing, other: Playing): boolean {
  return one.gameId === other.gameId && one.mode === other.mode
}
