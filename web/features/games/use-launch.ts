/** Requests a launch URL. Each launch is new: the URL carries a token. */
import { useQuery } from '@tanstack/react-query'
import { api, type ApiError } from '../../api/client.ts'

export type PlayMode = 'real' | 'demo'
type Launch = { url: string; mode: PlayMode }
type Wanted = {
  gameId: string
  mode: PlayMode
  currency: string | undefined
  locale: string
  attempt: number
  isEnabled: boolean
}

export function useLaunch({ gameId, mode, currency, locale, attempt, isEnabled }: Wanted): {
  url: string | undefined
  error: ApiError | null
} {
  const { data, error } = useQuery<Launch, ApiError>({
    queryKey: ['launch', gameId, mode, currency, attempt],
    queryFn: () =>
      api('POST /api/game/games/{id}/play', {
        params: { id: gameId },
        body: { mode, currency, locale, theme: shownTheme() },
      }),
    enabled: isEnabled,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
  })
  return { url: data?.url, error }
}

/** The game theme, light or dark, closest to the page's. */
function shownTheme(): 'dark' | 'light' {
  return getComputedStyle(document.documentElement).colorScheme === 'light' ? 'light' : 'dark'
}
