/** Messages of the support chat in the timeline of a player. */
import { sql } from 'kysely'
import { timelineSource } from '../kernel/timeline.ts'

export const timeline = [
  timelineSource<{ conversation_id: string; author: string; operator: string | null; body: string }>({
    name: 'chat',
    kind: 'chat',
    scope: 'support:read',
    from: sql`chat.messages`,
    where: (playerId) => sql`conversation_id = (SELECT id FROM chat.conversations WHERE player_id = ${playerId})`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`conversation_id, author, operator, left(body, 200) AS body`,
    show: ({ conversation_id, author, operator, body }) => ({
      what: author === 'visitor' ? 'message' : 'reply',
      detail: operator ? [operator, body] : [body],
      path: `/chat/${conversation_id}`,
    }),
  }),
]
