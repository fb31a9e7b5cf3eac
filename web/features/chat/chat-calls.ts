/** The chat's calls to the server, as the player or with the guest's token. */
import type { ChatAttachment, ChatMessage, ChatState } from '#contract/chat.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, api } from '../../api/client.ts'
import { fileCall } from '../../api/file-call.ts'
import { accessToken } from '../../api/session.ts'
import { readGuestToken, removeGuestToken, storeGuestToken } from './guest-token.ts'

export type ChatPage = { state: ChatState | null; messages: ChatMessage[] }
export type ChatCalls = {
  read(query: { after?: number; before?: number; limit?: number }): Promise<ChatPage>
  send(message: {
    id: string
    text: string
    attachmentIds: string[]
  }): Promise<{ message: ChatMessage; state: ChatState }>
  markRead(number: number): Promise<{ state: ChatState | null }>
  noteTyping(): Promise<unknown>
  upload(file: File): Promise<ChatAttachment>
}

/** Calls without a token, or with an expired one, return an empty conversation. */
export const chatCalls: ChatCalls = {
  async read(query) {
    if (accessToken()) {
      await takeOverGuestChat()
      return api('GET /api/support/chat', { query })
    }
    const token = readGuestToken()
    if (!token) return none
    return api('GET /api/support/chat', { query }, { token }).catch((error: unknown) => {
      if (!isExpired(error)) throw error
      removeGuestToken()
      return none
    })
  },
  async send(body) {
    if (accessToken()) return api('POST /api/support/chat/messages', { body })
    const send = async () => api('POST /api/support/chat/messages', { body }, { token: await guestToken() })
    return send().catch((error: unknown) => {
      if (!isExpired(error)) throw error
      removeGuestToken()
      return send()
    })
  },
  markRead(number) {
    const token = accessToken() ? null : readGuestToken()
    return api('POST /api/support/chat/read', { body: { number } }, token ? { token } : {})
  },
  noteTyping: async () => accessToken() && api('POST /api/support/chat/typing'),
  upload: uploadAttachment,
}

const none: ChatPage = { state: null, messages: [] }
const isExpired = (error: unknown) => error instanceof ApiError && error.status === HttpStatus.unauthorized

/** Returns the guest's token, requested before the first message, so that a retry belongs to the same guest. */
async function guestToken(): Promise<string> {
  const known = readGuestToken()
  if (known) return known
  const { token } = await api('POST /api/support/chat/guest')
  storeGuestToken(token)
  return token
}

/** Moves the messages that this browser sent as a guest to the player's conversation. A refusal is ignored. */
async function takeOverGuestChat(): Promise<void> {
  const token = readGuestToken()
  if (!token) return
  try {
    await api('POST /api/support/chat/guest/take-over', { body: { token } })
    removeGuestToken()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === HttpStatus.noAnswer || isExpired(error)) throw error
  }
}

async function uploadAttachment(file: File): Promise<ChatAttachment> {
  const body = new FormData()
  body.set('file', file)
  const route = 'POST /api/support/chat/attachments'
  const answer = await fileCall(route, '/api/support/chat/attachments', { method: 'POST', body })
  return (await answer.json()) as ChatAttachment
}
