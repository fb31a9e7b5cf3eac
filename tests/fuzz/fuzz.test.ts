/**
 * Sequences of requests over the whole contract: first each operation until it succeeds, then operations in any order,
 * by any person, with any value. `npm run test:fuzz -- <requests>` makes more of them, and a failure prints how to
 * replay it.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, repetitions, sampled, test } from '#tests/setup/length.ts'
import { setStatus } from '#server/identity/sessions/set-status.ts'
import { operator } from '#tests/setup/operator.ts'
import { anyCommand, changingOperations, everyOperation, sendAtOnce } from './commands.ts'
import { type Life, newLife } from './life.ts'
import { operations, unreachableOperations } from './operations.ts'
import { type FuzzSite, fuzzSite, operationNames } from './site.ts'

const { REQUESTS, SEED, FUZZ_PATH, FUZZ_REPLAY } = process.env
const requests = Number(REQUESTS ?? repetitions(800, 2000))
/** `npm test` and a long run use the same sequences each time; a given number of requests uses new ones each time. */
const seed = Number(SEED ?? (REQUESTS === undefined ? 2026 : Date.now() % 1_000_000_000))
const timeout = 120_000 + requests * 300

let site: FuzzSite
beforeAll(async () => {
  site = await fuzzSite()
})
afterAll(() => site.close())

async function runSequence(commands: Iterable<fc.AsyncCommand<Life, FuzzSite>>): Promise<void> {
  await fc.asyncModelRun(() => ({ model: newLife(site), real: site }), commands)
  await site.expectSound()
}

/** Runs the sequences; a failure names the seed and the path that replay it. */
async function check<T>(property: fc.IAsyncProperty<T>, options: fc.Parameters<T>): Promise<void> {
  const details = await fc.check(property, { ...options, interruptAfterTimeLimit: 240_000 })
  if (!details.failed) return
  const [shown] = (details.counterexample ?? []) as unknown[]
  const replay = /replayPath="([^"]*)"/.exec(String(shown))?.[1]
  throw new Error(
    `SEED=${details.seed} FUZZ_PATH=${details.counterexamplePath}${replay ? ` FUZZ_REPLAY=${replay}` : ''} npm run test:fuzz replays this: ${details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)}\n${fc.stringify(shown)}`,
    { cause: details.errorInstance },
  )
}

test('every operation of the contract has a command, or the reason it cannot succeed', () => {
  const covered = [...Object.keys(operations), ...Object.keys(unreachableOperations)]
  expect(covered.toSorted()).toEqual(operationNames.toSorted())
})

// Shows: ASVS 16.5.3
test('a refusal that commits what its transaction wrote is noticed', async () => {
  const refused = async (at: FuzzSite) => {
    const life = newLife(at)
    await life.proven()
    await life.need('requestApproval', life.by(null, { body: { email: life.me.email } }))
    const code = await life.mailed(life.me.email, /approvalCode=([\w-]+)/)
    await life.need('closeAccount', life.by(life.me, { body: {} }))
    return at.ask('approveSignIn', life.by(null, { body: { code } }))
  }
  expect(await refused(site)).toMatchObject({ status: 422, body: { error: { name: 'codeInvalid' } } })
  const breached = await fuzzSite({
    breach: ({ db }) => ({
      db: {
        ...db,
        transaction: async (work) => (await db.transaction(async (tx) => ({ hidden: await work(tx) }))).hidden,
      },
    }),
  })
  try {
    await expect(refused(breached)).rejects.toThrow(
      /was refused with 422 codeInvalid, yet it wrote .*identity\.link_codes/,
    )
  } finally {
    await breached.close()
  }
})

// Shows: 7.1.3, fault 31
test('each operation succeeds, in any order', { timeout }, async () => {
  await check(fc.asyncProperty(everyOperation, runSequence), { seed, numRuns: 1, endOnFailure: true })
  const missing = operationNames.filter((name) => !site.successes.get(name) && !unreachableOperations[name])
  expect(missing).toEqual([])
})

// Shows: fault 31
longTest(
  `${requests} requests in random sequences: no 5xx, no slow answer, no refusal that writes anything, every invariant kept`,
  { timeout },
  async () => {
    const until = site.requestCount + requests
    for (let turn = 0; site.requestCount < until; turn++) {
      const options = FUZZ_PATH === undefined ? {} : { path: FUZZ_PATH }
      const sequences = fc.commands(anyCommand, {
        maxCommands: 40,
        size: 'max',
        ...(FUZZ_REPLAY === undefined ? {} : { replayPath: FUZZ_REPLAY }),
      })
      await check(fc.asyncProperty(sequences, runSequence), { seed: seed + turn, numRuns: 5, ...options })
      if (FUZZ_PATH !== undefined) break
    }
  },
)

const blocked = sampled(changingOperations, 8)
// Shows: pair account switch/block, pair bonus/block, pair limits/block, pair sign-out/block, pair swap/block
// Shows: pair vault/block
longTest(
  `an operator's block at the moment of each of ${blocked.length} operations: nothing of the player stays open, every invariant kept`,
  { timeout },
  async () => {
    for (const name of blocked) {
      const life = newLife(site)
      const { id } = await life.need('readProfile', await life.mine())
      const statusChange = { playerId: id, status: 'blocked', reason: 'stolen card' } as const
      if (!(await sendAtOnce(life, [name], () => setStatus({ ...site.deps, actor: operator }, statusChange)))) continue
      await site.expectSound()
      const { rows } = await site.app.db.asOwner(
        `SELECT (SELECT count(*)::int FROM identity.sessions WHERE player_id = $1 AND closed_at IS NULL) AS sessions,
           (SELECT count(*)::int FROM payments.invoices WHERE player_id = $1 AND type = 1 AND status = 1 AND flag IS NULL) AS pages,
           (SELECT count(*)::int FROM payments.invoices WHERE player_id = $1 AND type = 2 AND status = 1 AND review IS NULL) AS payouts,
           (SELECT count(*)::int FROM rewards.tournament_entries WHERE player_id = $1 AND refunded_at IS NULL) AS entries`,
        [id],
      )
      expect({ name, ...rows[0] }).toEqual({ name, sessions: 0, pages: 0, payouts: 0, entries: 0 })
    }
  },
)

const pairs = repetitions(12, 150)
// Shows: fault 31
longTest(
  `${pairs} pairs of operations of one player, both at once: no 5xx, every invariant kept`,
  { timeout },
  async () => {
    const operation = fc.constantFrom(...changingOperations)
    for (const names of fc.sample(fc.tuple(operation, operation), { seed, numRuns: pairs })) {
      await sendAtOnce(newLife(site), names)
      await site.work()
      await site.expectSound().catch((error: Error) => {
        throw new Error(`after ${names.join(' and ')}, SEED=${seed}: ${error.message}`, { cause: error })
      })
    }
  },
)
