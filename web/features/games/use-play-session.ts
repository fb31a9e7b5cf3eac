/** Time and result since play began, from the ledger. */
import type { PlaySession } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'

/** Read again when a round has ended, never by a push, which would reveal the result before the game does. */
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
