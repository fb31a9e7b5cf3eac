/** Keeps the player's points and level in sync; `LevelWatch` reacts to what changed. */
import type { QueryClient } from '@tanstack/react-query'
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import { apiKey, invalidate, writeApi } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { accountRoute, newerAccount } from './account.ts'

const ladder = ['GET /api/retention/levels', 'GET /api/retention/rule'] as const
/** Without names: a push is in the language of the account, a read in that of the page. */
const levelsOf = ({ currentLevel: { order, points }, nextLevel }: LoyaltyAccount) =>
  [order, points, nextLevel?.points].join()

export function followLoyalty(live: Live, client: QueryClient): void {
  live.on('retention:accounts', 'account', (account) => {
    const before = client.getQueryData<LoyaltyAccount>(apiKey(accountRoute))
    writeApi(client, accountRoute, undefined, (held) => newerAccount(held, account))
    // Another level, or another ladder: its thresholds are not shown beside those of the former one.
    if (before && levelsOf(before) !== levelsOf(account)) void invalidate(client, ...ladder)
  })
  live.onUnrecovered('retention:accounts', () => void invalidate(client, accountRoute, ...ladder))
}
