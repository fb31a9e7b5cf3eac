import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'

/** Those of these players with a credited deposit, in any currency. */
export async function readDepositors(db: Kysely<Tables>, playerIds: string[]): Promise<Set<string>> {
  if (playerIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('limits.deposits')
    .select('player_id')
    .distinct()
    .where('player_id', 'in', playerIds)
    .where('is_credited', '=', true)
    .execute()
  return new Set(rows.map(({ player_id }) => player_id))
}
