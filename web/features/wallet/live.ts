/** Updates accounts by pushes, and reads them again after a gap. */
import type { QueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/wallet.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { keepNewer } from '../../live/newest.ts'
import { turnoverRoute } from '../limits/turnover.ts'
import { putAccount } from './accounts.ts'

/** Queries that show movements: the ledger, its totals, the rounds. */
const movementQueries = [
  'GET /api/wallet/entries',
  'GET /api/wallet/totals',
  'GET /api/game/bets',
  'GET /api/game/spins',
  'GET /api/game/bonuses/cashback',
  'GET /api/game/bonuses/rakeback',
] as const

const openRounds = 'GET /api/game/open-rounds'

export function followWallet(live: Live, client: QueryClient, { isMobile }: { isMobile: boolean }): void {
  // This applies to every reader of the accounts, because an answer in progress may be older than a push.
  client.setQueryDefaults(apiKey('GET /api/wallet/accounts'), {
    structuralSharing: (cached, fetched) => keepNewer(cached as Account[] | undefined, fetched as Account[]),
  })
  const readAll = () => void invalidate(client, 'GET /api/wallet/accounts', ...movementQueries)
  live.on('wallet:accounts', 'account', (account) => {
    putAccount(client, account)
    // Every stake changes the turnover.
    void invalidate(client, turnoverRoute, ...movementQueries)
    // Open rounds are read only if one may have ended; otherwise a running game would cause a read with each stake.
    // They are also read if a read is in progress, because its answer may be older than this round.
    const hasOpen = (client.getQueryData<unknown[]>(apiKey(openRounds)) ?? []).length > 0
    const isRead = client.isFetching({ queryKey: [openRounds] }) > 0
    void client.invalidateQueries({ queryKey: [openRounds], refetchType: hasOpen || isRead ? 'active' : 'none' })
  })
  live.onUnrecovered('wallet:accounts', readAll)
  // Phones and tablets freeze hidden tabs with their connection. An iPad identifies itself as a Mac, hence the pointer.
  document.addEventListener('visibilitychange', () => {
    if (
      document.visibilityState === 'visible' &&
      (isMobile || matchMedia('(pointer: coarse)').matches) &&
      client.getQueryData(['GET /api/wallet/accounts', null, null])
    )
      readAll()
  })
}
