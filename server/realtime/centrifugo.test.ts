import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { issueAccessToken } from '../identity/sessions/access-token.ts'
import { deriveKey } from '../kernel/secret.ts'
import { createCentrifugoRealtime } from './centrifugo.ts'
import type { Realtime } from './realtime.ts'

type Call = { path: string; key: string | undefined; body: { channel?: string; data: { version: number } } }
let server: Server
let realtime: Realtime
let calls: Call[]
let errors: unknown[]
let answers: Array<{ status?: number; body: unknown; afterMs?: number }>

beforeEach(async () => {
  calls = []
  errors = []
  answers = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { status = 200, body, afterMs = 0 } = answers.shift() ?? { body: { result: {} } }
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    calls.push({
      path: request.url!,
      key: request.headers['x-api-key'] as string,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  realtime = createCentrifugoRealtime({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    apiKey: 'key of the cluster',
    onError: (error) => errors.push(error),
    timeoutMs: 300,
  })
})
afterEach(async () => {
  await realtime.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const news = (count: number) => ({ event: 'online', payload: { count }, version: count }) as const

test('a publication is sent unchanged to the cluster, with the API key', async () => {
  await realtime.publish('global:online', news(7))
  expect(calls).toEqual([
    { path: '/api/publish', key: 'key of the cluster', body: { channel: 'global:online', data: news(7) } },
  ])
})

test('a slow cluster does not reorder a channel or delay another one', async () => {
  answers = [{ body: { result: {} }, afterMs: 60 }]
  const all = [1, 2, 3].map(async (count) => realtime.publish('global:online', news(count)))
  await realtime.publish('tournaments', {
    event: 'tournament.completed',
    payload: { identity: 'race', title: 'Race', prizes: [] },
    version: 1,
  })
  expect(calls.map(({ body }) => body.channel)).toEqual(['tournaments'])
  await Promise.all(all)
  expect(calls.slice(1).map(({ body }) => body.data.version)).toEqual([1, 2, 3])
})

test('a refusal, an error status, a malformed response and a timeout reject, so that the relay retries the event', async () => {
  answers = [
    { body: { error: { code: 102, message: 'unknown channel' } } },
    { status: 401, body: {} },
    { body: 'not json' },
    { body: {}, afterMs: 600 },
  ]
  await expect(realtime.publish('a', news(1))).rejects.toThrow('102 unknown channel')
  await expect(realtime.publish('b', news(1))).rejects.toThrow('401')
  await expect(realtime.publish('c', news(1))).rejects.toThrow('200')
  await expect(realtime.publish('d', news(1))).rejects.toThrow(/timeout/i)
})

test('after a failure the pending publications of that channel fail too, until all have been rejected', async () => {
  answers = [{ status: 500, body: {} }]
  const both = [1, 2].map(async (version) => realtime.publish('failing', news(version)))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await realtime.publish('failing', news(1))
  const published = calls.filter(({ body }) => body.channel === 'failing')
  expect(published.map(({ body }) => body.data.version)).toEqual([1, 1])
})

test('closing a session disconnects its player, whose pages reconnect and check their session', async () => {
  realtime.closeSession('session', 'player-1')
  for (let tries = 0; calls.length === 0 && tries < 100; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
  expect(calls).toEqual([
    {
      path: '/api/disconnect',
      key: 'key of the cluster',
      body: { user: 'player-1', disconnect: { code: 4001, reason: 'check the session' } },
    },
  ])
  expect(errors).toEqual([])
})

test('the cluster can verify the access token: HS256 with a key that can be configured, the player as sub, an expiry', async () => {
  const settings = { secret: 'x'.repeat(20) + 'a long enough secret', accessTokenSeconds: 600 }
  const token = await issueAccessToken(
    { settings },
    { playerId: 'player-1', sessionId: 's', generation: 1, issuedAt: new Date() },
  )
  const keySetting = deriveKey(settings.secret, 'access-token')
  const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(keySetting))
  expect(protectedHeader.alg).toBe('HS256')
  expect(payload).toMatchObject({ sub: 'player-1', exp: expect.any(Number) })
})
