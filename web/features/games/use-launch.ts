/** Requests a launch URL. It contains a token, so every launch needs a new one. */
import { useQuery } from '@tanstack/react-query'
import type { Funds } from '#contract/games.ts'
import { api, type ApiError } from '../../api/client.ts'

export type PlayMode = 'real' | 'demo'
export type Launch = { url: string; mode: PlayMode; funds: Funds }
type LaunchOptions = {
  gameId: string
  mode: PlayMode
  currency: string | undefined
  locale: string
  attempt: number
  /** The player has chosen cash although there are free spins. */
  isCashChosen: boolean
  isEnabled: boolean
}

export function useLaunch({ gameId, mode, currency, locale, attempt, isCashChosen, isEnabled }: LaunchOptions): {
  launch: Launch | undefined
  error: ApiError | null
} {
  const { data, error } = useQuery<Launch, ApiError>({
    queryKey: ['launch', gameId, mode, currency, attempt, isCashChosen],
    queryFn: () =>
      api('POST /api/game/games/{id}/play', {
        params: { id: gameId },
        body: { mode, currency, locale, theme: shownTheme(), ...(isCashChosen && { funds: 'cash' as const }) },
      }),
    enabled: isEnabled,
    // Without a connection a launch fails at once and says so, instead of waiting for one.
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
  })
  return { launch: data, error }
}

/** Returns the theme for the game, light or dark, that is closest to the page's. */
export function shownTheme(): 'dark' | 'light' {
  return getComputedStyle(document.documentElement).colorScheme === 'light' ? 'light' : 'dark'
}
