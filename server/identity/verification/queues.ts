/** Documents to decide. */
import { sql } from 'kysely'
import { DocumentStatus } from '#contract/verification.ts'
import type { Queue } from '../../kernel/queues.ts'

export const queues: Queue[] = [
  {
    name: 'documents',
    query: sql`SELECT count(*)::int AS waiting, min(created_at) AS since FROM verification.documents
      WHERE status = ${DocumentStatus.pending} AND lost_at IS NULL`,
  },
]
