/**
 * Shared rounds with 5,000 watchers on the public channel and 500 players with a bet in each round, who cash out
 * automatically or by a press. Measured is the delay with which ticks reach the watchers after they were due: in total,
 * until the server published them, and in transit. The same number of rounds without bets runs first. The limit for the
 * 99th percentile of the total delay is 100 ms. The transit is compared with that from a bare server, which writes as
 * many bytes to as many connections of another process on the same processors. `node bench/shared-rounds.ts`; WATCHERS,
 * PLAYERS and ROUNDS change the load.
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SharedTable } from '#contract/shared-rounds.ts'
import { issueLaunch } from '#games/studio/launch-token.ts'
import { connect } from '#server/kernel/db/connect.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { openAccount } from '#server/wallet/open-account.ts'
import { tickMs } from '#server/play/shared-rounds/lead.ts'
import { inHouseStudioKeys, inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { startSite } from '#tests/setup/site.ts'
import { maskedFrame } from './masked-frame.ts'

const watchers = Number(process.env['WATCHERS'] ?? 5_000)
const players = Number(process.env['PLAYERS'] ?? 500)
const rounds = Number(process.env['ROUNDS'] ?? 4)
const bareTicks = 100
const limitMs = 100
const channel = 'game:round:crash'

type Percentiles = { p50: number; p99: number; max: number }
type Report = {
  ticks: number
  bytes: number
  total: Percentiles
  published: Percentiles
  transit: Percentiles
  cpuMs: number
}

type Tick = { round: number; ms: number; version: number; receivedAt: number; bytes: number }

/**
 * Each watcher of a real site is a machine of its own; parsing the JSON of 5,000 in one process would measure the
 * parser. Only the beginning and the end of a push are searched. Null unless it is a tick of a running round.
 */
function readTick(raw: Buffer): Tick | null {
  const receivedAt = Date.now()
  const head = /"round\.tick","payload":\{"number":(\d+),"phase":"running","ms":(\d+)/.exec(
    raw.toString('latin1', 0, 200),
  )
  const tail = /"version":(\d+)\}[^{}]*\}\}\}$/.exec(raw.toString('latin1', Math.max(0, raw.length - 80)))
  return head && tail
    ? {
        round: Number(head[1]),
        ms: Number(head[2]),
        version: Number(tail[1]),
        receivedAt,
        bytes: raw.length,
      }
    : null
}

function percentilesOf(values: number[]): Percentiles {
  values.sort((one, other) => one - other)
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Infinity
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/**
 * The delays of the ticks of a round. They are due every half second from its start, which is the smallest difference
 * between the time of a tick and its time in the round.
 */
function delaysOf(ticks: Tick[]) {
  const startedAt = ticks.reduce((least, { ms, version }) => Math.min(least, version - ms), Infinity)
  return ticks.map(({ ms, version, receivedAt }) => {
    const dueAt = startedAt + Math.floor(ms / tickMs) * tickMs
    return { total: receivedAt - dueAt, published: version - dueAt, transit: receivedAt - version }
  })
}

/**
 * Passes the text frames of a connection to `receive`. The reader is as cheap as possible: with a complete client for
 * each of 5,000 sockets, the clients' speed would decide the result.
 */
function openSocket(port: number, receive: (text: Buffer, sendText: (text: string) => void) => void): void {
  // All sockets read into one buffer, so whatever is kept must be copied.
  let partialFrame: Buffer | null = null
  let isUpgraded = false
  const read = (length: number, buffer: Uint8Array): boolean => {
    let bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length)
    if (partialFrame) bytes = Buffer.concat([partialFrame, bytes])
    partialFrame = null
    let at = 0
    if (!isUpgraded) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end >= 0) {
        isUpgraded = true
        sendText('{"id":1,"connect":{"name":"js"}}')
        at = end + 4
      }
    }
    while (isUpgraded && bytes.length - at >= 2) {
      const short = bytes[at + 1]! & 127
      const head = short < 126 ? 2 : short === 126 ? 4 : 10
      if (bytes.length - at < head) break
      const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6)
      if (bytes.length - at < head + size) break
      if ((bytes[at]! & 15) === 1) receive(bytes.subarray(at + head, at + head + size), sendText)
      at += head + size
    }
    if (at < bytes.length) partialFrame = Buffer.from(bytes.subarray(at))
    return true
  }
  const socket = connectSocket({ port, host: '127.0.0.1', onread: { buffer: shared, callback: read } })
  const sendText = (text: string) => void socket.write(maskedFrame(text))
  socket.setNoDelay()
  socket.on('error', (error) => {
    throw error
  })
  socket.write(
    `GET /api/connection/websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
}
const shared = new Uint8Array(65_536)

/** Runs in a process of its own, which reads the same clock. */
async function runWatchers(port: number): Promise<void> {
  let seen: Tick[] = []
  const open = () =>
    new Promise<void>((done) =>
      openSocket(port, (raw, sendText) => {
        const start = raw.toString('latin1', 0, 7)
        if (start === '{}') sendText('{}')
        else if (start === '{"id":1') sendText(`{"id":2,"subscribe":{"channel":"${channel}"}}`)
        else if (start === '{"id":2') done()
        else {
          const tick = readTick(raw)
          if (tick) seen.push(tick)
        }
      }),
    )
  for (let opened = 0; opened < watchers; opened += 100)
    await Promise.all(Array.from({ length: Math.min(100, watchers - opened) }, open))
  let before = process.cpuUsage()
  process.on('message', () => {
    const { user, system } = process.cpuUsage(before)
    const received = [...Map.groupBy(seen, ({ round }) => round).values()].flatMap(delaysOf)
    process.send!({
      ticks: received.length,
      bytes: percentilesOf(seen.map(({ bytes }) => bytes)).p50,
      total: percentilesOf(received.map(({ total }) => total)),
      published: percentilesOf(received.map(({ published }) => published)),
      transit: percentilesOf(received.map(({ transit }) => transit)),
      cpuMs: (user + system) / 1000,
    } satisfies Report)
    seen = []
    before = process.cpuUsage()
  })
  process.send!('open')
}

/**
 * Measures how late each write of a bare server arrives; it begins with the time of its writing. Runs in a process of
 * its own.
 */
async function runBareWatchers(port: number): Promise<void> {
  const delays: number[] = []
  const receive = (length: number, buffer: Uint8Array): boolean => {
    delays.push(
      Date.now() - Number(Buffer.from(buffer.buffer, buffer.byteOffset, Math.min(length, 13)).toString('latin1')),
    )
    return true
  }
  const open = () => {
    const socket = connectSocket({ port, host: '127.0.0.1', onread: { buffer: shared, callback: receive } })
    return once(socket, 'connect')
  }
  for (let opened = 0; opened < watchers; opened += 100)
    await Promise.all(Array.from({ length: Math.min(100, watchers - opened) }, open))
  process.on('message', () => process.send!(percentilesOf(delays)))
  process.send!('open')
}

/** Writes `bytes` as often as ticks are sent, to as many connections as there are watchers. */
async function measureBare(bytes: number): Promise<Percentiles> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.setNoDelay()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const child = fork(import.meta.filename, ['bare', String((server.address() as AddressInfo).port)])
  await once(child, 'message')
  for (let tick = 0; tick < bareTicks; tick++) {
    const text = Buffer.from(String(Date.now()).padEnd(bytes))
    for (const socket of sockets) socket.write(text)
    await sleep(tickMs)
  }
  child.send('report')
  const [share] = (await once(child, 'message')) as [Percentiles]
  child.kill()
  for (const socket of sockets) socket.destroy()
  server.close()
  return share
}

async function ask<T>(url: string, path: string, token: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/studio/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as T
}

/** Creates the players in the site's database, because registering them is not measured. */
async function createPlayers(dataDir: string, secret: string): Promise<string[]> {
  const folder = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4]!
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  const log = { info() {}, debug() {}, warn: console.warn }
  const db = await connect({
    url: `postgres://fairhouse:${password}@/postgres?host=${encodeURIComponent(folder)}`,
    log,
  })
  const ledger = createLedger({ db })
  const { launchKey } = inHouseStudioKeys(secret)
  const tokens: string[] = []
  for (let index = 0; index < players; index++) {
    const [id, sessionId, now] = [randomUUID(), randomUUID(), new Date()]
    await db.pool.query(
      `INSERT INTO identity.players (id, email, nickname, country, currency, created_at, updated_at) VALUES ($1, $2, 'Marguerite', 'DE', 'EUR', $3, $3)`,
      [id, `${id}@example.test`, now],
    )
    await db.pool.query(
      `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent) VALUES ($1, $2, $3, $3, $3, '127.0.0.1', 'bench')`,
      [sessionId, id, now],
    )
    await db.transaction((tx) => openAccount(tx, { playerId: id, currency: 'EUR', active: true }))
    await ledger.post({
      kind: 'deposit',
      actor: 'bench',
      idempotencyKey: randomUUID(),
      requestHash: '',
      reference: { kind: 'other', id: 'bench' },
      transfers: [{ from: 'clearing:bench:EUR', to: `player:${id}:cash:EUR`, amount: 1_000_00n as never }],
    })
    const launch = { playerId: id, sessionId, game: 'crash', currency: 'EUR', studio: inHouseStudioSlug } as const
    tokens.push(
      issueLaunch(
        { ...launch, mode: 'real', locale: 'en', theme: 'dark' },
        launchKey,
        new Date(now.getTime() + 3_600_000),
      ),
    )
  }
  await ledger.close()
  await db.close()
  return tokens
}

/** The processor time of all processes and of this one, in milliseconds. */
function processorTimes(): { at: number; busyMs: number; ownMs: number } {
  const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  const { user, system } = process.cpuUsage()
  return { at: Date.now(), busyMs, ownMs: (user + system) / 1000 }
}

function print(
  what: string,
  { ticks, total, published, transit, cpuMs }: Report,
  from: ReturnType<typeof processorTimes>,
) {
  const now = processorTimes()
  const availableMs = (now.at - from.at) * cpus().length
  const percent = (ms: number) => `${((100 * ms) / availableMs).toFixed(0)} %`
  const format = ({ p50, p99, max }: Percentiles) => `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`
  console.log(`${watchers} watchers, ${what}: ${ticks} ticks, delayed by ${format(total)}`)
  console.log(`  published with a delay of ${format(published)}; transit ${format(transit)}`)
  console.log(
    `  of the machine's ${cpus().length} processors: ${percent(now.busyMs - from.busyMs)} busy, ${percent(cpuMs)} with watching, ${percent(now.ownMs - from.ownMs)} with playing`,
  )
}

async function main(): Promise<void> {
  const secret = randomBytes(32).toString('hex')
  const site = await startSite({
    env: {
      SECRET: secret,
      SEED: 'true',
      SANDBOX: 'true',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      SOCKETS_PER_ADDRESS: '0',
    },
  })
  try {
    const tokens = await createPlayers(site.dataDir, secret)
    for (const token of tokens) await ask(site.url, 'session?clientSeed=bench', token)
    const readTable = () => ask<SharedTable>(site.url, 'table', tokens[0]!)
    const child = fork(import.meta.filename, ['watchers', new URL(site.url).port])
    const next = <News>() => new Promise<News>((done) => child.once('message', (news) => done(news as News)))
    await next<'open'>()
    const report = async (): Promise<Report> => {
      child.send('report')
      return next<Report>()
    }
    const untilBetting = async (): Promise<number> => {
      for (;;) {
        const { phase, number, msLeft } = await readTable()
        if (phase === 'betting' && msLeft! >= 4_000) return number
        await sleep(200)
      }
    }
    const untilEnded = async (number: number): Promise<void> => {
      for (;;) {
        const table = await readTable()
        if (table.number > number || table.phase === 'ended') return
        await sleep(200)
      }
    }
    await untilBetting()
    await report()
    let from = processorTimes()
    for (let round = 0; round < rounds; round++) await untilEnded(await untilBetting())
    print(`${rounds} rounds without bets`, await report(), from)
    let placed = 0
    let cashedOut = 0
    from = processorTimes()
    for (let round = 0; round < rounds; round++) {
      const number = await untilBetting()
      const bets = await Promise.all(
        tokens.map(async (token, index) => {
          await sleep((index % 100) * 30)
          const choice = { round: number, cashOutAt: index % 2 === 0 ? 101 + (index % 97) : null }
          const { round: bet } = await ask<{ round?: { id: string; status: string } }>(site.url, 'play', token, {
            playId: randomUUID(),
            stake: 1_00,
            choice,
          })
          return bet?.status === 'playing' && choice.cashOutAt === null
            ? { token, id: bet.id }
            : bet
              ? 'automatic'
              : null
        }),
      )
      placed += bets.filter(Boolean).length
      while ((await readTable()).phase === 'betting') await sleep(100)
      const answers = await Promise.all(
        bets.map(async (bet, index) => {
          if (!bet || bet === 'automatic') return null
          await sleep(200 + (index % 50) * 100)
          const act = { roundId: bet.id, actId: randomUUID(), after: 0, act: { type: 'cashOut' } }
          return ask<{ round?: object }>(site.url, 'act', bet.token, act)
        }),
      )
      cashedOut += answers.filter((answer) => answer?.round).length
    }
    await sleep(1_000)
    const loaded = await report()
    child.kill()
    const each = `${(placed / rounds).toFixed(0)} bets and ${(cashedOut / rounds).toFixed(0)} pressed cash-outs each`
    print(`${rounds} rounds with ${each}`, loaded, from)
    const bare = await measureBare(loaded.bytes)
    const ratio = (part: keyof Percentiles) => (loaded.transit[part] / bare[part]).toFixed(2)
    console.log(
      `a bare server's ${loaded.bytes} bytes to ${watchers} connections: p50 ${bare.p50} ms, p99 ${bare.p99} ms; ticks with bets: ${ratio('p50')} and ${ratio('p99')} times that`,
    )
    if (!(loaded.total.p99 <= limitMs) || placed === 0) process.exitCode = 1
  } finally {
    await site.stop()
  }
}

const [, , role, port] = process.argv
await (role === 'watchers' ? runWatchers(Number(port)) : role === 'bare' ? runBareWatchers(Number(port)) : main())
