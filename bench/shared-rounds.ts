/**
 * Shared rounds: 5,000 watchers on the public channel and 500 players with bets in each round, whose cash-outs come by
 * themselves or by a press. Measured is how late ticks reach the watchers, from the moment they were due: in total, as
 * the server published them, and on their way. As many rounds without bets come first, in the same run. The limit is
 * 100 ms for 99 of 100, in total. The way is compared with that from a bare server, which writes as many bytes to as
 * many connections of another process on the same processors.
 * `node bench/shared-rounds.ts`; WATCHERS, PLAYERS and ROUNDS change the load.
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

type Share = { p50: number; p99: number; highest: number }
type Report = { ticks: number; bytes: number; total: Share; published: Share; onTheWay: Share; cpuMs: number }

type Tick = { round: number; ms: number; version: number; heardAt: number; bytes: number }

/**
 * A watcher of a site is a machine of its own; 5,000 in one process would measure how fast that reads JSON. A push is
 * therefore searched for what is measured, at its beginning and its end. Null unless it is a tick of a running round.
 */
function readTick(raw: Buffer): Tick | null {
  const heardAt = Date.now()
  const head = /"round\.tick","payload":\{"number":(\d+),"phase":"running","ms":(\d+)/.exec(
    raw.toString('latin1', 0, 200),
  )
  const tail = /"version":(\d+)\}[^{}]*\}\}\}$/.exec(raw.toString('latin1', Math.max(0, raw.length - 80)))
  return head && tail
    ? { round: Number(head[1]), ms: Number(head[2]), version: Number(tail[1]), heardAt, bytes: raw.length }
    : null
}

function shareOf(values: number[]): Share {
  values.sort((one, other) => one - other)
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Infinity
  return { p50: at(0.5), p99: at(0.99), highest: at(1) }
}

/**
 * How late the ticks of a round were. They are due every half second from its start, which is the least difference
 * between the time of a tick and its time in the round.
 */
function latenessOf(ticks: Tick[]) {
  const startedAt = ticks.reduce((least, { ms, version }) => Math.min(least, version - ms), Infinity)
  return ticks.map(({ ms, version, heardAt }) => {
    const dueAt = startedAt + Math.floor(ms / tickMs) * tickMs
    return { total: heardAt - dueAt, published: version - dueAt, onTheWay: heardAt - version }
  })
}

/**
 * The text frames of a connection. Its reader is as cheap as it can be: with a client of 5,000 sockets of its own,
 * how fast that client reads would decide what is measured.
 */
function openSocket(port: number, receive: (text: Buffer, sendText: (text: string) => void) => void): void {
  // Read into one buffer for all sockets: whatever is kept is copied.
  let rest: Buffer | null = null
  let isUpgraded = false
  const read = (length: number, buffer: Uint8Array): boolean => {
    let bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length)
    if (rest) bytes = Buffer.concat([rest, bytes])
    rest = null
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
    if (at < bytes.length) rest = Buffer.from(bytes.subarray(at))
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

/** In a process of its own, on the clock of the same machine. */
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
    const received = [...Map.groupBy(seen, ({ round }) => round).values()].flatMap(latenessOf)
    process.send!({
      ticks: received.length,
      bytes: shareOf(seen.map(({ bytes }) => bytes)).p50,
      total: shareOf(received.map(({ total }) => total)),
      published: shareOf(received.map(({ published }) => published)),
      onTheWay: shareOf(received.map(({ onTheWay }) => onTheWay)),
      cpuMs: (user + system) / 1000,
    } satisfies Report)
    seen = []
    before = process.cpuUsage()
  })
  process.send!('open')
}

/** How late each write of a bare server arrives, which begins with its time. In a process of its own. */
async function runBareWatchers(port: number): Promise<void> {
  const late: number[] = []
  const receive = (length: number, buffer: Uint8Array): boolean => {
    late.push(
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
  process.on('message', () => process.send!(shareOf(late)))
  process.send!('open')
}

/** `bytes` as often as ticks, to as many connections as there are watchers. */
async function bareShare(bytes: number): Promise<Share> {
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
  const [share] = (await once(child, 'message')) as [Share]
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

/** Written into the site's database: registering them is not what is measured. */
async function seats(dataDir: string, secret: string): Promise<string[]> {
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

/** Processor time of the whole machine and of this process, in ms. */
function machine(): { at: number; busyMs: number; ownMs: number } {
  const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  const { user, system } = process.cpuUsage()
  return { at: Date.now(), busyMs, ownMs: (user + system) / 1000 }
}

function show(what: string, { ticks, total, published, onTheWay, cpuMs }: Report, from: ReturnType<typeof machine>) {
  const now = machine()
  const wholeMs = (now.at - from.at) * cpus().length
  const percent = (ms: number) => `${((100 * ms) / wholeMs).toFixed(0)} %`
  const inWords = ({ p50, p99, highest }: Share) => `${p50} ms (half), ${p99} ms (99 of 100), ${highest} ms (all)`
  console.log(`${watchers} watchers, ${what}: ${ticks} ticks, late by ${inWords(total)}`)
  console.log(`  published late by ${inWords(published)}; on their way for ${inWords(onTheWay)}`)
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
    const tokens = await seats(site.dataDir, secret)
    for (const token of tokens) await ask(site.url, 'session?clientSeed=bench', token)
    const table = () => ask<SharedTable>(site.url, 'table', tokens[0]!)
    const child = fork(import.meta.filename, ['watchers', new URL(site.url).port])
    const next = <News>() => new Promise<News>((done) => child.once('message', (news) => done(news as News)))
    await next<'open'>()
    const report = async (): Promise<Report> => {
      child.send('report')
      return next<Report>()
    }
    const untilBetting = async (): Promise<number> => {
      for (;;) {
        const { phase, number, msLeft } = await table()
        if (phase === 'betting' && msLeft! >= 4_000) return number
        await sleep(200)
      }
    }
    const untilOver = async (number: number): Promise<void> => {
      for (;;) {
        const present = await table()
        if (present.number > number || present.phase === 'ended') return
        await sleep(200)
      }
    }
    await untilBetting()
    await report()
    let from = machine()
    for (let round = 0; round < rounds; round++) await untilOver(await untilBetting())
    show(`${rounds} rounds without bets`, await report(), from)
    let placed = 0
    let pressed = 0
    from = machine()
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
      while ((await table()).phase === 'betting') await sleep(100)
      const answers = await Promise.all(
        bets.map(async (bet, index) => {
          if (!bet || bet === 'automatic') return null
          await sleep(200 + (index % 50) * 100)
          const act = { roundId: bet.id, actId: randomUUID(), after: 0, act: { type: 'cashOut' } }
          return ask<{ round?: object }>(site.url, 'act', bet.token, act)
        }),
      )
      pressed += answers.filter((answer) => answer?.round).length
    }
    await sleep(1_000)
    const loaded = await report()
    child.kill()
    const each = `${(placed / rounds).toFixed(0)} bets and ${(pressed / rounds).toFixed(0)} pressed cash-outs each`
    show(`${rounds} rounds with ${each}`, loaded, from)
    const bare = await bareShare(loaded.bytes)
    const times = (part: keyof Share) => (loaded.onTheWay[part] / bare[part]).toFixed(2)
    console.log(
      `a bare server's ${loaded.bytes} bytes to ${watchers} connections: ${bare.p50} ms (half), ${bare.p99} ms (99 of 100); ticks with bets: ${times('p50')} and ${times('p99')} times that`,
    )
    if (!(loaded.total.p99 <= limitMs) || placed === 0) process.exitCode = 1
  } finally {
    await site.stop()
  }
}

const [, , role, port] = process.argv
await (role === 'watchers' ? runWatchers(Number(port)) : role === 'bare' ? runBareWatchers(Number(port)) : main())
