/** The realtime server behind the real API and its real tokens. */
import { Centrifuge } from 'centrifuge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApp } from '#server/app.ts'
import { checkSession } from '#server/identity/sessions/check-session.ts'
import { routes } from '#server/modules.ts'
import { startRelay } from '#server/kernel/outbox/relay.ts'
import { createRealtime } from '#server/realtime/create.ts'
import { playerOf } from '#web/live/live.ts'
import { testApp, type TestApp } from '../setup/app.ts'
import { connected, eventually, publication, next, rawSocket, subscribed } from './realtime-server.ts'

let app: TestApp
let url: string
const clients: Centrifuge[] = []

beforeAll(async () => {
  app = await testApp({
    routes,
    deps: (deps) => ({ realtime: createRealtime({ ...deps, checkSession: (token) => checkSession(deps, token) }) }),
  })
  app.deps.realtime.attach(app.app.server)
  url = `${(await app.listen()).replace('http', 'ws')}/api/connection/websocket`
})
afterAll(async () => {
  for (const client of clients) client.disconnect()
  await app.deps.realtime.close()
  await app.close()
})

let players = 0
async function register(): Promise<string> {
  players += 1
  const { body } = await app.send({
    method: 'POST',
    url: '/api/player/register',
    payload: {
      email: `listener${players}@example.com`,
      password: 'a quiet harbour',
      country: 'DE',
      currency: 'EUR',
      agreements: 1,
    },
  })
  return body.accessToken
}

function client(token: string, getToken?: () => Promise<string>): Centrifuge {
  const centrifuge = new Centrifuge(url, {
    websocket: WebSocket,
    token,
    ...(getToken ? { getToken } : {}),
    minReconnectDelay: 10,
    maxReconnectDelay: 50,
  })
  clients.push(centrifuge)
  return centrifuge
}

// Shows: 7.7.1, ASVS 4.4.3
test("a registered player receives their wallet's events with the API's token", async () => {
  const token = await register()
  const mine = client(token)
  await connected(mine)
  const channel = `wallet:accounts#${playerOf(token)}`
  const { received } = await subscribed(mine, channel)
  app.deps.realtime.publish(channel, publication(1))
  await eventually(() => received.length === 1)
})

// Shows: ASVS 7.4.1
test('signing out ends the socket permanently, and its token cannot open another', async () => {
  const token = await register()
  const mine = client(token)
  await connected(mine)
  const ended = next(mine, 'disconnected')
  await app.send({ method: 'POST', url: '/api/player/sessions/logout', token })
  expect(await ended).toMatchObject({ code: 3503 })
  const again = client(token)
  const refused = next(again, 'disconnected')
  again.connect()
  expect(await refused).toMatchObject({ code: 3500 })
})

test('a session closed in one process ends its sockets in the others, through the outbox', async () => {
  const token = await register()
  // This process handles the sign-out; the other one has the socket.
  const other = await createApp({ ...app.deps, realtime: { ...app.deps.realtime, closeSession() {} } }, { routes })
  const relay = await startRelay({
    db: app.db,
    publish: (channel, data) => app.deps.realtime.publish(channel, data),
    log: { warn() {}, error() {} },
  })
  const mine = client(token)
  await connected(mine)
  const ended = next(mine, 'disconnected')
  await other.inject({
    method: 'POST',
    url: '/api/player/sessions/logout',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await ended).toMatchObject({ code: 3503 })
  await relay.stop()
  await other.close()
})

// Shows: ASVS 4.4.4
test('an expired token gets 109 and is replaced through the API', async () => {
  const token = await register()
  app.moveClock(11 * 60_000)
  let fresh = ''
  const mine = client(token, async () => {
    const { body } = await app.send({ method: 'POST', url: '/api/player/sessions/refresh', token })
    return (fresh = body.accessToken)
  })
  await connected(mine)
  expect(fresh).not.toBe(token)
  expect(playerOf(fresh)).toBe(playerOf(token))
})

// Shows: ASVS 4.4.2
test('a socket from another site is rejected with 403, one from the public address is not', async () => {
  await expect(rawSocket(url, { origin: 'https://evil.example' })).rejects.toThrow('403')
  const raw = await rawSocket(url, { origin: new URL(app.deps.settings.publicUrl).origin })
  raw.socket.close()
})
