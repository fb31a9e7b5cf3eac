/** Updates accounts by pushes, and reads them again after a gap. */
import type { QueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/wallet.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { keepNewer } from '../../live/newest.ts'
import { turnoverRoute } from '../limits/turnover.ts'
import { putAccount } from './accounts.ts'
import { betweenRounds } from './running-rounds.ts'

/** Queries that show movements: the ledger, its totals, the rounds. */
const movementQueries = [
  'GET /api/wallet/entries',
  'GET /api/wallet/totals',
  'GET /api/game/bets',
  'GET /api/game/spins',
  'GET /api/game/bonuses/cashback',
  'GET /api/game/bonuses/rakeback',
  'GET /api/game/jackpots/{currency}/own',
  'GET /api/game/jackpots/{currency}/tickets',
] as const

const openRounds = 'GET /api/game/open-rounds'
const inPlay = 'GET /api/wallet/in-play'
const inPlayMs = 2000

export function followWallet(live: Live, client: QueryClient, { isMobile }: { isMobile: boolean }): void {
  // This applies to every reader of the accounts, because an answer in progress may be older than a push.
  client.setQueryDefaults(apiKey('GET /api/wallet/accounts'), {
    structuralSharing: (cached, fetched) => keepNewer(cached as Account[] | undefined, fetched as Account[]),
  })
  const readAll = () => void invalidate(client, 'GET /api/wallet/accounts', inPlay, ...movementQueries)
  let isPlanned = false
  // A game that plays by itself changes the account with each round, so changes are collected.
  const readInPlaySoon = () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      void invalidate(client, inPlay)
    }, inPlayMs)
  }
  // Every stake changes the turnover. A list with the round would reveal its result, also in another tab.
  const readMovements = betweenRounds(() => void invalidate(client, turnoverRoute, ...movementQueries))
  live.on('wallet:accounts', 'account', (account) => {
    putAccount(client, account)
    readMovements()
    // Open rounds are read only if one may have ended; otherwise a running game would cause a read with each stake.
    // They are also read if a read is in progress, because its answer may be older than this round.
    const hasOpen = (client.getQueryData<unknown[]>(apiKey(openRounds)) ?? []).length > 0
    const isRead = client.isFetching({ queryKey: [openRounds] }) > 0
    void client.invalidateQueries({ queryKey: [openRounds], refetchType: hasOpen || isRead ? 'active' : 'none' })
    readInPlaySoon()
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
