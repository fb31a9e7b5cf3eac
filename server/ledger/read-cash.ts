/** The cash of a wallet. With the wallet locked (lock-wallets.ts) nothing changes it until the transaction ends. */
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Wallet } from './kinds.ts'

export async function readCash(db: Kysely<Tables>, { playerId, currency }: Wallet): Promise<bigint> {
  const wallet = await db
    .selectFrom('wallet.accounts')
    .select('cash')
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return wallet?.cash ?? 0n
}
