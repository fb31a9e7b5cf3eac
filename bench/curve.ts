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
import { checkFilled, fill, type People, peopleOf } from './curve-fill.ts'
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
  what: string
  run(app: Setup): Promise<Figures>
  /** Called once for every player, if a call concerns a random player. */ visit?(
    app: Setup,
    playerId: string,
  ): Promise<unknown>
}

const anyOf = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!
const alone = (call: () => Promise<unknown>) =>
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
const betOf = ({ ledger }: Setup, playerId: string) => ledger.post(bets([playerId])())

const measures: Measure[] = [
  {
    what: 'bets, 64 in flight',
    visit: betOf,
    run: ({ ledger, players }) => {
      const next = bets(players)
      return sustain(
        Array.from({ length: 64 }, () => async () => (await ledger.post(next())).ok),
        ms,
      )
    },
  },
  {
    what: 'history, newest 25 of a player',
    visit: newest,
    run: (app) => alone(() => newest(app, anyOf(app.players))),
  },
  { what: 'history, newest 25 of the heaviest player', run: (app) => alone(() => newest(app, app.whale)) },
  {
    what: 'history, 25 from the middle of the heaviest',
    run: ({ db, whale, size }) =>
      alone(() =>
        listEntries(db.kysely, { playerId: whale, perPage: 25, before: String(BigInt(Math.floor(size / 4)) * 100n) }),
      ),
  },
  {
    what: 'invoices, newest 10 of a player',
    visit: (app, playerId) => invoices(app, playerId, 1),
    run: (app) => alone(() => invoices(app, anyOf(app.players), 1)),
  },
  { what: 'invoices, last 10 of 50', run: (app) => alone(() => invoices(app, app.whale, 5)) },
]

async function open(url: string, name: string, size: number): Promise<Setup> {
  const admin = new pg.Client({ connectionString: url.replace(`/${name}?`, '/postgres?') })
  // A failed call is reported by the call.
  admin.on('error', () => {})
  await admin.connect()
  const {
    rows: [known],
  } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  const startedAt = performance.now()
  if (!known) {
    // Renamed once it is complete: an interrupted fill is not reused by the next run.
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
  const people = await peopleOf(db.pool)
  if (!known && size <= 100_000) await checkFilled(db.pool)
  console.log(
    `${size.toLocaleString('en')} entries, ${people.players.length.toLocaleString('en')} players: ${known ? 'reused' : `written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`}`,
  )
  return { ...people, size, db, ledger: createLedger({ db }) }
}

/** The concurrency of a small site. */
async function visitAll(app: Setup, visit: (app: Setup, playerId: string) => Promise<unknown>): Promise<void> {
  const left = app.players.values()
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (const playerId of left) await visit(app, playerId)
    }),
  )
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Prints a line; true if the largest is within the tolerance. */
async function compare(houses: Setup[], { what, run, visit }: Measure): Promise<boolean> {
  for (const app of houses) {
    if (visit) await visitAll(app, visit)
    await run(app)
  }
  const costs = houses.map(() => [] as number[])
  for (let round = 0; round < rounds; round++)
    for (const [index, app] of houses.entries()) costs[index]!.push(1000 / (await run(app)).perSecond)
  const each = costs.map(median)
  // Compared with the smallest size of the same round, because the machine's speed varies between rounds.
  const ratios = costs.map((ofSize) => median(ofSize.map((cost, round) => cost / costs[0]![round]!)))
  const isFlat = ratios.every((ratio) => ratio <= tolerance)
  console.log(
    `${what.padEnd(46)}${each.map((cost, index) => `${cost.toFixed(3).padStart(9)} ms ${ratios[index]!.toFixed(2).padStart(5)}`).join('')}  ${isFlat ? 'met' : 'MISSED'}`,
  )
  return isFlat
}

const chosen = measures.filter(({ what }) => what.includes(process.argv[2] ?? ''))
if (chosen.length === 0)
  throw new Error(`No measure contains "${process.argv[2]}". Measures: ${measures.map(({ what }) => what).join('; ')}.`)
const reusedFolder = process.env['CURVE_FOLDER']
if (reusedFolder) mkdirSync(reusedFolder, { recursive: true })
const folder = reusedFolder ?? mkdtempSync(join(tmpdir(), 'fairhouse-curve-'))
const server = await startEmbedded({ dataDir: folder, log })
try {
  const houses: Setup[] = []
  for (const [index, size] of sizes.entries())
    houses.push(await open(server.url(`curve_${index}`), `curve_${index}`, size))
  console.log(
    `\nMilliseconds per call, and ratio to the smallest size in the same round; medians of ${rounds} rounds of ${ms / 1000} s, fsync on; limit ${tolerance}`,
  )
  console.log(`${''.padEnd(46)}${sizes.map((size) => size.toLocaleString('en').padStart(18)).join('')}`)
  let isFlat = true
  for (const measure of chosen) isFlat = (await compare(houses, measure)) && isFlat
  for (const { ledger, db } of houses) {
    await ledger.close()
    await db.close()
  }
  process.exitCode = isFlat ? 0 : 1
} finally {
  await server.stop()
  if (!reusedFolder) rmSync(folder, { recursive: true, force: true })
}
