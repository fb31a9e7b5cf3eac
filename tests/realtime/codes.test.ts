/** Sends raw frames and checks each code of the protocol. */
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ada,
  bob,
  eventually,
  publication,
  openRealtimeServer,
  rawPlayer,
  rawSocket,
  type RealtimeServer,
} from './realtime-server.ts'

let app: RealtimeServer
beforeEach(async () => {
  app = await openRealtimeServer()
})
afterEach(() => app.close())

const denied = { code: 103, message: 'permission denied' }

describe('connect', () => {
  // Shows: 9.11.1
  test('a guest receives the ping interval and no expiry', async () => {
    const raw = await rawSocket(app.url)
    raw.send({ id: 1, connect: { name: 'js' } })
    const reply = await raw.receive()
    expect(reply).toEqual({
      id: 1,
      connect: { client: expect.any(String), version: expect.any(String), ping: 25, pong: true },
    })
    raw.socket.close()
  })

  // Shows: 9.11.1
  test('a guest receives a ping in every interval that the server has named', async () => {
    const raw = await rawSocket(app.url)
    raw.send({ id: 1, connect: { name: 'js' } })
    const { connect } = (await raw.receive()) as { connect: { ping: number } }
    for (let interval = 1; interval <= 4; interval += 1) {
      app.pass(connect.ping * 1000)
      expect(await raw.receive()).toEqual({})
      // The answer to a command after the pong proves that the server has read the pong.
      raw.send('{}', { id: interval + 1, ping: {} })
      expect(await raw.receive()).toMatchObject({ id: interval + 1 })
    }
    raw.socket.close()
  })

  test('a player receives the remaining seconds of the token', async () => {
    const raw = await rawSocket(app.url)
    raw.send({ id: 7, connect: { token: app.token(ada, 600_000) } })
    expect(await raw.receive()).toMatchObject({ id: 7, connect: { expires: true, ttl: 600 } })
    raw.socket.close()
  })

  test('commands sent while the token is being checked wait for it, in order', async () => {
    await app.close()
    const answer = Promise.withResolvers<{ playerId: string; sessionId: string; expiresAt: Date }>()
    app = await openRealtimeServer({}, () => answer.promise)
    const raw = await rawSocket(app.url)
    raw.send(
      { id: 1, connect: { token: 'any' } },
      { id: 2, subscribe: { channel: `wallet:accounts#${ada}` } },
      { id: 3, subscribe: { channel: 'tournaments' } },
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    answer.resolve({ playerId: ada, sessionId: 's', expiresAt: new Date(Date.now() + 60_000) })
    for (const [id, method] of [
      [1, 'connect'],
      [2, 'subscribe'],
      [3, 'subscribe'],
    ] as const)
      expect(await raw.receive()).toMatchObject({ id, [method]: {} })
    raw.socket.close()
  })

  test('too many commands during a token check: 3501', async () => {
    await app.close()
    app = await openRealtimeServer({}, () => new Promise(() => {}))
    const raw = await rawSocket(app.url)
    raw.send({ id: 1, connect: { token: 'any' } }, ...Array.from({ length: 513 }, () => '{}'))
    expect((await raw.closed).code).toBe(3501)
  })

  test('an expired token: 109, and a fresh one is accepted on the same socket', async () => {
    const raw = await rawSocket(app.url)
    raw.send({ id: 1, connect: { token: app.token(ada, -1) } })
    expect(await raw.receive()).toEqual({ id: 1, error: { code: 109, message: 'token expired' } })
    raw.send({ id: 2, connect: { token: app.token(ada) } })
    expect(await raw.receive()).toMatchObject({ id: 2, connect: { ttl: 600 } })
    raw.socket.close()
  })

  test('a token check that fails: 100, temporary', async () => {
    app.tokens.set('any', new Error('down'))
    const raw = await rawSocket(app.url)
    raw.send({ id: 1, connect: { token: 'any' } })
    expect(await raw.receive()).toEqual({
      id: 1,
      error: { code: 100, message: 'internal server error', temporary: true },
    })
    raw.socket.close()
  })

  test('no connect within ten seconds: 3502', async () => {
    const raw = await rawSocket(app.url)
    await eventually(() => app.realtime.stats().sockets === 1)
    app.pass(9_999)
    expect(app.realtime.stats().sockets).toBe(1)
    app.pass(1)
    expect(await raw.closed).toEqual({ code: 3502, reason: 'stale' })
  })

  test('a second connect, or a command before the first: 3501', async () => {
    const twice = await rawPlayer(app)
    twice.send({ id: 2, connect: {} })
    expect(await twice.closed).toEqual({ code: 3501, reason: 'bad request' })
    for (const early of [
      { id: 1, subscribe: { channel: 'tournaments' } },
      { id: 1, refresh: { token: 'x' } },
      { id: 1, rpc: {} },
    ]) {
      const raw = await rawSocket(app.url)
      raw.send(early)
      expect((await raw.closed).code).toBe(3501)
    }
  })
})

describe('refresh', () => {
  test('a fresh token moves the expiry', async () => {
    const raw = await rawPlayer(app)
    raw.send({ id: 2, refresh: { token: app.token(ada, 1_200_000) } })
    expect(await raw.receive()).toEqual({ id: 2, refresh: { expires: true, ttl: 1200 } })
    app.pass(600_000 + 25_000)
    expect(app.realtime.stats().sockets).toBe(1)
    raw.socket.close()
  })

  test('an expired token: 3005, so that the client reconnects; an invalid one, or another player: 3500', async () => {
    for (const [token, code] of [
      [app.token(ada, -1), 3005],
      ['forged', 3500],
      [app.token(bob), 3500],
    ] as const) {
      const raw = await rawPlayer(app)
      raw.send({ id: 2, refresh: { token } })
      expect((await raw.closed).code).toBe(code)
    }
  })

  test('a guest has nothing to refresh: 107', async () => {
    const raw = await rawSocket(app.url)
    raw.send({ id: 1, connect: {} }, { id: 2, refresh: { token: 'x' } })
    await raw.receive()
    expect(await raw.receive()).toEqual({ id: 2, error: { code: 107, message: 'bad request' } })
    raw.socket.close()
  })
})

describe('channels', () => {
  // Shows: 7.7.2
  test.each([
    `wallet:accounts#${bob}`,
    'wallet:accounts#',
    'wallet:accounts',
    `wallet:accounts#${bob},${bob}`,
    `wallet:accounts#${ada} `.trimEnd() + 'x',
    'tournaments#',
    'global:online#x',
  ])('a player is refused %s with 103 and receives no events', async (channel) => {
    const raw = await rawPlayer(app)
    raw.send({ id: 2, subscribe: { channel } })
    expect(await raw.receive()).toEqual({ id: 2, error: denied })
    app.realtime.publish(channel, publication(1))
    raw.send({ id: 3, unsubscribe: { channel } })
    expect(await raw.receive()).toEqual({ id: 3, unsubscribe: {} })
    raw.socket.close()
  })

  test.each([
    `wallet:accounts#${ada}`,
    'wallet:accounts#',
    'wallet:accounts#,',
    `wallet:accounts#${ada},${bob}`,
    'wallet:accounts#null',
    'wallet:accounts#undefined',
    'game:bets#',
  ])('a guest is refused %s with 103', async (channel) => {
    const raw = await rawSocket(app.url)
    raw.send({ id: 1, connect: {} }, { id: 2, subscribe: { channel } })
    await raw.receive()
    expect(await raw.receive()).toEqual({ id: 2, error: denied })
    raw.socket.close()
  })

  test('a channel for several players accepts each of them, and the full string is its key', async () => {
    const shared = `game:bets#${bob},${ada}`
    const raw = await rawPlayer(app)
    raw.send({ id: 2, subscribe: { channel: shared } })
    expect(await raw.receive()).toMatchObject({ id: 2, subscribe: { recoverable: true } })
    app.realtime.publish(`game:bets#${ada}`, publication(1))
    app.realtime.publish(shared, publication(2))
    expect(await raw.receive()).toMatchObject({ push: { channel: shared, pub: { data: publication(2) } } })
    raw.socket.close()
  })

  test.each(['nothing', 'internal:sessions', 'wallet:nothing', 'toString', '__proto__', `WALLET:accounts#${ada}`])(
    'unknown %s: 102',
    async (channel) => {
      const raw = await rawPlayer(app)
      raw.send({ id: 2, subscribe: { channel } })
      expect(await raw.receive()).toEqual({ id: 2, error: { code: 102, message: 'unknown channel' } })
      raw.socket.close()
    },
  )

  test.each(['x'.repeat(256), 'wallet:ассоunts', 'tourna ments', 'tournaments\n', 'tournaments\0'])(
    'an invalid channel name: 107',
    async (channel) => {
      const raw = await rawPlayer(app)
      raw.send({ id: 2, subscribe: { channel } })
      expect(await raw.receive()).toEqual({ id: 2, error: { code: 107, message: 'bad request' } })
      raw.socket.close()
    },
  )

  test('the same channel twice: 105', async () => {
    const raw = await rawPlayer(app)
    raw.send({ id: 2, subscribe: { channel: 'tournaments' } }, { id: 3, subscribe: { channel: 'tournaments' } })
    await raw.receive()
    expect(await raw.receive()).toEqual({ id: 3, error: { code: 105, message: 'already subscribed' } })
    raw.socket.close()
  })

  test('more than 128 channels: 106', async () => {
    const raw = await rawPlayer(app)
    const many = Array.from({ length: 129 }, (_, index) => ({
      id: index + 2,
      subscribe: { channel: `game:bets#${ada},${index}` },
    }))
    raw.send(many.map((command) => JSON.stringify(command)).join('\n'))
    for (const { id } of many.slice(0, 128)) expect(await raw.receive()).toMatchObject({ id, subscribe: {} })
    expect(await raw.receive()).toEqual({ id: 130, error: { code: 106, message: 'limit exceeded' } })
    raw.socket.close()
  })

  test.each([
    ['publish', 103],
    ['history', 108],
    ['presence', 108],
    ['presence_stats', 108],
    ['sub_refresh', 108],
    ['rpc', 104],
    ['teleport', 104],
    ['constructor', 104],
  ])('a client may not %s: %i', async (method, code) => {
    const raw = await rawPlayer(app)
    raw.send({ id: 2, [method]: { channel: 'tournaments', data: {} } })
    expect(await raw.receive()).toMatchObject({ id: 2, error: { code } })
    raw.socket.close()
  })
})

describe('limits', () => {
  test('no pong within eight seconds: 3012', async () => {
    const raw = await rawPlayer(app)
    app.pass(25_000)
    expect(await raw.receive()).toEqual({})
    app.pass(7_999)
    expect(app.realtime.stats().sockets).toBe(1)
    app.pass(1)
    expect(await raw.closed).toEqual({ code: 3012, reason: 'no pong' })
  })

  test('a reader with a megabyte of unsent data: 3008, and its memory is released', async () => {
    const raw = await rawPlayer(app)
    raw.send({ id: 2, subscribe: { channel: 'tournaments' } })
    await raw.receive()
    raw.socket.pause()
    const bulk = { event: 'tournament.completed', payload: 'x'.repeat(60_000), version: 1 } as never
    for (let count = 0; count < 2_000 && app.realtime.stats().sockets > 0; count += 1) {
      app.realtime.publish('tournaments', bulk)
      if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(app.realtime.stats()).toMatchObject({ sockets: 0, disconnects: { 3008: 1 } })
    raw.socket.terminate()
  })

  test('commands beyond the burst: 111, temporary; a continued flood: 3501', async () => {
    await app.close()
    app = await openRealtimeServer({ commandBurst: 5, commandsPerSecond: 2 })
    const raw = await rawPlayer(app)
    const ask = (id: number): object => ({ id, unsubscribe: { channel: 'tournaments' } })
    raw.send(...[2, 3, 4, 5].map(ask))
    for (const id of [2, 3, 4, 5]) expect(await raw.receive()).toEqual({ id, unsubscribe: {} })
    raw.send(ask(6))
    expect(await raw.receive()).toEqual({ id: 6, error: { code: 111, message: 'too many requests', temporary: true } })
    app.pass(1_000)
    raw.send(ask(7))
    expect(await raw.receive()).toEqual({ id: 7, unsubscribe: {} })
    for (let id = 8; id < 30; id += 1) raw.send(ask(id))
    expect((await raw.closed).code).toBe(3501)
  })

  test('a frame above the limit: 1009', async () => {
    const raw = await rawPlayer(app)
    raw.send(JSON.stringify({ id: 2, subscribe: { channel: 'x'.repeat(70_000) } }))
    expect((await raw.closed).code).toBe(1009)
  })

  test('beyond the connection limit the upgrade gets 503', async () => {
    await app.close()
    app = await openRealtimeServer({ maxConnections: 1 })
    const raw = await rawSocket(app.url)
    await expect(rawSocket(app.url)).rejects.toThrow('503')
    raw.socket.close()
  })
})

describe('upgrade', () => {
  test('of 200 sockets of one guest those within the address limit open, others get 429, and a closed one frees a place', async () => {
    await app.close()
    app = await openRealtimeServer({ maxOfAddress: 3 })
    const sockets = await Promise.allSettled(Array.from({ length: 200 }, () => rawSocket(app.url)))
    const open = sockets.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(open).toHaveLength(3)
    for (const each of sockets) if (each.status === 'rejected') expect(String(each.reason)).toContain('429')
    open[0]!.socket.close()
    await open[0]!.closed
    await vi.waitFor(async () => open.push(await rawSocket(app.url)))
    await expect(rawSocket(app.url)).rejects.toThrow('429')
    for (const { socket } of open) socket.close()
  })

  // Shows: attack 50
  test('behind a proxy, sockets of one address are limited whatever its port; an invalid address gets 400', async () => {
    const behind = await openRealtimeServer({ maxOfAddress: 2 }, undefined, 1)
    const from = (address: string) => rawSocket(behind.url, { 'x-forwarded-for': address })
    const open = [await from('203.0.113.7:1'), await from('203.0.113.7:2')]
    await expect(from('203.0.113.7:3')).rejects.toThrow('429')
    await expect(from('203.0.113.9, nobody')).rejects.toThrow('400')
    open.push(await from('203.0.113.8'))
    for (const { socket } of open) socket.close()
    await behind.close()
  })

  test.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'https://house.example.evil.example',
    'file://127.0.0.1',
    'garbage',
    '',
  ])('origin %s: 403', async (origin) => {
    await expect(rawSocket(app.url, { origin })).rejects.toThrow('403')
  })

  test('the host itself, the public address and clients without an origin are accepted', async () => {
    const host = new URL(app.url).host
    await expect(rawSocket(app.url, { origin: `ftp://${host}` })).rejects.toThrow('403')
    for (const headers of [
      { origin: `http://${host}` },
      { origin: 'https://house.example' },
      {} as Record<string, string>,
    ]) {
      const raw = await rawSocket(app.url, headers)
      raw.socket.close()
    }
  })

  test('another path: 404, and an invalid handshake: 400', async () => {
    await expect(rawSocket(app.url.replace('/api/connection/websocket', '/elsewhere'))).rejects.toThrow('404')
    const status = await new Promise((resolve, reject) => {
      const { hostname, port, pathname } = new URL(app.url)
      request({
        hostname,
        port,
        path: pathname,
        headers: { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'short' },
      })
        .on('response', (response) => resolve(response.statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
  })
})
