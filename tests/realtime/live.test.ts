/** The page's connection against the real server, across sign-in, sign-out and disconnections. */
import { Centrifuge, type Options } from 'centrifuge'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { createLive, playerOf, type Live } from '#web/live/live.ts'
import { ada, bob, eventually, openRealtimeServer, type Received, type RealtimeServer } from './realtime-server.ts'

let app: RealtimeServer
let live: Live
const listeners = new Set<() => void>()
let page: {
  token: string | null
  fresh: () => Promise<string | null>
  refusals: number[]
  errors: unknown[]
  isSessionOpen: boolean
  loadClient: () => Promise<typeof Centrifuge>
  change(token: string | null): void
}

/** Returns a token that names its player in a form that browsers can read. */
function tokenOf(playerId: string, forMs = 600_000, session = 'session'): string {
  const payload = Buffer.from(JSON.stringify({ sub: playerId, nonce: app.tokens.size, name: 'Zoë' })).toString(
    'base64url',
  )
  const token = `header.${payload}.signature`
  app.tokens.set(token, app.tokens.get(app.token(playerId, forMs, session))!)
  return token
}

beforeEach(async () => {
  app = await openRealtimeServer({ historySize: 2 })
  listeners.clear()
  page = {
    token: null,
    refusals: [],
    errors: [],
    isSessionOpen: false,
    loadClient: async () => Centrifuge,
    fresh: async () => page.token,
    change(token) {
      page.token = token
      for (const listener of listeners) listener()
    },
  }
  live = liveAt(app.url)
})
afterEach(async () => {
  live.stop()
  await app.close()
})

/** Opens the page's connection to an address, with delays short enough for tests. */
function liveAt(url: string, more: Partial<Options> = {}, spreadMs = 1, reconnectAfterMs = 10): Live {
  return createLive({
    url,
    session: {
      token: () => page.token,
      freshToken: () => page.fresh(),
      onChange: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    },
    loadClient: () => page.loadClient(),
    clientOptions: { websocket: WebSocket, minReconnectDelay: 10, maxReconnectDelay: 50, ...more },
    checkSession: async (code) => (page.refusals.push(code), page.isSessionOpen),
    reconnectAfterMs,
    spreadMs,
    onError: (error) => page.errors.push(error),
  })
}

const account = (id: string, version: number): Received => ({ event: 'account', payload: { id, version }, version })

// Shows: 7.2.5, 7.7.1
test('a guest is connected and subscribes to no player channel', async () => {
  const counts: number[] = []
  live.on('wallet:accounts', 'account', () => {})
  live.on('global:online', 'online', ({ count }) => counts.push(count))
  await live.start()
  await eventually(() => app.realtime.stats().channels === 1)
  app.pass(5_000)
  await eventually(() => counts.length === 1)
  expect(counts).toEqual([1])
})

test('a connection whose client could not be loaded is opened by the next start', async () => {
  live.on('global:online', 'online', () => {})
  page.loadClient = () => Promise.reject(new Error('no network'))
  await expect(live.start()).rejects.toThrow('no network')
  expect(listeners.size).toBe(0)
  page.loadClient = async () => Centrifuge
  await live.start()
  await eventually(() => app.realtime.stats().channels === 1)
})

// Shows: 4.4.1, 4.4.2
test("signing in opens a new connection with the player's channels, signing out a guest's again", async () => {
  const received: unknown[] = []
  let counts = 0
  live.on('wallet:accounts', 'account', (payload) => received.push(payload))
  live.on('global:online', 'online', () => counts++)
  await live.start()
  await eventually(() => app.realtime.stats().channels === 1)
  page.change(tokenOf(ada))
  await eventually(() => app.realtime.stats().channels === 2)
  app.realtime.publish(`wallet:accounts#${ada}`, account('a', 1))
  await eventually(() => received.length === 1)
  page.change(null)
  app.realtime.publish(`wallet:accounts#${ada}`, account('a', 2))
  const before = counts
  await eventually(() => (app.pass(5_000), counts > before))
  expect(received).toHaveLength(1)
  page.change(tokenOf(bob))
  await eventually(() => app.realtime.stats().channels === 3)
  app.realtime.publish(`wallet:accounts#${ada}`, account('a', 3))
  app.realtime.publish(`wallet:accounts#${bob}`, account('b', 1))
  await eventually(() => received.length === 2)
  expect(received).toEqual([
    { id: 'a', version: 1 },
    { id: 'b', version: 1 },
  ])
})

test('a refreshed token of the same player keeps the connection', async () => {
  page.token = tokenOf(ada)
  live.on('wallet:accounts', 'account', () => {})
  await live.start()
  await eventually(() => app.realtime.stats().channels === 1)
  page.change(tokenOf(ada))
  await live.start()
  expect(app.realtime.stats()).toMatchObject({ online: 1, sockets: 1 })
})

// Shows: 9.11.1
test('a page whose server is silent for longer than the delay it was given closes its connection', async () => {
  await app.close()
  app = await openRealtimeServer({ pingEveryMs: 100 })
  const states: boolean[] = []
  live = liveAt(app.url)
  live.onState((isConnected) => states.push(isConnected))
  await live.start({ maxServerPingDelay: 100 })
  await eventually(() => states.includes(true) && states.lastIndexOf(false) > states.indexOf(true))
})

test('repeated and outdated versions do not reach the handlers', async () => {
  const received: number[] = []
  page.token = tokenOf(ada)
  live.on('wallet:accounts', 'account', ({ version }) => received.push(version))
  await live.start()
  await eventually(() => app.realtime.stats().channels === 1)
  for (const version of [1, 3, 3, 2, 4]) app.realtime.publish(`wallet:accounts#${ada}`, account('a', version))
  await eventually(() => received.includes(4))
  expect(received).toEqual([1, 3, 4])
})

test('a feature refetches on the first subscribe and after a disconnection with a gap, not after one without', async () => {
  const gaps: string[] = []
  const received: number[] = []
  page.token = tokenOf(ada)
  live.on('wallet:accounts', 'account', ({ version }) => received.push(version))
  live.onUnrecovered('wallet:accounts', () => gaps.push('wallet'))
  await live.start()
  await eventually(() => gaps.length === 1)
  const cut = async (versions: number[]): Promise<void> => {
    const before = app.realtime.stats().disconnects[3012] ?? 0
    // Two sweeps in immediate succession leave no time for a pong, so the server disconnects.
    app.pass(25_000)
    app.pass(8_000)
    expect(app.realtime.stats().disconnects[3012]).toBe(before + 1)
    for (const version of versions) app.realtime.publish(`wallet:accounts#${ada}`, account('a', version))
    await eventually(() => app.realtime.stats().online === 1)
  }
  await cut([1, 2])
  await eventually(() => received.length === 2)
  expect(gaps).toHaveLength(1)
  await cut([3, 4, 5])
  await eventually(() => gaps.length === 2)
  expect(received).toEqual([1, 2])
})

// Shows: change 43
test('data that several channels share is read once after gaps in any number of them', async () => {
  let reads = 0
  const readAll = () => void (reads += 1)
  page.token = tokenOf(ada)
  live.onUnrecovered('bonus:player-bonuses', readAll)
  live.onUnrecovered('bonus:player-freespins', readAll)
  live.onUnrecovered('bonus:player-bonus-codes', readAll)
  await live.start()
  await eventually(() => app.realtime.stats().channels === 3)
  await eventually(() => reads > 0)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(reads).toBe(1)
})

// Shows: change 43
test('pages that lose their connection at the same time read again at different times, each once', async () => {
  const spreadMs = 600
  const read = new Map<number, number[]>()
  page.token = tokenOf(ada)
  const pages = Array.from({ length: 40 }, (_, index) => {
    const otherLive = liveAt(app.url, {}, spreadMs)
    read.set(index, [])
    otherLive.onUnrecovered('wallet:accounts', () => read.get(index)!.push(performance.now()))
    otherLive.onUnrecovered('payment:invoices', () => undefined)
    return otherLive
  })
  await Promise.all(pages.map((each) => each.start()))
  const times = (count: number) => [...read.values()].every(({ length }) => length === count)
  await eventually(() => times(1))
  app.pass(25_000)
  app.pass(8_000)
  for (const version of [1, 2, 3]) app.realtime.publish(`wallet:accounts#${ada}`, account('a', version))
  await eventually(() => times(2))
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(times(2)).toBe(true)
  const again = [...read.values()].map((all) => all[1]!).toSorted((a, b) => a - b)
  expect(again.at(-1)! - again[0]!).toBeGreaterThan(spreadMs / 2)
  for (const each of pages) each.stop()
})

test('channels without handlers are unsubscribed, and subscribed again with the next handler', async () => {
  page.token = tokenOf(ada)
  const received: number[] = []
  await live.start()
  const off = live.on('wallet:accounts', 'account', () => {})
  await eventually(() => app.realtime.stats().channels === 1)
  off()
  live.on('payment:invoices', 'invoice.deposit.updated', () => {})
  await eventually(() => app.realtime.stats().channels === 2)
  live.on('wallet:accounts', 'account', ({ version }) => received.push(version))
  live.onUnrecovered('wallet:accounts', () => app.realtime.publish(`wallet:accounts#${ada}`, account('a', 1)))
  await eventually(() => received.length === 1)
})

test('a handler that throws is reported; the others still receive the event, and it receives the next one', async () => {
  page.token = tokenOf(ada)
  const received: number[] = []
  live.on('wallet:accounts', 'account', () => {
    throw new Error('feature broke')
  })
  live.on('wallet:accounts', 'account', ({ version }) => received.push(version))
  await live.start()
  await eventually(() => app.realtime.stats().channels === 1)
  for (const version of [1, 2]) app.realtime.publish(`wallet:accounts#${ada}`, account('a', version))
  await eventually(() => received.length === 2)
  expect(page.errors).toHaveLength(2)
})

// Shows: 4.4.2
test('a session closed elsewhere: the page checks, and continues as a guest without a session', async () => {
  page.token = tokenOf(ada, 600_000, 'phone')
  await live.start()
  await eventually(() => app.realtime.stats().online === 1)
  app.realtime.closeSession('phone')
  await eventually(() => page.refusals.length === 1)
  expect(page.refusals).toEqual([3503])
  expect(app.realtime.stats().online).toBe(0)
  page.change(null)
  await eventually(() => app.realtime.stats().online === 1)
})

test('a sign-out whose socket closes first makes no request: the page is a guest before the delay ends', async () => {
  page.token = tokenOf(ada, 600_000, 'phone')
  await live.start()
  await eventually(() => app.realtime.stats().online === 1)
  app.realtime.closeSession('phone')
  await eventually(() => app.realtime.stats().online === 0)
  page.change(null)
  await eventually(() => app.realtime.stats().online === 1)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(page.refusals).toEqual([])
})

/** A server that accepts every connection and then closes it with the code. */
async function closingServer(code: number): Promise<{ url: string; opened(): number; close(): void }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  let opened = 0
  server.on('connection', (socket) => {
    opened += 1
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data)) as { id: number }
      socket.send(JSON.stringify({ id, connect: { client: 'c', version: '', ping: 25, pong: true } }))
      socket.close(code)
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}`, opened: () => opened, close: () => server.close() }
}

// Shows: 8.9.2, change 44
test.for([
  ['final', 3500, false],
  ['final', 3999, false],
  ['final', 4500, false],
  ['final', 4999, false],
  ['not final', 3499, true],
  ['not final', 4000, true],
  ['not final', 4499, true],
] as const)('%s: after a disconnect with %i the connection is reopened: %s', async ([, code, isExpected]) => {
  const server = await closingServer(code)
  const otherLive = liveAt(server.url)
  page.token = tokenOf(ada)
  page.isSessionOpen = true
  await otherLive.start()
  await eventually(() => (isExpected ? server.opened() > 2 : page.refusals.length === 1))
  // Neither the session check nor a fresh token of the same player reopens it; a sign-out does, as a guest.
  page.change(tokenOf(ada))
  await new Promise((resolve) => setTimeout(resolve, 60))
  if (!isExpected) expect([server.opened(), page.refusals]).toEqual([1, [code]])
  const before = server.opened()
  page.change(null)
  await eventually(() => server.opened() > before)
  otherLive.stop()
  server.close()
})

/** A server that accepts every connection and ends each subscription with the code. */
async function unsubscribingServer(code: number): Promise<{ url: string; subscribes(): number; close(): void }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  let subscribes = 0
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      for (const line of String(data).split('\n')) {
        const command = JSON.parse(line) as { id?: number; connect?: object; subscribe?: { channel: string } }
        if (command.connect) socket.send(JSON.stringify({ id: command.id, connect: { client: 'c', version: '' } }))
        if (!command.subscribe) continue
        subscribes += 1
        const { channel } = command.subscribe
        socket.send(JSON.stringify({ id: command.id, subscribe: {} }))
        if (subscribes < 3) socket.send(JSON.stringify({ push: { channel, unsubscribe: { code, reason: 'x' } } }))
      }
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}`, subscribes: () => subscribes, close: () => server.close() }
}

// Shows: 8.9.3
test.for([
  [2499, 1],
  [2500, 3],
] as const)('a subscription that the server ends with %i is sent %i times', async ([code, times]) => {
  const server = await unsubscribingServer(code)
  const otherLive = liveAt(server.url)
  otherLive.on('tournaments', 'tournament.completed', () => {})
  await otherLive.start()
  await eventually(() => server.subscribes() === times)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(server.subscribes()).toBe(times)
  otherLive.stop()
  server.close()
})

// Shows: 8.9.1
test('a connection that a server accepts and never answers is closed after the timeout, and opened again', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  let opened = 0
  server.on('connection', () => (opened += 1))
  await new Promise((resolve) => server.once('listening', resolve))
  const otherLive = liveAt(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { timeout: 30 })
  otherLive.on('tournaments', 'tournament.completed', () => {})
  await otherLive.start()
  await eventually(() => opened > 2)
  otherLive.stop()
  server.close()
})

// Shows: change 44
test('after an hour without checks a session is checked without the delay of repeated checks', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const refusing: Array<() => void> = []
  server.on('connection', (socket) =>
    socket.once('message', (data) => {
      const { id } = JSON.parse(String(data)) as { id: number }
      refusing.push(() => socket.send(JSON.stringify({ id, error: { code: 101, message: 'unauthorized' } })))
    }),
  )
  await new Promise((resolve) => server.once('listening', resolve))
  const dates = vi.spyOn(Date, 'now')
  onTestFinished(() => dates.mockRestore())
  const otherLive = liveAt(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  page.token = tokenOf(ada)
  page.isSessionOpen = true
  const pauseAfterEnd = async () => {
    await eventually(() => refusing.length === 1)
    const checks = page.refusals.length
    const endedAt = performance.now()
    refusing.pop()!()
    await eventually(() => page.refusals.length > checks)
    return performance.now() - endedAt
  }
  await otherLive.start()
  for (let each = 0; each < 5; each++) await pauseAfterEnd()
  const later = Date.now() + 3_600_000
  dates.mockImplementation(() => later)
  expect(await pauseAfterEnd()).toBeLessThan(200)
  otherLive.stop()
  server.close()
})

test('a token that cannot be renewed ends the connection, so that no other player can use it', async () => {
  page.token = tokenOf(ada)
  app.tokens.set(page.token, 'expired')
  page.fresh = async () => tokenOf(bob)
  await live.start()
  await eventually(() => page.refusals.length === 1)
  expect(page.refusals).toEqual([1])
})

test('the player is read from the token, and from nothing else', () => {
  expect(playerOf(tokenOf(ada))).toBe(ada)
  for (const token of [null, '', 'garbage', 'a.b.c', `a.${btoa('{"sub":7}')}.c`, `a.${btoa('null')}.c`])
    expect(playerOf(token)).toBeNull()
})
