/**
 * The effect of a burst of sign-ins on other requests: the lobby requested at a fixed rate, idle and while 200 players
 * sign in concurrently, repeatedly. The limit: the p99 under load is at most twice the idle p99 of the same run. `node
 * bench/sign-in.ts`
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import * as HttpStatus from '#contract/statuses.ts'
import { buildIfStale } from '#scripts/build.ts'
import { startSite, type Site } from '#tests/setup/site.ts'

const limit = 2
const signInsAtOnce = 200
const players = 50
/** Idle and load alternate, so that other load on the machine affects both. */
const turns = Number(process.env['ROUNDS'] ?? 5)
const idleMs = 4000
const everyMs = 10
const password = randomUUID()

type Answer = { status: number; tookMs: number }
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

function ask(site: Site, path: string, { body, from }: { body?: object; from?: string } = {}): Promise<Answer> {
  const startedAt = performance.now()
  const text = body && JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = {
      ...(text
        ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
        : { 'accept-encoding': 'br' }),
      ...(from ? { 'x-forwarded-for': from } : {}),
    }
    request(new URL(path, site.url), { agent, method: text ? 'POST' : 'GET', headers }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode!, tookMs: performance.now() - startedAt }))
    })
      .on('error', reject)
      .end(text)
  })
}

/** Requests the lobby every few milliseconds, without waiting for the previous response, until stopped. */
function watchLobby(site: Site): () => Promise<number[]> {
  const requests: Array<Promise<Answer>> = []
  const pace = setInterval(() => requests.push(ask(site, '/')), everyMs)
  return async () => {
    clearInterval(pace)
    const answers = await Promise.all(requests)
    if (answers.some(({ status }) => status !== HttpStatus.ok)) throw new Error('the lobby was refused')
    return answers.map(({ tookMs }) => tookMs)
  }
}

function share(all: number[], at: number): number {
  return all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * at))]!
}
const median = (all: number[]): number => share(all, 0.5)

/** Every player signs in from a different address, because limits are not measured here. */
const addressOf = (index: number) => `81.${Math.floor(index / 250)}.${index % 250}.1`
const emailOf = (index: number) => `p${index % players}@example.test`

await buildIfStale()
const site = await startSite({
  env: {
    NODE_ENV: 'production',
    SECRET: randomUUID() + randomUUID(),
    SEED: 'false',
    SANDBOX: 'false',
    UNKNOWN_COUNTRIES: 'admit',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  },
})
try {
  for (let index = 0; index < players; index++) {
    const { status } = await ask(site, '/api/player/register', {
      from: addressOf(index),
      body: { email: emailOf(index), password, country: 'DE', currency: 'EUR', agreements: 1 },
    })
    if (status !== HttpStatus.ok) throw new Error(`registration answered ${status}`)
  }
  const signInAll = () =>
    Promise.all(
      Array.from({ length: signInsAtOnce }, (_, index) =>
        ask(site, '/api/player/sessions', { from: addressOf(index), body: { login: emailOf(index), password } }),
      ),
    )
  for (let warm = 0; warm < 500; warm++) await ask(site, '/')
  await signInAll()
  const figures: Array<{ idle: number[]; busy: number[]; signedIn: number[]; seconds: number }> = []
  for (let turn = 0; turn < turns; turn++) {
    let stop = watchLobby(site)
    await new Promise((resolve) => setTimeout(resolve, idleMs))
    const idle = await stop()
    stop = watchLobby(site)
    const startedAt = performance.now()
    const answers = await signInAll()
    const seconds = (performance.now() - startedAt) / 1000
    const busy = await stop()
    if (answers.some(({ status }) => status !== HttpStatus.ok))
      throw new Error(
        `of ${signInsAtOnce} sign-ins ${answers.filter(({ status }) => status !== HttpStatus.ok).length} were refused`,
      )
    figures.push({ idle, busy, signedIn: answers.map(({ tookMs }) => tookMs), seconds })
  }
  const idleP99 = median(figures.map(({ idle }) => share(idle, 0.99)))
  const busyP99 = median(figures.map(({ busy }) => share(busy, 0.99)))
  console.log(`Guest lobby requested ${1000 / everyMs} times per second; median of ${turns} turns`)
  console.log(`${''.padEnd(34)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}`)
  console.log(
    `${'no sign-ins'.padEnd(34)}${median(figures.map(({ idle }) => median(idle)))
      .toFixed(1)
      .padStart(9)}${idleP99.toFixed(1).padStart(9)}`,
  )
  console.log(
    `${`${signInsAtOnce} sign in at once`.padEnd(34)}${median(figures.map(({ busy }) => median(busy)))
      .toFixed(1)
      .padStart(9)}${busyP99.toFixed(1).padStart(9)}`,
  )
  console.log(
    `${'sign-ins'.padEnd(34)}${median(figures.map(({ signedIn }) => median(signedIn)))
      .toFixed(0)
      .padStart(9)}${median(figures.map(({ signedIn }) => share(signedIn, 0.99)))
      .toFixed(0)
      .padStart(9)}   ${(signInsAtOnce / median(figures.map(({ seconds }) => seconds))).toFixed(0)} a second`,
  )
  console.log(`p99 under load / idle: ${(busyP99 / idleP99).toFixed(2)} (at most ${limit})`)
  process.exitCode = busyP99 <= limit * idleP99 ? 0 : 1
} finally {
  agent.destroy()
  await site.stop()
}
