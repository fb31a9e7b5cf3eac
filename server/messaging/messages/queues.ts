/** Messages of the contact form without a reply. */
import { sql } from 'kysely'
import type { Queue } from '../../kernel/queues.ts'

export const queues: Queue[] = [
  {
    name: 'communications',
    query: sql`SELECT count(*)::int AS waiting, min(created_at) AS since FROM messages.communications AS communication
      WHERE NOT EXISTS (SELECT FROM messages.communication_answers WHERE communication_id = communication.id)`,
  },
]
