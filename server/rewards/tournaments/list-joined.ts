/** Players who joined a run before it started. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

export async function listJoined(db: Kysely<Tables>, identity: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rewards.tournament_scores as entry')
    .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
    .select('entry.player_id')
    .where('run.identity', '=', identity)
    .whereRef('entry.joined_at', '<', 'run.starts_at')
    .orderBy('entry.player_id')
    .execute()
  return rows.map(({ player_id }) => player_id)
}
