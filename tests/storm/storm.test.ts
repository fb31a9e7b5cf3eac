/**
 * A load test of money operations: many clients at once on a few players, so that they conflict, with a partner that
 * fails, processes that end and connections that are cut. `npm run test:storm` sets its length.
 */
import { expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { checkAtRest, checkInvariants, quiesce } from '#tests/simulation/checks.ts'
import { InvariantViolation } from '#tests/simulation/invariant-violation.ts'
import { seeded } from '#tests/simulation/random.ts'
import { choose } from '#tests/simulation/run.ts'
import { createPlayer, openWorld, type World } from '#tests/simulation/world.ts'
import { allInvariants } from '#server/modules.ts'

const operations = Number(process.env['STORM_OPERATIONS'] ?? 6000)
const clients = Number(process.env['STORM_CLIENTS'] ?? 64)
const seed = process.env['SEED'] ?? 'storm'

type Storm = { world: World; begun: number; unanswered: number; checks: number; cuts: number; findings: Error[] }
const isOver = ({ begun, findings }: Storm): boolean => begun >= operations || findings.length > 0
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function client(storm: Storm, name: string): Promise<void> {
  const random = seeded(`${seed} ${name}`)
  while (!isOver(storm)) {
    storm.begun++
    try {
      await choose(random)(storm.world, random.pick(storm.world.players), random)
    } catch (error) {
      if (error instanceof InvariantViolation) storm.findings.push(error)
      storm.unanswered++
    }
  }
}

/**
 * Checks one invariant after the other, repeatedly, while money moves: each is one statement, so it reads one
 * consistent state.
 */
async function watch(storm: Storm): Promise<void> {
  for (let turn = 0; !isOver(storm); turn++) {
    const startedAt = performance.now()
    await checkInvariants(storm.world, [allInvariants[turn % allInvariants.length]!]).then(
      () => storm.checks++,
      (error) => {
        if (error instanceof InvariantViolation) storm.findings.push(error)
      },
    )
    await pause(Math.min(10_000, 4 * (performance.now() - startedAt)))
  }
}

/** Cuts a working connection from time to time, as a network fault or a restart would. */
async function cut(storm: Storm): Promise<void> {
  for (let turn = 0; !isOver(storm); turn++) {
    await pause(turn === 0 ? 500 : 1500)
    const { rows } = await storm.world.db.asOwner(`SELECT count(pg_terminate_backend(pid))::int AS cut FROM (
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'fairhouse' ORDER BY random() LIMIT 1) AS one`)
    storm.cuts += rows[0].cut
  }
}

async function report(storm: Storm, startedAt: number): Promise<void> {
  for (let next = startedAt + 20_000; !isOver(storm); await pause(250)) {
    if (performance.now() < next) continue
    next += 20_000
    console.log(summaryOf(storm, startedAt))
  }
}
const summaryOf = ({ begun, unanswered, checks, cuts }: Storm, startedAt: number): string =>
  `${begun} operations, ${unanswered} of them without an answer, ${cuts} connections cut, ${checks} invariants checked on the way, ${Math.round(begun / ((performance.now() - startedAt) / 1000))}/s`

// Shows: pair deposit/open round, pair deposit/withdrawal
longTest(
  `${operations} operations by ${clients} clients with faults on: every invariant holds throughout, and the partner agrees with the ledger in the end`,
  async () => {
    const random = seeded(seed)
    const world = await openWorld({ random, faults: 0.05, crashes: 0.01, connections: 20 })
    const storm: Storm = { world, begun: 0, unanswered: 0, checks: 0, cuts: 0, findings: [] }
    try {
      for (let count = 0; count < clients / 2; count++) await createPlayer(world, random)
      const startedAt = performance.now()
      await Promise.all([
        ...Array.from({ length: clients }, (_, index) => client(storm, `client ${index}`)),
        watch(storm),
        cut(storm),
        report(storm, startedAt),
      ])
      console.log(summaryOf(storm, startedAt))
      expect(storm.findings).toEqual([])
      // This is long enough for the pools to notice the last cut.
      await pause(1000)
      await quiesce(world, random)
      await checkAtRest(world)
      expect(storm.cuts).toBeGreaterThan(0)
    } finally {
      await world.close()
    }
  },
  24 * 3_600_000,
)
