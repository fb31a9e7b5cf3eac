/** The HTTP side of the WebSocket: path, origin, room. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export const realtimePath = '/api/connection/websocket'

export type UpgradeRefusal = { status: number; reason: string }

export function isRealtimePath(url: string | undefined): boolean {
  return (url ?? '').split('?', 1)[0] === realtimePath
}

/**
 * A browser always names its origin: only the site's own pages may connect, or any page could
 * speak for its visitor. What sends none (a native client, a probe) carries no visitor's cookies.
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
