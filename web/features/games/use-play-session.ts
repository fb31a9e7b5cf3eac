/** Reads the time and result since play began from the ledger. */
import type { PlaySession } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'

/** It is read again when a round has ended in the game. A push would reveal the result before the game does. */
export function usePlaySession(
  currency: string | undefined,
  isLaunched: boolean,
): { data: PlaySession | undefined; refresh: () => void } {
  const { data, refetch } = useApi(
    'GET /api/game/play-session',
    { query: { currency: currency ?? '' } },
    { enabled: isLaunched && currency !== undefined, retry: false, refetchOnWindowFocus: false },
  )
  return { data, refresh: () => void refetch() }
}
