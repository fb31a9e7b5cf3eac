/**
 * Locks the player's wallets, so that no bet is accepted until this transaction ends. Every verb that ends the right
 * to bet (sign-out, exclusion, closure) calls it first; bets check that right under the same locks.
 */
import type { Tx } from '../db/connect.ts'

export async function lockWallets(tx: Tx, playerId: string): Promise<void> {
  await tx
    .selectFrom('wallet.accounts')
    .select('id')
    .where('player_id', '=', playerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
