import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

/** The levels of these players; those who are not in the map are at the first. */
export async function readLevels(db: Kysely<Tables>, playerIds: string[]): Promise<Map<string, number>> {
  if (playerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rewards.loyalty_accounts')
    .select(['player_id', 'level'])
    .where('player_id', 'in', playerIds)
    .execute()
  return new Map(rows.map(({ player_id, level }) => [player_id, level]))
}
