/**
 * The state of the conversation in this tab: messages, unsent messages and connection. It does not depend on the page,
 * so that every state can be tested. Messages are sent one after another, so that they arrive in order.
 */
import type { ChatAttachment, ChatMessage, ChatState } from '#contract/chat.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../../api/client.ts'
import type { ChatCalls } from './chat-calls.ts'

export type Outgoing = {
  /** The id of the message, which is the same for every attempt. */
  id: string
  text: string
  attachments: ChatAttachment[]
  /** `waiting`: there was no answer, and the message will be sent again automatically. */
  state: 'sending' | 'waiting' | 'failed'
  /** The reason of the refusal, in the visitor's language. */
  fault: string | null
}
export type ChatSnapshot = {
  phase: 'connecting' | 'ready' | 'failed'
  state: ChatState | null
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  hasEarlier: boolean
  isTyping: boolean
  /** The last call got no answer. */
  isOffline: boolean
  /** The message that is being written. */
  draft: Draft
}
export type Draft = { text: string; attachments: ChatAttachment[] }

export type StoreParts = {
  calls: ChatCalls
  newId(): string
  /** Calls `work` after a while; the returned function cancels it. */
  after(ms: number, work: () => void): () => void
}

export const pageSize = 50
const typingShownMs = 6_000
const typingIntervalMs = 4_000
const retryMs = { first: 2_000, most: 60_000 }
export const emptyDraft: Draft = { text: '', attachments: [] }
const initialSnapshot: ChatSnapshot = {
  phase: 'connecting',
  state: null,
  messages: [],
  outgoing: [],
  hasEarlier: false,
  isTyping: false,
  isOffline: false,
  draft: emptyDraft,
}

export class ChatStore {
  #snapshot = initialSnapshot
  /** Incremented when the visitor changes, so that answers to earlier calls are dropped. */
  #visit = 0
  #isSending = false
  #retries = 0
  #cancelRetry: (() => void) | null = null
  #cancelTyping: (() => void) | null = null
  #isTypingNoted = false
  readonly #listeners = new Set<() => void>()
  readonly #parts: StoreParts

  constructor(parts: StoreParts) {
    this.#parts = parts
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  current = (): ChatSnapshot => this.#snapshot

  /** Reads new messages, or the newest ones at first, and sends waiting messages. */
  async refresh(): Promise<void> {
    const { messages, phase } = this.#snapshot
    const last = messages.at(-1)?.number
    if (phase === 'failed') this.#change({ phase: 'connecting' })
    const page = await this.#request(() =>
      this.#parts.calls.read(last === undefined ? { limit: pageSize } : { after: last, limit: pageSize }),
    )
    if (!page) return
    this.#change({ phase: 'ready' })
    if (last === undefined) this.#change({ hasEarlier: (page.messages[0]?.number ?? 1) > 1 })
    this.#add(page.messages)
    // The conversation belongs to another visitor or has been deleted.
    if (page.state === null) this.#change({ messages: [], state: null, hasEarlier: false })
    else this.receiveState(page.state)
    if (last !== undefined && page.messages.length === pageSize) await this.refresh()
    this.resume()
  }

  async loadEarlier(): Promise<void> {
    const [first] = this.#snapshot.messages
    if (!first) return
    const page = await this.#request(() => this.#parts.calls.read({ before: first.number, limit: pageSize }))
    if (!page) return
    this.#add(page.messages)
    this.#change({ hasEarlier: (page.messages[0]?.number ?? 1) > 1 })
  }

  changeDraft(change: Partial<Draft>): void {
    this.#change({ draft: { ...this.#snapshot.draft, ...change } })
  }

  /** Throws an ApiError if the file is refused. */
  async attach(file: File): Promise<void> {
    const visit = this.#visit
    const attachment = await this.#parts.calls.upload(file)
    if (visit === this.#visit) this.changeDraft({ attachments: [...this.#snapshot.draft.attachments, attachment] })
  }

  send({ text, attachments }: Draft): void {
    const message: Outgoing = { id: this.#parts.newId(), text, attachments, state: 'sending', fault: null }
    this.#change({ outgoing: [...this.#snapshot.outgoing, message], draft: emptyDraft })
    void this.#sendNext()
  }

  retry(id: string): void {
    this.#changeOutgoing(id, { state: 'sending', fault: null })
    void this.#sendNext()
  }

  discard(id: string): void {
    this.#change({ outgoing: this.#snapshot.outgoing.filter((message) => message.id !== id) })
  }

  /** Sends waiting messages again, because the connection may be back. */
  resume(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#change({
      outgoing: this.#snapshot.outgoing.map((message) =>
        message.state === 'waiting' ? { ...message, state: 'sending' } : message,
      ),
    })
    void this.#sendNext()
  }

  /** Marks the messages as read up to the newest one. */
  async markRead(): Promise<void> {
    const { state, messages } = this.#snapshot
    const last = messages.at(-1)
    if (!state || !last || state.unread === 0) return
    const answer = await this.#request(() => this.#parts.calls.markRead(last.number))
    if (answer?.state) this.receiveState(answer.state)
  }

  noteTyping(): void {
    if (this.#isTypingNoted) return
    this.#isTypingNoted = true
    this.#parts.after(typingIntervalMs, () => (this.#isTypingNoted = false))
    // A failure does not matter, because typing is only a hint.
    this.#parts.calls.noteTyping().catch(() => undefined)
  }

  receive(message: ChatMessage): void {
    const last = this.#snapshot.messages.at(-1)
    if (message.author === 'support') this.#showTyping(false)
    // A message in between was missed.
    if (last && message.number > last.number + 1) return void this.refresh()
    if (!last && message.number > 1) return void this.refresh()
    this.#add([message])
  }

  receiveState(state: ChatState): void {
    if (this.#snapshot.state && state.version < this.#snapshot.state.version) return
    this.#change({ state })
  }

  receiveTyping(author: 'visitor' | 'support'): void {
    if (author === 'support') this.#showTyping(true)
  }

  /** Removes everything of the previous visitor, including unsent messages. */
  clear(): void {
    this.#visit++
    this.#cancelRetry?.()
    this.#cancelTyping?.()
    this.#cancelRetry = null
    this.#isSending = false
    this.#retries = 0
    this.#change(initialSnapshot)
  }

  async #sendNext(): Promise<void> {
    if (this.#isSending) return
    // A waiting message blocks later ones to keep the order; refused ones do not.
    const next = this.#snapshot.outgoing.find(({ state }) => state !== 'failed')
    if (!next || next.state === 'waiting') return
    const visit = this.#visit
    this.#isSending = true
    const { id, text, attachments } = next
    try {
      const attachmentIds = attachments.map((attachment) => attachment.id)
      const { message, state } = await this.#parts.calls.send({ id, text, attachmentIds })
      if (visit !== this.#visit) return
      this.#retries = 0
      this.#change({ isOffline: false })
      this.receive(message)
      this.discard(id)
      this.receiveState(state)
    } catch (error) {
      if (visit !== this.#visit) return
      this.#failed(id, error)
    } finally {
      if (visit === this.#visit) this.#isSending = false
    }
    if (visit === this.#visit) await this.#sendNext()
  }

  #failed(id: string, error: unknown): void {
    const refused = error instanceof ApiError ? error : null
    const isRefused =
      refused && refused.status !== HttpStatus.noAnswer && refused.status < HttpStatus.internalServerError
    if (isRefused) return this.#changeOutgoing(id, { state: 'failed', fault: refused.message })
    this.#changeOutgoing(id, { state: 'waiting' })
    this.#change({ isOffline: true })
    const delayMs = Math.min(retryMs.most, retryMs.first * 2 ** this.#retries++)
    this.#cancelRetry?.()
    this.#cancelRetry = this.#parts.after(delayMs, () => this.resume())
  }

  /** Returns null if the call fails. If it was the first read, the phase becomes `failed`. */
  async #request<T>(call: () => Promise<T>): Promise<T | null> {
    const visit = this.#visit
    try {
      const answer = await call()
      if (visit !== this.#visit) return null
      this.#change({ isOffline: false })
      return answer
    } catch (error) {
      if (visit !== this.#visit) return null
      if (!(error instanceof ApiError)) throw error
      const isOffline = error.status === HttpStatus.noAnswer
      this.#change({ isOffline, phase: this.#snapshot.phase === 'connecting' ? 'failed' : this.#snapshot.phase })
      return null
    }
  }

  /** Adds messages. An own message may be pushed before its call is answered; it is then no longer outgoing. */
  #add(added: readonly ChatMessage[]): void {
    const { messages, outgoing } = this.#snapshot
    const known = new Map([...messages, ...added].map((message) => [message.id, message]))
    this.#change({
      messages: [...known.values()].toSorted((a, b) => a.number - b.number),
      outgoing: outgoing.filter(({ id }) => !known.has(id)),
    })
  }

  #showTyping(isTyping: boolean): void {
    this.#cancelTyping?.()
    this.#cancelTyping = isTyping ? this.#parts.after(typingShownMs, () => this.#change({ isTyping: false })) : null
    this.#change({ isTyping })
  }

  #changeOutgoing(id: string, change: Partial<Outgoing>): void {
    this.#change({
      outgoing: this.#snapshot.outgoing.map((message) => (message.id === id ? { ...message, ...change } : message)),
    })
  }

  #change(change: Partial<ChatSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}
