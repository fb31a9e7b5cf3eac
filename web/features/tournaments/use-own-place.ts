/** Running tournaments in which a game counts, and the player's own place in one: asked for at most once a second. */
import { useEffect, useRef } from 'react'
import type { Leaderboard, Tournament } from '#contract/tournaments.ts'
import { useApi } from '../../api/use-api.ts'

export function useRunningWith(gameId: string): Tournament[] {
  const { data } = useApi('GET /api/retention/tournaments')
  return (data?.running ?? []).filter(
    ({ state, rules }) => state === 'running' && (rules.games === null || rules.games.some(({ id }) => id === gameId)),
  )
}

/** While rounds are being played, and for a moment after the last one. */
const playingMs = 1_000
const lastsMs = 4_000
const idleMs = 5_000

/** Undefined until it is known; null without a place. `rounds` changes with each round that ends. */
export function useOwnPlace(identity: string, rounds?: number): Leaderboard['own'] | undefined {
  const endedAt = useRef(0)
  useEffect(() => {
    endedAt.current = performance.now()
  }, [rounds])
  const { data } = useApi(
    'GET /api/retention/tournaments/{identity}/leaderboard',
    { params: { identity }, query: { top: 0 } },
    { refetchInterval: () => (performance.now() - endedAt.current < lastsMs ? playingMs : idleMs) },
  )
  return data?.own
}
