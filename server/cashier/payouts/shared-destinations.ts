/** Pairs of players who have withdrawn to one destination. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Pair } from '../../identity/index.ts'

/** Every pair in which one of the given players is `playerId`. Requested withdrawals count, whatever became of them. */
export async function findSharedDestinations(db: Kysely<Tables>, playerIds: string[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    SELECT DISTINCT one.player_id AS "playerId", other.player_id AS "otherId" FROM payments.invoices AS one
    JOIN payments.invoices AS other ON other.destination = one.destination AND other.player_id <> one.player_id
    WHERE one.player_id = ANY (${playerIds}::uuid[]) AND one.destination IS NOT NULL`.execute(db)
  return rows
}
