import type { Kysely } from 'kysely'
import { AccountStatus } from '#contract/wallet.ts'
import type { Tables } from '../../db/tables.ts'

/** The currency of the player's active account; undefined before the first account. */
export async function readActiveCurrency(db: Kysely<Tables>, playerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('wallet.accounts')
    .select('currency')
    .where('player_id', '=', playerId)
    .where('status', '=', AccountStatus.active)
    .executeTakeFirst()
  return row?.currency
}
