/**
 * Measures how performance depends on the amount of history: posting and history pages in databases from ten thousand
 * entries upwards, each with a hundred times the deposits and rounds per player. The sizes alternate, so that load on
 * the machine affects all equally, and every player is read once first, so that cold pages are not measured. `node
 * bench/curve.ts`; `CURVE_TO` is the largest size (default 10,000,000). Databases in `CURVE_FOLDER` are reused; an
 * argument selects the measures by name.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { PlayerCtx } from '#server/deps.ts'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { listEntries } from '#server/ledger/entries.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { listInvoices } from '#server/cashier/list-invoices.ts'
import { checkFilled, fill, type People, readPlayers } from './curve-fill.ts'
import { bets } from './ledger-load.ts'
import { type Figures, sustain } from './sustain.ts'

const largest = Number(process.env['CURVE_TO'] ?? 10_000_000)
const sizes = [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size < largest).concat(largest)
const rounds = Number(process.env['ROUNDS'] ?? 15)
const ms = Number(process.env['SECONDS'] ?? 1) * 1000
/** Maximum ratio between the largest and the smallest size. */
const tolerance = 1.2
const log = { info() {}, debug() {}, warn: console.warn }

type Setup = People & { size: number; db: Database; ledger: Ledger }
type Measure = {
  name: string
  run(app: Setup): Promise<Figures>
  /** Called once for every player before measuring, if `run` picks players at random. */ visit?(
    app: Setup,
    playerId: string,
  ): Promise<unknown>
}

const pickRandom = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!
const measureOne = (call: () => Promise<unknown>) =>
  sustain(
    [
      async () => {
        await call()
        return true
      },
    ],
    ms / 2,
  )
const invoices = ({ db }: Setup, playerId: string, page: number) =>
  listInvoices({ db, partners: { payments: [] }, caller: { player: { id: playerId } } } as unknown as PlayerCtx, {
    page,
    perPage: 10,
  })

const newest = ({ db }: Setup, playerId: string) => listEntries(db.kysely, { playerId, perPage: 25 })
const postBet = ({ ledger }: Setup, playerId: string) => ledger.post(bets([playerId])())

const measures: Measure[] = [
  {
    name: 'bets, 64 in flight',
    visit: postBet,
    run: ({ ledger, players }) => {
      const next = bets(players)
      return sustain(
        Array.from({ length: 64 }, () => async () => (await ledger.post(next())).ok),
        ms,
      )
    },
  },
  {
    name: 'history, newest 25 of a player',
    visit: newest,
    run: (app) => measureOne(() => newest(app, pickRandom(app.players))),
  },
  { name: 'history, newest 25 of the heaviest player', run: (app) => measureOne(() => newest(app, app.whale)) },
  {
    name: 'history, 25 from the middle of the heaviest',
    run: ({ db, whale, size }) =>
      measureOne(() =>
        listEntries(db.kysely, { playerId: whale, perPage: 25, before: String(BigInt(Math.floor(size / 4)) * 100n) }),
      ),
  },
  {
    name: 'invoices, newest 10 of a player',
    visit: (app, playerId) => invoices(app, playerId, 1),
    run: (app) => measureOne(() => invoices(app, pickRandom(app.players), 1)),
  },
  { name: 'invoices, last 10 of 50', run: (app) => measureOne(() => invoices(app, app.whale, 5)) },
]

async function open(url: string, name: string, size: number): Promise<Setup> {
  const admin = new pg.Client({ connectionString: url.replace(`/${name}?`, '/postgres?') })
  // Without a listener, a lost connection would end the process; the failed query reports it anyway.
  admin.on('error', () => {})
  await admin.connect()
  const {
    rows: [existing],
  } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  const startedAt = performance.now()
  if (!existing) {
    // The database is renamed once it is complete, so that the next run does not reuse an interrupted fill.
    const unfinished = `${name}_unfinished`
    const fillUrl = url.replace(`/${name}?`, `/${unfinished}?`)
    await admin.query(`DROP DATABASE IF EXISTS ${unfinished}`)
    await admin.query(`CREATE DATABASE ${unfinished}`)
    await migrate({ url: fillUrl, log })
    await fill(fillUrl, size)
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  } else await migrate({ url, log })
  await admin.end()
  const db = await connect({ url, log, poolSize: 4 })
  const people = await readPlayers(db.pool)
  if (!existing && size <= 100_000) await checkFilled(db.pool)
  console.log(
    `${size.toLocaleString('en')} entries, ${people.players.length.toLocaleString('en')} players: ${existing ? 'reused' : `written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`}`,
  )
  return { ...people, size, db, ledger: createLedger({ db }) }
}

/** Visits all players with 64 calls in flight, the concurrency of a small site. */
async function visitAll(app: Setup, visit: (app: Setup, playerId: string) => Promise<unknown>): Promise<void> {
  const remaining = app.players.values()
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (const playerId of remaining) await visit(app, playerId)
    }),
  )
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Prints a line. Returns true if every size is within the tolerance. */
async function compare(setups: Setup[], { name, run, visit }: Measure): Promise<boolean> {
  for (const app of setups) {
    if (visit) await visitAll(app, visit)
    await run(app)
  }
  const costs = setups.map(() => [] as number[])
  for (let round = 0; round < rounds; round++)
    for (const [index, app] of setups.entries()) costs[index]!.push(1000 / (await run(app)).perSecond)
  const medians = costs.map(median)
  // Each size is compared with the smallest of the same round, because the machine's speed varies between rounds.
  const ratios = costs.map((ofSize) => median(ofSize.map((cost, round) => cost / costs[0]![round]!)))
  const isFlat = ratios.every((ratio) => ratio <= tolerance)
  console.log(
    `${name.padEnd(46)}${medians.map((cost, index) => `${cost.toFixed(3).padStart(9)} ms ${ratios[index]!.toFixed(2).padStart(5)}`).join('')}  ${isFlat ? 'met' : 'MISSED'}`,
  )
  return isFlat
}

const chosen = measures.filter(({ name }) => name.includes(process.argv[2] ?? ''))
if (chosen.length === 0)
  throw new Error(`No measure contains "${process.argv[2]}". Measures: ${measures.map(({ name }) => name).join('; ')}.`)
const reusedFolder = process.env['CURVE_FOLDER']
if (reusedFolder) mkdirSync(reusedFolder, { recursive: true })
const folder = reusedFolder ?? mkdtempSync(join(tmpdir(), 'fairhouse-curve-'))
const server = await startEmbedded({ dataDir: folder, log })
try {
  const setups: Setup[] = []
  for (const [index, size] of sizes.entries())
    setups.push(await open(server.url(`curve_${index}`), `curve_${index}`, size))
  console.log(
    `\nMilliseconds per call, and ratio to the smallest size in the same round; medians of ${rounds} rounds of ${ms / 1000} s, fsync on; limit ${tolerance}`,
  )
  console.log(`${''.padEnd(46)}${sizes.map((size) => size.toLocaleString('en').padStart(18)).join('')}`)
  let isFlat = true
  for (const measure of chosen) isFlat = (await compare(setups, measure)) && isFlat
  for (const { ledger, db } of setups) {
    await ledger.close()
    await db.close()
  }
  process.exitCode = isFlat ? 0 : 1
} finally {
  await server.stop()
  if (!reusedFolder) rmSync(folder, { recursive: true, force: true })
}
