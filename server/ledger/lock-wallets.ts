/**
 * Locks the player's wallets, so that no bet is accepted until this transaction ends. Every verb that ends the right
 * to bet (sign-out, exclusion, closure) calls it first; bets check that right under the same locks.
 */
import type { Expression } from 'kysely'
import type { Tx } from '../kernel/db/connect.ts'

/** What is in a locked wallet, as nothing else changes it until the transaction ends. */
export type LockedWallet = { currency: string; cash: bigint; bonus: bigint; vault: bigint }

/** `player`: an id, an expression that finds it, or the accounts of one person. */
export async function lockWallets(tx: Tx, player: string | string[] | Expression<string>): Promise<LockedWallet[]> {
  return tx
    .selectFrom('wallet.accounts')
    .select(['currency', 'cash', 'bonus', 'vault'])
    .where('player_id', Array.isArray(player) ? 'in' : '=', player)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
