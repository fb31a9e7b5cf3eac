/** Reads the reality check again after it was acknowledged elsewhere or its interval was changed. */
import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'

export function followRealityChecks(live: Live, client: QueryClient): void {
  const readAgain = () => void invalidate(client, 'GET /api/game/reality-check')
  live.on('game:bets', 'game.reality-check', readAgain)
  live.onUnrecovered('game:bets', readAgain)
}
