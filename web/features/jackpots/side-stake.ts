/** The side stake that the next round adds, as far as the page knows: its ticket stands in the answer to the stake. */
import type { QueryClient } from '@tanstack/react-query'
import type { OwnJackpot } from '#contract/jackpots.ts'
import { apiKey } from '../../api/use-api.ts'

export function sideStakeIn(client: QueryClient, currency: string): number {
  const key = apiKey('GET /api/game/jackpots/{currency}/own', { params: { currency } })
  const own = client.getQueryData<OwnJackpot>(key)
  return own?.isOn && own.jackpot ? own.jackpot.sideStake : 0
}
