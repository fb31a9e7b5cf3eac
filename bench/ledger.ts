/**
 * Movements per second compared with `pgbench -N` on the same server with as many clients, and the queue compared with
 * the plain function. `node bench/ledger.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { bets, openPlayers, plainPost } from './ledger-load.ts'
import { findPgbench, pgbench, preparePgbench } from './ledger-pgbench.ts'
import { recycleWal } from './recycle-wal.ts'

const log = { info() {}, debug() {}, warn: console.warn }
const players = 10_000
/** Each figure is the median of this many rounds; the two sides alternate. */
const rounds = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 3)

type Rate = () => Promise<number>
type Line = { name: string; ours: number; peer: number; target: number }

async function compare(name: string, target: number, ours: Rate, peer: Rate): Promise<Line> {
  const ourRates: number[] = []
  const peerRates: number[] = []
  for (let round = 0; round < rounds; round++) {
    peerRates.push(await peer())
    ourRates.push(await ours())
  }
  const line = { name, ours: median(ourRates), peer: median(peerRates), target }
  print(line)
  return line
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function print({ name, ours, peer, target }: Line): void {
  const ratio = ours / peer
  const cells = [
    name.padEnd(50),
    Math.round(ours).toString().padStart(8),
    Math.round(peer).toString().padStart(8),
    ratio.toFixed(2).padStart(7),
    `>= ${target}`.padStart(9),
  ]
  console.log(`${cells.join(' ')}  ${ratio >= target ? 'met' : 'MISSED'}`)
}

/** Keeps `inFlight` calls running for the given time; returns the number completed per second. */
async function sustain(inFlight: number, call: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000
  const startedAt = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        await call()
        done++
      }
    }),
  )
  return done / ((performance.now() - startedAt) / 1000)
}

async function measure(db: Database, url: string, program: string): Promise<Line[]> {
  const ledger = createLedger({ db })
  const many = await openPlayers(db, ledger, players)
  const [hotPlayer] = await openPlayers(db, ledger, 1)
  const bet = bets(many)
  const hotBet = bets([hotPlayer!])
  const pools: pg.Pool[] = []
  const plain = async (connections: number, next: typeof bet): Promise<() => Promise<unknown>> => {
    const pool = db.openPool(connections)
    pools.push(pool)
    return plainPost(db, pool, next)
  }
  const through = (next: typeof bet) => async () => {
    const posted = await ledger.post(next())
    if (!posted.ok) throw new Error(posted.refusal)
  }
  const single = await plain(1, bet)
  const hotPlain = await plain(16, hotBet)
  await sustain(64, through(bet))
  const lines = [
    await compare(
      '64 in flight, against pgbench -N -c 64',
      2.0,
      () => sustain(64, through(bet)),
      () => pgbench(program, url, 64, seconds * 8_000),
    ),
    await compare(
      '1,024 in flight, against pgbench -N -c 1024',
      2.0,
      () => sustain(1024, through(bet)),
      () => pgbench(program, url, 1024, seconds * 8_000),
    ),
    await compare(
      "1,024 in flight, against pgbench's best (-c 64)",
      2.0,
      () => sustain(1024, through(bet)),
      () => pgbench(program, url, 64, seconds * 8_000),
    ),
    await compare(
      'one at a time, against the plain function',
      0.95,
      () => sustain(1, through(bet)),
      () => sustain(1, single),
    ),
    await compare(
      'one hot player, against the plain function',
      10,
      () => sustain(1024, through(hotBet)),
      () => sustain(16, hotPlain),
    ),
  ]
  await ledger.close()
  await Promise.all(pools.map((pool) => pool.end()))
  return lines
}

const program = findPgbench()
if (!program) {
  console.error(
    'The ledger bench needs pgbench, which the npm build of PostgreSQL lacks: install the PostgreSQL package of this machine (Debian: postgresql).',
  )
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'fairhouse-bench-'))
const server = await startEmbedded({ dataDir: folder, log, maxConnections: 1100 })
try {
  await migrate({ url: server.url(), log })
  preparePgbench(program, server.url())
  await recycleWal(server.url())
  const db = await connect({ url: server.url(), log })
  console.log(
    `Movements a second: a bet with idempotency, round, two entries, balances, turnover and push, for every fourth player from bonus money with its wagering requirement and maximum stake; fsync on; median of ${rounds} rounds of ${seconds} s`,
  )
  console.log(
    `${''.padEnd(50)} ${'ours'.padStart(8)} ${'peer'.padStart(8)} ${'ratio'.padStart(7)} ${'target'.padStart(9)}`,
  )
  const lines = await measure(db, server.url(), program)
  await db.close()
  process.exitCode = lines.every(({ ours, peer, target }) => ours / peer >= target) ? 0 : 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
