/** Opens an account, or shows a hidden one again, in the caller's transaction. */
import { AccountStatus } from '#contract/wallet.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { type AccountRow, announce, lockAccounts, setStatus } from './internal/accounts.ts'

export type OpenAccount = {
  playerId: string
  currency: string
  /** Makes the account active; a player's first account always is. */
  active: boolean
}

export async function openAccount(tx: Tx, { playerId, currency, active }: OpenAccount): Promise<AccountRow> {
  const inserted = await tx
    .insertInto('wallet.accounts')
    .values({ player_id: playerId, currency, status: AccountStatus.inactive })
    .onConflict((conflict) => conflict.columns(['player_id', 'currency']).doNothing())
    .returningAll()
    .executeTakeFirst()
  const accounts = await lockAccounts(tx, playerId)
  const account = accounts.find((row) => row.currency === currency)!
  const current = accounts.find((row) => row.status === AccountStatus.active)
  if (active || !current) return activate(tx, account, current)
  if (account.status === AccountStatus.hidden) return setStatus(tx, account, AccountStatus.inactive)
  if (inserted) await announce(tx, account)
  return account
}

/**
 * Activates an account. Both rows must be locked. The current account is deactivated first, because the database allows
 * only one active account at a time.
 */
export async function activate(tx: Tx, account: AccountRow, current: AccountRow | undefined): Promise<AccountRow> {
  if (current?.id === account.id) return account
  if (current) await setStatus(tx, current, AccountStatus.inactive)
  return setStatus(tx, account, AccountStatus.active)
}
