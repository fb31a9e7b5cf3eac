/** One client's socket: unhandled commands, subscriptions, deadlines. */
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { Allowance } from './allowance.ts'
import { disconnects, errors, type Disconnect } from './codes.ts'
import { textFrame } from './frame.ts'
import type { Channel } from './hub.ts'
import type { RealtimeLimits } from './options.ts'
import { decodeFrame, errorReply, type Command } from './wire.ts'

/** The identity that a token proves. */
export type Identity = { playerId: string; sessionId: string; expiresAt: Date }

/** Commands that may wait for a token check; the official client sends a connect and its subscribes at once. */
const maxWaitingCommands = 512

export type ConnectionHandlers = {
  limits: RealtimeLimits
  now(): number
  /** Executes one command; a promise if it has to wait. */
  execute(connection: Connection, command: Exclude<Command, { kind: 'refused' | 'ignored' }>): Promise<void> | void
  closed(connection: Connection, disconnect: Disconnect | null): void
  failed(error: unknown): void
}

export class Connection {
  readonly id = randomUUID()
  phase: 'new' | 'checking' | 'open' | 'closed' = 'new'
  identity: Identity | null = null
  /** Next time the sweep must check this connection, in epoch milliseconds. */
  pingAt: number
  pongUntil = 0
  readonly openedAt: number
  /** At most 128, so a list is searched fast enough and takes a tenth of the memory of a map. */
  readonly channels: Channel[] = []
  readonly #socket: WebSocket
  /** The underlying socket: finished frames are written here, ws does the other framing. */
  readonly #wire: Duplex
  readonly #handlers: ConnectionHandlers
  readonly #allowance: Allowance
  #waiting: Command[] = []
  #isBusy = false
  #replies: string[] = []

  constructor(socket: WebSocket, wire: Duplex, handlers: ConnectionHandlers) {
    this.#socket = socket
    this.#wire = wire
    this.#handlers = handlers
    this.openedAt = handlers.now()
    const { pingEveryMs, pingSpreadMs } = handlers.limits
    this.pingAt = this.openedAt + pingEveryMs - Math.floor(Math.random() * pingSpreadMs)
    this.#allowance = new Allowance(handlers.limits.commandBurst, this.openedAt)
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary))
    // ws closes the socket itself after an error (a bad frame, a lost peer).
    socket.on('error', () => {})
    socket.on('close', () => this.#ended(null))
  }

  /** Writes a finished frame; a client that leaves too much unread is disconnected. */
  write(frame: Buffer): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    if (this.#wire.writableLength > this.#handlers.limits.maxUnsentBytes) return this.close(disconnects.slow)
    this.#wire.write(frame)
  }

  reply(text: string): void {
    this.#replies.push(text)
  }

  close(disconnect: Disconnect): void {
    if (this.phase === 'closed') return
    this.#flush()
    this.#ended(disconnect)
    this.#socket.close(disconnect.code, disconnect.reason)
  }

  /** Resolves once the socket is closed; ws terminates one whose peer does not answer the closing handshake. */
  async closeAndWait(disconnect: Disconnect): Promise<void> {
    const gone = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()))
    this.close(disconnect)
    await gone
  }

  #ended(disconnect: Disconnect | null): void {
    if (this.phase === 'closed') return
    this.#handlers.closed(this, disconnect)
    this.phase = 'closed'
    this.#waiting = []
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.phase === 'closed') return
    const commands = isBinary ? null : decodeFrame(data.toString())
    if (!commands || this.#waiting.length + commands.length > maxWaitingCommands)
      return this.close(disconnects.badRequest)
    for (const command of commands) this.#waiting.push(command)
    if (!this.#isBusy) void this.#handleWaiting()
  }

  /** Handles commands one at a time, in order. Replies that are available at once are sent in one frame. */
  async #handleWaiting(): Promise<void> {
    this.#isBusy = true
    try {
      for (let command = this.#waiting.shift(); command && !this.#isClosed(); command = this.#waiting.shift()) {
        const pending = this.#handle(command)
        if (!pending) continue
        this.#flush()
        await pending
      }
      this.#flush()
      // The list is replaced, because an emptied list keeps the memory of its longest queue.
      this.#waiting = []
    } catch (error) {
      this.#handlers.failed(error)
      this.close(disconnects.internal)
    } finally {
      this.#isBusy = false
    }
  }

  #handle(command: Command): Promise<void> | void {
    const { limits, now, execute } = this.#handlers
    if (!this.#allowance.take(limits.commandBurst, limits.commandsPerSecond, now())) return this.#tooMany(command)
    if (command.kind === 'ignored') return
    if (command.kind !== 'refused') return execute(this, command)
    if (this.phase !== 'open') return this.close(disconnects.badRequest)
    this.reply(errorReply(command.id, command.error))
  }

  #tooMany(command: Command): void {
    if (this.#allowance.debt > this.#handlers.limits.commandBurst) return this.close(disconnects.badRequest)
    if ('id' in command) this.reply(errorReply(command.id, errors.tooManyRequests))
  }

  #flush(): void {
    if (this.#replies.length === 0) return
    const text = this.#replies.join('\n')
    this.#replies = []
    this.write(textFrame(text))
  }

  #isClosed(): boolean {
    return this.phase === 'closed'
  }
}
