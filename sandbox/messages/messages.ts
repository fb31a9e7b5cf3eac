/** Outgoing mails and text messages, shown on the inbox page. */
import { randomUUID } from 'node:crypto'
import * as HttpStatus from '#contract/statuses.ts'
import { json, type SandboxRoute, text } from '../router.ts'
import type { Message, Store } from '../state.ts'

export type NewMessage = Omit<Message, 'id' | 'at'> & { id?: string }

/**
 * Stores a message. One that is repeated with the same id is stored once, because its sender may not have received the
 * response.
 */
export function addMessage(store: Store, message: NewMessage): Message {
  const stored = { ...message, id: message.id ?? randomUUID(), at: new Date().toISOString() }
  const existing = store.state.messages.find(({ id }) => id === stored.id)
  if (!existing) store.change((state) => state.messages.push(stored))
  return existing ?? stored
}

export function messageRoutes(store: Store, isAllowed: (authorization: string | undefined) => boolean): SandboxRoute[] {
  return [
    {
      method: 'POST',
      path: '/v1/messages',
      handle({ body, header }) {
        if (!isAllowed(header('authorization'))) return json(HttpStatus.unauthorized, { error: 'unauthorized' })
        const to = text(body.to)
        const content = text(body.text)
        const id = text(body.id)
        if (
          !to ||
          !content ||
          (body.channel !== 'email' && body.channel !== 'sms') ||
          (id && !/^[\w-]{1,80}$/.test(id))
        )
          return json(HttpStatus.unprocessable, { error: 'malformed' })
        const message = {
          channel: body.channel,
          to,
          subject: text(body.subject) ?? '',
          text: content,
          ...(id ? { id } : {}),
        } as const
        return json(HttpStatus.created, {
          id: addMessage(store, {
            ...message,
            replyTo: text(body.replyTo) ?? undefined,
            html: text(body.html) ?? undefined,
          }).id,
        })
      },
    },
    /** Browser tests read this, because they need the codes in mails. */
    {
      method: 'GET',
      path: '/v1/messages',
      handle: ({ header, query }) => {
        if (!isAllowed(header('authorization'))) return json(HttpStatus.unauthorized, { error: 'unauthorized' })
        const to = query.get('to')
        return json(
          HttpStatus.ok,
          store.state.messages.filter((message) => to === null || message.to === to).toReversed(),
        )
      },
    },
  ]
}
