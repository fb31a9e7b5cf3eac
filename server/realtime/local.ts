/** The realtime server inside this process: Centrifugo's protocol over ws. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type ServerOptions } from 'ws'
import * as HttpStatus from '#contract/statuses.ts'
import { disconnects, type Disconnect } from './codes.ts'
import { execute, type CommandDeps, type TokenCheck } from './commands.ts'
import { Connection, type ConnectionHandlers } from './connection.ts'
import { enforceDeadlines } from './deadlines.ts'
import { Hub } from './hub.ts'
import { OnlineCount } from './online.ts'
import { defaultLimits, type RealtimeLimits } from './options.ts'
import type { Realtime } from './realtime.ts'
import { Registry } from './registry.ts'
import { addressOf } from '../kernel/http/address-block.ts'
import { clientAddress } from '../kernel/http/client-address.ts'
import { isAllowedOrigin, refuseUpgrade, takeUpgrades } from './upgrade.ts'

export type LocalRealtimeOptions = {
  verifyToken: TokenCheck
  /** Origins that may connect besides the host itself: the public address of the site. */
  allowedOrigins?: Iterable<string>
  /** Number of trusted proxies; their `X-Forwarded-For` entries determine the caller's address. */
  trustProxy?: number
  now?: () => number
  limits?: Partial<RealtimeLimits>
  onError?: (error: unknown) => void
}

/** `sweep` applies all deadlines that are due; a running server calls it every second. */
export type LocalRealtime = Realtime & { sweep(): void }

export function createLocalRealtime(options: LocalRealtimeOptions): LocalRealtime {
  const limits: RealtimeLimits = { ...defaultLimits, ...options.limits }
  const now = options.now ?? Date.now
  const failed = options.onError ?? (() => {})
  const allowedOrigins = new Set(options.allowedOrigins)
  const hub = new Hub(limits, now)
  const registry = new Registry()
  const online = new OnlineCount(hub, limits.onlineEveryMs)
  const ended: Record<number, number> = {}
  const detach: Array<() => void> = []
  let isClosing = false

  const deps: CommandDeps = {
    limits,
    hub,
    now,
    failed,
    verifyToken: options.verifyToken,
    isSessionClosed: (sessionId) => registry.isSessionClosed(sessionId),
    opened: (connection) => registry.opened(connection),
    refreshed: (connection, identity) => registry.refreshed(connection, identity),
  }

  const handlers: ConnectionHandlers = {
    limits,
    now,
    failed,
    execute: (connection, command) => execute(deps, connection, command),
    closed(connection, disconnect: Disconnect | null) {
      registry.ended(connection)
      for (const channel of connection.channels.splice(0)) hub.unsubscribe(channel, connection)
      if (disconnect) ended[disconnect.code] = (ended[disconnect.code] ?? 0) + 1
    },
  }

  // `closeTimeout` is an option of ws that its type package does not list yet.
  const serverOptions: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: limits.maxFrameBytes,
    closeTimeout: limits.closeWithinMs,
    // JSON needs no subprotocol; an unsupported one must not be accepted.
    handleProtocols: () => false,
  }
  const upgrades = new WebSocketServer(serverOptions)

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (isClosing || registry.all.size >= limits.maxConnections)
      return refuseUpgrade(socket, { status: HttpStatus.serviceUnavailable, reason: 'Service Unavailable' })
    if (!isAllowedOrigin(request, allowedOrigins))
      return refuseUpgrade(socket, { status: HttpStatus.forbidden, reason: 'Forbidden' })
    const ip = clientAddress(request, options.trustProxy ?? 0)
    if (ip === null) return refuseUpgrade(socket, { status: HttpStatus.badRequest, reason: 'Bad Request' })
    const address = addressOf(ip)
    if (registry.countOf(address) >= limits.maxOfAddress)
      return refuseUpgrade(socket, { status: HttpStatus.tooManyRequests, reason: 'Too Many Connections' })
    upgrades.handleUpgrade(request, socket, head, (client) =>
      registry.add(new Connection(client, socket, handlers), address),
    )
  }

  function sweep(): void {
    const nowMs = now()
    for (const connection of registry.all.keys()) enforceDeadlines(connection, limits, nowMs)
    hub.forgetIdle()
    registry.forgetClosedSessions(nowMs)
    online.publish(registry.online, nowMs)
  }

  const timer = limits.sweepEveryMs > 0 ? setInterval(sweep, limits.sweepEveryMs) : undefined
  timer?.unref()

  return {
    sweep,
    attach: (server) => void detach.push(takeUpgrades(server, upgrade)),
    publish: (channel, data) => hub.publish(channel, data),
    closeSession(sessionId) {
      for (const connection of registry.closeSession(sessionId, now())) connection.close(disconnects.force)
    },
    stats: () => ({
      online: registry.online,
      sockets: registry.all.size,
      channels: hub.channelCount,
      publications: hub.publications,
      deliveries: hub.deliveries,
      disconnects: { ...ended },
    }),
    async close() {
      isClosing = true
      clearInterval(timer)
      for (const each of detach) each()
      const open = [...registry.all.keys()]
      await Promise.all(open.map((connection) => connection.closeAndWait(disconnects.shutdown)))
    },
  }
}
