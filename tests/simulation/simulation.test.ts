/** Random sequences of all money operations, reproducible by seed. `SEED=… npm run test:simulation` repeats one. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import type { Deps } from '#server/deps.ts'
import { seeded } from './random.ts'
import { simulate, SimulationFailed } from './run.ts'

const ids = vi.hoisted(() => ({ next: null as (() => string) | null }))
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  return { ...real, randomUUID: () => ids.next?.() ?? real.randomUUID() }
})

const steps = Number(process.env['STEPS'] ?? 350)
const seeds = process.env['SEED']
  ? [process.env['SEED']]
  : Array.from(
      { length: Number(process.env['SEEDS'] ?? 3) },
      (_, index) => `${process.env['SEED_PREFIX'] ?? 'site'}-${index + 1}`,
    )

/** These tests are skipped when one run is repeated, and some of them also when runs are shorter than usual. */
const ofMany = process.env['SEED'] ? longTest.skip : longTest
const ofUsualLength = process.env['STEPS'] ? longTest.skip : ofMany

type Run = Awaited<ReturnType<typeof simulate>>
const runs = new Map<string, Run>()

/** The ids that the site assigns come from the seed too. */
async function run(seed: string, sabotage?: (deps: Deps) => Deps): Promise<Run> {
  ids.next = seeded(`${seed} ids`).uuid
  return simulate({ seed, steps, ...(sabotage ? { sabotage } : {}) })
}
beforeEach(() => {
  ids.next = null
})
afterEach(() => {
  ids.next = null
})

// Shows: pair bonus/kill, pair free spins/kill
longTest.each(seeds)(
  'seed %s: with any failures and kills, nothing is lost or doubled',
  async (seed) => {
    const done = await run(seed)
    if (process.env['TRACE']) console.log(done.trace.join('\n'))
    expect(done.trace.length).toBeGreaterThan(steps)
    runs.set(seed, done)
  },
  300_000,
)

ofMany(
  'the same seed gives the same run, step by step',
  async () => {
    expect(await run(seeds[0]!)).toEqual(runs.get(seeds[0]!))
  },
  300_000,
)

ofUsualLength('all runs together cover every kind of movement', () => {
  expect([...new Set([...runs.values()].flatMap(({ kinds }) => kinds))].sort()).toEqual([
    'bet',
    'bonus-cancelled',
    'bonus-converted',
    'bonus-expired',
    'bonus-granted',
    'deposit',
    'deposit-suspense',
    'rollback',
    'win',
    'withdrawal-hold',
    'withdrawal-paid',
    'withdrawal-returned',
  ])
})

/** The planted fault is rare and occurs only after other events, so random search must find it. */
const forgetful = (deps: Deps): Deps => ({
  ...deps,
  ledger: {
    ...deps.ledger,
    postIn: (tx, movement) =>
      deps.ledger.postIn(tx, movement.kind === 'withdrawal-returned' ? { ...movement, transfers: [] } : movement),
  },
})

ofMany(
  'a product that fails to return a hold is detected, and its seed finds it again at the same step',
  async () => {
    const outcome = (seed: string) =>
      run(seed, forgetful).then(
        () => null,
        (error: SimulationFailed) => error,
      )
    for (const seed of seeds) {
      const failure = await outcome(seed)
      if (!failure) continue
      expect(failure.message).toContain(`SEED=${seed} npm run test:simulation`)
      expect((await outcome(seed))?.trace).toEqual(failure.trace)
      return
    }
    expect.unreachable('no seed found it')
  },
  300_000,
)
