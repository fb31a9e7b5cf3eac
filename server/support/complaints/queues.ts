/** Complaints that wait for an answer or a final letter, those that are due first at the top. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { type Queue, type QueueFigures, readFigures } from '../../kernel/queues.ts'

const waiting = sql`complaints.complaints WHERE status IN ('open', 'disputed')`

export const queues: Queue[] = [
  {
    name: 'complaints',
    query: sql`SELECT count(*)::int AS waiting, min(coalesce(disputed_at, filed_at)) AS since FROM ${waiting}`,
  },
]

export const complaintFigures = (db: Kysely<Tables>): Promise<QueueFigures> =>
  readFigures(db, {
    waiting: sql`SELECT id::text, coalesce(disputed_at, filed_at) AS since, due_at FROM ${waiting}`,
    order: sql`due_at, id`,
    decided: sql`SELECT filed_at AS since, answered_at AS decided_at FROM complaints.complaints
      WHERE answered_at IS NOT NULL ORDER BY answered_at DESC LIMIT 50`,
  })

/** How long before its day a complaint becomes an alarm. */
export const nearMs = 14 * 86_400_000
