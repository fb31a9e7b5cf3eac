/** Counts, for each player, what the markers of harm are made of. It raises markers; a job acts on them. */
import type { KernelDeps } from '../deps.ts'
import { type Batch, consumer, movements } from '../kernel/facts/consumer.ts'
import {
  concernRecorded,
  depositSettled,
  exclusionStarted,
  limitReached,
  sessionOpened,
  sportsBetPlaced,
  withdrawalSettled,
} from '../kernel/facts/kinds.ts'
import { type PlayerPlay, settledPlay } from '../rewards/index.ts'
import {
  addMarks,
  addStretches,
  addTallies,
  type Mark,
  raiseMarkers,
  type Stretch,
  type Tally,
} from './internal/count.ts'
import { readRules } from './rules.ts'

const harm = consumer<KernelDeps>('harm', {
  // Protection hardly waits for anything but the stretches of time in which a player played.
  maxDelayMs: 1_000,
  pass: settledPlay,
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
    const { tallies, marks, stretches } = batch.movements
      ? { tallies: [], marks: [], stretches: (await batch.read(settledPlay)).players.flatMap(stretchesOf) }
      : await ofFacts(batch)
    await addTallies(tx, tallies)
    // A stake in a stretch that is marked already changes nothing that a rule counts.
    const added = [...(await addStretches(tx, stretches)), ...(await addMarks(tx, marks))]
    const touched = [...tallies.map(({ playerId, at }) => ({ playerId, day: dayOf(at) })), ...added]
    const rules = touched.length > 0 && (await readRules(tx))
    if (rules) await raiseMarkers(tx, needs, rules, touched)
  },
  /** Markers stay: the player was notified, and an operator may have decided. None is raised twice. */
  async reset(tx) {
    await tx.deleteFrom('harm.tallies').execute()
    await tx.deleteFrom('harm.marks').execute()
  },
})

const stretchMs = 600_000
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Time at play: stretches of ten minutes in which the player staked. */
function stretchesOf({ player, rounds }: PlayerPlay): Stretch[] {
  const starts: number[] = []
  for (const { betAt } of rounds) {
    const startsAt = Math.floor(betAt / 1000 / stretchMs) * stretchMs
    if (!starts.includes(startsAt)) starts.push(startsAt)
  }
  return starts.map((startsAt) => ({ playerId: player, startsAt: new Date(startsAt) }))
}

async function ofFacts(batch: Batch): Promise<{ tallies: Tally[]; marks: Mark[]; stretches: Stretch[] }> {
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
  const placed = (await batch.of(sportsBetPlaced)).flatMap(({ player, at }) =>
    player ? [{ playerId: player, startsAt: new Date(Math.floor(at.getTime() / stretchMs) * stretchMs) }] : [],
  )
  return { tallies, marks, stretches: placed }
}

export const consumers = [harm]
