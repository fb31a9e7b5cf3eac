/** Takes old events out of the outbox; their readers follow it within moments. */
import type { Database } from '../db/connect.ts'

const chunk = 10_000

/** Deletes what is older than `before`, in short transactions. Answers how many events went. */
export async function pruneOutbox(db: Database, before: Date): Promise<number> {
  for (let total = 0; ;) {
    const { rowCount } = await db.pool.query(
      'DELETE FROM outbox.events WHERE id IN (SELECT id FROM outbox.events ORDER BY id LIMIT $2) AND created_at < $1',
      [before, chunk],
    )
    total += rowCount ?? 0
    if (rowCount !== chunk) return total
  }
}
