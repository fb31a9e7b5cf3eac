/** Markers to decide, and decided ones that the player contests. */
import { sql } from 'kysely'
import type { Queue } from '../kernel/queues.ts'

export const queues: Queue[] = [
  {
    name: 'harm',
    query: sql`SELECT count(*)::int AS waiting, min(greatest(raised_at, contested_at)) AS since FROM harm.markers
      WHERE state = 'open' OR state = 'upheld' AND contested_at > decided_at`,
  },
]
