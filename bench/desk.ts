/**
 * The desk with 100,000 players and 10,000,000 entries, over its real HTTP endpoints: search by each kind of term, the
 * timeline of a player with ten rows and of one with more than 100,000, and the reports of a day; and what the desk's
 * index on movements costs the posting of bets. The database is in `DESK_FOLDER` (default `data/bench-desk`) and is
 * reused as long as the schema is the same; with `REUSE=true` also afterwards, for whoever tries a change of the schema
 * by hand in it. `PARTS=search,timelines,reports,posting npm run bench desk`; `PAGES=300` for the beginning of timelines.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { timelineKinds } from '#contract/desk/find.ts'
import { connect } from '#server/kernel/db/connect.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate, migrationFiles } from '#server/kernel/db/migrate.ts'
import { createConsumers } from '#server/kernel/facts/run-consumers.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { consumers as reportConsumers } from '#server/reports/count.ts'
import { testApp } from '#tests/setup/app.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'
import { fill, readPlayers } from './curve-fill.ts'
import { fillDesk } from './desk-fill.ts'
import { bets, openPlayers } from './ledger-load.ts'
import { recycleWal } from './recycle-wal.ts'
import { sustain } from './sustain.ts'

const entries = Number(process.env['DESK_ENTRIES'] ?? 10_000_000)
const folder = process.env['DESK_FOLDER'] ?? join(import.meta.dirname, '../data/bench-desk')
const goals = { searchMs: 100, pageMs: 150, reportMs: 1000, posting: 0.98 }
const log = { info() {}, debug() {}, warn: console.warn, error: console.error }
/** Only the desk reads it; bets pay for it. */
const deskIndex = 'ledger.movements_of_wallet'

const parts: Record<string, (server: Embedded) => Promise<void>> = {
  search: (server) => onDesk(server, measureSearch),
  timelines: (server) => onDesk(server, measureTimelines),
  reports: (server) => onDesk(server, measureReports),
  posting: measurePosting,
}
const chosen = process.env['PARTS']?.split(',')
/** Of each timeline; all of them take about ten minutes. */
const mostPages = Number(process.env['PAGES'] ?? Infinity)

type Get = (path: string) => Promise<unknown>
let isMet = true

mkdirSync(folder, { recursive: true })
const name = `desk_${schemaDigest()}`
// The fill needs no durability; what is measured does.
await withServer({ isDurable: false }, (server) => prepare(server, name))
await withServer({}, async (server) => {
  for (const [part, measure] of Object.entries(parts)) if (chosen?.includes(part) ?? true) await measure(server)
})
process.exitCode = isMet ? 0 : 1

async function withServer(
  options: Pick<EmbeddedOptions, 'isDurable'>,
  work: (server: Embedded) => Promise<void>,
): Promise<void> {
  const server = await startEmbedded({ dataDir: folder, log, ...options })
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

function schemaDigest(): string {
  const files = migrationFiles().map(({ sql }) => sql)
  return createHash('sha256')
    .update(`${files.join('')}${entries}`)
    .digest('hex')
    .slice(0, 8)
}

/** The database is renamed once it is complete, so that the next run does not reuse an interrupted fill. */
async function prepare({ url }: Embedded, name: string): Promise<void> {
  const admin = await ownerOf(url())
  const { rows } = await admin.query(
    `SELECT datname FROM pg_database WHERE datname LIKE 'desk\\_%' AND datname NOT IN ($1, 'desk_unfinished')`,
    [name],
  )
  if (process.env['REUSE'] === 'true' && rows.length > 0)
    await admin.query(`ALTER DATABASE ${rows.pop().datname} RENAME TO ${name}`)
  for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname}`)
  const startedAt = performance.now()
  const since = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
  const { rowCount: found } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (!found) {
    await admin.query('DROP DATABASE IF EXISTS desk_unfinished')
    await admin.query('CREATE DATABASE desk_unfinished')
    const unfinished = url('desk_unfinished')
    await migrate({ url: unfinished, log })
    await fill(unfinished, entries)
    console.log(`ledger and payments after ${since()}`)
    const db = await connect({ url: unfinished, log })
    const { whale } = await readPlayers(db.pool)
    const owner = await ownerOf(unfinished)
    await fillDesk(owner, whale)
    await owner.end()
    console.log(`people, sessions, bets and documents after ${since()}`)
    const consumers = await createConsumers(reportConsumers, { db, clock: { now: () => new Date() }, log, needs: {} })
    await consumers.catchUp()
    await consumers.stop()
    await db.close()
    // Vacuum may be at work in it.
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'desk_unfinished'`)
    await admin.query(`ALTER DATABASE desk_unfinished RENAME TO ${name}`)
  }
  await admin.end()
  console.log(found ? 'database reused' : `database written in ${since()}`)
}

async function ownerOf(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // Without a listener, a lost connection would end the process; the failed query reports it anyway.
  client.on('error', () => {})
  await client.connect()
  return client
}

type Measure = (get: Get, owner: pg.Client) => Promise<void>
async function onDesk(server: Embedded, measure: Measure): Promise<void> {
  const url = server.url(name)
  const owner = await ownerOf(url)
  const db = await connect({ url, log, poolSize: 10 })
  const app = await testApp({
    db: { ...db, url, asOwner: (sql, values) => owner.query(sql, values) },
    env: deskEnvironment,
    now: new Date(),
  })
  const desk = await deskOf(app.deps, app.moveClock)
  try {
    const person = await desk.person(`bench-${Date.now()}`, 'manager')
    const get = getOf(await desk.server.listen({ port: 0, host: '127.0.0.1' }), person)
    await measure(get, owner)
  } finally {
    await desk.close()
    await owner.end()
    await app.close()
  }
}

function getOf(address: string, { cookie, forgeryToken }: DeskPerson): Get {
  return async (path) => {
    const answer = await fetch(address + path, { headers: { cookie, 'x-desk-token': forgeryToken } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}

async function measureSearch(get: Get, owner: pg.Client): Promise<void> {
  const samples = 40
  const people = await owner.query(
    `SELECT id, left(id::text, 8) AS short, email, phone, first_name || ' ' || last_name AS name, last_name,
       details ->> 'address' AS address, nickname FROM identity.players TABLESAMPLE SYSTEM (2) LIMIT ${samples}`,
  )
  const payments = await owner.query(
    `SELECT id, number, external_id, fields ->> 'iban' AS iban FROM payments.invoices WHERE type = 2 LIMIT ${samples}`,
  )
  const transfers = await owner.query(
    `SELECT address, sender, tx_hash FROM chain.transfers JOIN chain.addresses ON addresses.id = address_id LIMIT ${samples}`,
  )
  const saved = await owner.query(`SELECT fields ->> 'wallet_id' AS address FROM payments.addresses LIMIT ${samples}`)
  const devices = await owner.query(`SELECT fingerprint FROM identity.sessions LIMIT ${samples}`)
  const rounds = await owner.query(`SELECT id FROM games.rounds LIMIT ${samples}`)
  const sportsBets = await owner.query(`SELECT id, bet_id FROM sports.bets LIMIT ${samples}`)
  const column = ({ rows }: pg.QueryResult, key: string): string[] => rows.map((row) => String(row[key]))
  const terms: Record<string, string[]> = {
    id: column(people, 'id'),
    'short id': column(people, 'short'),
    mail: column(people, 'email'),
    'beginning of a mail': column(people, 'email').map((email) => email.slice(0, 8)),
    phone: column(people, 'phone').map((phone) => `+${phone}`),
    'beginning of a phone': column(people, 'phone').map((phone) => `+${phone.slice(0, 5)}`),
    name: column(people, 'name'),
    'last name': column(people, 'last_name'),
    'first three letters of a name': column(people, 'name').map((text) => text.slice(0, 3)),
    nickname: column(people, 'nickname'),
    address: column(people, 'address'),
    'beginning of an address': column(people, 'address').map((text) => text.slice(0, 4)),
    device: column(devices, 'fingerprint'),
    'bank account': column(payments, 'iban'),
    'last four digits of a bank account': column(payments, 'iban').map((iban) => iban.slice(-4)),
    'deposit address': column(transfers, 'address'),
    'saved address': column(saved, 'address'),
    'sender on a chain': column(transfers, 'sender'),
    'transaction on a chain': column(transfers, 'tx_hash'),
    'payment number': column(payments, 'number'),
    'payment id': column(payments, 'id'),
    "partner's payment id": column(payments, 'external_id'),
    round: column(rounds, 'id'),
    'sports bet': column(sportsBets, 'id'),
    "sportsbook's bet id": column(sportsBets, 'bet_id'),
  }
  const nothing = Array.from({ length: samples }, (_, index) => `nobody-${index}`)
  for (const [kind, texts] of Object.entries({ ...terms, 'nothing found': nothing })) {
    const times: number[] = []
    for (const text of texts) {
      const { tookMs, answer } = await timed(() => get(`/api/find?text=${encodeURIComponent(text)}`))
      if (kind !== 'nothing found' && (answer as unknown[]).length === 0) throw new Error(`${text} was not found`)
      times.push(tookMs)
    }
    report(`search: ${kind}`, times, goals.searchMs)
  }
}

async function measureTimelines(get: Get, owner: pg.Client): Promise<void> {
  const {
    rows: [{ player_id: heavy }],
  } = await owner.query('SELECT player_id FROM payments.invoices GROUP BY player_id ORDER BY count(*) DESC LIMIT 1')
  const { rows: light } = await owner.query(
    `SELECT account.player_id FROM wallet.accounts AS account
     WHERE NOT EXISTS (SELECT FROM ledger.movements WHERE wallet_id = account.id) LIMIT 50`,
  )
  for (const kind of [null, ...timelineKinds]) {
    const filter = kind ? `kind=${kind}` : ''
    const first: number[] = []
    for (const { player_id } of light) first.push((await timed(() => get(pathOf(player_id, filter, null)))).tookMs)
    report(`timeline of ten rows: ${kind ?? 'everything'}`, first, goals.pageMs)
    await measurePages(get, heavy, filter, kind ?? 'everything')
  }
}

function pathOf(playerId: string, filter: string, after: string | null): string {
  return `/api/players/${playerId}/timeline?${filter}${after ? `&after=${encodeURIComponent(after)}` : ''}`
}

/** Every page once, then the first, the middle and the last one again and again. */
async function measurePages(get: Get, playerId: string, filter: string, name: string): Promise<void> {
  const pages: Array<string | null> = []
  const times: number[] = []
  let count = 0
  for (let next: string | null | undefined = null; next !== undefined && pages.length < mostPages;) {
    const after: string | null = next
    const { tookMs, answer } = await timed(() => get(pathOf(playerId, filter, after)))
    const page = answer as { rows: unknown[]; next: string | null }
    pages.push(after)
    times.push(tookMs)
    count += page.rows.length
    next = page.next ?? undefined
  }
  report(`timeline of ${count.toLocaleString('en')} rows: ${name}, each of ${pages.length} pages`, times, goals.pageMs)
  for (const [place, index] of [
    ['first', 0],
    ['middle', Math.floor(pages.length / 2)],
    ['last', pages.length - 1],
  ] as const) {
    const again: number[] = []
    for (let n = 0; n < 20; n++)
      again.push((await timed(() => get(pathOf(playerId, filter, pages[index] ?? null)))).tookMs)
    report(`  ${place} page`, again, goals.pageMs)
  }
}

async function measureReports(get: Get, owner: pg.Client): Promise<void> {
  const {
    rows: [{ day }],
  } = await owner.query(`SELECT day::text FROM reports.player_days GROUP BY day ORDER BY sum(movements) DESC LIMIT 1`)
  for (const query of ['money', 'money by=country', 'games', 'games by=country', 'players', 'exclusions']) {
    const [name, by = ''] = query.split(' ')
    const times: number[] = []
    for (let n = 0; n < 20; n++)
      times.push((await timed(() => get(`/api/reports/${name}?from=${day}&until=${day}&${by}`))).tookMs)
    report(`report of a day: ${query.replace('by=', 'by ')}`, times, goals.reportMs)
  }
}

/** Bets a second with the index and without it, in turns; each pair of runs is compared within itself. */
async function measurePosting({ url }: Embedded): Promise<void> {
  const rounds = Number(process.env['ROUNDS'] ?? 15)
  const ms = Number(process.env['SECONDS'] ?? 2) * 1000
  const admin = await ownerOf(url())
  const sides = ['with', 'without'].map((side) => ({ side, name: `posting_${side}`, rates: [] as number[] }))
  const open = []
  for (const { side, name, rates } of sides) {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${name}`)
    await migrate({ url: url(name), log })
    const owner = await ownerOf(url(name))
    if (side === 'without') await owner.query(`DROP INDEX ${deskIndex}`)
    await owner.end()
    const db = await connect({ url: url(name), log })
    const ledger = createLedger({ db })
    open.push({ db, ledger, rates, next: bets(await openPlayers(db, ledger, 2_000)) })
  }
  await recycleWal(url())
  for (let round = -1; round < rounds; round++)
    for (const { ledger, next, rates } of round % 2 === 0 ? open : open.toReversed()) {
      const { perSecond } = await sustain(
        Array.from({ length: 64 }, () => async () => (await ledger.post(next())).ok),
        ms,
      )
      if (round >= 0) rates.push(perSecond)
    }
  const [withIndex, without] = sides.map(({ rates }) => rates) as [number[], number[]]
  const ratio = at(
    0.5,
    withIndex.map((rate, round) => rate / without[round]!),
  )
  if (ratio < goals.posting) isMet = false
  console.log(
    `bets a second, 64 in flight, with the desk's index on movements and without: ${at(0.5, withIndex).toFixed(0)} and ${at(0.5, without).toFixed(0)}, ratio ${ratio.toFixed(3)} (goal >= ${goals.posting}): ${ratio >= goals.posting ? 'met' : 'MISSED'}`,
  )
  for (const { db, ledger } of open) {
    await ledger.close()
    await db.close()
  }
  for (const { name } of sides) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
}

async function timed<T>(call: () => Promise<T>): Promise<{ tookMs: number; answer: T }> {
  const startedAt = performance.now()
  const answer = await call()
  return { tookMs: performance.now() - startedAt, answer }
}

function report(name: string, times: number[], goalMs: number): void {
  const isBelow = at(0.95, times) <= goalMs
  if (!isBelow) isMet = false
  const shares = [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${at(share, times).toFixed(1).padStart(7)} ms`)
  console.log(`${name.padEnd(64)} ${shares.join('  ')}  (goal of p95: ${goalMs} ms) ${isBelow ? 'met' : 'MISSED'}`)
}

function at(share: number, values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
}
