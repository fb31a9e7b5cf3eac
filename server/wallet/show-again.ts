/** Shows a hidden account again before money reaches it, and updates the player's pages. */
import { AccountStatus } from '#contract/wallet.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { lockAccounts, setStatus } from './internal/accounts.ts'

export async function showAgain(tx: Tx, { playerId, currency }: { playerId: string; currency: string }): Promise<void> {
  const account = (await lockAccounts(tx, playerId)).find((row) => row.currency === currency)
  if (account?.status === AccountStatus.hidden) await setStatus(tx, account, AccountStatus.inactive)
}
