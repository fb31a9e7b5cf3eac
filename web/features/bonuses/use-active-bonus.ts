/** Returns the active bonus of a currency; there is at most one. */
import type { PlayerBonus } from '#contract/bonuses.ts'
import { useApi } from '../../api/use-api.ts'
import { openBonusesRequest, playerBonusRoutes } from './player-bonus-request.ts'

export function useActiveBonus(currency: string | undefined, isEnabled = true): PlayerBonus | undefined {
  const { data } = useApi(playerBonusRoutes.bonus, openBonusesRequest, { enabled: isEnabled && currency !== undefined })
  return isEnabled ? data?.find((bonus) => bonus.status === 2 && bonus.currency === currency) : undefined
}
