/** Keeps the accounts on screen equal to the server's: pushes while connected, a fresh read after a gap. */
import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '../../live/live.ts'
import { turnoverRoute } from '../limits/turnover.ts'
import { putAccount } from './accounts.ts'

export function followWallet(live: Live, client: QueryClient): void {
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: ['GET /api/wallet/accounts'] })
    void client.invalidateQueries({ queryKey: ['GET /api/wallet/entries'] })
  }
  live.on('wallet:accounts', 'account', (account) => {
    putAccount(client, account)
    // Every stake brings the turnover on.
    void client.invalidateQueries({ queryKey: [turnoverRoute] })
    void client.invalidateQueries({ queryKey: ['GET /api/wallet/entries'] })
  })
  live.onUnrecovered('wallet:accounts', readAgain)
  // Phones freeze hidden tabs, and with them the connection.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && matchMedia('(pointer: coarse)').matches && client.getQueryData(['GET /api/wallet/accounts', null, null])) readAgain()
  })
}
