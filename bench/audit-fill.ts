/**
 * Fills a database with a day of settled rounds, by one writer for each core. Every outcome is one that the games' own
 * functions give for seeds of the draw's key; rows are copied in, because posting them one after the other takes hours.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import pg from 'pg'
import { drawInput, placeOf } from '#contract/seed-pair.ts'
import { encodedMessage, outputOf, thumbprintOf, toBase64Url, type VrfKey } from '#contract/vrf.ts'
import { openDraw, playOut, sha256Hex } from '#games/fairness.ts'
import { mathsOf } from '#games/games.ts'
import { mathsHash } from '#games/maths-hash.ts'
import { isStepped } from '#games/maths.ts'
import { prove } from '#games/studio/draw-keys.ts'
import { aRoundOf } from '#tests/setup/stepped-play.ts'

const games = ['dice', 'tidepool', 'honeyfall', 'roulette', 'mines']
const roundsPerPair = 100
const roundsPerPlayer = games.length * roundsPerPair
const movementsPerPlayer = 1 + 2 * roundsPerPlayer
const playersAtOnce = 5
const stake = 1_00
const deposit = 100_000_00

type House = { games: string; world: string }
/** What all writers share. `from`: the time of midnight in milliseconds. */
type Job = {
  url: string
  from: number
  players: number
  writers: number
  house: House
  key: VrfKey & { id: string }
  privateKey: string
}
type Owner = { player: string; wallet: string; cash: string }
type Value = string | number | null

/** What the driver's types leave out of a connection. */
type CopyConnection = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** Rows of one table in the text format of COPY. */
class Copied {
  private readonly lines: string[] = []
  private readonly into: string
  constructor(table: string, columns: string[]) {
    this.into = `COPY ${table} (${columns.join(', ')}) FROM STDIN`
  }

  add(...values: Value[]): void {
    this.lines.push(values.map(written).join('\t'))
  }

  send(client: pg.Client): Promise<void> {
    const bytes = Buffer.from(`${this.lines.join('\n')}\n`)
    return new Promise((resolve, reject) => {
      client.query({
        submit: (connection: pg.Connection) => connection.query(this.into),
        handleCopyInResponse(connection: CopyConnection) {
          connection.sendCopyFromChunk(bytes)
          connection.endCopyFrom()
        },
        handleCommandComplete() {},
        handleReadyForQuery: () => resolve(),
        handleError: reject,
      } as pg.Submittable)
    })
  }
}

const escapes: Record<string, string> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
}
function written(value: Value): string {
  if (value === null) return String.raw`\N`
  return typeof value === 'number' ? String(value) : value.replaceAll(/[\\\t\n\r]/g, (each) => escapes[each]!)
}

/** An id as of version 7, which begins with its time. */
function idAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** The rows of some players, who have ids of movements and pairs of their own. */
class Batch {
  private readonly job: Job
  private readonly signingKey = createPrivateKey((workerData as Job).privateKey)
  private readonly balances: Array<[wallet: string, balance: number]> = []
  private readonly pairs = new Copied('studio.seeds', [
    'id, owner, game, server_seed, server_seed_hash, client_seed, next_nonce, created_at, revealed_at, number, draw_key, proof',
  ])
  private readonly played = new Copied('studio.rounds', [
    'id, play_id, owner, game, mode, seed_id, nonce, maths_version, maths_hash, currency, stake, choice, state, outcome, payout',
    'next_attempt_at, created_at, updated_at',
  ])
  private readonly booked = new Copied('games.rounds', [
    'id, studio, game_id, player_id, currency, stake, won, status, bets, first_movement_id, last_movement_id, created_at',
  ])
  private readonly movements = new Copied('ledger.movements', [
    'id, kind, actor, idempotency_key, request_hash, wallet_id, reference_kind, reference_id, cash_after, bonus_after, held_after',
    'created_at',
  ])
  private readonly entries = new Copied('ledger.entries', [
    'movement_id, ordinal, account_id, counterparty_id, amount, balance_after',
  ])

  constructor(job: Job) {
    this.job = job
  }

  /** Movements are spread over the day in the order of their ids. */
  private momentOf(id: number): Date {
    const share = id / (this.job.players * movementsPerPlayer)
    return new Date(this.job.from + 60_000 + Math.floor(share * 86_000_000))
  }

  async addPlayer({ player, wallet, cash }: Owner, index: number): Promise<void> {
    const { house, key } = this.job
    let [balance, movement, pair] = [0, index * movementsPerPlayer, index * games.length]
    const move = (kind: string, round: string | null, amount: number): number => {
      const id = ++movement
      balance += amount
      const reference = round ?? 'bench'
      const actor = round ? 'studio:fairhouse-studio' : 'bench'
      const at = this.momentOf(id).toISOString()
      const about = round ? 'round' : 'other'
      this.movements.add(id, kind, actor, `${reference}-${id}`, '', wallet, about, reference, balance, 0, 0, at)
      const other = round ? house.games : house.world
      if (amount !== 0) {
        this.entries.add(id, 0, cash, other, amount, balance)
        this.entries.add(id, 1, other, cash, -amount, null)
      }
      return id
    }
    move('deposit', null, deposit)
    for (const game of games) {
      const clientSeed = randomBytes(8).toString('hex')
      const place = await placeOf({ owner: player, game, number: 1 })
      const proof = prove(this.signingKey, await encodedMessage(key, drawInput(place, clientSeed)))
      const serverSeed = await outputOf(proof)
      const openedAt = this.momentOf(movement).toISOString()
      const seedId = ++pair
      for (let nonce = 0; nonce < roundsPerPair; nonce++) {
        const { outcome, choice, maths } = await playRound(game, { serverSeed, clientSeed, nonce })
        const at = this.momentOf(movement + 1)
        const [id, opened] = [idAt(at), at.toISOString()]
        const first = move('bet', id, -stake)
        const last = move('win', id, outcome.payout)
        this.played.add(
          id,
          randomUUID(),
          player,
          game,
          'real',
          seedId,
          nonce,
          maths.version,
          mathsHash(game),
          'EUR',
          stake,
          choice === null ? null : JSON.stringify(choice),
          'settled',
          JSON.stringify(outcome),
          outcome.payout,
          opened,
          opened,
          this.momentOf(last).toISOString(),
        )
        this.booked.add(
          id,
          'fairhouse-studio',
          game,
          player,
          'EUR',
          stake,
          outcome.payout,
          'settled',
          1,
          first,
          last,
          opened,
        )
      }
      const revealedAt = this.momentOf(movement + 1).toISOString()
      this.pairs.add(
        seedId,
        player,
        game,
        serverSeed,
        await sha256Hex(serverSeed),
        clientSeed,
        roundsPerPair,
        openedAt,
        revealedAt,
        1,
        key.id,
        toBase64Url(proof),
      )
    }
    this.balances.push([wallet, balance])
  }

  async send(client: pg.Client): Promise<void> {
    const wallets = this.balances.map(([wallet]) => wallet)
    const amounts = this.balances.map(([, balance]) => balance)
    await client.query(
      `UPDATE wallet.accounts SET cash = filled.cash FROM unnest($1::uuid[], $2::bigint[]) AS filled (id, cash)
      WHERE accounts.id = filled.id`,
      [wallets, amounts],
    )
    for (const rows of [this.pairs, this.played, this.booked, this.movements, this.entries]) await rows.send(client)
  }
}

async function playRound(
  game: string,
  { serverSeed, clientSeed, nonce }: { serverSeed: string; clientSeed: string; nonce: number },
) {
  const maths = mathsOf(game)!
  const draw = await openDraw(serverSeed, clientSeed, nonce)
  if (isStepped(maths)) return { maths, choice: maths.firstChoice(), outcome: await aRoundOf(maths, draw, stake, 2) }
  const under = game === 'dice' ? { target: 4_950, direction: 'under' as const } : null
  const choice = 'firstChoice' in maths ? maths.firstChoice(stake) : under
  return { maths, choice, outcome: await playOut(maths, draw, { stake, choice }) }
}

/** Makes the rows of the next players while those of the last ones are stored. */
async function write(job: Job & { writer: number }): Promise<void> {
  const client = new pg.Client({ connectionString: job.url })
  await client.connect()
  const own = Array.from({ length: job.players }, (_, index) => index).filter(
    (index) => index % job.writers === job.writer,
  )
  const { rows: owners } = await client.query<Owner>(
    `INSERT INTO wallet.accounts (player_id, currency, status) SELECT gen_random_uuid(), 'EUR', 1 FROM generate_series(1, $1)
    RETURNING player_id AS player, id AS wallet, first_account_id AS cash`,
    [own.length],
  )
  let stored: Promise<void> = Promise.resolve()
  for (let done = 0; done < own.length; done += playersAtOnce) {
    const batch = new Batch(job)
    for (const [at, index] of own.slice(done, done + playersAtOnce).entries())
      await batch.addPlayer(owners[done + at]!, index)
    await stored
    stored = batch.send(client)
    // It is awaited after the next batch has been made.
    stored.catch(() => {})
  }
  await stored
  await client.end()
}

/** `from`: midnight of the day. Each player has five hundred rounds. */
export async function fillDay(url: string, { from, rounds }: { from: Date; rounds: number }): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: accounts } = await client.query<House>(
    `SELECT ledger.house_account('house:games:EUR') AS games, ledger.house_account('world:bench:EUR') AS world`,
  )
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n, e } = publicKey.export({ format: 'jwk' }) as VrfKey
  const key = { n, e, id: await thumbprintOf({ n, e }) }
  await client.query(
    `INSERT INTO studio.draw_keys (id, n, e, private_key, created_at, used_from) VALUES ($1, $2, $3, '', $4, $4)`,
    [key.id, n, e, from],
  )
  const players = Math.ceil(rounds / roundsPerPlayer)
  const writers = availableParallelism()
  const job: Job = {
    url,
    from: from.getTime(),
    players,
    writers,
    house: accounts[0]!,
    key,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => inThread({ ...job, writer })))
  await client.query(`SELECT setval('ledger.movement_ids', $1)`, [players * movementsPerPlayer])
  await client.query('VACUUM ANALYZE')
  await client.end()
}

function inThread(job: Job & { writer: number }): Promise<void> {
  const worker = new Worker(import.meta.filename, { workerData: job })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a writer ended with ${code}`))))
  })
}

if (!isMainThread) await write(workerData as Job & { writer: number })
