/** The HTTP side of the WebSocket: path, origin, capacity. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import * as HttpStatus from '#contract/statuses.ts'

const realtimePath = '/api/connection/websocket'

type UpgradeRefusal = { status: number; reason: string }

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Passes upgrades of the realtime path to `upgrade`, until the returned function is called. */
export function takeUpgrades(server: Server, upgrade: UpgradeListener): () => void {
  const listener: UpgradeListener = (request, socket, head) => {
    if ((request.url ?? '').split('?', 1)[0] === realtimePath) return upgrade(request, socket, head)
    // Another listener (the development server's reload socket) may handle the path.
    if (server.listenerCount('upgrade') === 1)
      refuseUpgrade(socket, { status: HttpStatus.notFound, reason: 'Not Found' })
  }
  server.on('upgrade', listener)
  return () => server.off('upgrade', listener)
}

/**
 * A browser always sends its origin: only the site's own pages may connect, or any page could act for its visitor. A
 * client that sends none (a native client, a probe) carries no visitor's cookies.
 */
export function isAllowedOrigin(request: IncomingMessage, allowedOrigins: ReadonlySet<string>): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (allowedOrigins.has(origin)) return true
  const parsed = URL.canParse(origin) ? new URL(origin) : null
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.host === host?.toLowerCase()
}

export function refuseUpgrade(socket: Duplex, { status, reason }: UpgradeRefusal): void {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
