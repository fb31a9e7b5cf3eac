/** Updates the player's points and level; `LevelWatch` announces changes. */
import type { QueryClient } from '@tanstack/react-query'
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import { apiKey, invalidate, writeApi } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { whenShown } from '../wallet/running-rounds.ts'
import { accountRoute, newerAccount } from './account.ts'

const ladder = ['GET /api/retention/levels', 'GET /api/retention/rule'] as const
/** Omits names, because a push is in the language of the account and a read in that of the page. */
const levelsOf = ({ currentLevel: { order, points }, nextLevel }: LoyaltyAccount) =>
  [order, points, nextLevel?.points].join()

export function followLoyalty(live: Live, client: QueryClient): void {
  const put = (account: LoyaltyAccount) => {
    const before = client.getQueryData<LoyaltyAccount>(apiKey(accountRoute))
    writeApi(client, accountRoute, undefined, (cached) => newerAccount(cached, account))
    // The player's level or the thresholds have changed, so the list of levels may be outdated.
    if (before && levelsOf(before) !== levelsOf(account)) void invalidate(client, ...ladder)
  }
  // Points of a win would reveal it.
  live.on('retention:accounts', 'account', (account) => whenShown(() => put(account)))
  live.onUnrecovered('retention:accounts', () => void invalidate(client, accountRoute, ...ladder))
}
