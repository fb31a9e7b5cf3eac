/** Removes old events from the outbox; its readers lag by moments only. */
import type { Database } from '../db/connect.ts'

const chunk = 10_000

/** Deletes events older than `before`, in short transactions. Returns their number. */
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
