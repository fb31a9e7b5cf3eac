/** Hooks for the player's account and the levels. */
import { useApi } from '../../api/use-api.ts'
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import { useVisitor } from '../../render/router.tsx'
import { useActiveAccount } from '../wallet/accounts.ts'
import { accountRoute, newerAccount } from './account.ts'

export function useLoyaltyAccount() {
  const { isSignedIn, init } = useVisitor()
  return useApi(accountRoute, undefined, {
    enabled: isSignedIn && init.config.isLoyaltyEnabled,
    structuralSharing: (cached, fetched) =>
      newerAccount(cached as LoyaltyAccount | undefined, fetched as LoyaltyAccount),
  })
}

/** Reads the levels with amounts in the player's active currency, or in the base currency for guests. */
export function useLevels() {
  const currency = useActiveAccount()?.currency
  const inBase = useApi('GET /api/retention/levels')
  const inActive = useApi('GET /api/retention/levels', { query: { currency } }, { enabled: currency !== undefined })
  return inActive.data ? inActive : inBase
}
