/** The built-in support chat. */
import * as contract from '#contract/desk/chat.ts'
import { sql } from 'kysely'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import type { Standing } from '../kernel/standing.ts'
import { timelineSource } from '../kernel/timeline.ts'
import * as desk from './desk.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'
import { queues } from './queues.ts'
import { notifyUnread } from './notify-unread.ts'
import { removeOld } from './remove-old.ts'

function jobs(deps: Deps): Job[] {
  return [
    {
      name: 'chat-replies',
      everyMs: 2000,
      due: 'SELECT min(notify_at) FROM chat.conversations WHERE notify_at IS NOT NULL',
      run: () => notifyUnread(deps),
    },
    { name: 'chat-retention', everyMs: 3_600_000, isExclusive: true, run: () => removeOld(deps) },
  ]
}

/** Of a player's standing: a conversation whose last message is the player's. */
const standing: Standing = {
  scope: 'support:read',
  async read({ db }, playerId) {
    const { rows } = await sql<{ id: string; body: string; created_at: Date }>`
      SELECT conversation.id, left(last.body, 80) AS body, last.created_at FROM chat.conversations AS conversation
      JOIN chat.messages AS last ON last.conversation_id = conversation.id AND last.number = conversation.last_number
      WHERE conversation.player_id = ${playerId} AND conversation.closed_at IS NULL AND last.author = 'visitor'`.execute(
      db.kysely,
    )
    return rows.map(({ id, body, created_at }) => ({
      level: 'waiting',
      what: 'chat',
      detail: [body],
      since: created_at,
      path: `/chat/${id}`,
    }))
  },
}

/** Messages of the support chat in the timeline of a player. */
const timeline = [
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

export default defineModule({
  name: 'chat',
  tables: ['chat.attachments', 'chat.conversations', 'chat.messages'],
  routes,
  deskRoutes: [
    bindDesk(contract.conversationsState, desk.conversationsState),
    bindDesk(contract.listConversations, desk.listConversations),
    bindDesk(contract.readConversation, desk.readConversation),
    bindDesk(contract.replyInConversation, desk.replyInConversation),
    bindDesk(contract.noteTypingInConversation, desk.noteTypingInConversation),
    bindDesk(contract.assignConversation, desk.assignConversation),
    bindDesk(contract.closeConversation, desk.closeConversation),
    bind(contract.downloadAttachment, desk.downloadAttachment),
  ],
  jobs,
  lifecycle,
  queues,
  timeline,
  standing,
})
