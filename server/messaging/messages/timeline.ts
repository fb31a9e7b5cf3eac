/** Notifications, and messages of the contact form, in the timeline of a player. */
import { sql } from 'kysely'
import { timelineSource } from '../../kernel/timeline.ts'

export const timeline = [
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
