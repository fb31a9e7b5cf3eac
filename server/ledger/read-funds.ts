/**
 * The money of a wallet that can be staked. With the wallet locked (lock-wallets.ts) nothing changes it until the
 * transaction ends.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { Wallet } from './kinds.ts'

export async function readFunds(
  db: Kysely<Tables>,
  { playerId, currency }: Wallet,
): Promise<{ cash: bigint; bonus: bigint }> {
  const wallet = await db
    .selectFrom('wallet.accounts')
    .select(['cash', 'bonus'])
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return wallet ?? { cash: 0n, bonus: 0n }
}
