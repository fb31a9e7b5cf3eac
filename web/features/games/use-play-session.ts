/** Reads the time and result since play began from the ledger. */
import type { PlaySession } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { useBetweenRounds } from '../wallet/running-rounds.ts'

/** It is read again when a round has ended in the game. A push would reveal the result before the game does. */
export function usePlaySession(
  currency: string | undefined,
  isLaunched: boolean,
): { data: PlaySession | undefined; refresh: () => void } {
  const isEnabled = isLaunched && currency !== undefined
  const { data, refetch } = useApi(
    'GET /api/game/play-session',
    { query: { currency: currency ?? '' } },
    { enabled: isEnabled, retry: false, refetchOnWindowFocus: false },
  )
  return {
    data: useBetweenRounds(data),
    // A query that is not enabled can still be refetched: a demo has no session to read.
    refresh: () => {
      if (isEnabled) void refetch()
    },
  }
}
