/**
 * Shared rounds: 5,000 watchers on the public channel and 500 players with bets in each round, whose cash-outs come by
 * themselves or by a press. Measured is how late ticks reach the watchers, from the moment they were due. The limit is
 * 100 ms for 99 of 100. `node bench/shared-rounds.ts`; WATCHERS, PLAYERS and ROUNDS change the load.
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { SharedTable } from '#contract/shared-rounds.ts'
import { issueLaunch } from '#games/studio/launch-token.ts'
import { connect } from '#server/db/connect.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { openAccount } from '#server/modules/wallet/open-account.ts'
import { tickMs } from '#server/modules/shared-rounds/lead.ts'
import { inHouseStudioKeys, inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { startSite } from '#tests/setup/site.ts'

const watchers = Number(process.env['WATCHERS'] ?? 5_000)
const players = Number(process.env['PLAYERS'] ?? 500)
const rounds = Number(process.env['ROUNDS'] ?? 4)
const limitMs = 100
const channel = 'game:round:crash'

type Report = { p50: number; p99: number; highest: number; ticks: number }
type Push = { push?: { pub?: { data?: { event: string; version: number } } } }

/** In a process of its own. The grid of ticks begins with the start of the round, by the same machine's clock. */
async function runWatchers(port: number): Promise<void> {
  const late: number[] = []
  let startedAt = 0
  const hear = (text: string) => {
    const now = Date.now()
    for (const line of text.split('\n')) {
      const data = (JSON.parse(line) as Push).push?.pub?.data
      if (data?.event === 'round.started') startedAt = data.version
      if (data?.event !== 'round.tick' || startedAt === 0 || data.version < startedAt) continue
      late.push(now - (startedAt + Math.floor((data.version - startedAt) / tickMs) * tickMs))
    }
  }
  const open = () =>
    new Promise<void>((done, fail) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/connection/websocket`)
      socket.once('error', fail)
      socket.once('open', () => socket.send(`{"id":1,"connect":{"name":"js"}}`))
      socket.on('message', (raw: Buffer) => {
        const text = String(raw)
        if (text === '{}') return socket.send('{}')
        if (text.startsWith('{"id":1')) return socket.send(`{"id":2,"subscribe":{"channel":"${channel}"}}`)
        if (text.startsWith('{"id":2')) return done()
        if (text.includes(channel)) hear(text)
      })
    })
  for (let opened = 0; opened < watchers; opened += 100)
    await Promise.all(Array.from({ length: Math.min(100, watchers - opened) }, open))
  process.on('message', () => {
    late.sort((one, other) => one - other)
    const at = (share: number) => late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? Infinity
    process.send!({ p50: at(0.5), p99: at(0.99), highest: at(1), ticks: late.length } satisfies Report)
  })
  process.send!('open')
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
    const table = () => ask<SharedTable>(site.url, 'table', tokens[0]!)
    const child = fork(import.meta.filename, ['watchers', new URL(site.url).port])
    const next = <News>() => new Promise<News>((done) => child.once('message', (news) => done(news as News)))
    await next<'open'>()
    let placed = 0
    let pressed = 0
    for (let round = 0; round < rounds;) {
      const { phase, number, msLeft } = await table()
      if (phase !== 'betting' || msLeft! < 4_000) {
        await sleep(200)
        continue
      }
      round++
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
    child.send('report')
    const { p50, p99, highest, ticks } = await next<Report>()
    child.kill()
    console.log(
      `${watchers} watchers, ${rounds} rounds with ${(placed / rounds).toFixed(0)} bets and ${(pressed / rounds).toFixed(0)} pressed cash-outs each: ${ticks} ticks, late by ${p50} ms (half), ${p99} ms (99 of 100), ${highest} ms (all)`,
    )
    if (!(p99 <= limitMs) || placed === 0) process.exitCode = 1
  } finally {
    await site.stop()
  }
}

await (process.argv[2] === 'watchers' ? runWatchers(Number(process.argv[3])) : main())
