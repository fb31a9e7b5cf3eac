/** The currencies in which a player has an account that is not hidden. */
import type { Kysely } from 'kysely'
import { AccountStatus } from '#contract/wallet.ts'
import type { Tables } from '../kernel/db/tables.ts'

export async function listCurrenciesOf(db: Kysely<Tables>, playerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('wallet.accounts')
    .select('currency')
    .where('player_id', '=', playerId)
    .where('status', '<>', AccountStatus.hidden)
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}
