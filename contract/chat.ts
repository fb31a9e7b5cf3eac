/** The support chat: the built-in chat for players and guests, and the widget of an external provider. */
import { captchaRequired } from './captcha.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { chatLimits } from './fields/chat-limits.ts'

export const ChatAttachment = z.object({
  id: z.uuid(),
  /** The file name given by the player's device; never used as a path. */
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
})
export type ChatAttachment = z.infer<typeof ChatAttachment>

export const ChatMessage = z.object({
  /** Chosen by the sender. */
  id: z.uuid(),
  /** Position in the conversation, without gaps while nothing is deleted. */
  number: z.int(),
  author: z.enum(['visitor', 'support']),
  /** Plain text: markup has no meaning. */
  text: z.string(),
  attachments: z.array(ChatAttachment),
  createdAt: z.iso.datetime(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatState = z.object({
  /** True after support has closed the conversation; the next message reopens it. */
  isClosed: z.boolean(),
  lastNumber: z.int(),
  readByVisitor: z.int(),
  readBySupport: z.int(),
  /** Messages from support that the visitor has not read. */
  unread: z.int(),
  /** A higher version replaces a lower one. */
  version: z.int(),
})
export type ChatState = z.infer<typeof ChatState>

const refusals = {
  chatOff: { status: 404, description: 'There is no built-in chat on this site, or none for guests' },
  signInNeeded: { status: 401 },
  chatTooManyMessages: { status: 429 },
} as const
const { chatOff, signInNeeded, chatTooManyMessages } = refusals

export const readChatWidget = endpoint({
  method: 'GET',
  path: '/api/settings/chat-widget',
  access: 'public',
  summary: 'Get the widget of an external chat provider, if one replaces the built-in chat',
  reply: z.object({ widget: z.object({ scriptUrl: z.url(), host: z.string(), token: z.string() }).nullable() }),
})
export const startGuestChat = endpoint({
  method: 'POST',
  path: '/api/support/chat/guest',
  access: 'public',
  summary: 'Get a bearer token that identifies a guest in the chat; nothing is stored',
  reply: z.object({ token: z.string() }),
  refusals: { chatOff, captchaRequired },
})
export const readChat = endpoint({
  method: 'GET',
  path: '/api/support/chat',
  access: 'public',
  summary: "Get the caller's conversation with its latest messages",
  query: z.object({
    /** Only messages with a higher number, oldest first. */
    after: z.coerce.number().int().min(0).max(2_000_000_000).optional(),
    /** Only messages with a lower number. Without both, the newest. */
    before: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
    limit: z.coerce.number().int().min(0).max(chatLimits.page).default(chatLimits.page),
  }),
  reply: z.object({
    /** Null until the first message. */
    state: ChatState.nullable(),
    /** In the order of their numbers. */
    messages: z.array(ChatMessage),
  }),
  refusals: { chatOff, signInNeeded },
})
export const sendChatMessage = endpoint({
  method: 'POST',
  path: '/api/support/chat/messages',
  access: 'public',
  summary: 'Send a message; idempotent by its id',
  body: z.object({
    id: z.uuid(),
    text: z
      .string()
      .trim()
      .max(chatLimits.maxLetters * 2)
      .refine((text) => [...text].length <= chatLimits.maxLetters, 'Too long'),
    /** Files uploaded before; players only. */
    attachmentIds: z.array(z.uuid()).max(chatLimits.maxAttachments).default([]),
  }),
  bodyBytes: 16 * 1024,
  reply: z.object({ message: ChatMessage, state: ChatState }),
  refusals: {
    chatOff,
    signInNeeded,
    chatTooManyMessages,
    captchaRequired,
    chatMessageEmpty: { status: 422 },
    chatMessageIdTaken: { status: 409 },
    chatAttachmentUnknown: { status: 422 },
  },
})
export const readChatMessages = endpoint({
  method: 'POST',
  path: '/api/support/chat/read',
  access: 'public',
  summary: 'Mark messages up to a number as read',
  body: z.object({ number: z.int().min(0).max(2_000_000_000) }),
  reply: z.object({ state: ChatState.nullable() }),
  refusals: { chatOff, signInNeeded },
})
export const noteChatTyping = endpoint({
  method: 'POST',
  path: '/api/support/chat/typing',
  access: 'player',
  summary: 'Signal that the visitor is typing; not stored',
  refusals: { chatOff },
})
export const takeOverGuestChat = endpoint({
  method: 'POST',
  path: '/api/support/chat/guest/take-over',
  access: 'player',
  summary: "Merge this browser's guest conversation into the player's",
  body: z.object({ token: z.string().max(200) }),
  reply: z.object({ state: ChatState.nullable() }),
  refusals: { chatOff, chatTooManyMessages },
})
export const uploadChatAttachment = endpoint({
  method: 'POST',
  path: '/api/support/chat/attachments',
  access: 'player',
  summary: 'Upload a file for the next message; checked and stored like a document',
  multipart: z.object({ file: z.file() }),
  reply: ChatAttachment,
  refusals: {
    chatOff,
    fileRefused: { status: 422, fields: true, description: 'Not a picture or PDF, too large, too many pixels' },
    quotaReached: { status: 422, fields: true },
    tooManyAttempts: { status: 429 },
  },
})
export const downloadChatAttachment = endpoint({
  method: 'GET',
  path: '/api/support/chat/attachments/{id}/file',
  access: 'player',
  summary: 'Download the file',
  params: z.object({ id: z.uuid() }),
  isDownload: true,
  refusals: { documentNotFound: { status: 404 } },
})
