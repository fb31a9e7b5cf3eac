/**
 * The cost of HTTP: signed bets per second through the whole product, compared with the ledger's own rate and with a
 * bare server (http-bare.ts) on the same database in the same run; and complete rounds of the in-house studio (a
 * nonce, a bet, the outcome, a win), also with a jackpot. `node bench/http.ts`; `node bench/plays.ts` measures the rounds
 * alone, `node bench/http.ts jackpot` those with a jackpot.
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect } from '#server/kernel/db/connect.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { inHouseStudioKeys, inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { closeJackpot } from '#server/play/jackpots/close.ts'
import { openJackpot } from '#server/play/jackpots/open.ts'
import { suggestTerms } from '#contract/jackpot-terms.ts'
import { startSite, type Site } from '#tests/setup/site.ts'
import type { BareOptions } from './http-bare.ts'
import type { Load } from './http-load.ts'
import { bets, openPlayers } from './ledger-load.ts'
import { recycleWal } from './recycle-wal.ts'
import { type Figures, sustain } from './sustain.ts'

const players = 64
/** A bet at half of the maximum load. */
const halfLimitMs = 30
/** Minimum share of the ledger's own rate and of the bare server's, and rounds per second. */
const goals = { ofLedger: 0.35, ofBare: 0.8, plays: 900, besideJackpot: 0.97 }
const rounds = Number(process.env['ROUNDS'] ?? 3)
const ms = Number(process.env['SECONDS'] ?? 2) * 1000
const secret = randomBytes(32).toString('hex')
const log = { info() {}, debug() {}, warn: console.warn }

async function ask<T>(site: Site, path: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(site.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<T>
}

type Playing = { token: string; launchToken: string }

/** Registers a player with 5,000 euros and launches the dice game. */
async function launchGame(site: Site): Promise<Playing> {
  const password = randomUUID()
  const { accessToken: token } = await ask<{ accessToken: string }>(site, '/api/player/register', {
    email: `${randomUUID()}@example.test`,
    password,
    country: 'DE',
    currency: 'EUR',
    agreements: 1,
  })
  const balance = async () =>
    (await ask<Array<{ id: string; balance: number }>>(site, '/api/wallet/accounts', undefined, token))[0]!
  const { action } = await ask<{ action: string }>(
    site,
    '/api/payment/invoices/deposit',
    { method: 'sandbox.card', currency: 'EUR', amount: 500_000, accountId: (await balance()).id, fields: {} },
    token,
  )
  await fetch(`${action}/decide`, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'pay' }),
    redirect: 'manual',
  })
  while ((await balance()).balance === 0) await setTimeout(50)
  const { url } = await ask<{ url: string }>(site, '/api/game/games/dice/play', { mode: 'real' }, token)
  const launchToken = new URL(url, site.url).searchParams.get('token')!
  await ask(site, '/studio/api/session?clientSeed=bench', undefined, launchToken)
  return { token, launchToken }
}

/** The site's own database, accessed directly. */
function databaseUrl(dataDir: string): string {
  const socketFolder = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4]!
  return `postgres://fairhouse:${readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()}@/postgres?host=${encodeURIComponent(socketFolder)}`
}

/** The bare server, and how to end it. */
function startBare(options: BareOptions): Promise<{ port: number; stop(): void }> {
  const child = fork(join(import.meta.dirname, 'http-bare.ts'))
  child.send(options)
  return new Promise((resolve, reject) =>
    child
      .once('message', ({ port }: { port: number }) => resolve({ port, stop: () => child.disconnect() }))
      .once('error', reject),
  )
}

function fire(load: Load): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'http-load.ts'))
  child.send(load)
  return new Promise((resolve, reject) =>
    child.once('message', (figures) => resolve(figures as Figures)).once('error', reject),
  )
}

type Row = { name: string; figures: Figures; peer: Figures | null }
const median = (all: Figures[], key: keyof Figures): number =>
  all.map((each) => each[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)]!
const merged = (all: Figures[]): Figures => ({
  perSecond: median(all, 'perSecond'),
  p50Ms: median(all, 'p50Ms'),
  p99Ms: median(all, 'p99Ms'),
  failures: all.reduce((sum, { failures }) => sum + failures, 0),
})

/** The two sides alternate, and so does which one comes first, so that load on the machine affects both. */
async function compare(
  name: string,
  ours: () => Promise<Figures>,
  peer: (() => Promise<Figures>) | null,
): Promise<Row> {
  const [own, other]: [Figures[], Figures[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const turns = [async () => void (peer && other.push(await peer())), async () => void own.push(await ours())]
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const row = { name, figures: merged(own), peer: peer ? merged(other) : null }
  print(row)
  return row
}

const cell = (value: number, digits: number, width: number): string => value.toFixed(digits).padStart(width)

function print({ name, figures, peer }: Row): void {
  const ledger = peer
    ? `${cell(peer.perSecond, 0, 9)}${cell(peer.p99Ms, 1, 9)}${cell(figures.perSecond / peer.perSecond, 2, 8)}`
    : `${'–'.padStart(9)}${'–'.padStart(9)}${'–'.padStart(8)}`
  console.log(
    `${name.padEnd(34)}${cell(figures.perSecond, 0, 8)}${cell(figures.p50Ms, 1, 9)}${cell(figures.p99Ms, 1, 9)}${ledger}${figures.failures > 0 ? `  ${figures.failures} FAILED` : ''}`,
  )
}

const env = {
  NODE_ENV: 'production',
  SECRET: secret,
  SANDBOX: 'true',
  SEED: 'false',
  ROUND_MIN_MS: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
}
const site = await startSite({ env })
try {
  const playing = await Promise.all(Array.from({ length: players }, () => launchGame(site)))
  const launchTokens = playing.map(({ launchToken }) => launchToken)
  const db = await connect({ url: databaseUrl(site.dataDir), log })
  await recycleWal(databaseUrl(site.dataDir))
  const ledger = createLedger({ db })
  const bet = bets(await openPlayers(db, ledger, players))
  const post = async () => (await ledger.post(bet())).ok
  const { signingKey, launchKey } = inHouseStudioKeys(secret)
  const bare = await startBare({ databaseUrl: databaseUrl(site.dataDir), signingKey, launchKey })
  const load =
    (kind: Load['kind'], inFlight: number, perSecond?: number, port = Number(new URL(site.url).port)) =>
    () =>
      fire({
        kind,
        inFlight,
        ms,
        ...(perSecond === undefined ? {} : { perSecond }),
        launchTokens,
        port,
        signingKey,
        studio: inHouseStudioSlug,
      })
  const own = (inFlight: number) => () =>
    sustain(
      Array.from({ length: inFlight }, () => post),
      ms,
    )
  await load('bet', 64)()
  console.log(
    `Bets and plays a second through HTTP, ${players} players, fsync on, load from a process of its own; median of ${rounds} rounds of ${ms / 1000} s`,
  )
  console.log(
    `${''.padEnd(34)}${'HTTP/s'.padStart(8)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'peer/s'.padStart(9)}${'p99 ms'.padStart(9)}${'ratio'.padStart(8)}`,
  )
  const only = process.argv[2]
  const rows: Row[] = []
  const measure = async (name: string, ours: () => Promise<Figures>, peer: (() => Promise<Figures>) | null) => {
    if (only === undefined || name.includes(only)) rows.push(await compare(name, ours, peer))
  }
  await measure('bets, one at a time, and ledger', load('bet', 1), own(1))
  await measure('bets, 64 in flight, and ledger', load('bet', 64), own(64))
  await measure('bets, 256 in flight, and ledger', load('bet', 256), own(256))
  await measure('bets, 64 in flight, and bare', load('bet', 64), load('bet', 64, undefined, bare.port))
  await measure('complete rounds, one player', load('play', 1), null)
  await measure('complete rounds, 64 players', load('play', 64), null)
  // What consumers still have to do for the last plays would slow down the next ones.
  const play = async () => {
    await setTimeout(1_000)
    return load('play', 64)()
  }
  const deps = { ledger, clock: { now: () => new Date() } }
  const open = async () => {
    const opened = await db.transaction((tx) => openJackpot(tx, deps, { currency: 'EUR', ...suggestTerms(10n)! }))
    if (!opened.ok) throw new Error(opened.refusal)
    return opened.value
  }
  const close = (id: string) => db.transaction((tx) => closeJackpot(tx, deps, id))
  const ofAll = (verb: string, body: object) =>
    Promise.all(playing.map(({ token }) => ask(site, `/api/game/jackpots/EUR/${verb}`, body, token)))
  // Without a ticket its pots return to the reserve, so that no payment of shares runs beside the next plays.
  const playBesideJackpot = async () => {
    const id = await open()
    const figures = await play()
    await close(id)
    return figures
  }
  if (only === 'jackpot') await play()
  await measure('rounds, a jackpot off, and none', playBesideJackpot, play)
  const jackpotId = await open()
  const playForJackpot = async () => {
    await ofAll('join', { jackpotId, clientSeed: 'bench' })
    const figures = await play()
    await ofAll('leave', {})
    return figures
  }
  await measure('rounds, a jackpot on, and off', playForJackpot, play)
  const misses: string[] = []
  const check = (name: string, value: number, isMet: boolean, digits: number, goal: string) => {
    console.log(`${name}: ${value.toFixed(digits)}, goal ${goal}: ${isMet ? 'met' : 'MISSED'}`)
    if (!isMet) misses.push(name)
  }
  const row = (name: string) => rows.find((each) => each.name === name)
  const share = ({ figures, peer }: Row) => figures.perSecond / peer!.perSecond
  const [ofLedger, ofBare, plays, besideJackpot] = [
    row('bets, 64 in flight, and ledger'),
    row('bets, 64 in flight, and bare'),
    row('complete rounds, 64 players'),
    row('rounds, a jackpot off, and none'),
  ]
  if (ofLedger) {
    check("share of the ledger's rate", share(ofLedger), share(ofLedger) >= goals.ofLedger, 2, `>= ${goals.ofLedger}`)
    const most = Math.max(...rows.filter(({ name }) => name.startsWith('bets')).map(({ figures }) => figures.perSecond))
    const half = await compare(
      `bets at half of that rate (${Math.round(most / 2)}/s)`,
      load('bet', 256, most / 2),
      null,
    )
    const { p99Ms } = half.figures
    check('p99 at half of the maximum, ms', p99Ms, p99Ms <= halfLimitMs, 1, `<= ${halfLimitMs}`)
  }
  if (ofBare)
    check("share of the bare server's rate", share(ofBare), share(ofBare) >= goals.ofBare, 2, `>= ${goals.ofBare}`)
  if (plays)
    check(
      'complete rounds per second',
      plays.figures.perSecond,
      plays.figures.perSecond >= goals.plays,
      0,
      `>= ${goals.plays}`,
    )
  if (besideJackpot) {
    const { besideJackpot: goal } = goals
    check('share of plays beside a jackpot', share(besideJackpot), share(besideJackpot) >= goal, 2, `>= ${goal}`)
  }
  bare.stop()
  await ledger.close()
  await db.close()
  process.exitCode = misses.length === 0 && rows.every(({ figures }) => figures.failures === 0) ? 0 : 1
} finally {
  await site.stop()
}
