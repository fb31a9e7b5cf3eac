/** A player's own account, for modules that deposit or withdraw. */
import type { Account } from '#contract/wallet.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { presentAccount } from './internal/accounts.ts'

/** Undefined for an id that is not the player's, as for one that does not exist. */
export async function findAccount(
  db: Database['kysely'] | Tx,
  { playerId, accountId }: { playerId: string; accountId: string },
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('wallet.accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row && presentAccount(row)
}
