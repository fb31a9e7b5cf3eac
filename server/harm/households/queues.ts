/** Flags to decide. */
import { sql } from 'kysely'
import type { Queue } from '../../kernel/queues.ts'

export const queues: Queue[] = [
  {
    name: 'households',
    query: sql`SELECT count(*)::int AS waiting, min(flagged_at) AS since FROM bonuses.household_flags WHERE decision IS NULL`,
  },
]
