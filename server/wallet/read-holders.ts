import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'

/** Those of these players with an account in one of the currencies, hidden or not. */
export async function readHolders(db: Kysely<Tables>, playerIds: string[], currencies: string[]): Promise<Set<string>> {
  if (playerIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('wallet.accounts')
    .select('player_id')
    .distinct()
    .where('player_id', 'in', playerIds)
    .where('currency', 'in', currencies)
    .execute()
  return new Set(rows.map(({ player_id }) => player_id))
}
