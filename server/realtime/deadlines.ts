/** Enforces the deadlines of a connection. One sweep checks all connections, instead of a timer for each. */
import { disconnects, type Disconnect } from './codes.ts'
import type { Connection } from './connection.ts'
import { textFrame } from './frame.ts'
import type { RealtimeLimits } from './options.ts'

const pingFrame = textFrame('{}')

export function enforceDeadlines(connection: Connection, limits: RealtimeLimits, nowMs: number): void {
  const missed = missedDeadline(connection, limits, nowMs)
  if (missed) return connection.close(missed)
  if (connection.phase !== 'open' || nowMs < connection.pingAt) return
  connection.pingAt = nowMs + limits.pingEveryMs
  connection.pongUntil = nowMs + limits.pongWithinMs
  connection.write(pingFrame)
}

function missedDeadline(connection: Connection, limits: RealtimeLimits, nowMs: number): Disconnect | null {
  if (connection.phase !== 'open')
    return nowMs >= connection.openedAt + limits.connectWithinMs ? disconnects.stale : null
  if (connection.pongUntil !== 0 && nowMs >= connection.pongUntil) return disconnects.noPong
  const expiresAt = connection.identity?.expiresAt.getTime() ?? Infinity
  return nowMs >= expiresAt + limits.refreshGraceMs ? disconnects.expired : null
}
