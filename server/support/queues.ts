/** Conversations whose last message is the visitor's. */
import { sql } from 'kysely'
import type { Queue } from '../kernel/queues.ts'

export const queues: Queue[] = [
  {
    name: 'chat',
    query: sql`SELECT count(*)::int AS waiting, min(conversation.last_message_at) AS since FROM chat.conversations AS conversation
      JOIN chat.messages AS last ON last.conversation_id = conversation.id AND last.number = conversation.last_number
      WHERE conversation.closed_at IS NULL AND last.author = 'visitor'`,
  },
]
