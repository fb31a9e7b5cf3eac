/** A product that posts movements until it or its database is killed at the planned moment. kill.test.ts starts it. */
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Database, type Tx } from '#server/kernel/db/connect.ts'
import { type Embedded, startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { createLedger, type Ledger, type Movement, type PostResult } from '#server/ledger/ledger.ts'
import { cash, deposit, games, held, movement, play, transfer } from './wallets.ts'
import { type FromChild, keyOf, type Moment, type Plan, type ToChild, type Work } from './kill-plan.ts'

const log = { info() {}, debug() {}, warn() {} }
/** Resolves once the message has left this process; a kill would lose a message still in its memory. */
const send = (message: FromChild): Promise<void> =>
  new Promise((resolve, reject) => process.send!(message, (error: Error | null) => (error ? reject(error) : resolve())))
type Setup = { db: Database; ledger: Ledger; server: Embedded; plan: Plan }

let isDatabaseKilled = false

process.once('message', (message: ToChild) => {
  run(message).catch((error: unknown) => {
    // Calls pending when the database was killed fail as expected, and the end of the server ends this process.
    if (!isDatabaseKilled) throw error
  })
})
process.on('disconnect', () => process.exit(0))

async function run({ plan, dataDir, players, again }: ToChild): Promise<void> {
  const startedAt = performance.now()
  const server = await startEmbedded({ dataDir, log, onUnexpectedEnd: () => process.exit(7) })
  await migrate({ url: server.url(), log })
  const db = await connect({ url: server.url(), log, poolSize: 4 })
  await db.pool.query(
    `INSERT INTO wallet.accounts (player_id, currency, status) SELECT unnest($1::uuid[]), 'EUR', 1 ON CONFLICT DO NOTHING`,
    [players],
  )
  await openJackpot(db, players[0]!)
  const app = { db, server, plan, ledger: createLedger({ db }) }
  await send({ readyAfterMs: performance.now() - startedAt })
  for (const each of again) await send({ answered: keyOf(each), result: await app.ledger.post(each) })
  for (let turn = 0; ; turn++) await playTurn(app, players[turn % players.length]!, `${plan.run} ${turn}`, turn > 1)
}

/** The first player's rounds buy tickets of a jackpot, of which about every twentieth wins the smallest pot. */
async function openJackpot(db: Database, player: string): Promise<void> {
  await db.pool
    .query(`INSERT INTO jackpots.jackpots (id, currency, side_stake, contributions, seeds, caps, pots, opened_at)
    VALUES ('eur-1', 'EUR', 7, '{3,2,1}', '{0,0,0}', '{60,200,1000}', '{0,0,0}', now()) ON CONFLICT DO NOTHING`)
  await db.pool.query(
    `INSERT INTO jackpots.pairs (jackpot_id, player_id, number, draw_key, proof, server_seed, server_seed_hash, client_seed, inner_key, outer_key, opened_at)
      SELECT 'eur-1', $1, 1, 'key', 'proof', seed, seed, 'client', convert_to(seed, 'UTF8'), convert_to(reverse(seed), 'UTF8'), now()
      FROM (SELECT repeat('0123456789abcdef', 4) AS seed) AS drawn ON CONFLICT DO NOTHING`,
    [player],
  )
  await db.pool.query(
    `SELECT ledger.set_ticket_pair($1, 'EUR', (SELECT id FROM jackpots.pairs WHERE player_id = $1))`,
    [player],
  )
}

/** The kill happens from the third operation on, so that each run acknowledges something first. */
async function playTurn(app: Setup, player: string, id: string, isDue: boolean): Promise<void> {
  await work(app, 'deposit', isDue, [deposit(player, 500, `d ${id}`)])
  await work(app, 'bet', isDue, [play({ kind: 'bet', player, roundId: `r ${id}`, amount: 30, key: `b ${id}` })])
  await work(app, 'win', isDue, [
    play({ kind: 'win', player, roundId: `r ${id}`, amount: 45, key: `w ${id}`, isFinished: true }),
  ])
  await work(app, 'bet', false, [play({ kind: 'bet', player, roundId: `u ${id}`, amount: 30, key: `v ${id}` })])
  await work(app, 'rollback', isDue, [
    play({ kind: 'rollback', player, roundId: `u ${id}`, key: `x ${id}`, betKey: `v ${id}` }),
  ])
  await work(app, 'withdrawal', isDue, [step(`h ${id}`, 'withdrawal-hold', cash(player), held(player))])
  await work(app, 'withdrawal', false, [step(`p ${id}`, 'withdrawal-paid', held(player), 'clearing:sandbox:EUR')])
  await work(
    app,
    'batch',
    isDue,
    Array.from({ length: 40 }, (_, index) =>
      play({ kind: 'bet', player, roundId: `m ${id} ${index}`, amount: 3, key: `n ${id} ${index}` }),
    ),
  )
  await work(app, 'round', isDue, [
    play({ kind: 'bet', player, roundId: `p ${id}`, amount: 30, key: `pb ${id}` }),
    play({ kind: 'win', player, roundId: `p ${id}`, amount: 20, key: `pw ${id}`, isFinished: true }),
  ])
  await work(app, 'batch', false, [
    movement({ kind: 'gift', idempotencyKey: `g ${id}`, transfers: [transfer(games, cash(player), 40)] }),
  ])
}

function step(key: string, kind: string, from: string, to: string): Movement {
  return movement({ kind, idempotencyKey: key, requestHash: kind, transfers: [transfer(from, to, 70)] })
}

/** Posts like the product: payments inside their own transaction, play through the queue. */
async function work(app: Setup, name: Work, isDue: boolean, movements: Movement[]): Promise<void> {
  const isPlanned = isDue && app.plan.work === name
  const strike = (moment: Moment): void => {
    if (isPlanned && app.plan.moment === moment) kill(app)
  }
  await Promise.all(movements.map((each) => send({ starting: each })))
  strike('before the posting')
  const isTransaction = name === 'deposit' || name === 'withdrawal'
  const [first, second] = movements
  const posting = isTransaction
    ? postInTransaction(app, first!, strike)
    : name === 'round'
      ? app.ledger.postRound(first!, second!)
      : Promise.all(movements.map((each) => app.ledger.post(each)))
  if (isPlanned && app.plan.moment === 'while it is under way') setTimeout(() => kill(app), Math.random() * 4)
  // In the queue the posting function opens the transaction, so a random moment stands for one inside it.
  if (isPlanned && !isTransaction && app.plan.moment === 'inside its transaction')
    setTimeout(() => kill(app), 0.5 + Math.random())
  const results = await posting
  strike('when it is committed, not yet answered')
  await Promise.all(results.map((result, index) => send({ answered: keyOf(movements[index]!), result })))
  strike('after its answer')
}

async function postInTransaction(
  { db, ledger }: Setup,
  each: Movement,
  strike: (moment: Moment) => void,
): Promise<PostResult[]> {
  return db.transaction(async (tx: Tx) => {
    const result = await ledger.postIn(tx, each)
    strike('inside its transaction')
    return [result]
  })
}

function kill({ plan, server }: Setup): void {
  if (plan.victim === 'product') process.kill(process.pid, 'SIGKILL')
  isDatabaseKilled = true
  // All processes are killed at once, as in a power failure, and postmaster first, so that it cannot clean up.
  for (const pid of [server.pid(), ...childrenOf(server.pid())]) process.kill(pid, 'SIGKILL')
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
}
