/**
 * The feed sends changes of what a client shows over WebSocket. Each client gets one message per tick, which is encoded
 * once for all clients with the same topics.
 */
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Delta, FeedRequest } from './wire.ts'

export type Feed = {
  /** Publishes the changes of one tick by topic. */
  publish(changes: Iterable<readonly [topic: string, deltas: Delta[]]>): void
  /** Sends changes to the clients of one player. */
  send(playerId: string, deltas: Delta[]): void
  /** The topics that have followers now. */
  topics(): Set<string>
  /** The players who follow their bets now. */
  players(): Set<string>
  close(): void
}

type FeedOptions = {
  server: Server
  path: string
  /** The player of a token; null if it is no longer valid. */
  playerOf: (token: string) => Promise<string | null>
}

const maxTopics = 20
const maxRequestBytes = 8_192
/** A client with this much unread data is disconnected; it reconnects and reads the lists again. */
const maxBufferedBytes = 1_000_000
const pingMs = 25_000

type Client = { socket: WebSocket; topics: Set<string>; playerId: string | null; isAlive: boolean }

export function createFeed({ server, path, playerOf }: FeedOptions): Feed {
  const clients = new Set<Client>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxRequestBytes, perMessageDeflate: false })

  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== path) return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, (opened) => add(opened))
  })

  function add(socket: WebSocket): void {
    const client: Client = { socket, topics: new Set(), playerId: null, isAlive: true }
    clients.add(client)
    socket.on('pong', () => (client.isAlive = true))
    socket.on('close', () => clients.delete(client))
    socket.on('error', () => socket.terminate())
    socket.on('message', (data) => void follow(client, String(data)))
  }

  async function follow(client: Client, text: string): Promise<void> {
    const request = readRequest(text)
    if (!request) return client.socket.close(1008, 'not a request')
    client.topics = new Set(request.topics)
    if (request.token === undefined) return
    client.playerId = null
    if (request.token === null) return
    client.playerId = await playerOf(request.token)
    if (client.playerId === null) write(client, JSON.stringify([{ is: 'tokenEnded' }]))
  }

  function write({ socket }: Client, message: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxBufferedBytes) return socket.terminate()
    socket.send(message, { binary: false })
  }

  const ping = setInterval(() => {
    for (const client of clients) {
      if (!client.isAlive) {
        client.socket.terminate()
        continue
      }
      client.isAlive = false
      client.socket.ping()
    }
  }, pingMs)
  ping.unref()

  return {
    publish(changes) {
      const byTopic = new Map<string, string>()
      for (const [topic, deltas] of changes) byTopic.set(topic, JSON.stringify(deltas).slice(1, -1))
      const messages = new Map<string, Buffer>()
      for (const client of clients) {
        const followed = [...client.topics].filter((topic) => byTopic.has(topic))
        if (followed.length === 0) continue
        const key = followed.join(' ')
        const message = messages.get(key) ?? Buffer.from(`[${followed.map((topic) => byTopic.get(topic)).join(',')}]`)
        messages.set(key, message)
        write(client, message)
      }
    },
    send(playerId, deltas) {
      const text = JSON.stringify(deltas)
      for (const client of clients) if (client.playerId === playerId) write(client, text)
    },
    topics: () => new Set([...clients].flatMap(({ topics }) => [...topics])),
    players: () => new Set([...clients].flatMap(({ playerId }) => (playerId ? [playerId] : []))),
    close() {
      clearInterval(ping)
      for (const { socket } of clients) socket.terminate()
      sockets.close()
    },
  }
}

function readRequest(text: string): FeedRequest | null {
  try {
    const { topics, token } = JSON.parse(text) as FeedRequest
    const isValid =
      Array.isArray(topics) &&
      topics.length <= maxTopics &&
      topics.every((topic) => typeof topic === 'string' && /^(list|event:[\w-]{1,64})$/.test(topic)) &&
      (token === undefined || token === null || typeof token === 'string')
    return isValid ? { topics, ...(token !== undefined && { token }) } : null
  } catch {
    return null
  }
}
