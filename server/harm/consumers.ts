/** Counts, for each player, what the markers of harm are made of. It raises markers; a job acts on them. */
import { sql } from 'kysely'
import type { KernelDeps, Tx } from '../deps.ts'
import { type Batch, consumer, movements, type Range } from '../kernel/facts/consumer.ts'
import {
  concernRecorded,
  depositSettled,
  exclusionStarted,
  limitReached,
  sessionOpened,
  sportsBetPlaced,
  withdrawalSettled,
} from '../kernel/facts/kinds.ts'
import { settledRounds } from '../play/index.ts'
import { addMarks, addTallies, type Mark, raiseMarkers, type Tally } from './internal/count.ts'
import { readRules } from './rules.ts'

const harm = consumer<KernelDeps>('harm', {
  // Protection hardly waits for anything.
  maxDelayMs: 1_000,
  follows: [
    movements,
    depositSettled,
    withdrawalSettled,
    limitReached,
    exclusionStarted,
    sessionOpened,
    concernRecorded,
    sportsBetPlaced,
  ],
  async apply(tx, batch, needs) {
    const { tallies, marks } = batch.movements
      ? { tallies: [], marks: await ofRounds(tx, batch.movements) }
      : await ofFacts(batch)
    await addTallies(tx, tallies)
    await addMarks(tx, marks)
    const rules = await readRules(tx)
    const touched = [...tallies, ...marks].map(({ playerId, at }) => ({ playerId, day: at.toISOString().slice(0, 10) }))
    if (rules) await raiseMarkers(tx, needs, rules, touched)
  },
  /** Markers stay: the player was notified, and an operator may have decided. None is raised twice. */
  async reset(tx) {
    await tx.deleteFrom('harm.tallies').execute()
    await tx.deleteFrom('harm.marks').execute()
  },
})

/** Time at play: stretches of ten minutes in which the player staked. */
async function ofRounds(tx: Tx, range: Range): Promise<Mark[]> {
  const rounds = settledRounds(tx, range).select(['player_id', 'bet_at'])
  const { rows } = await sql<{ playerId: string; at: Date }>`
    SELECT DISTINCT player_id AS "playerId", to_timestamp(floor(extract(epoch FROM bet_at) / 600) * 600) AS at FROM (${rounds}) AS round`.execute(
    tx,
  )
  return rows.flatMap(({ playerId, at }) => marksOfPlay(playerId, at))
}

/** `at`: the start of a stretch of ten minutes. */
function marksOfPlay(playerId: string, at: Date): Mark[] {
  return [
    { playerId, at, measure: 'tenMinutes', mark: at.toISOString() },
    { playerId, at, measure: 'playDays', mark: at.toISOString().slice(0, 10) },
  ]
}
const stretchMs = 600_000

async function ofFacts(batch: Batch): Promise<{ tallies: Tally[]; marks: Mark[] }> {
  const tallies: Tally[] = []
  const marks: Mark[] = []
  const add = (
    fact: { player: string | null; at: Date },
    measure: Tally['measure'],
    amount = 1n,
    currency: string | null = null,
  ) => {
    if (fact.player) tallies.push({ playerId: fact.player, at: fact.at, measure, amount, currency })
  }
  for (const fact of await batch.of(depositSettled)) {
    add(fact, 'netDeposits', fact.data.amount, fact.data.currency)
    add(fact, 'deposits')
    if (fact.player)
      marks.push({ playerId: fact.player, at: fact.at, measure: 'paymentMethods', mark: fact.data.method })
  }
  for (const fact of await batch.of(withdrawalSettled)) {
    if (fact.data.isPaid) add(fact, 'netDeposits', -fact.data.amount, fact.data.currency)
    else if (fact.data.isCancelled) add(fact, 'cancelledWithdrawals')
  }
  for (const fact of await batch.of(limitReached)) add(fact, 'reachedLimits')
  for (const fact of await batch.of(exclusionStarted)) add(fact, 'breaks')
  for (const fact of await batch.of(sessionOpened)) add(fact, 'signIns')
  for (const fact of await batch.of(concernRecorded)) add(fact, 'concerns')
  for (const { player, at } of await batch.of(sportsBetPlaced))
    if (player) marks.push(...marksOfPlay(player, new Date(Math.floor(at.getTime() / stretchMs) * stretchMs)))
  return { tallies, marks }
}

export const consumers = [harm]
