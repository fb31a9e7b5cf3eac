/** Exchange rates that moved too far. */
import { sql } from 'kysely'
import type { Queue } from '../kernel/queues.ts'

export const queues: Queue[] = [
  {
    name: 'rates',
    query: sql`SELECT count(*)::int AS waiting, min(first_seen_at) AS since FROM reference.held_rates`,
  },
]
