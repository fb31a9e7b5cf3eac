/** Realtime: publications for the subscribers of a channel whose sockets this process has. */
import type { Server } from 'node:http'
import type { Publication } from '#contract/channels.ts'

type RealtimeStats = {
  /** Clients that have sent `connect` and are still connected. */
  online: number
  /** All sockets, including those that have not sent `connect`. */
  sockets: number
  channels: number
  publications: number
  deliveries: number
  /** Connections ended by the server, by code. */
  disconnects: Record<number, number>
}

export type Realtime = {
  /** Answers WebSocket upgrades of `/api/connection/websocket` on this server. */
  attach(server: Server): void
  publish(channel: string, data: Publication): void
  /** Ends every connection of the session permanently. */
  closeSession(sessionId: string): void
  stats(): RealtimeStats
  close(): Promise<void>
}
