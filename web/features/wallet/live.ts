/** Keeps accounts in sync: pushes while connected, a refetch after a gap. */
import type { QueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/wallet.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { keepNewer } from '../../live/newest.ts'
import { turnoverRoute } from '../limits/turnover.ts'
import { putAccount } from './accounts.ts'

/** Queries that show movements: the ledger, its totals, the rounds. */
const ofMovements = [
  'GET /api/wallet/entries',
  'GET /api/wallet/totals',
  'GET /api/game/bets',
  'GET /api/game/spins',
  'GET /api/game/bonuses/cashback',
  'GET /api/game/bonuses/rakeback',
] as const

const openRounds = 'GET /api/game/open-rounds'

export function followWallet(live: Live, client: QueryClient, { isMobile }: { isMobile: boolean }): void {
  // For every reader of the accounts: an answer under way may be older than a push.
  client.setQueryDefaults(apiKey('GET /api/wallet/accounts'), {
    structuralSharing: (held, fetched) => keepNewer(held as Account[] | undefined, fetched as Account[]),
  })
  const readAll = () => void invalidate(client, 'GET /api/wallet/accounts', ...ofMovements)
  live.on('wallet:accounts', 'account', (account) => {
    putAccount(client, account)
    // Every stake moves the turnover.
    void invalidate(client, turnoverRoute, ...ofMovements)
    // Visible tiles are updated only if a round may have ended: a game that is being played would ask at each stake.
    // An answer in progress may be older than this round, and would count as new.
    const hasOpen = (client.getQueryData<unknown[]>(apiKey(openRounds)) ?? []).length > 0
    const isRead = client.isFetching({ queryKey: [openRounds] }) > 0
    void client.invalidateQueries({ queryKey: [openRounds], refetchType: hasOpen || isRead ? 'active' : 'none' })
  })
  live.onUnrecovered('wallet:accounts', readAll)
  // Phones and tablets freeze hidden tabs, and with them the connection. An iPad calls itself a Mac.
  document.addEventListener('visibilitychange', () => {
    if (
      document.visibilityState === 'visible' &&
      (isMobile || matchMedia('(pointer: coarse)').matches) &&
      client.getQueryData(['GET /api/wallet/accounts', null, null])
    )
      readAll()
  })
}
