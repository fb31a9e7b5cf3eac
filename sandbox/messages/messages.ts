/** Mails and text messages that would have been sent; the inbox page shows them. */
import { randomUUID } from 'node:crypto'
import { json, type SandboxRoute, text } from '../router.ts'
import type { Message, Store } from '../state.ts'

export function addMessage(store: Store, message: Omit<Message, 'id' | 'at'>): Message {
  const kept = { ...message, id: randomUUID(), at: new Date().toISOString() }
  store.change((state) => state.messages.push(kept))
  return kept
}

export function messageRoutes(store: Store, isAllowed: (authorization: string | undefined) => boolean): SandboxRoute[] {
  return [
    { method: 'POST', path: '/v1/messages', handle({ body, header }) {
      if (!isAllowed(header('authorization'))) return json(401, { error: 'unauthorized' })
      const to = text(body.to)
      const content = text(body.text)
      if (!to || !content || (body.channel !== 'email' && body.channel !== 'sms')) return json(422, { error: 'malformed' })
      const { id } = addMessage(store, { channel: body.channel, to, subject: text(body.subject) ?? '', text: content })
      return json(201, { id })
    } },
    /** Read by browser tests, which must find the code that a mail carries. */
    { method: 'GET', path: '/v1/messages', handle: ({ header, query }) => {
      if (!isAllowed(header('authorization'))) return json(401, { error: 'unauthorized' })
      const to = query.get('to')
      return json(200, store.state.messages.filter((message) => to === null || message.to === to).toReversed())
    } },
  ]
}
