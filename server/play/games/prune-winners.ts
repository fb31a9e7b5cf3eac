/** Removes wins that the feed no longer shows. */
import type { Database } from '../../kernel/db/connect.ts'

/** More than the feed shows, because it leaves out wins that no page can represent. */
const kept = 1_000
const chunk = 10_000

/** In short transactions. Returns the number of removed rows. */
export async function pruneWinners({ pool }: Pick<Database, 'pool'>): Promise<number> {
  for (let total = 0; ;) {
    const { rowCount } = await pool.query(
      `DELETE FROM games.winners WHERE (round_id, studio) IN (
        SELECT round_id, studio FROM games.winners ORDER BY at DESC OFFSET $1 LIMIT $2)`,
      [kept, chunk],
    )
    total += rowCount ?? 0
    if (rowCount !== chunk) return total
  }
}
