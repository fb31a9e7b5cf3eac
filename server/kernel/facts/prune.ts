/**
 * Deletes facts that are older than 400 days and that every consumer has passed. The database refuses to delete any
 * other.
 */
import type { Database } from '../db/connect.ts'

const chunk = 5_000

/** In short transactions. Returns the number of deleted facts. */
export async function pruneFacts(db: Pick<Database, 'pool'>): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await db.pool.query<{ count: number }>(
      `WITH gone AS (
        DELETE FROM facts.facts WHERE id IN (SELECT id FROM facts.facts ORDER BY id LIMIT $1)
          AND at <= now() - interval '400 days' AND id <= coalesce((SELECT min(facts_passed) FROM facts.consumers), 0)
        RETURNING id
      ), marked AS (
        UPDATE facts.pruned SET up_to = greatest(up_to, (SELECT max(id) FROM gone)) WHERE EXISTS (SELECT FROM gone)
      )
      SELECT count(*)::int AS count FROM gone`,
      [chunk],
    )
    total += rows[0]!.count
    if (rows[0]!.count < chunk) return total
  }
}
