import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

/** When each of these players last began a round for real money; without those who never did. */
export async function lastRounds(db: Kysely<Tables>, playerIds: string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ player_id: string; created_at: Date }>`
    SELECT round.player_id, round.created_at FROM unnest(${playerIds}::uuid[]) AS player (id)
    CROSS JOIN LATERAL (
      SELECT player_id, created_at FROM games.rounds
      WHERE player_id = player.id ORDER BY first_movement_id DESC LIMIT 1
    ) AS round`.execute(db)
  return new Map(rows.map(({ player_id, created_at }) => [player_id, created_at]))
}
