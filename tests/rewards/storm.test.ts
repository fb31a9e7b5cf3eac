/**
 * A storm of play under every reward, with consumers killed and definitions replaced: afterwards everything is counted
 * again from the ledger. `npm run storm:rewards` makes it as long as one likes.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import type { Deps } from '#server/deps.ts'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { createConsumers } from '#server/kernel/facts/run-consumers.ts'
import { findBreaches, ledgerInvariants } from '#server/ledger/invariants.ts'
import { invariants as bonusInvariants } from '#server/bonuses/invariants.ts'
import { invariants as loyaltyInvariants } from '#server/rewards/loyalty/invariants.ts'
import { invariants as questInvariants } from '#server/rewards/quests/invariants.ts'
import { invariants as rewardInvariants } from '#server/rewards/invariants.ts'
import { invariants as tournamentInvariants } from '#server/rewards/tournaments/invariants.ts'
import { invariants as rakebackInvariants } from '#server/rewards/rakeback/invariants.ts'
import { settleWeeks } from '#server/rewards/cashback/settle-weeks.ts'
import { claimPlayerQuest } from '#server/rewards/quests/claim-player-quest.ts'
import { publishRuns } from '#server/rewards/tournaments/publish-runs.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { operator } from '#tests/setup/operator.ts'
import { seeded } from '#tests/simulation/random.ts'
import { consumers } from './consumers.ts'
import {
  compareCashback,
  compareLoyalty,
  comparePaidCashback,
  compareQuests,
  compareRakeback,
  compareReports,
  compareSpinWins,
  compareTournaments,
} from './differences.ts'
import { grantAll } from './grant-all.ts'
import { as, type AsOwner, type Load, moveRates, openPlayers, step } from './load.ts'
import { readBooks } from './recount.ts'
import { dayMs, define, openDeps, redefine } from './world.ts'

const bets = Number(process.env['REWARD_BETS'] ?? 1500)
const kills = Number(process.env['REWARD_KILLS'] ?? 1)
const seed = process.env['SEED'] ?? 'rewards'
const clients = Number(process.env['REWARD_CLIENTS'] ?? 48)
const invariants = [
  ...ledgerInvariants,
  // The other ones are about bonuses that an offer granted; those of the storm are made for it.
  ...bonusInvariants.filter(({ name }) => name.includes('free spin')),
  ...rewardInvariants,
  ...rakebackInvariants,
  ...loyaltyInvariants,
  ...questInvariants,
  ...tournamentInvariants,
]

type World = { deps: Deps; asOwner: AsOwner; url: string; errors: string[] }

async function consume({ url, errors }: World): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), [url])
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error('a consumer ended by itself')))
    child.on('message', (message: { error?: string }) => {
      if (message.error) errors.push(message.error)
      else resolve()
    })
  })
  return child
}

/** One that has already ended is not announced again. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    child.removeAllListeners('close').once('close', () => resolve())
    child.kill('SIGKILL')
  })
}

async function play(world: World, load: Load): Promise<void> {
  const children = await Promise.all([consume(world), consume(world)])
  let stormed = false
  const random = seeded(`${seed} events`)
  const client = async (name: string) => {
    const own = seeded(`${seed} ${name}`)
    while (load.bets < bets) await step(load, own)
  }
  /** Waits until the storm has come so far. */
  const until = async (share: number) => {
    while (load.bets < bets * share && !stormed) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const killing = async () => {
    for (let count = 0; count < kills; count++) {
      await until((count + 0.5) / kills)
      await kill(children[count % 2]!)
      children[count % 2] = await consume(world)
    }
  }
  const changing = async () => {
    for (let count = 1; count <= 12; count++) {
      await until(count / 13)
      await moveRates(load, random)
      if (count === 6) await redefine(world.deps, shortMs)
    }
  }
  try {
    const clientsAtOnce = Array.from({ length: clients }, (_, index) => client(`client ${index}`))
    await Promise.all([Promise.all(clientsAtOnce).finally(() => (stormed = true)), killing(), changing()])
  } finally {
    await Promise.all(children.map(kill))
  }
}

async function catchUp({ deps }: World): Promise<void> {
  const log = { warn() {}, error: (text: string) => expect.fail(text) }
  const running = await createConsumers(consumers, { db: deps.db, clock: deps.clock, log, needs: deps })
  try {
    // Points that are granted are facts: counted, they bring levels, which are granted.
    do await running.catchUp()
    while ((await grantAll(deps)) > 0)
    await running.catchUp()
  } finally {
    await running.stop()
  }
}

/** The short runs end in the middle: about so many bets are posted a second. */
const shortMs = 1500 + bets / 4

// Shows: invariant 14, pair account switch/quests, pair bonus/cashback, pair deposit/quests, pair free spins/cashback
// Shows: pair free spins/tournaments, pair kill/cashback, pair kill/levels, pair kill/quests, pair kill/rakeback
// Shows: pair kill/tournaments, pair levels/cashback, pair quests/cashback, pair quests/levels
// Shows: pair tournaments/cashback
longTest(
  `${bets} bets under every reward, ${kills} kills of their consumers: all of it equals a recount of the ledger`,
  async () => {
    const db = await testDatabase({ poolSize: 12 })
    let forwardMs = 0
    const clock = { now: () => new Date(Date.now() + forwardMs) }
    const deps = await openDeps(db, clock)
    const world: World = { deps, asOwner: db.asOwner, url: db.url, errors: [] }
    const load: Load = { deps, players: [], runs: [], open: [], bets: 0, refused: new Map() }
    const startedAt = performance.now()
    try {
      await openPlayers(load, db.asOwner, seeded(`${seed} players`), Math.min(2000, 20 + Math.floor(bets / 100)))
      await define(deps, shortMs)
      // Runs of the past are published for definitions that were in force then.
      await db.asOwner(
        `UPDATE rewards.definitions SET starts_at = starts_at - interval '2 hours' WHERE kind = 'tournament'`,
      )
      const hourAgo = { now: () => new Date(Date.now() - dayMs / 24) }
      expect(await publishRuns({ ...deps, clock: hourAgo })).toBe(6)
      const runs = await db.asOwner('SELECT identity FROM rewards.tournament_runs')
      load.runs.push(...runs.rows.map(({ identity }) => identity))
      await play(world, load)
      expect(world.errors).toEqual([])
      const seconds = (performance.now() - startedAt) / 1000
      const { rows: made } = await db.asOwner('SELECT count(*)::int AS count FROM ledger.movements')
      await catchUp(world)
      await expectEqual(world, {})
      const acting = { db, clock, actor: operator }
      for (const each of consumers) await replayConsumer(acting, each, { isPartial: false })
      await catchUp(world)
      await claimAll(load)
      await catchUp(world)
      // The week of the storm is over, and after it the long tournaments.
      forwardMs = 8 * dayMs
      const { rows: end } = await db.asOwner('SELECT max(id)::text AS last FROM ledger.movements')
      const settledAfter = BigInt(end[0].last)
      await settleWeeks(deps)
      await catchUp(world)
      const { count, rounds } = await expectEqual(world, { settledAfter })
      const { rows: open } = await db.asOwner(`SELECT identity FROM rewards.tournament_runs WHERE state <> 'finished'`)
      expect(open).toEqual([])
      expect(await findBreaches(db.pool, invariants)).toEqual([])
      expectOften(load)
      const rate = (sum: number) => Math.round(sum / seconds)
      const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
      const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
      console.log(
        `${load.bets} bets of ${load.players.length} players in ${seconds.toFixed(0)} s (${rate(load.bets)} bets and ${rate(made[0].count)} movements a second, ${clients} clients), ${rounds} settled rounds, ${kills} kills: ${count} figures equal a recount of the ledger; ${minutes} minutes and at most ${megabytes} MB in all`,
      )
    } finally {
      await deps.ledger.close()
      await db.close()
    }
  },
  120_000 + bets * 20 + kills * 10_000,
)

async function expectEqual(
  { asOwner }: World,
  { settledAfter }: { settledAfter?: bigint },
): Promise<{ count: number; rounds: number }> {
  const books = await readBooks(asOwner)
  const compared = [
    await compareCashback(asOwner, books),
    await compareRakeback(asOwner, books),
    await compareLoyalty(asOwner, books),
    await compareSpinWins(asOwner, books, settledAfter !== undefined),
    await compareQuests(asOwner, books, settledAfter !== undefined),
    await compareTournaments(asOwner, books),
    await compareReports(asOwner, books),
    ...(settledAfter === undefined ? [] : [await comparePaidCashback(asOwner, books, settledAfter)]),
  ]
  expect(compared.flatMap(({ wrong }) => wrong).slice(0, 20)).toEqual([])
  for (const kind of ['bonus', 'free'] as const) expect(books.rounds.some((round) => round[kind] > 0n)).toBe(true)
  return { count: compared.reduce((sum, each) => sum + each.compared, 0), rounds: books.rounds.length }
}

async function claimAll(load: Load): Promise<void> {
  const earned = await load.deps.db.kysely
    .selectFrom('rewards.player_quests')
    .select(['id', 'player_id'])
    .where('reward_state', '=', 'earned')
    .execute()
  for (const { id, player_id } of earned) {
    const both = await Promise.all([1, 2].map(() => claimPlayerQuest(as(load, player_id), { id })))
    expect(both.every(({ ok }) => ok)).toBe(true)
  }
}

/** A storm in which nothing happens would prove nothing. */
function expectOften({ refused, bets: made }: Load): void {
  const sum = [...refused.values()].reduce((total, count) => total + count, 0)
  expect(sum).toBeLessThan(made / 2)
  for (const unexpected of ['playerExcluded', 'countryRestricted', 'currencyNotOffered', 'roundClosed'])
    expect(refused.get(unexpected) ?? 0).toBe(0)
}
