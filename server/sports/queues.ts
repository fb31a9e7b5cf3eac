/** Bets that differ from the sportsbook's list, and amounts to pay to former players. */
import { sql } from 'kysely'
import type { Queue } from '../kernel/queues.ts'

export const queues: Queue[] = [
  {
    name: 'sports-differences',
    query: sql`SELECT count(*)::int AS waiting, min(found_at) AS since FROM sports.discrepancies WHERE resolved_at IS NULL`,
  },
  {
    name: 'sports-closed',
    query: sql`SELECT count(*)::int AS waiting, min(at) AS since FROM sports.late_payouts`,
  },
]
