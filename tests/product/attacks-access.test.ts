/** Attacks on access to a running site: attacks 24 to 36 in docs/threats.md. */
import { createHmac, randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { WebSocket } from 'ws'
import { everyEndpoint } from '#contract/api.ts'
import { inHouseStudioKeys } from '#server/partners/game-studio/in-house-studio.ts'
import { deriveKey } from '#server/kernel/secret.ts'
import { sharedSite, type Site, startSite } from '#tests/setup/site.ts'
import {
  fund,
  registerPlayer,
  type SitePlayer,
  playerByToken,
  secretOf,
  send,
  startDeposit,
  studioCall,
  launchGame,
  withdraw,
} from './site-player.ts'

let site: Site
let player: SitePlayer
let stranger: SitePlayer
beforeAll(async () => {
  site = await sharedSite({ SEED: 'false' })
  ;[player, stranger] = [await registerPlayer(site), await registerPlayer(site)]
  await fund(player, 10_000)
})

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

// Shows: attack 24, ASVS 9.1.1, ASVS 9.2.2
test('24: a token signed with none, with another key or algorithm, a launch token, or a modified one gives no access', async () => {
  const claims = claimsOf(player.token)
  const head = JSON.parse(Buffer.from(player.token.split('.')[0]!, 'base64url').toString()) as Record<string, unknown>
  const signed = (header: object, body: object, key: string | Buffer, hash = 'sha256') => {
    const text = `${encode(header)}.${encode(body)}`
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
  }
  const secret = secretOf(site)
  const forged = [
    `${encode({ ...head, alg: 'none' })}.${encode(claims)}.`,
    `${encode({ ...head, alg: 'none' })}.${encode(claims)}`,
    signed(head, claims, 'another key'),
    signed(head, claims, ''),
    signed({ ...head, alg: 'HS512' }, claims, deriveKey(secret, 'access-token'), 'sha512'),
    signed(head, claims, inHouseStudioKeys(secret).launchKey),
    await launchGame(site, player),
    [
      player.token.split('.')[0],
      encode({ ...claims, sub: claimsOf(stranger.token).sub }),
      player.token.split('.')[2],
    ].join('.'),
    `${player.token}x`,
    'null',
    '...',
    'x'.repeat(5000),
  ]
  for (const token of forged) {
    const { status } = await send(`${site.url}/api/player/profile`, 'GET', { token })
    expect(status, token.slice(0, 60)).toBe(401)
  }
  expect((await player.call('GET', '/api/player/profile')).status).toBe(200)
})

// Shows: attack 25, ASVS 10.4.5
test('25: 20 simultaneous refreshes get one successor; using an older token ends the session for everyone who has it', async () => {
  const signIn = await send(`${site.url}/api/player/sessions`, 'POST', {
    body: { login: stranger.email, password: 'a-Long-pass-9431' },
  })
  const first = signIn.body.accessToken as string
  const refresh = (token: string) => send(`${site.url}/api/player/sessions/refresh`, 'POST', { token })
  const status = async (token: string) => (await send(`${site.url}/api/player/profile`, 'GET', { token })).status
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  const [second, ...others] = new Set(answers.map(({ body }) => body.accessToken as string))
  expect(others).toEqual([])
  expect([claimsOf(first).gen, claimsOf(second!).gen]).toEqual([1, 2])
  const third = (await refresh(second!)).body.accessToken as string
  expect(await status(third)).toBe(200)
  expect((await refresh(first)).status).toBe(401)
  for (const token of [first, second!, third])
    expect([await status(token), (await refresh(token)).status]).toEqual([401, 401])
  // Other sessions do not belong to that family.
  expect(await status(stranger.token)).toBe(200)
})

// Shows: attack 27, ASVS 8.2.1, ASVS 8.2.2
test('27: every call for players answers a guest with 401, and every id of another player with 404; nothing changes', async () => {
  for (const { endpoint } of everyEndpoint().filter((each) => each.endpoint.access === 'player')) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, player.accounts.EUR!)
    expect(
      (await send(site.url + path, endpoint.method, endpoint.body ? { body: {} } : {})).status,
      `${endpoint.method} ${path}`,
    ).toBe(401)
  }
  const {
    body: { invoiceId },
  } = await startDeposit(player, 1000)
  const { body: sessions } = await player.call('GET', '/api/player/sessions')
  const before = await player.call('GET', '/api/payment/invoices')
  const foreign = [
    ['PUT', `/api/wallet/accounts/${player.accounts.EUR}/switch`],
    ['PUT', `/api/wallet/accounts/${player.accounts.EUR}/hide`],
    ['PUT', `/api/payment/invoices/${invoiceId}/decline`],
    ['PUT', `/api/player/sessions/${sessions.data[0].id}/close`],
  ] as const
  for (const [method, path] of foreign) {
    const answer = await stranger.call(method, path)
    // To another player it looks like an id that does not exist.
    const absent = await stranger.call(method, path.replace(/[0-9a-f-]{36}/, randomUUID()))
    expect(answer.status, path).toBe(404)
    expect(answer.body).toEqual(absent.body)
  }
  expect((await startDeposit(stranger, 1000, { accountId: player.accounts.EUR })).status).toBe(404)
  expect((await withdraw({ ...stranger, accounts: player.accounts }, 1000)).status).toBe(404)
  expect(
    (await stranger.call('GET', `/api/wallet/entries?referenceId=${before.body.data.at(-1).id}`)).body.data,
  ).toEqual([])
  expect((await player.call('GET', '/api/payment/invoices')).body).toEqual(before.body)
  expect((await playerByToken(site, player.email, player.token)).accounts).toEqual(player.accounts)
})

type Socket = { send(command: object): void; received: Array<Record<string, any>>; close(): void }

async function connect(token: string | null): Promise<Socket> {
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/api/connection/websocket`)
  const received: Socket['received'] = []
  socket.on('message', (frame) =>
    received.push(
      ...String(frame)
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    ),
  )
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const send = (command: object) => socket.send(JSON.stringify(command))
  send({ id: 1, connect: token ? { token } : {} })
  return { send, received, close: () => socket.terminate() }
}

// Shows: attack 28
test('28: the channels of another player, of nobody, of several, and every player channel for a guest are rejected; no event is delivered', async () => {
  const mine = player.id
  const sockets = [await connect(stranger.token), await connect(null)]
  const names = [
    `wallet:accounts#${mine}`,
    `payment:invoices#${mine}`,
    `messenger:notifications#${mine}`,
    `wallet:accounts#${mine},${randomUUID()}`,
    'wallet:accounts#',
    'wallet:accounts',
    '#',
    `wallet:accounts#${mine.toUpperCase()}`,
  ]
  for (const socket of sockets)
    for (const [index, channel] of names.entries()) socket.send({ id: index + 2, subscribe: { channel } })
  await expect
    .poll(() => sockets.every(({ received }) => received.filter(({ id }) => id >= 2).length === names.length))
    .toBe(true)
  for (const { received } of sockets) {
    for (const reply of received.filter(({ id }) => id >= 2))
      expect([102, 103], names[reply.id - 2]).toContain(reply.error?.code)
  }
  await fund(player, 1000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sockets.flatMap(({ received }) => received.filter(({ push }) => push))).toEqual([])
  for (const socket of sockets) socket.close()
})

// Shows: attack 29
test('29: a realtime socket from another site is rejected with 403', async () => {
  const refusals = [
    'https://evil.example',
    'null',
    'http://localhost:1',
    `${site.url}.evil.example`,
    'https://user@localhost',
    'javascript:alert(1)',
    '',
  ].map(
    (origin) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`${site.url.replace('http', 'ws')}/api/connection/websocket`, {
          headers: { origin },
        })
        socket
          .on('unexpected-response', (_request, response) => resolve(response.statusCode!))
          .on('open', () => resolve(101))
          .on('error', () => {})
      }),
  )
  expect(new Set(await Promise.all(refusals))).toEqual(new Set([403]))
})

const hosts = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://evil.example',
  'http://localhost@evil.example',
  ' //evil.example',
  'https:/evil.example',
  '////evil.example',
]

// Shows: attack 33, ASVS 3.7.2
test('33: redirect addresses to another host are rejected', async () => {
  for (const field of ['redirectUrl', 'redirectSuccessUrl', 'redirectErrorUrl']) {
    for (const host of hosts) {
      const answer = await startDeposit(player, 1000, { [field]: host })
      expect([answer.status, answer.body.error?.name], `${field} ${host}`).toEqual([422, 'redirectNotAllowed'])
    }
  }
  expect((await startDeposit(player, 1000, { redirectUrl: '/profile/wallet' })).status).toBe(200)
})

// Shows: attack 33
test('33: no path of the site redirects to another host', async () => {
  const paths = hosts.flatMap((host) => [
    host,
    `/${host}`,
    `/en${host}`,
    `/en/${host}`,
    `/de/${host}`,
    `/en/%2f${host}`,
    `/?backRoute=${host}&returnGame=${host}`,
    `/en/profile/info?backRoute=${host}`,
  ])
  for (const path of paths) {
    const { status, location } = await requestUnchanged(encodeURI(path).replaceAll('%25', '%'))
    expect(status, path).toBeLessThan(500)
    if (location !== null) expect(new URL(location, site.url).origin, `${path} -> ${location}`).toBe(site.url)
  }
})

/** Sends the path unchanged, which a client library would normalise. */
function requestUnchanged(path: string): Promise<{ status: number; location: string | null }> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path: path.startsWith('/') ? path : `/${path}` }, (response) => {
      response.resume()
      resolve({ status: response.statusCode!, location: response.headers.location ?? null })
    }).on('error', reject)
  })
}

// Shows: attack 34, ASVS 3.3.4, ASVS 3.5.1, ASVS 3.5.3
test('34: the cookie alone signs nobody in at the API, and no GET changes anything', async () => {
  const cookie = { cookie: `access_token=${player.token}` }
  for (const { endpoint } of everyEndpoint().filter((each) => each.endpoint.access === 'player')) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, player.accounts.EUR!)
    expect(
      (await send(site.url + path, endpoint.method, { headers: cookie, ...(endpoint.body ? { body: {} } : {}) }))
        .status,
      `${endpoint.method} ${path}`,
    ).toBe(401)
  }
  expect((await player.call('GET', '/api/player/sessions/logout')).status).toBe(404)
  expect((await player.call('GET', '/api/player/profile')).status).toBe(200)
})

// Shows: attack 35, ASVS 8.2.3, ASVS 15.3.3
test('35: a profile change with status, balance, id or e-mail in it changes none of them', async () => {
  const [before, cash] = [await player.call('GET', '/api/player/profile'), await player.cash()]
  const { status } = await player.call('PUT', '/api/player/profile', {
    firstName: 'Mallory',
    status: 4,
    balance: 1e9,
    id: stranger.id,
    isNewlyRegistered: false,
    __proto__: { status: 4 },
  })
  expect(status).toBe(200)
  const taken = await player.call('PUT', '/api/player/profile', { firstName: 'Trudy', email: 'evil@example.test' })
  expect([taken.status, taken.body.error.name]).toEqual([422, 'stepUpRequired'])
  expect((await player.call('GET', '/api/player/profile')).body).toEqual({ ...before.body, firstName: 'Mallory' })
  expect(await player.cash()).toBe(cash)
})

const spoofed = {
  'cf-ipcountry': 'BR',
  'x-forwarded-for': '203.0.113.7',
  'x-country': 'BR',
  'x-real-ip': '203.0.113.7',
  forwarded: 'for=203.0.113.7',
}

// Shows: attack 36, ASVS 4.1.3
test("36: without a trusted proxy no header names a visitor's country or address", async () => {
  const [refusal, plain] = await Promise.all([
    send(`${site.url}/api/player/init`, 'GET', { headers: spoofed }),
    send(`${site.url}/api/player/init`, 'GET'),
  ])
  expect(refusal.body).toEqual(plain.body)
  const signedIn = await send(`${site.url}/api/player/sessions`, 'POST', {
    headers: spoofed,
    body: { login: player.email, password: 'a-Long-pass-9431' },
  })
  const { body: sessions } = await send(`${site.url}/api/player/sessions`, 'GET', { token: signedIn.body.accessToken })
  const currentSession = sessions.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  expect([currentSession.country, currentSession.ip.replace('::ffff:', '').replace('::1', '127.0.0.1')]).toEqual([
    null,
    '127.0.0.1',
  ])
})

// Shows: attack 36, ASVS 15.3.4
longTest(
  '36: behind one proxy its country header restricts the site, and headers from the visitor are ignored',
  async () => {
    const closed = await startSite({
      env: { SEED: 'false', SANDBOX: 'false', TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'DE:2' },
    })
    try {
      const body = {
        email: 'x@example.test',
        password: 'a-Long-pass-9431',
        country: 'BR',
        currency: 'BRL',
        agreements: 1,
      }
      const register = (headers: Record<string, string>) =>
        send(`${closed.url}/api/player/register`, 'POST', { headers, body })
      expect(await register({ 'cf-ipcountry': 'DE' })).toMatchObject({
        status: 422,
        body: { error: { name: 'countryRestricted' } },
      })
      expect(await register({ ...spoofed, 'cf-ipcountry': 'DE' })).toMatchObject({
        status: 422,
        body: { error: { name: 'countryRestricted' } },
      })
      const registered = await register({ 'cf-ipcountry': 'BR', 'x-forwarded-for': '203.0.113.7, 198.51.100.9' })
      const { body: sessions } = await send(`${closed.url}/api/player/sessions`, 'GET', {
        token: registered.body.accessToken,
      })
      expect(sessions.data[0]).toMatchObject({ country: 'BR', ip: '198.51.100.9' })
    } finally {
      await closed.stop()
    }
  },
)

// Shows: attack 37
test('37: a wrong password and an unknown address get the same answer', async () => {
  const knownAddress = await send(`${site.url}/api/player/sessions`, 'POST', {
    body: { login: player.email, password: 'not-the-password-1' },
  })
  const unknown = await send(`${site.url}/api/player/sessions`, 'POST', {
    body: { login: `${randomUUID()}@example.test`, password: 'not-the-password-1' },
  })
  expect([knownAddress.status, knownAddress.body]).toEqual([401, unknown.body])
})

test('a bet in a signed-out session is rejected, and a win is still paid', async () => {
  const leaver = await registerPlayer(site)
  await fund(leaver, 1000)
  const seat = await launchGame(site, leaver)
  const call = (verb: string, more: object) =>
    studioCall(site, verb, { token: seat, currency: 'EUR', gameId: 'dice', roundId: 'leaving', ...more })
  expect((await call('bet', { transactionId: 'leaving-1', amount: 100 })).status).toBe(200)
  expect((await leaver.call('POST', '/api/player/sessions/logout')).status).toBe(200)
  expect((await leaver.call('GET', '/api/player/profile')).status).toBe(401)
  expect((await call('bet', { transactionId: 'leaving-2', amount: 100 })).status).toBe(403)
  expect(await call('win', { transactionId: 'leaving-3', amount: 250 })).toMatchObject({
    status: 200,
    body: { balance: 1150 },
  })
})
