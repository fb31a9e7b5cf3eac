/**
 * An operator's command whose connection or process ends at any of its steps: what it grants or takes back is done
 * once or not at all, with its record, and the repeated command names which.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { runOperatorCommand } from '#scripts/operator.ts'
import { connect } from '#server/kernel/db/connect.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { flaggedPayments } from '#tests/setup/flags.ts'
import type { TestDatabase } from '#tests/setup/database.ts'
import { longTest, test } from '#tests/setup/length.ts'
import { operatorKey } from '#tests/setup/operator.ts'
import { seedDefinitions } from '../kernel/definitions/seed.ts'
import { freeBetKind } from '../sports/free-bet-kind.ts'

let app: Cashier
let player: TestPlayer
let key: string
const url = () => (app.deps.db as TestDatabase).url
beforeAll(async () => {
  app = await cashier()
  await seedDefinitions(app.deps, [freeBetKind])
  key = await operatorKey(app.deps)
})
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR'] })
})
afterAll(() => app.close())

/** A command with a database of its own, whose connection is cut after its query of this number; by default never. */
async function run(words: string[], cutAfter = 0): Promise<{ printed: string; queries: number }> {
  const db = await connect({ url: url(), log: { info() {}, debug() {}, warn() {} }, poolSize: 2 })
  const ledger = createLedger({ db })
  let queries = 0
  db.pool.on('connect', (client) => cutOff(client, () => ++queries === cutAfter))
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const context = { ...app.deps, db, ledger, storage: app.deps.partners.storage, print }
  const close = async () => (await ledger.close(), await db.close())
  const ended = runOperatorCommand(
    words,
    async () => ({ ...context, close }),
    print,
    async () => key,
  )
  await ended.catch((error: Error) => printed.push(error.message))
  return { printed: printed.join('\n'), queries }
}

function cutOff(client: pg.Client, isNow: () => boolean): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  client.query = (async (...args: unknown[]) => {
    // The signal that follows the commands goes through the pool, which expects a call back.
    if (typeof args.at(-1) === 'function') return query(...args)
    const isLast = isNow()
    const answer = await query(...args)
    if (!isLast) return answer
    // The database has done it, also a COMMIT, and the command does not learn of it.
    await app.asOwner('SELECT pg_terminate_backend($1)', [(client as unknown as { processID: number }).processID])
    throw new Error('Connection terminated unexpectedly')
  }) as never
}

/** What is left of commands: rewards, their records, movements, messages and what was given. */
async function left() {
  const { rows } = await app.asOwner(
    `SELECT (SELECT count(*)::int FROM rewards.grants WHERE player_id = $1 AND status = 'paid') AS grants,
       (SELECT count(*)::int FROM identity.audit WHERE player_id = $1 AND action = 'reward-granted' AND actor = 'operator:olga') AS granted,
       (SELECT count(*)::int FROM identity.audit WHERE player_id = $1 AND action = 'reward-revoked' AND actor = 'operator:olga') AS revoked,
       (SELECT coalesce(sum(cash), 0)::int FROM wallet.accounts WHERE player_id = $1) AS cash,
       (SELECT count(*)::int FROM bonuses.player_freespins WHERE player_id = $1 AND status < 3)
         + (SELECT count(*)::int FROM bonuses.player_bonuses WHERE player_id = $1 AND status < 3) AS bonuses,
       (SELECT count(*)::int FROM sports.free_bets WHERE player_id = $1 AND expires_at > $2) AS "freeBets"`,
    [player.id, app.clock.now()],
  )
  return rows[0]
}
const breaches = () => findBreaches(app.deps.db.pool, allInvariants)

const nothing = { grants: 0, granted: 0, revoked: 0, cash: 0, bonuses: 0, freeBets: 0 }
const kinds: Array<[string, string[], object]> = [
  ['cash', ['cash', '12.50', 'EUR'], { cash: 1250 }],
  ['points', ['points', '250'], {}],
  ['free spins', ['offer', 'reward-spins-10', 'EUR'], { bonuses: 1 }],
  ['a bonus', ['offer', 'reward-bonus-5', 'EUR'], { bonuses: 1 }],
  ['a free bet', ['free-bet', 'free-bet-5', 'EUR'], { freeBets: 1 }],
]

/** Runs `attempt` with the connection cut after each step, until no step is left. Returns how many there are. */
async function atEachStep(attempt: (cutAfter: number) => Promise<{ queries: number }>): Promise<number> {
  for (let step = 1; ; step++) {
    player = await app.player({ currencies: ['EUR'] })
    const { queries } = await attempt(step)
    if (queries < step) return queries
  }
}

describe('a grant whose connection is cut', () => {
  // Shows: pair kill/grant
  longTest.each(kinds)(
    'at any step is made once or not at all, and repeated names which: %s',
    async (_name, what, given) => {
      const once = { ...nothing, grants: 1, granted: 1, ...given }
      const outcomes = new Set<string>()
      const steps = await atEachStep(async (step) => {
        const words = ['rewards', 'grant', player.id, ...what, 'sorry']
        const first = await run(words, step)
        const done = await left()
        expect([nothing, once]).toContainEqual(done)
        const { printed } = await run(words)
        if (done.grants === 1) expect(printed).toMatch(/^Granted at \S+ already, for the same reason/)
        else expect(printed).toMatch(/^Granted /)
        expect(await left()).toEqual(once)
        outcomes.add(done.grants === 1 ? 'made' : 'not made')
        return first
      })
      expect(steps).toBeGreaterThan(10)
      expect(outcomes).toEqual(new Set(['made', 'not made']))
      await catchUp(app.deps)
      expect(await breaches()).toEqual([])
    },
  )

  // Shows: pair kill/grant
  longTest('and that is made once more: repeated, it is not made a third time', async () => {
    await atEachStep(async (step) => {
      const grant = (...more: string[]) => ['rewards', 'grant', player.id, 'cash', '5', 'EUR', ...more, 'sorry']
      await run(grant())
      const [, again] = /write (--again=\S+) before/.exec((await run(grant())).printed)!
      const first = await run(grant(again!), step)
      const { printed } = await run(grant(again!))
      expect(printed).toMatch(/^Granted /)
      expect(await left()).toEqual({ ...nothing, grants: 2, granted: 2, cash: 1000 })
      return first
    })
    expect(await breaches()).toEqual([])
  })

  // Shows: pair kill/grant
  longTest('and that is taken back: it is taken back once, and repeated shows it', async () => {
    await atEachStep(async (step) => {
      await run(['rewards', 'grant', player.id, 'offer', 'reward-bonus-5', 'EUR', 'sorry'])
      const { rows } = await app.asOwner('SELECT id FROM bonuses.player_bonuses WHERE player_id = $1', [player.id])
      const words = ['rewards', 'revoke', rows[0].id, 'a slip']
      const first = await run(words, step)
      const { revoked } = await left()
      const { printed } = await run(words)
      if (revoked === 1) expect(printed).toMatch(/^Revoked at \S+ already/)
      else expect(printed).toMatch(/^Revoked; player/)
      expect(await left()).toMatchObject({ revoked: 1, bonuses: 0 })
      return first
    })
    expect(await breaches()).toEqual([])
  })

  // Shows: pair kill/grant
  longTest('a free bet of the sports command is granted once or not at all, and repeated names which', async () => {
    await atEachStep(async (step) => {
      const words = ['sports', 'free-bet', player.id, 'free-bet-5', 'EUR']
      const first = await run(words, step)
      const { freeBets } = await left()
      const { printed } = await run(words)
      expect(printed).toMatch(freeBets === 1 ? /received this free bet at \S+ already/ : /^Granted: /)
      const [, again] = /add (--again=\S+)\./.exec((await run(words)).printed)!
      await run([...words, again!])
      expect((await run([...words, again!])).printed).toMatch(/received this free bet at \S+ already/)
      expect(await left()).toMatchObject({ freeBets: 2 })
      return first
    })
    expect(await breaches()).toEqual([])
  })
})

describe('a correction whose connection is cut', () => {
  // Shows: pair kill/grant
  longTest('at any step credits a payment in suspense once, and repeated shows it', async () => {
    await atEachStep(async (step) => {
      const payments = flaggedPayments(app, player)
      const invoice = await payments.deposit()
      await payments.reportDeposit(invoice, { amount: 4000n as never })
      const words = ['flagged', 'credit', invoice.number, 'looked into it']
      const first = await run(words, step)
      const { cash } = await left()
      expect([0, 4000]).toContain(cash)
      expect((await run(words)).printed).toBe(
        cash > 0 ? `${invoice.number} already has this decision.` : `${invoice.number} is decided: credit.`,
      )
      expect(await left()).toMatchObject({ cash: 4000 })
      await payments.expectOnRecord(invoice, 'credit')
      return first
    })
    expect(await breaches()).toEqual([])
  })

  // Shows: pair kill/grant
  longTest('at any step returns a declined withdrawal once, and repeated shows it', async () => {
    await atEachStep(async (step) => {
      await player.fund('EUR', 100_001n)
      const { number } = await flaggedPayments(app, player).withdrawal(100_001, false)
      const words = ['withdrawals', 'decline', number, 'not yours']
      const first = await run(words, step)
      const { cash } = await left()
      expect([0, 100_001]).toContain(cash)
      const { printed } = await run(words)
      expect(printed).toMatch(/ is declined; the amount was returned/)
      expect(await left()).toMatchObject({ cash: 100_001 })
      return first
    })
    expect(await breaches()).toEqual([])
  })
})

describe('the process of the command', () => {
  const command = (...words: string[]) =>
    spawn(process.execPath, [join(import.meta.dirname, '../../scripts/operator.ts'), ...words], {
      env: { PATH: process.env.PATH, DATABASE_URL: url(), SECRET: app.deps.settings.secret, OPERATOR_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const ended = (child: ChildProcess) =>
    new Promise<string>((resolve) => {
      let printed = ''
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (printed += String(chunk)))
      child.once('close', () => resolve(printed.trim()))
    })

  // Shows: pair kill/grant
  longTest.each([
    ['identity.players', 'the player is locked'],
    ['rewards.grants', 'the reward is stored'],
    ['ledger.movements', 'the cash is posted'],
    ['messages.messages', 'the player is notified'],
  ])('killed when %s is reached (%s), grants nothing; repeated, it grants once', async (table) => {
    const words = ['rewards', 'grant', player.id, 'cash', '12.50', 'EUR', 'sorry']
    const blocker = new pg.Client({ connectionString: url() })
    await blocker.connect()
    try {
      await blocker.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`)
      const child = command(...words)
      const printed = ended(child)
      const isWaiting = async () =>
        (await app.asOwner(`SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`)).rows.length
      await expect.poll(isWaiting, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0)
      child.kill('SIGKILL')
      await printed
    } finally {
      await blocker.query('ROLLBACK')
      await blocker.end()
    }
    const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`
    await expect.poll(async () => (await app.asOwner(others)).rows.length).toBe(0)
    expect(await left()).toEqual(nothing)
    expect(await ended(command(...words))).toMatch(/^Granted €12\.50 to /)
    expect(await ended(command(...words))).toMatch(/^Granted at \S+ already/)
    expect(await left()).toEqual({ ...nothing, grants: 1, granted: 1, cash: 1250 })
    expect(await breaches()).toEqual([])
  })
})

// Shows: pair second tab/grant
test('of two operators who grant once more at once, after the same grant, one does', async () => {
  const grant = (...more: string[]) => run(['rewards', 'grant', player.id, 'cash', '5', 'EUR', ...more, 'sorry'])
  await grant()
  const [, again] = /write (--again=\S+) before/.exec((await grant()).printed)!
  const printed = await Promise.all([grant(again!), grant(again!), grant(again!)])
  expect(printed.filter((each) => each.printed.startsWith('Granted €5.00 to'))).toHaveLength(1)
  expect(await left()).toMatchObject({ grants: 2, granted: 2, cash: 1000 })
})

test('a revocation of what nobody granted names no earlier one', async () => {
  expect((await run(['rewards', 'revoke', randomUUID(), 'a slip'])).printed).toMatch(/^Nothing open has this id/)
})
