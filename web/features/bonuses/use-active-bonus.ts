/** The bonus that stakes in a currency are under; at most one is active in each. */
import type { PlayerBonus } from '#contract/bonuses.ts'
import { useApi } from '../../api/use-api.ts'
import { heldRequest, heldRoutes } from './held-request.ts'

export function useActiveBonus(currency: string | undefined, isEnabled = true): PlayerBonus | undefined {
  const { data } = useApi(heldRoutes.bonus, heldRequest, { enabled: isEnabled && currency !== undefined })
  return isEnabled ? data?.find((bonus) => bonus.status === 2 && bonus.currency === currency) : undefined
}
