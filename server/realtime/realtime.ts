/** Realtime: publications for whoever watches a channel, held by this process or by a Centrifugo cluster. */
import type { Server } from 'node:http'
import type { Publication } from '#contract/channels.ts'

type RealtimeStats = {
  /** Clients that said hello and are still here. */
  online: number
  /** Sockets, those that said nothing yet included. */
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
  /** Resolved once the publication is handed over; rejects where it was not, so that the relay keeps it. */
  publish(channel: string, data: Publication): void | Promise<void>
  /** Ends every connection of the session, for good. A cluster knows players only, so there it ends all of the player's. */
  closeSession(sessionId: string, playerId: string): void
  stats(): RealtimeStats
  close(): Promise<void>
}
