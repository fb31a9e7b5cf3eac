/**
 * Takes the player's wallets, so that no bet is decided before this transaction ends. Whoever takes away the right to play (ends a
 * session, begins an exclusion, closes an account) calls it first: bets ask for that right under the same locks.
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
