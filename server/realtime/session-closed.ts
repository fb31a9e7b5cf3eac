/**
 * A closed session is told through the outbox, so that every process that holds connections ends its own.
 * The channel is the server's: no client may subscribe it, and nothing is published on it.
 */
export const sessionChannel = 'internal:sessions'

type SessionClosed = { sessionId: string; playerId: string }

/** The event to append in the transaction that closes the session. */
export function sessionClosed(
  sessionId: string,
  playerId: string,
): { channel: string; event: string; payload: SessionClosed; version: number } {
  return { channel: sessionChannel, event: 'session.closed', payload: { sessionId, playerId }, version: 1 }
}
