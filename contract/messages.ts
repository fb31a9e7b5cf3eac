/** Player notifications, and messages from the contact form. */
import { captchaRequired } from './captcha.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MessageLink } from './message-links.ts'

export const Message = z.object({
  id: z.uuid(),
  readAt: z.iso.datetime().nullable(),
  /** 1 new, 2 read. */
  state: z.union([z.literal(1), z.literal(2)]),
  createdAt: z.iso.datetime(),
  content: z.object({
    title: z.string(),
    description: z.string().nullable(),
    /** The message's button, if it has one. */
    link: MessageLink.nullable(),
  }),
})
export type Message = z.infer<typeof Message>

/** Ids that do not (or no longer) belong to the player are ignored. */
const Ids = z.object({ messageIds: z.array(z.uuid()).min(1).max(200) })
const Unread = z.object({ totalUnread: z.int() })
export const listMessages = endpoint({
  method: 'GET',
  path: '/api/notification/messenger/messages',
  access: 'player',
  summary: 'List notifications, newest first',
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    data: z.array(Message),
    meta: z.object({ total: z.int(), totalUnread: z.int(), page: z.int(), perPage: z.int() }),
  }),
})
export const readMessages = endpoint({
  method: 'POST',
  path: '/api/notification/messenger/messages/read',
  access: 'player',
  summary: 'Mark notifications as read',
  body: Ids,
  bodyBytes: 12 * 1024,
  reply: Unread,
})
export const deleteMessages = endpoint({
  method: 'DELETE',
  path: '/api/notification/messenger/messages',
  access: 'player',
  summary: 'Delete notifications',
  body: Ids,
  bodyBytes: 12 * 1024,
  reply: Unread,
})
export const readAllMessages = endpoint({
  method: 'POST',
  path: '/api/notification/messenger/messages/read/all',
  access: 'player',
  summary: 'Mark all notifications as read',
  reply: Unread,
})

/** Field rules are in `fields/communication.ts`; the caps here only bound the size. */
export const sendCommunication = endpoint({
  method: 'POST',
  path: '/api/notification/communications',
  access: 'public',
  summary: 'Send a message to support, as a guest or a player',
  body: z.object({ email: z.string().max(1000).default(''), message: z.string().max(20_000).default('') }),
  bodyBytes: 64 * 1024,
  reply: z.object({ id: z.uuid() }),
  refusals: {
    fieldsInvalid: { status: 422, fields: true },
    tooManyMessages: { status: 429, description: 'Too many messages; wait an hour' },
    captchaRequired,
  },
})
