/**
 * The audit of a day of 1,000,000 rounds with their movements: how long its export and its check take, and how much memory.
 * Filling the database takes most of the time: `ROUNDS=10000 npm run bench audit` for fewer.
 */
import { spawn } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { drawInput, placeOf } from '#contract/seed-pair.ts'
import { encodedMessage, outputOf, thumbprintOf, toBase64Url, type VrfKey } from '#contract/vrf.ts'
import { openDraw, playOut, sha256Hex } from '#games/fairness.ts'
import { mathsOf } from '#games/games.ts'
import { mathsHash } from '#games/maths-hash.ts'
import { isStepped } from '#games/maths.ts'
import { prove } from '#games/studio/draw-keys.ts'
import { connect } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { publishReport } from '#server/liabilities/publish-report.ts'
import { writeAuditExport } from '#server/reports/index.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'
import { aRoundOf } from '#tests/setup/stepped-play.ts'

const log = { info() {}, debug() {}, warn: console.warn, error: console.error }
const rounds = Number(process.env['ROUNDS'] ?? 1_000_000)
const goals = { minutes: 10, mebibytes: 1024 }
const games = ['dice', 'tidepool', 'honeyfall', 'roulette', 'mines']
const roundsPerPair = 100
const roundsPerPlayer = games.length * roundsPerPair
const playersAtOnce = 10
const stake = 1_00
const deposit = 100_000_00

const dayMs = 86_400_000
/** Yesterday. */
const from = new Date(Math.floor(Date.now() / dayMs - 1) * dayMs)
const to = new Date(from.getTime() + dayMs)
const row = (what: string, value: string) => console.log(`${what.padEnd(70)} ${value.padStart(12)}`)
const seconds = (since: number) => (performance.now() - since) / 1000

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n, e } = publicKey.export({ format: 'jwk' }) as VrfKey
const key = { n, e, id: await thumbprintOf({ n, e }) }
const signingKey = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))

/** Rows of one insert. */
class Rows {
  private readonly rows: Array<Record<string, unknown>> = []
  add(values: Record<string, unknown>): void {
    this.rows.push(values)
  }
  async insert(client: pg.Client, table: string): Promise<void> {
    const names = Object.keys(this.rows[0]!).join(', ')
    const overriding = table === 'studio.seeds' ? 'OVERRIDING SYSTEM VALUE' : ''
    await client.query(
      `INSERT INTO ${table} (${names}) ${overriding} SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(this.rows)],
    )
  }
}

let movement = 0
let seed = 0
const totalMovements = 2 * rounds + 2 * Math.ceil(rounds / roundsPerPlayer)
/** Movements are spread over the day in the order of their ids. */
const momentOf = (id: number) => new Date(from.getTime() + 60_000 + Math.floor((id / totalMovements) * 86_000_000))
/** An id as of version 7, which begins with its time. */
const idAt = (at: Date) => {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

type Owner = { player: string; wallet: string; cash: string }

async function fillPlayers(client: pg.Client, owners: Owner[], house: { games: string; world: string }): Promise<void> {
  const [pairs, played, booked, movements, entries] = [new Rows(), new Rows(), new Rows(), new Rows(), new Rows()]
  for (const { player, wallet, cash } of owners) {
    let balance = 0
    const move = (kind: string, round: string | null, amount: number) => {
      const id = ++movement
      balance += amount
      const reference = round ?? 'bench'
      movements.add({
        id,
        kind,
        actor: round ? 'studio:fairhouse-studio' : 'bench',
        idempotency_key: `${reference}-${id}`,
        request_hash: '',
        wallet_id: wallet,
        reference_kind: round ? 'round' : 'other',
        reference_id: reference,
        cash_after: balance,
        bonus_after: 0,
        held_after: 0,
        created_at: momentOf(id),
      })
      const other = round ? house.games : house.world
      if (amount !== 0) {
        entries.add({
          movement_id: id,
          ordinal: 0,
          account_id: cash,
          counterparty_id: other,
          amount,
          balance_after: balance,
        })
        entries.add({
          movement_id: id,
          ordinal: 1,
          account_id: other,
          counterparty_id: cash,
          amount: -amount,
          balance_after: null,
        })
      }
      return id
    }
    move('deposit', null, deposit)
    for (const game of games) {
      const maths = mathsOf(game)!
      const clientSeed = randomBytes(8).toString('hex')
      const place = await placeOf({ owner: player, game, number: 1 })
      const proof = prove(signingKey, await encodedMessage(key, drawInput(place, clientSeed)))
      const serverSeed = await outputOf(proof)
      const openedAt = momentOf(movement)
      const seedId = ++seed
      for (let nonce = 0; nonce < roundsPerPair; nonce++) {
        const draw = await openDraw(serverSeed, clientSeed, nonce)
        const choice =
          'firstChoice' in maths
            ? isStepped(maths)
              ? maths.firstChoice()
              : maths.firstChoice(stake)
            : game === 'dice'
              ? { target: 4_950, direction: 'under' as const }
              : null
        const outcome = isStepped(maths)
          ? await aRoundOf(maths, draw, stake, 2)
          : await playOut(maths, draw, { stake, choice })
        const at = momentOf(movement + 1)
        const id = idAt(at)
        const first = move('bet', id, -stake)
        const last = move('win', id, outcome.payout)
        played.add({
          id,
          play_id: randomUUID(),
          owner: player,
          game,
          mode: 'real',
          seed_id: seedId,
          nonce,
          maths_version: maths.version,
          maths_hash: mathsHash(game),
          currency: 'EUR',
          stake,
          choice,
          state: 'settled',
          outcome,
          payout: outcome.payout,
          next_attempt_at: at,
          created_at: at,
          updated_at: momentOf(last),
        })
        booked.add({
          id,
          studio: 'fairhouse-studio',
          game_id: game,
          player_id: player,
          currency: 'EUR',
          stake,
          won: outcome.payout,
          status: 'settled',
          bets: 1,
          first_movement_id: first,
          last_movement_id: last,
          created_at: at,
        })
      }
      pairs.add({
        id: seedId,
        owner: player,
        game,
        server_seed: serverSeed,
        server_seed_hash: await sha256Hex(serverSeed),
        client_seed: clientSeed,
        next_nonce: roundsPerPair,
        created_at: openedAt,
        revealed_at: momentOf(movement + 1),
        number: 1,
        draw_key: key.id,
        proof: toBase64Url(proof),
      })
    }
    await client.query('UPDATE wallet.accounts SET cash = $2 WHERE id = $1', [wallet, balance])
  }
  await pairs.insert(client, 'studio.seeds')
  await played.insert(client, 'studio.rounds')
  await booked.insert(client, 'games.rounds')
  await movements.insert(client, 'ledger.movements')
  await entries.insert(client, 'ledger.entries')
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: accounts } = await client.query<{ games: string; world: string }>(
    `SELECT ledger.house_account('house:games:EUR') AS games, ledger.house_account('world:bench:EUR') AS world`,
  )
  await client.query(
    `INSERT INTO studio.draw_keys (id, n, e, private_key, created_at, used_from) VALUES ($1, $2, $3, '', $4, $4)`,
    [key.id, n, e, from],
  )
  for (let left = Math.ceil(rounds / roundsPerPlayer); left > 0; left -= playersAtOnce) {
    const { rows: owners } = await client.query<Owner>(
      `INSERT INTO wallet.accounts (player_id, currency, status)
      SELECT gen_random_uuid(), 'EUR', 1 FROM generate_series(1, $1) RETURNING player_id AS player, id AS wallet, first_account_id AS cash`,
      [Math.min(left, playersAtOnce)],
    )
    await fillPlayers(client, owners, accounts[0]!)
  }
  await client.query(`SELECT setval('ledger.movement_ids', $1)`, [movement])
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/** Runs the auditor in a process of its own. Resolves to its status and the most memory that it used. */
function check(folder: string): Promise<{ status: number | null; mebibytes: number }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../audit/main.ts'), folder], { stdio: 'inherit' })
    let mebibytes = 0
    const timer = setInterval(() => {
      try {
        const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
        mebibytes = Math.max(mebibytes, Number(peak?.[1] ?? 0) / 1024)
      } catch {
        // The process has ended.
      }
    }, 100)
    child.on('exit', (status) => {
      clearInterval(timer)
      resolve({ status, mebibytes })
    })
  })
}

const dataDir = mkdtempSync(join(tmpdir(), 'fairhouse-bench-audit-'))
const folder = join(dataDir, 'export')
const embedded = await startEmbedded({ dataDir, log })
try {
  await migrate({ url: embedded.url(), log })
  const filling = performance.now()
  await fill(embedded.url())
  row(`Filling the database with ${rounds} rounds`, `${seconds(filling).toFixed(0)} s`)
  const db = await connect({ url: embedded.url(), log })
  const deps = kernelDeps(db, { clock: { now: () => new Date(to.getTime() - 1000) } })
  await publishReport({ ...deps, actor: { kind: 'system', job: 'bench' } })
  const exporting = performance.now()
  await writeAuditExport(deps, folder, { from, to })
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  row('Export', `${seconds(exporting).toFixed(0)} s`)
  row('Size of the export', `${(bytes / 2 ** 20).toFixed(0)} MiB`)
  row(
    'Most memory of the process that filled and exported',
    `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
  )
  await db.close()
  const checking = performance.now()
  const { status, mebibytes } = await check(folder)
  const minutes = seconds(checking) / 60
  row('Audit', `${(minutes * 60).toFixed(0)} s`)
  row('Most memory of the audit', `${mebibytes.toFixed(0)} MiB`)
  const isMet = status === 0 && minutes < goals.minutes && mebibytes < goals.mebibytes
  console.log(
    `Goal: no finding, below ${goals.minutes} minutes and ${goals.mebibytes} MiB: ${isMet ? 'met' : 'MISSED'}.`,
  )
  process.exitCode = isMet ? 0 : 1
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
