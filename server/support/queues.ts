/** Conversations whose last message is the visitor's. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { type Queue, type QueueFigures, readFigures } from '../kernel/queues.ts'

const waiting = sql`chat.conversations AS conversation
  JOIN chat.messages AS last ON last.conversation_id = conversation.id AND last.number = conversation.last_number
  WHERE conversation.closed_at IS NULL AND last.author = 'visitor'`

export const queues: Queue[] = [
  {
    name: 'chat',
    query: sql`SELECT count(*)::int AS waiting, min(conversation.last_message_at) AS since FROM ${waiting}`,
  },
]

/** Answered is a visitor's message by the reply that follows it at once. */
export const chatFigures = (db: Kysely<Tables>): Promise<QueueFigures> =>
  readFigures(db, {
    waiting: sql`SELECT conversation.id::text, conversation.last_message_at AS since FROM ${waiting}`,
    decided: sql`SELECT message.created_at AS since, reply.created_at AS decided_at
      FROM (SELECT * FROM chat.messages WHERE author = 'support' ORDER BY created_at DESC LIMIT 200) AS reply
      JOIN chat.messages AS message ON message.conversation_id = reply.conversation_id
        AND message.number = reply.number - 1 AND message.author = 'visitor'
      ORDER BY reply.created_at DESC LIMIT 50`,
  })
