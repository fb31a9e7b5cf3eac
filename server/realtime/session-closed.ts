/**
 * A closed session is announced through the outbox, so that every process ends its own connections. The channel is
 * internal: clients cannot subscribe to it, and nothing is published on it.
 */
import { z } from 'zod'

export const sessionChannel = 'internal:sessions'

const SessionClosed = z.object({ sessionId: z.string(), playerId: z.string() })
type SessionClosed = z.infer<typeof SessionClosed>

/** The session that a publication on that channel closes. */
export function readSessionClosed({ payload }: { payload: unknown }): SessionClosed {
  return SessionClosed.parse(payload)
}

/** The event to append in the transaction that closes the session. */
export function sessionClosed(
  sessionId: string,
  playerId: string,
): { channel: string; event: string; payload: SessionClosed; version: number } {
  return { channel: sessionChannel, event: 'session.closed', payload: { sessionId, playerId }, version: 1 }
}
