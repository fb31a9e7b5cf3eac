/**
 * A closed session is announced through the outbox, so that every process ends its own connections. The channel is
 * internal: clients cannot subscribe to it, and nothing is published on it.
 */
import { z } from 'zod'
import type { OutboxEvent } from '../kernel/outbox/append.ts'

export const sessionChannel = 'internal:sessions'

const SessionClosed = z.object({ sessionId: z.string() })

/** The session that a publication on that channel closes. */
export function readSessionClosed({ payload }: { payload: unknown }): string {
  return SessionClosed.parse(payload).sessionId
}

/** The event to append in the transaction that closes the session. */
export const sessionClosed = (sessionId: string): OutboxEvent => ({
  channel: sessionChannel,
  event: 'session.closed',
  payload: { sessionId } satisfies z.infer<typeof SessionClosed>,
  version: 1,
})
