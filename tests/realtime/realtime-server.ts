/** A realtime server on a free loopback port, with a clock and tokens that tests control. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Centrifuge, type Options, type Subscription } from 'centrifuge'
import { WebSocket } from 'ws'
import { createLocalRealtime, type LocalRealtime } from '#server/realtime/local.ts'
import type { TokenCheck } from '#server/realtime/commands.ts'
import type { RealtimeLimits } from '#server/realtime/options.ts'

export const ada = '11111111-1111-4111-8111-111111111111'
export const bob = '22222222-2222-4222-8222-222222222222'

/** Untyped data from the socket or the client, whose form the tests check. */
export type Received = any

export type RealtimeServer = {
  realtime: LocalRealtime
  url: string
  errors: unknown[]
  /** Moves the clock and runs the timers that are due. */
  pass(ms: number): void
  /** The results of the token check by token; a token without an entry is invalid. */
  tokens: Map<string, Awaited<ReturnType<TokenCheck>> | Error>
  /** Returns a token of the player, valid for the given time. */
  token(playerId: string, forMs?: number, sessionId?: string): string
  client(options?: Partial<Options>): Centrifuge
  close(): Promise<void>
}

export async function openRealtimeServer(
  limits: Partial<RealtimeLimits> = {},
  verify?: TokenCheck,
  trustProxy = 0,
): Promise<RealtimeServer> {
  let nowMs = Date.now()
  const tokens: RealtimeServer['tokens'] = new Map()
  const clients: Centrifuge[] = []
  const errors: unknown[] = []
  const realtime = createLocalRealtime({
    now: () => nowMs,
    // Pings have no random delay here; with one, a small move of the clock could trigger one.
    limits: { sweepEveryMs: 0, closeWithinMs: 200, pingSpreadMs: 0, ...limits },
    allowedOrigins: ['https://house.example'],
    trustProxy,
    onError: (error) => errors.push(error),
    verifyToken:
      verify ??
      (async (token) => {
        const answer = tokens.get(token) ?? null
        if (answer instanceof Error) throw answer
        return answer
      }),
  })
  const server = createServer((_, response) => response.writeHead(404).end())
  realtime.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/connection/websocket`
  return {
    realtime,
    url,
    tokens,
    errors,
    pass(ms) {
      nowMs += ms
      realtime.sweep()
    },
    token(playerId, forMs = 600_000, sessionId = `session of ${playerId}`) {
      const token = `token-${tokens.size + 1}`
      tokens.set(token, { playerId, sessionId, expiresAt: new Date(nowMs + forMs) })
      return token
    },
    client(options = {}) {
      const client = new Centrifuge(url, {
        websocket: WebSocket,
        minReconnectDelay: 10,
        maxReconnectDelay: 50,
        ...options,
      })
      clients.push(client)
      return client
    },
    async close() {
      for (const client of clients) client.disconnect()
      await realtime.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Resolves with the next event of that name. */
export function next(
  source: Centrifuge | Subscription,
  event: string,
  accept: (context: Received) => boolean = () => true,
): Promise<Received> {
  return new Promise((resolve) => {
    const emitter = source as unknown as {
      on(event: string, listener: (context: unknown) => void): void
      off(event: string, listener: (context: unknown) => void): void
    }
    const listener = (context: unknown): void => {
      if (!accept(context)) return
      emitter.off(event, listener)
      resolve(context)
    }
    emitter.on(event, listener)
  })
}

export async function connected(client: Centrifuge): Promise<Received> {
  const context = next(client, 'connected')
  client.connect()
  return context
}

export async function subscribed(
  client: Centrifuge,
  channel: string,
): Promise<{ sub: Subscription; context: Received; received: Received[] }> {
  const sub = client.newSubscription(channel)
  const received: Received[] = []
  sub.on('publication', (context) => received.push(context.data))
  const context = next(sub, 'subscribed')
  sub.subscribe()
  return { sub, context: await context, received }
}

/** A socket without a protocol library: raw frames. */
export type RawSocket = {
  socket: WebSocket
  send(...frames: Array<string | object>): void
  /** Resolves with the next object from the server. */
  receive(): Promise<Received>
  closed: Promise<{ code: number; reason: string }>
}

export async function rawSocket(url: string, headers: Record<string, string> = {}): Promise<RawSocket> {
  const socket = new WebSocket(url, { headers })
  const received: Received[] = []
  const waiting: Array<(value: Received) => void> = []
  socket.on('message', (data) => {
    for (const line of String(data).split('\n')) {
      const value = JSON.parse(line)
      const resolve = waiting.shift()
      if (resolve) resolve(value)
      else received.push(value)
    }
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  return {
    socket,
    closed,
    send: (...frames) =>
      frames.forEach((frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))),
    receive: () =>
      received.length > 0 ? Promise.resolve(received.shift()) : new Promise((resolve) => waiting.push(resolve)),
  }
}

export async function rawPlayer(app: RealtimeServer, playerId = ada): Promise<RawSocket> {
  const raw = await rawSocket(app.url)
  raw.send({ id: 1, connect: { token: app.token(playerId) } })
  await raw.receive()
  return raw
}

/** Waits until the condition holds, which the other end of a socket brings about; fails after a second. */
export async function eventually(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 5))
  if (!holds()) throw new Error('did not come true within a second')
}

/** Returns a publication as the wallet makes it. */
export function publication(version: number): Received {
  return { event: 'account', payload: { id: 'account', balance: version }, version }
}
