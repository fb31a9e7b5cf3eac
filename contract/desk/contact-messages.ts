/** Messages of the contact form, and the replies to them. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { NextPage, PageKey } from './common.ts'
import { stateOf } from './queue.ts'

const ContactMessage = z.object({
  id: z.uuid(),
  /** Null: a guest wrote it. */
  playerId: z.uuid().nullable(),
  /** As the sender entered it; nobody has checked that it is the sender's. */
  email: z.string(),
  message: z.string(),
  locale: z.string(),
  createdAt: z.iso.datetime(),
  answer: z.object({ text: z.string(), operator: z.string(), at: z.iso.datetime() }).nullable(),
})
export type ContactMessage = z.output<typeof ContactMessage>

const params = z.object({ messageId: z.uuid() })
const messageNotFound = { status: HttpStatus.notFound, description: 'This message does not exist any more' }

export const contactMessagesState = stateOf('/api/queues/messages', 'support:read', 'contact messages')

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/api/contact-messages',
  access: 'operator',
  scope: 'support:read',
  summary: 'Messages of the contact form, the longest waiting first, 50 at a time',
  query: z.object({ state: z.enum(['waiting', 'answered']).default('waiting'), after: PageKey }),
  reply: z.object({ messages: z.array(ContactMessage), next: NextPage }),
})

export const readContactMessage = endpoint({
  method: 'GET',
  path: '/api/contact-messages/{messageId}',
  access: 'operator',
  scope: 'support:read',
  summary: 'A message of the contact form with its reply',
  params,
  reply: ContactMessage,
  refusals: { messageNotFound },
})

export const answerContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages/{messageId}/answer',
  access: 'operator',
  scope: 'support:do',
  summary: 'Reply by mail, and on the site if the sender was signed in; once',
  params,
  bodyBytes: 20 * 1024,
  body: z.object({ answer: z.string().trim().min(1).max(4000) }),
  reply: ContactMessage,
  refusals: {
    messageNotFound,
    alreadyAnswered: { status: HttpStatus.conflict, description: 'This message was answered before' },
  },
})
