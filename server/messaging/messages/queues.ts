/** Messages of the contact form without a reply. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { type Queue, type QueueFigures, readFigures } from '../../kernel/queues.ts'

const unanswered = sql`NOT EXISTS (SELECT FROM messages.communication_answers WHERE communication_id = communication.id)`

export const contactFigures = (db: Kysely<Tables>): Promise<QueueFigures> =>
  readFigures(db, {
    waiting: sql`SELECT id::text, created_at AS since FROM messages.communications AS communication WHERE ${unanswered}`,
    decided: sql`SELECT created_at AS since, answered_at AS decided_at FROM messages.communication_answers
      JOIN messages.communications ON id = communication_id ORDER BY answered_at DESC LIMIT 50`,
  })

export const queues: Queue[] = [
  {
    name: 'communications',
    query: sql`SELECT count(*)::int AS waiting, min(created_at) AS since FROM messages.communications AS communication
      WHERE ${unanswered}`,
  },
]
