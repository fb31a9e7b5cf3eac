/** Realtime: publications for the subscribers of a channel, by this process or by a Centrifugo cluster. */
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
  /** Resolves once the publication is delivered; rejects if it was not, so that the relay retries. */
  publish(channel: string, data: Publication): void | Promise<void>
  /**
   * Ends every connection of the session permanently. A cluster knows players only, so there it ends all of the
   * player's.
   */
  closeSession(sessionId: string, playerId: string): void
  stats(): RealtimeStats
  close(): Promise<void>
}
