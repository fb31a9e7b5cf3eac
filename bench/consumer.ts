/**
 * A consumer that adds up every bet, compared with the rate at which the ledger posts them: alone, and during posting.
 * `node bench/consumer.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { listConsumers } from '#server/kernel/facts/administer.ts'
import { consumer, movements } from '#server/kernel/facts/consumer.ts'
import { type Consumers, createConsumers } from '#server/kernel/facts/run-consumers.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { bets, openPlayers } from './ledger-load.ts'
import { sustain } from './sustain.ts'

const log = { info() {}, debug() {}, warn: console.warn, error: console.error }
const seconds = Number(process.env['SECONDS'] ?? 5)
const inFlight = 64
const target = 2

const stakeTotals = consumer<object>('bench-stakes', {
  follows: [movements],
  async apply(tx, { movements: range }) {
    await sql`
      INSERT INTO facts.bench_stakes AS total (account_id, amount, count)
      SELECT entry.account_id, sum(-entry.amount), count(*)
      FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
      WHERE movement.id > ${range!.after} AND movement.id <= ${range!.upTo} AND movement.kind = 'bet' AND entry.amount < 0
      GROUP BY entry.account_id ORDER BY entry.account_id
      ON CONFLICT (account_id) DO UPDATE SET amount = total.amount + excluded.amount, count = total.count + excluded.count`.execute(
      tx,
    )
  },
})

async function measure(db: Database): Promise<boolean> {
  const ledger = createLedger({ db })
  // The first few bets create the house accounts, for which thousands of concurrent bets would wait.
  await openPlayers(db, ledger, 4)
  const next = bets(await openPlayers(db, ledger, 10_000))
  const consumers = await startConsumers(db)
  await post(ledger, next)
  const alone = await post(ledger, next)
  await db.pool.query('ANALYZE ledger.movements, ledger.entries')
  const drained = await drain(db, consumers)
  consumers.start()
  const beside = await post(ledger, next)
  const { lagSeconds } = (await listConsumers(db))[0]!.sources[0]!
  await consumers.stop()
  await ledger.close()
  const ratio = drained / alone
  const printRow = (label: string, value: string) => console.log(`${label.padEnd(62)} ${value.padStart(10)}`)
  printRow(`bets posted a second, ${inFlight} in flight`, alone.toFixed(0))
  printRow('bets consumed per second from a backlog', drained.toFixed(0))
  printRow(`consumed / posted (>= ${target.toFixed(1)})`, `${ratio.toFixed(2)} ${ratio >= target ? 'met' : 'MISSED'}`)
  printRow('bets posted per second with the consumer running', beside.toFixed(0))
  printRow('consumer lag at the end, seconds (< 2)', lagSeconds.toFixed(2))
  await recount(db)
  return ratio >= target && lagSeconds < 2
}

const startConsumers = (db: Database): Promise<Consumers> =>
  createConsumers([stakeTotals], { db, clock: { now: () => new Date() }, log, needs: {} })

async function post(ledger: Ledger, next: ReturnType<typeof bets>): Promise<number> {
  const call = async () => (await ledger.post(next())).ok
  const { perSecond, failures } = await sustain(
    Array.from({ length: inFlight }, () => call),
    seconds * 1000,
  )
  if (failures > 0) throw new Error(`${failures} bets of the bench were refused`)
  return perSecond
}

/** Bets per second, from the first to the last posted so far. */
async function drain(db: Database, consumers: Consumers): Promise<number> {
  const startedAt = performance.now()
  await consumers.catchUp()
  const took = (performance.now() - startedAt) / 1000
  return Number(await count(db, "SELECT count(*) AS count FROM ledger.movements WHERE kind = 'bet'")) / took
}

/** Checks the result, not only the speed. */
async function recount(db: Database): Promise<void> {
  const consumers = await startConsumers(db)
  await consumers.catchUp()
  await consumers.stop()
  const consumed = await count(db, 'SELECT sum(count) AS count FROM facts.bench_stakes')
  const posted = await count(
    db,
    `SELECT count(*) AS count FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
      WHERE movement.kind = 'bet' AND entry.amount < 0`,
  )
  if (String(consumed) !== String(posted)) throw new Error(`consumed ${consumed}, posted ${posted}`)
}

async function count(db: Database, text: string): Promise<string | null> {
  return (await db.pool.query<{ count: string | null }>(text)).rows[0]!.count
}

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-bench-'))
const server = await startEmbedded({ dataDir: folder, log })
try {
  await migrate({ url: server.url(), log })
  const owner = new pg.Client({ connectionString: server.url() })
  await owner.connect()
  await owner.query(`CREATE TABLE facts.bench_stakes (account_id bigint PRIMARY KEY, amount numeric NOT NULL, count bigint NOT NULL);
    GRANT ALL ON facts.bench_stakes TO fairhouse_app`)
  await owner.end()
  const db = await connect({ url: server.url(), log })
  process.exitCode = (await measure(db)) ? 0 : 1
  await db.close()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
