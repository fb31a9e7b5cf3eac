/** One side of the realtime bench, in a process of its own: this product's server, or `ws` with a loop around it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { Publication } from '#contract/channels.ts'
import { createLocalRealtime } from '#server/realtime/local.ts'

export type ServerOrder = { do: 'publish'; count: number } | { do: 'memory' } | { do: 'end' }
export type ServerNews =
  | { port: number }
  | { publishedMs: number; cpuMs: number }
  | { rss: number; heap: number; sockets: number }

/** A typical wallet publication: about 300 bytes of JSON. */
const publication = {
  event: 'tournament.completed',
  version: 1,
  payload: {
    identity: 'harbour-nights-2026-11-21',
    title: 'Harbour nights',
    prizes: [
      { place: 1, title: '€25,000.00', entry: { playerId: 'ab1fbe1e-0d28-4a3c-a1c0-9b3a5d3f0c11' } },
      { place: 2, title: '€10,000.00', entry: { playerId: '5f0c11ab-4a3c-4d28-a1c0-9b3a5d3fab1f' } },
    ],
  },
} satisfies Publication<'tournaments'>

const http = createServer()
const side = process.argv[2] === 'house' ? app() : bare()

http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => send({ port: (http.address() as AddressInfo).port }))
process.on('message', (order: ServerOrder) => {
  if (order.do === 'end') process.exit(0)
  if (order.do === 'publish') return publish(order.count)
  globalThis.gc?.()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  send({ rss, heap: heapUsed + external + arrayBuffers, sockets: side.sockets() })
})
process.on('disconnect', () => process.exit(0))

function publish(count: number): void {
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  for (let sent = 0; sent < count; sent += 1) side.publish()
  const { user, system } = process.cpuUsage(cpu)
  send({ publishedMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 })
}

function app(): { publish(): void; sockets(): number } {
  const realtime = createLocalRealtime({
    // The token is the player's id: signatures are not measured.
    verifyToken: async (token) => ({ playerId: token, sessionId: token, expiresAt: new Date(Date.now() + 3_600_000) }),
    // The bench's clients only count bytes, so they would otherwise be disconnected as dead or slow.
    limits: { pingEveryMs: 3_600_000, pongWithinMs: 3_600_000, onlineEveryMs: 3_600_000, maxUnsentBytes: 1e9 },
  })
  realtime.attach(http)
  return { publish: () => realtime.publish('tournaments', publication), sockets: () => realtime.stats().sockets }
}

function bare(): { publish(): void; sockets(): number } {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  server.on('connection', (client) => client.on('message', () => {}))
  return {
    publish() {
      const text = Buffer.from(
        JSON.stringify({ push: { channel: 'tournaments', pub: { data: publication, offset: 1000 } } }),
      )
      for (const client of server.clients)
        if (client.readyState === WebSocket.OPEN) client.send(text, { binary: false })
    },
    sockets: () => server.clients.size,
  }
}

function send(news: ServerNews): void {
  process.send!(news)
}
