/** The player's account and the ladder in components. */
import { useApi } from '../../api/use-api.ts'
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import { useVisitor } from '../../render/router.tsx'
import { useActiveAccount } from '../wallet/accounts.ts'
import { accountRoute, newerAccount } from './account.ts'

export function useLoyaltyAccount() {
  const { isSignedIn, init } = useVisitor()
  return useApi(accountRoute, undefined, {
    enabled: isSignedIn && init.config.isLoyaltyEnabled,
    structuralSharing: (held, read) => newerAccount(held as LoyaltyAccount | undefined, read as LoyaltyAccount),
  })
}

/** Amounts in the currency that the player uses, as they would be granted now; in the base currency for guests. */
export function useLevels() {
  const currency = useActiveAccount()?.currency
  const inBase = useApi('GET /api/retention/levels')
  const own = useApi('GET /api/retention/levels', { query: { currency } }, { enabled: currency !== undefined })
  return own.data ? own : inBase
}
