/** The support chat as operators see it. */
import { z } from 'zod'
import { ChatMessage } from '../chat.ts'
import { endpoint } from '../endpoint.ts'
import { chatLimits } from '../fields/chat-limits.ts'
import * as HttpStatus from '../statuses.ts'
import { NextPage, PageKey } from './common.ts'
import { stateOf } from './queue.ts'

const Conversation = z.object({
  id: z.uuid(),
  /** Null: a guest of the site. */
  playerId: z.uuid().nullable(),
  locale: z.string(),
  isClosed: z.boolean(),
  assignedTo: z.string().nullable(),
  /** True if the last message is the visitor's. */
  isWaiting: z.boolean(),
  /** Messages of the visitor that no operator has read. */
  unread: z.int(),
  lastMessageAt: z.iso.datetime(),
  lastNumber: z.int(),
  excerpt: z.string(),
})
export type DeskConversation = z.output<typeof Conversation>

const DeskMessage = ChatMessage.extend({
  /** Who wrote it for support. */
  operator: z.string().nullable(),
  isReadByVisitor: z.boolean(),
})
export type DeskMessage = z.output<typeof DeskMessage>

const params = z.object({ conversationId: z.uuid() })
const conversationNotFound = { status: HttpStatus.notFound, description: 'This conversation does not exist any more' }
const accountClosed = {
  status: HttpStatus.unprocessable,
  description: 'The player has closed the account, and reads no replies any more',
}
const MessageNumber = z.int().min(0).max(2_000_000_000)

export const conversationsState = stateOf('/api/queues/conversations', 'support:read', 'conversations')

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  access: 'operator',
  scope: 'support:read',
  summary: 'Conversations, those that wait for a reply first, the longest waiting at the top, 50 at a time',
  query: z.object({
    state: z.enum(['open', 'closed']).default('open'),
    /** Only those of this operator. */
    assignedTo: z.string().max(40).optional(),
    after: PageKey,
  }),
  reply: z.object({ conversations: z.array(Conversation), next: NextPage }),
})

export const readConversation = endpoint({
  method: 'GET',
  path: '/api/conversations/{conversationId}',
  access: 'operator',
  scope: 'support:read',
  // The verb records what is read; a page looks for new messages every few seconds.
  isUnrecorded: true,
  summary: 'A conversation with its latest messages; the visitor sees that they were read by who may reply',
  params,
  query: z.object({
    /** Only messages with a higher number. */
    after: z.coerce.number().pipe(MessageNumber).optional(),
  }),
  reply: z.object({ conversation: Conversation, messages: z.array(DeskMessage), isVisitorTyping: z.boolean() }),
  refusals: { conversationNotFound },
})

export const replyInConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/{conversationId}/messages',
  access: 'operator',
  scope: 'support:do',
  summary: 'Reply; a conversation that is assigned to nobody becomes that of the operator',
  params,
  bodyBytes: 16 * 1024,
  body: z.object({
    /** Of the message, so that one that is sent again is stored once. */
    id: z.uuid(),
    text: z.string().max(chatLimits.maxLetters * 2),
    /** The number of the last message that the operator saw. */
    seen: MessageNumber,
  }),
  reply: DeskMessage,
  refusals: {
    conversationNotFound,
    accountClosed,
    empty: { status: HttpStatus.unprocessable, description: 'Write a reply first' },
    tooLong: {
      status: HttpStatus.unprocessable,
      description: `A reply has at most ${chatLimits.maxLetters} characters`,
    },
    notText: { status: HttpStatus.unprocessable, description: 'The reply has characters that cannot be shown' },
    assignedElsewhere: { status: HttpStatus.conflict, description: 'Take over this conversation first' },
    answeredMeanwhile: { status: HttpStatus.conflict, description: 'Another operator has replied meanwhile' },
  },
})

export const noteTypingInConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/{conversationId}/typing',
  access: 'operator',
  scope: 'support:do',
  summary: 'Show the player for some seconds that someone is writing',
  params,
  refusals: { conversationNotFound },
})

export const assignConversation = endpoint({
  method: 'PUT',
  path: '/api/conversations/{conversationId}/operator',
  access: 'operator',
  scope: 'support:do',
  summary: 'Take over a conversation, assign it to another operator, or to nobody',
  params,
  body: z.object({
    operator: z.string().max(40).nullable(),
    /** To whom it was assigned when this operator looked. */
    seen: z.string().max(40).nullable(),
  }),
  refusals: {
    conversationNotFound,
    operatorUnknown: { status: HttpStatus.unprocessable, description: 'There is no operator of this name' },
    assignedMeanwhile: { status: HttpStatus.conflict, description: 'Another operator has this conversation now' },
  },
})

export const closeConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/{conversationId}/close',
  access: 'operator',
  scope: 'support:do',
  summary: 'Close a conversation; the next message opens it again',
  params,
  body: z.object({ seen: MessageNumber }),
  refusals: {
    conversationNotFound,
    wroteMeanwhile: { status: HttpStatus.conflict, description: 'There is a new message: read it first' },
  },
})

export const downloadAttachment = endpoint({
  method: 'GET',
  path: '/api/attachments/{attachmentId}/file',
  access: 'operator',
  scope: 'support:read',
  summary: 'A file that a player attached to a message',
  params: z.object({ attachmentId: z.uuid() }),
  isDownload: true,
  refusals: { attachmentNotFound: { status: HttpStatus.notFound, description: 'This file does not exist any more' } },
})
