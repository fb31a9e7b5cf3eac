/** All open sockets, and the session of each. */
import type { Connection, Identity } from './connection.ts'

/**
 * Longer than any token check takes, because a check that began before its session was closed must still be refused.
 */
const rememberClosedMs = 60_000

export class Registry {
  /** All sockets, connected or not yet, and their addresses. */
  readonly all = new Map<Connection, string>()
  online = 0
  readonly #byAddress = new Map<string, number>()
  /** Most sessions have one connection: a list of one takes a fifth of the memory of a set. */
  readonly #bySession = new Map<string, Connection[]>()
  readonly #closedSessions = new Map<string, number>()

  add(connection: Connection, address: string): void {
    this.all.set(connection, address)
    this.#byAddress.set(address, this.countOf(address) + 1)
  }

  /** Sockets of an address, connected or not yet. */
  countOf(address: string): number {
    return this.#byAddress.get(address) ?? 0
  }

  opened(connection: Connection): void {
    this.online += 1
    if (connection.identity) this.#join(connection, connection.identity.sessionId)
  }

  /** A refreshed token may name a successor of the session. */
  refreshed(connection: Connection, identity: Identity): void {
    this.#leave(connection)
    connection.identity = identity
    this.#join(connection, identity.sessionId)
  }

  ended(connection: Connection): void {
    this.#leaveAddress(connection)
    if (connection.phase !== 'open') return
    this.online -= 1
    this.#leave(connection)
  }

  closeSession(sessionId: string, nowMs: number): Connection[] {
    this.#closedSessions.set(sessionId, nowMs)
    return [...(this.#bySession.get(sessionId) ?? [])]
  }

  isSessionClosed(sessionId: string): boolean {
    return this.#closedSessions.has(sessionId)
  }

  forgetClosedSessions(nowMs: number): void {
    for (const [sessionId, at] of this.#closedSessions) {
      if (nowMs - at < rememberClosedMs) return
      this.#closedSessions.delete(sessionId)
    }
  }

  #leaveAddress(connection: Connection): void {
    const address = this.all.get(connection)
    if (address === undefined) return
    this.all.delete(connection)
    const left = this.countOf(address) - 1
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
  }

  #join(connection: Connection, sessionId: string): void {
    const connections = this.#bySession.get(sessionId)
    if (connections) connections.push(connection)
    else this.#bySession.set(sessionId, [connection])
  }

  #leave(connection: Connection): void {
    const sessionId = connection.identity?.sessionId
    const connections = sessionId === undefined ? undefined : this.#bySession.get(sessionId)
    if (sessionId === undefined || !connections) return
    const left = connections.filter((each) => each !== connection)
    if (left.length > 0) this.#bySession.set(sessionId, left)
    else this.#bySession.delete(sessionId)
  }
}
