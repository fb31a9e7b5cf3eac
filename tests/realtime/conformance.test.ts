/** Guarantees of this server for the official browser client. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  ada,
  bob,
  connected,
  eventually,
  publication,
  next,
  openRealtimeServer,
  type Received,
  subscribed,
  type RealtimeServer,
} from './realtime-server.ts'

let app: RealtimeServer
beforeEach(async () => {
  app = await openRealtimeServer()
})
afterEach(() => app.close())

describe('connecting', () => {
  // Shows: 7.7.6
  test('a guest connects without a token and receives public channels only', async () => {
    const client = app.client()
    const context = await connected(client)
    expect(context.client).toMatch(/^[0-9a-f-]{36}$/)
    const { sub, received } = await subscribed(client, 'tournaments')
    const completed = { identity: 'race', title: 'Race', prizes: [] }
    app.realtime.publish('tournaments', { event: 'tournament.completed', payload: completed, version: 1 })
    await eventually(() => received.length === 1)
    expect(received).toEqual([{ event: 'tournament.completed', payload: completed, version: 1 }])
    expect(sub.state).toBe('subscribed')
  })

  test('a player receives their own channels', async () => {
    const client = app.client({ token: app.token(ada) })
    await connected(client)
    const { received } = await subscribed(client, `wallet:accounts#${ada}`)
    app.realtime.publish(`wallet:accounts#${ada}`, publication(1))
    app.realtime.publish(`wallet:accounts#${bob}`, publication(9))
    app.realtime.publish(`wallet:accounts#${ada}`, publication(2))
    await eventually(() => received.length === 2)
    expect(received).toEqual([publication(1), publication(2)])
  })

  test('an expired token is replaced by a fresh one, not rejected permanently', async () => {
    app.tokens.set('old', 'expired')
    let requested = 0
    const client = app.client({ token: 'old', getToken: async () => ((requested += 1), app.token(ada)) })
    await connected(client)
    expect(requested).toBe(1)
  })

  test('an invalid token ends the connection permanently', async () => {
    const client = app.client({ token: 'forged' })
    const ended = next(client, 'disconnected')
    client.connect()
    expect(await ended).toMatchObject({ code: 3500, reason: 'invalid token' })
  })

  test('a failing token check makes the client retry', async () => {
    const token = app.token(ada)
    const good = app.tokens.get(token)!
    app.tokens.set(token, new Error('database is away'))
    const client = app.client({ token })
    client.on('error', () => app.tokens.set(token, good))
    await connected(client)
    expect(app.errors).toHaveLength(1)
  })
})

describe('refresh', () => {
  test('the client refreshes before its token expires', async () => {
    const client = app.client({ token: app.token(ada, 1_000), getToken: async () => app.token(ada) })
    await connected(client)
    const tokensBefore = app.tokens.size
    await eventually(() => app.tokens.size > tokensBefore).catch(() => eventually(() => app.tokens.size > tokensBefore))
    const { received } = await subscribed(client, `wallet:accounts#${ada}`)
    app.pass(20_000)
    app.realtime.publish(`wallet:accounts#${ada}`, publication(1))
    await eventually(() => received.length === 1)
    expect(client.state).toBe('connected')
  })

  // Shows: attack 29
  test('without a refresh the connection lives 25 s longer than its token, then reconnects with a new one', async () => {
    let requested = 0
    const client = app.client({
      token: app.token(ada, 60_000),
      getToken: async () => ((requested += 1), app.token(ada)),
    })
    await connected(client)
    app.pass(60_000 + 24_999)
    expect(app.realtime.stats()).toMatchObject({ sockets: 1, disconnects: {} })
    const lost = next(client, 'connecting')
    // The check also treats the connection's first token as expired.
    app.tokens.set('token-1', 'expired')
    app.pass(1)
    expect(await lost).toMatchObject({ code: 3005 })
    await next(client, 'connected')
    expect(requested).toBe(1)
  })
})

describe('subscribing', () => {
  test("another player's channel is rejected with 103", async () => {
    const client = app.client({ token: app.token(ada) })
    await connected(client)
    const sub = client.newSubscription(`wallet:accounts#${bob}`)
    const ended = next(sub, 'unsubscribed')
    sub.subscribe()
    expect(await ended).toMatchObject({ code: 103 })
  })

  test('an unknown namespace is rejected with 102', async () => {
    const client = app.client()
    await connected(client)
    const sub = client.newSubscription('secrets:all')
    const ended = next(sub, 'unsubscribed')
    sub.subscribe()
    expect(await ended).toMatchObject({ code: 102 })
  })

  test.each([100, 126, 70_000])('a publication of %i bytes arrives complete', async (size) => {
    const client = app.client({ token: app.token(ada) })
    await connected(client)
    const { received } = await subscribed(client, `messenger:notifications#${ada}`)
    const message: Received = { event: 'message', payload: { title: 'é'.repeat(size) }, version: 1 }
    app.realtime.publish(`messenger:notifications#${ada}`, message)
    await eventually(() => received.length === 1)
    expect(received).toEqual([message])
  })

  test('after unsubscribing nothing more arrives', async () => {
    const client = app.client({ token: app.token(ada) })
    await connected(client)
    const { sub, received } = await subscribed(client, `wallet:accounts#${ada}`)
    const ended = next(sub, 'unsubscribed')
    sub.unsubscribe()
    await ended
    const other = await subscribed(client, `payment:invoices#${ada}`)
    app.realtime.publish(`wallet:accounts#${ada}`, publication(1))
    app.realtime.publish(`payment:invoices#${ada}`, publication(2))
    await eventually(() => other.received.length === 1)
    expect(received).toEqual([])
  })

  test('a connect and its subscribes in one frame are answered in order, after the token check', async () => {
    const client = app.client({ token: app.token(ada) })
    const channels = ['wallet:accounts', 'payment:invoices', 'messenger:notifications', 'game:bets', 'retention:quests']
    const all = channels.map((name) => subscribed(client, `${name}#${ada}`))
    client.connect()
    for (const { context } of await Promise.all(all))
      expect(context).toMatchObject({ recoverable: true, wasRecovering: false })
  })
})

describe('keep-alive', () => {
  // Shows: 8.9.1, 9.11.1
  test('a silent server is detected, a pinging one is not', async () => {
    await app.close()
    app = await openRealtimeServer({ pingEveryMs: 1_000 })
    const client = app.client({ maxServerPingDelay: 200 })
    await connected(client)
    app.pass(1_000)
    app.pass(1_000)
    expect(client.state).toBe('connected')
    const beganAt = performance.now()
    const lost = next(client, 'connecting')
    expect(await lost).toMatchObject({ code: 2, reason: 'no ping' })
    // The minimum is its interval plus the delay, less the time that the last ping took to arrive.
    expect(performance.now() - beganAt).toBeGreaterThan(1_100)
  })

  // Shows: 9.11.1
  test('with a delay of 0 the client does not wait for pings', async () => {
    await app.close()
    app = await openRealtimeServer({ pingEveryMs: 100 })
    const client = app.client({ maxServerPingDelay: 0 })
    await connected(client)
    const lost = next(client, 'connecting').then(() => 'lost')
    expect(await Promise.race([lost, new Promise((done) => setTimeout(done, 500, 'connected'))])).toBe('connected')
  })

  test('a client that answers pings stays connected for hours', async () => {
    const client = app.client({ token: app.token(ada, 1e9) })
    await connected(client)
    const { received } = await subscribed(client, `wallet:accounts#${ada}`)
    for (let round = 1; round <= 5; round += 1) {
      app.pass(25_000)
      app.realtime.publish(`wallet:accounts#${ada}`, publication(round))
      await eventually(() => received.length === round)
      // The pong answers the ping before the publication; a command after it proves that it was read.
      await client.history(`wallet:accounts#${ada}`).catch(() => {})
      app.pass(8_000)
    }
    expect(client.state).toBe('connected')
  })
})

describe('disconnecting', () => {
  test('closing a session ends all of its connections permanently and no others', async () => {
    const mine = app.client({ token: app.token(ada, 600_000, 'lost phone') })
    const second = app.client({ token: app.token(ada, 600_000, 'lost phone') })
    const other = app.client({ token: app.token(ada, 600_000, 'desktop') })
    await Promise.all([connected(mine), connected(second), connected(other)])
    const ended = [next(mine, 'disconnected'), next(second, 'disconnected')]
    app.realtime.closeSession('lost phone')
    for (const context of await Promise.all(ended)) expect(context).toMatchObject({ code: 3503 })
    expect(other.state).toBe('connected')
    const { received } = await subscribed(other, `wallet:accounts#${ada}`)
    app.realtime.publish(`wallet:accounts#${ada}`, publication(1))
    await eventually(() => received.length === 1)
  })

  test('a session closed during its token check cannot connect', async () => {
    await app.close()
    const requested = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<{ playerId: string; sessionId: string; expiresAt: Date }>()
    app = await openRealtimeServer({}, () => (requested.resolve(), answer.promise))
    const client = app.client({ token: 'any' })
    const ended = next(client, 'disconnected')
    client.connect()
    await requested.promise
    app.realtime.closeSession('closing')
    answer.resolve({ playerId: ada, sessionId: 'closing', expiresAt: new Date(Date.now() + 60_000) })
    expect(await ended).toMatchObject({ code: 3500 })
  })

  test('after a refresh the connection belongs to the new session: closing the old one ends nothing, closing the new one does', async () => {
    const client = app.client({
      token: app.token(ada, 1_000, 'before'),
      getToken: async () => app.token(ada, 600_000, 'after'),
    })
    await connected(client)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    app.realtime.closeSession('before')
    await subscribed(client, `wallet:accounts#${ada}`)
    const ended = next(client, 'disconnected')
    app.realtime.closeSession('after')
    expect(await ended).toMatchObject({ code: 3503 })
  })

  test('at shutdown clients get the order to reconnect', async () => {
    const client = app.client()
    await connected(client)
    const lost = next(client, 'connecting')
    await app.realtime.close()
    expect(await lost).toMatchObject({ code: 3001, reason: 'shutdown' })
    client.disconnect()
  })
})

describe('online count', () => {
  test('everyone receives the count, at most once in five seconds', async () => {
    const client = app.client()
    await connected(client)
    const { received } = await subscribed(client, 'global:online')
    app.pass(1)
    await eventually(() => received.length === 1)
    await connected(app.client())
    const late = app.client()
    await connected(late)
    app.pass(4_999)
    const second = await subscribed(late, 'global:online')
    app.pass(1)
    await eventually(() => second.received.length === 1)
    expect(received.map((publication) => publication.payload.count)).toEqual([1, 3])
    expect(second.received[0]).toMatchObject({ event: 'online', payload: { count: 3 } })
    expect(second.received[0].version).toBeGreaterThan(received[0].version)
  })

  test('a client that arrives as another leaves receives the unchanged count', async () => {
    const first = app.client()
    await connected(first)
    await subscribed(first, 'global:online')
    app.pass(1)
    first.disconnect()
    await eventually(() => app.realtime.stats().online === 0)
    const second = app.client()
    await connected(second)
    const { received } = await subscribed(second, 'global:online')
    app.pass(5_000)
    await eventually(() => received.length === 1)
    expect(received[0].payload).toEqual({ count: 1 })
  })
})
