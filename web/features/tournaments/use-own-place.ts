/** Reads running tournaments in which a game counts, and the player's place in one, at most once a second. */
import { useEffect, useRef } from 'react'
import type { Leaderboard, Tournament } from '#contract/tournaments.ts'
import { useApi } from '../../api/use-api.ts'
import { useBetweenRounds } from '../wallet/running-rounds.ts'

/** Returns undefined until they are known. */
export function useRunningWith(gameId: string): Tournament[] | undefined {
  const { data, isPending } = useApi('GET /api/retention/tournaments')
  if (isPending) return undefined
  return (data?.running ?? []).filter(
    ({ state, rules }) => state === 'running' && (rules.games === null || rules.games.some(({ id }) => id === gameId)),
  )
}

/** The place is read every second while rounds are played and shortly after. */
const playingMs = 1_000
const activeForMs = 4_000
const idleMs = 5_000

/** Returns undefined until the place is known, and null without one. `rounds` must change with each round that ends. */
export function useOwnPlace(identity: string, rounds?: number): Leaderboard['own'] | undefined {
  const endedAt = useRef(0)
  useEffect(() => {
    endedAt.current = performance.now()
  }, [rounds])
  const { data } = useApi(
    'GET /api/retention/tournaments/{identity}/leaderboard',
    { params: { identity }, query: { top: 0 } },
    { refetchInterval: () => (performance.now() - endedAt.current < activeForMs ? playingMs : idleMs) },
  )
  return useBetweenRounds(data?.own)
}
