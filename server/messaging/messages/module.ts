/** Notifications to players, and messages from visitors to support. */
import * as desk from '#contract/desk/contact-messages.ts'
import * as contract from '#contract/messages.ts'
import { sql } from 'kysely'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { timelineSource } from '../../kernel/timeline.ts'
import { answerContactMessage, listContactMessages, readContactMessage } from './desk.ts'
import { queues } from './queues.ts'
import { deleteMessages } from './delete-messages.ts'
import { listMessages } from './list-messages.ts'
import { readAllMessages, readMessages } from './read-messages.ts'
import { sendCommunication } from './send-communication.ts'

/** A player's notifications, and the messages that they sent. */
const lifecycle: PlayerLifecycle = {
  sections: {
    messages: ({ db }, playerId) =>
      db.kysely
        .selectFrom('messages.messages')
        .select(['title', 'description', 'created_at', 'read_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    communications: ({ db }, playerId) =>
      db.kysely
        .selectFrom('messages.communications')
        .leftJoin('messages.communication_answers', 'communication_id', 'id')
        .select(['email', 'message', 'locale', 'created_at', 'answer', 'answered_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}

export const routes = [
  bind(contract.listMessages, listMessages),
  bind(contract.readMessages, readMessages),
  bind(contract.deleteMessages, deleteMessages),
  bind(contract.readAllMessages, readAllMessages),
  bind(contract.sendCommunication, sendCommunication),
]

/** Notifications, and messages of the contact form, in the timeline of a player. */
const timeline = [
  timelineSource<{ title: string; read_at: Date | null }>({
    name: 'notifications',
    kind: 'mails',
    scope: 'support:read',
    from: sql`messages.messages`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`title, read_at`,
    show: ({ title, read_at }) => ({ what: 'notification', detail: [title], state: read_at ? 'read' : 'unread' }),
  }),
  timelineSource<{ id: string; message: string }>({
    name: 'contact-messages',
    kind: 'mails',
    scope: 'support:read',
    from: sql`messages.communications`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`id, left(message, 200) AS message`,
    show: ({ id, message }) => ({ what: 'contactMessage', detail: [message], path: `/messages/${id}` }),
  }),
]

export default defineModule({
  name: 'messages',
  tables: [
    'messages.communication_answers',
    'messages.communication_counts',
    'messages.communications',
    'messages.messages',
  ],
  routes,
  deskRoutes: [
    bindDesk(desk.listContactMessages, listContactMessages),
    bindDesk(desk.readContactMessage, readContactMessage),
    bindDesk(desk.answerContactMessage, answerContactMessage),
  ],
  lifecycle,
  timeline,
  queues,
})
