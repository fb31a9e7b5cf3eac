/** Which pages are closed to players in a cooling-off period or self-exclusion: all that offer games, bets or rewards. */
import type { RouteEntry } from './page.ts'

export const breakPath = '/break'

/** Documents serve withdrawals, and bonuses keep running. A round that is open is finished on its game's page. */
export function isClosedOnBreak({ path, isOpenToAll }: RouteEntry, search: URLSearchParams): boolean {
  if (isOpenToAll || path.startsWith('/profile')) return false
  return !(path === '/games/:id' && search.get('play') === 'real')
}
