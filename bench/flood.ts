/**
 * The effect of a flood of pages on other requests: bets at a fixed rate while one address requests lobbies with
 * random queries over 64 and 200 connections, and while 2,000 lobbies are requested at once from as many addresses.
 * `node bench/flood.ts`
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
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

type Flood = { url: string; connections: number; isOneAddress: boolean; pages: number | null }

if (process.argv[2] === 'flood') process.once('message', (flood: Flood) => void pour(flood))
else await measure()

/** Requests until stopped, or this many times; each connection loads one page after the other. */
async function pour({ url, connections, isOneAddress, pages }: Flood): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let asked = 0
  const statuses: Record<string, number> = {}
  const ask = () =>
    new Promise<void>((resolve) => {
      const index = asked++
      const address = isOneAddress ? '198.51.100.7' : `${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.9`
      const headers = { 'accept-encoding': 'br', 'x-forwarded-for': address }
      const path = pages === null ? `/?x=${randomUUID()}` : '/'
      get(url + path, { agent, headers }, (answer) => {
        const status = String(answer.statusCode)
        statuses[status] = (statuses[status] ?? 0) + 1
        answer.resume().once('close', resolve)
      }).once('error', () => resolve())
    })
  process.once('message', () => process.send!(statuses, () => process.exit(0)))
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (pages === null || asked < pages) await ask()
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
async function seatOf(site: Site): Promise<string> {
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
  return new URL(url, site.url).searchParams.get('token')!
}

function bets(site: Site, seats: string[]): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'http-load.ts'))
  child.send({
    kind: 'bet',
    inFlight: 64,
    perSecond: betsPerSecond,
    ms,
    seats,
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
    const seats = await Promise.all(Array.from({ length: 16 }, () => seatOf(site)))
    await bets(site, seats)
    const flood =
      (connections: number, isOneAddress: boolean, pages: number | null = null) =>
      () =>
        during({ url: site.url, connections, isOneAddress, pages }, () => bets(site, seats))
    const rows = [
      { what: 'no flood', run: async () => ({ result: await bets(site, seats), statuses: {} }) },
      { what: 'one address, 64 connections, random queries', run: flood(64, true) },
      { what: 'one address, 200 connections, random queries', run: flood(200, true) },
      { what: '200 or more addresses per second, 200 connections', run: flood(200, false) },
      { what: '2,000 lobbies at once', run: flood(2000, false, 2000) },
    ]
    console.log(
      `${betsPerSecond} bets a second for ${ms / 1000} s beside a flood of pages; each load in a process of its own`,
    )
    console.log(`${''.padEnd(50)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'peak MB'.padStart(9)}  pages`)
    let isMet = true
    for (const { what, run } of rows) {
      const { result, statuses } = await run()
      const memory = peakMemoryMb(site.child.pid!)
      isMet &&= result.p99Ms < p99LimitMs && memory < memoryLimitMb && result.failures === 0
      console.log(
        `${what.padEnd(50)}${result.p50Ms.toFixed(1).padStart(8)}${result.p99Ms.toFixed(1).padStart(8)}${memory.toFixed(0).padStart(9)}  ${JSON.stringify(statuses)}${result.failures > 0 ? `  ${result.failures} FAILED` : ''}`,
      )
    }
    console.log(`p99 below ${p99LimitMs} ms and memory below ${memoryLimitMb} MB: ${isMet ? 'met' : 'MISSED'}`)
    process.exitCode = isMet ? 0 : 1
  } finally {
    await site.stop()
  }
}
