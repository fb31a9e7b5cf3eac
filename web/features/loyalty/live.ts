/** Keeps the player's points and level in sync; `LevelWatch` reacts to what changed. */
import type { QueryClient } from '@tanstack/react-query'
import { invalidate, writeApi } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { accountRoute, newerAccount } from './account.ts'

export function followLoyalty(live: Live, client: QueryClient): void {
  live.on('retention:accounts', 'account', (account) =>
    writeApi(client, accountRoute, undefined, (held) => newerAccount(held, account)),
  )
  live.onUnrecovered('retention:accounts', () => void invalidate(client, accountRoute))
}
