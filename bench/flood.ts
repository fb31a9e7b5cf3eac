/**
 * The effect of a flood on other requests: bets at a fixed rate while one address requests lobbies with random queries
 * over 64 and 200 connections, while 2,000 pages are requested at once from as many addresses, and while guests send
 * costly JSON, within and beyond their limit, to players' and partners' addresses. `node bench/flood.ts`;
 * `PARTS=json` runs those whose names contain it.
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { buildIfStale } from '#scripts/build.ts'
import { inHouseStudioKeys, inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { startSite, type Site } from '#tests/setup/site.ts'
import type { Load } from './http-load.ts'
import type { Figures } from './sustain.ts'

const [p99LimitMs, memoryLimitMb] = [150, 700]
const betsPerSecond = 100
const ms = Number(process.env['SECONDS'] ?? 10) * 1000
const secret = randomBytes(32).toString('hex')

type Call = { method: 'GET' | 'POST'; path: string; body?: keyof typeof bodies }
type Flood = {
  url: string
  connections: number
  addresses: 'one' | 'three' | 'many'
  calls: Call[]
  encoding?: string
  /** The total number of calls; unlimited if absent. */
  maxCalls?: number
  /** The rate of calls; if absent, each connection sends its next call as soon as the last is answered. */
  perSecond?: number
}

const texts = (bytes: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: bytes / 20 }, (_, index) => [`key${index}`, '\u202e'])))
/** Bodies that are costly to parse, to validate or to answer. */
const bodies = {
  texts: texts(4000),
  'many texts': texts(256_000),
  'invalid ids': `{"messageIds":[${'0,'.repeat(990)}0]}`,
  message: JSON.stringify({ email: 'a@example.test', message: '\u202e'.repeat(19_000) }),
  deep: `{"login":${'['.repeat(2000)}${']'.repeat(2000)}}`,
  'a long call': JSON.stringify({ token: 'x'.repeat(150_000) }),
}

if (process.argv[2] === 'flood') process.once('message', (flood: Flood) => void pour(flood))
else await measure()

/** Each connection sends one call after the other. */
async function pour({ url, connections, addresses, calls, encoding, maxCalls, perSecond }: Flood): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const startedAt = performance.now()
  let sent = 0
  const statuses: Record<string, number> = {}
  const send = () =>
    new Promise<void>((resolve) => {
      const index = sent++
      const address = {
        one: '198.51.100.7',
        three: `198.51.100.${index % 3}`,
        many: `${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.9`,
      }[addresses]
      const { method, path, body } = calls[index % calls.length]!
      const headers = {
        'accept-encoding': encoding ?? 'br',
        'x-forwarded-for': address,
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bodies[body]) }),
      }
      const call = request(url + path.replace('{random}', randomUUID()), { method, agent, headers }, (answer) => {
        const status = String(answer.statusCode)
        statuses[status] = (statuses[status] ?? 0) + 1
        answer.resume().once('close', resolve)
      })
      // The server refuses a body that is too long before all of it is sent, which ends the request with an error.
      call.once('error', () => resolve())
      call.end(body && bodies[body])
    })
  process.once('message', () => process.send!(statuses, () => process.exit(0)))
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (maxCalls === undefined || sent < maxCalls) {
        const dueMs = perSecond === undefined ? 0 : (sent / perSecond) * 1000 - (performance.now() - startedAt)
        if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs))
        await send()
      }
    }),
  )
}

async function ask<T>(site: Site, path: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<T>
}

/** Registers a player with 5,000 euros and launches the dice game. */
async function launchGame(site: Site): Promise<string> {
  const { accessToken: token } = await ask<{ accessToken: string }>(site, '/api/player/register', {
    email: `${randomUUID()}@example.test`,
    password: randomUUID(),
    country: 'DE',
    currency: 'EUR',
    agreements: 1,
  })
  const accounts = await fetch(`${site.url}/api/wallet/accounts`, { headers: { authorization: `Bearer ${token}` } })
  const [{ id: accountId }] = (await accounts.json()) as [{ id: string }]
  const { action } = await ask<{ action: string }>(
    site,
    '/api/payment/invoices/deposit',
    { method: 'sandbox.card', currency: 'EUR', amount: 500_000, accountId, fields: {} },
    token,
  )
  await fetch(`${action}/decide`, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'pay' }),
    redirect: 'manual',
  })
  for (let balance = 0; balance === 0;) {
    const answer = await fetch(`${site.url}/api/wallet/accounts`, { headers: { authorization: `Bearer ${token}` } })
    balance = ((await answer.json()) as [{ balance: number }])[0].balance
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { url } = await ask<{ url: string }>(site, '/api/game/games/dice/play', { mode: 'real' }, token)
  const launchToken = new URL(url, site.url).searchParams.get('token')!
  await fetch(`${site.url}/studio/api/session?clientSeed=bench`, {
    headers: { authorization: `Bearer ${launchToken}` },
  })
  return launchToken
}

function bets(site: Site, launchTokens: string[]): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'http-load.ts'))
  child.send({
    kind: 'bet',
    inFlight: 64,
    perSecond: betsPerSecond,
    ms,
    launchTokens,
    port: Number(new URL(site.url).port),
    signingKey: inHouseStudioKeys(secret).signingKey,
    studio: inHouseStudioSlug,
  } satisfies Load)
  return new Promise((resolve, reject) =>
    child.once('message', (figures) => resolve(figures as Figures)).once('error', reject),
  )
}

async function during<T>(
  flood: Flood,
  work: () => Promise<T>,
): Promise<{ result: T; statuses: Record<string, number> }> {
  const child = fork(import.meta.filename, ['flood'])
  child.send(flood)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const result = await work()
  const statuses = new Promise<Record<string, number>>((resolve) =>
    child.once('message', (counts) => resolve(counts as Record<string, number>)),
  )
  child.send('end')
  return { result, statuses: await statuses }
}

/** The server's peak memory since it started. */
function peakMemoryMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

async function measure(): Promise<void> {
  await buildIfStale()
  const site = await startSite({
    env: {
      NODE_ENV: 'production',
      SECRET: secret,
      SANDBOX: 'true',
      SEED: 'false',
      DEFAULT_COUNTRY: 'IE',
      TRUST_PROXY: '1',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      PAGE_LIMIT_PER_MINUTE: '240',
    },
  })
  try {
    const launchTokens = await Promise.all(Array.from({ length: 16 }, () => launchGame(site)))
    await bets(site, launchTokens)
    const under = (flood: Omit<Flood, 'url'>) => () =>
      during({ url: site.url, ...flood }, () => bets(site, launchTokens))
    const lobby: Call = { method: 'GET', path: '/?x={random}' }
    const crowd = (path: string, encoding: string) =>
      under({ connections: 2000, addresses: 'many', calls: [{ method: 'GET', path }], encoding, maxCalls: 2000 })
    const json = (path: string, body: keyof typeof bodies): Call => ({ method: 'POST', path, body })
    const guests = [
      json('/api/player/sessions', 'texts'),
      json('/api/player/sessions', 'many texts'),
      json('/api/player/sessions', 'deep'),
      json('/api/notification/communications', 'message'),
      json('/api/notification/messenger/messages/read', 'invalid ids'),
    ]
    const partners = [
      json('/api/partners/payments/sandbox/callback', 'message'),
      json('/api/partners/sportsbook/sportsbook/place', 'a long call'),
      json(`/api/partners/games/${inHouseStudioSlug}/bet`, 'texts'),
      json(`/api/partners/games/${inHouseStudioSlug}/bet`, 'many texts'),
      json('/api/partners/studios/nobody/bet', 'message'),
    ]
    const all = [
      { name: 'no flood', run: async () => ({ result: await bets(site, launchTokens), statuses: {} }) },
      {
        name: 'one address, 64 connections, random queries',
        run: under({ connections: 64, addresses: 'one', calls: [lobby] }),
      },
      {
        name: 'one address, 200 connections, random queries',
        run: under({ connections: 200, addresses: 'one', calls: [lobby] }),
      },
      {
        name: '200 or more addresses per second, 200 connections',
        run: under({ connections: 200, addresses: 'many', calls: [lobby] }),
      },
      { name: '2,000 lobbies at once', run: crowd('/', 'br') },
      { name: '2,000 lobbies at once, gzip, cold', run: crowd('/de', 'gzip') },
      { name: '2,000 lobbies at once, uncompressed, cold', run: crowd('/es', 'identity') },
      { name: '2,000 redirects at once, cold', run: crowd('/categories', 'gzip') },
      { name: '2,000 unknown addresses at once', run: crowd('/nothing-{random}', 'gzip') },
      {
        name: 'json: three addresses within their limit',
        run: under({ connections: 30, addresses: 'three', calls: guests, perSecond: 30 }),
      },
      {
        name: 'json: three addresses, 64 connections',
        run: under({ connections: 64, addresses: 'three', calls: guests }),
      },
      {
        name: 'json: many addresses, 64 connections',
        run: under({ connections: 64, addresses: 'many', calls: guests }),
      },
      {
        name: "json: one address at partners' addresses, unsigned",
        run: under({ connections: 64, addresses: 'one', calls: partners }),
      },
    ]
    const parts = process.env['PARTS']?.split(',') ?? ['']
    const rows = all.filter(({ name }) => parts.some((part) => name.includes(part)))
    console.log(`${betsPerSecond} bets a second for ${ms / 1000} s beside a flood; each load in a process of its own`)
    console.log(
      `${''.padEnd(54)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'peak MB'.padStart(9)}  answers of the flood`,
    )
    let isMet = true
    for (const { name, run } of rows) {
      const { result, statuses } = await run()
      const memory = peakMemoryMb(site.child.pid!)
      isMet &&= result.p99Ms < p99LimitMs && memory < memoryLimitMb && result.failures === 0
      console.log(
        `${name.padEnd(54)}${result.p50Ms.toFixed(1).padStart(8)}${result.p99Ms.toFixed(1).padStart(8)}${memory.toFixed(0).padStart(9)}  ${JSON.stringify(statuses)}${result.failures > 0 ? `  ${result.failures} FAILED` : ''}`,
      )
    }
    console.log(`p99 below ${p99LimitMs} ms and memory below ${memoryLimitMb} MB: ${isMet ? 'met' : 'MISSED'}`)
    process.exitCode = isMet ? 0 : 1
  } finally {
    await site.stop()
  }
}
