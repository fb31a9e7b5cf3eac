/**
 * A grant or a correction of an operator whose connection to the database ends at any of its steps: it is made once or
 * not at all, with its record, and whoever sends it again reads which.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import type { GrantedReward } from '#contract/desk/rewards.ts'
import type { Result } from '#contract/endpoint.ts'
import { connect } from '#server/kernel/db/connect.ts'
import type { DeskCtx } from '#server/kernel/http/desk-session.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { flaggedPayments, type Invoice } from '#tests/setup/flags.ts'
import type { TestDatabase } from '#tests/setup/database.ts'
import { longTest, test } from '#tests/setup/length.ts'
import { grantTo } from '#tests/setup/grants.ts'
import { deskCtx } from '#tests/setup/operator.ts'
import { decideWithdrawal, settleFlag } from '../cashier/desk/decide.ts'
import { seedDefinitions } from '../kernel/definitions/seed.ts'
import { freeBetKind } from '../sports/free-bet-kind.ts'
import { previewGrant, revokeRewardOfPlayer } from './desk.ts'

let app: Cashier
let player: TestPlayer
const url = () => (app.deps.db as TestDatabase).url
beforeAll(async () => {
  app = await cashier()
  await seedDefinitions(app.deps, [freeBetKind])
})
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR'] })
})
afterAll(() => app.close())

type Act = (ctx: DeskCtx) => Promise<Result<unknown, string>>
/** The answer is null if the connection was cut before there was one. */
type Ended = { answer: Result<unknown, string> | null; queries: number }

/** An act with a database of its own, whose connection is cut after its query of this number; by default never. */
async function run(act: Act, cutAfter = 0): Promise<Ended> {
  const db = await connect({ url: url(), log: { info() {}, debug() {}, warn() {} }, poolSize: 2 })
  const ledger = createLedger({ db })
  let queries = 0
  db.pool.on('connect', (client) => cutOff(client, () => ++queries === cutAfter))
  try {
    const answer = await act(deskCtx({ ...app.deps, db, ledger })).catch((error) => {
      if (cutAfter === 0) throw error
      return null
    })
    return { answer, queries }
  } finally {
    await ledger.close()
    await db.close()
  }
}

function cutOff(client: pg.Client, isNow: () => boolean): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  client.query = (async (...args: unknown[]) => {
    // A signal that follows an act goes through the pool, which expects a call back.
    if (typeof args.at(-1) === 'function') return query(...args)
    const isLast = isNow()
    const answer = await query(...args)
    if (!isLast) return answer
    // The database has done it, also a COMMIT, and the act does not learn of it.
    await app.asOwner('SELECT pg_terminate_backend($1)', [(client as unknown as { processID: number }).processID])
    throw new Error('Connection terminated unexpectedly')
  }) as never
}

/** What is left of acts: rewards, their records, movements, messages and what was given. */
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
type Grant = { id?: string; again?: string | null }
const grantOf =
  (reward: GrantedReward, { id = randomUUID(), again = null }: Grant = {}): Act =>
  (ctx) =>
    grantTo(ctx, player.id, reward, { id, again })
const five: GrantedReward = { kind: 'cash', currency: 'EUR', amount: '5' }
const kinds: Array<[string, GrantedReward, object]> = [
  ['cash', { kind: 'cash', currency: 'EUR', amount: '12.50' }, { cash: 1250 }],
  ['points', { kind: 'points', points: 250 }, {}],
  ['free spins', { kind: 'offer', currency: 'EUR', id: 'reward-spins-10' }, { bonuses: 1 }],
  ['a bonus', { kind: 'offer', currency: 'EUR', id: 'reward-bonus-5' }, { bonuses: 1 }],
  ['a free bet', { kind: 'freeBet', currency: 'EUR', id: 'free-bet-5' }, { freeBets: 1 }],
]
/** What the page of the desk sends to grant the same once more. */
async function readAgain(reward: GrantedReward): Promise<string> {
  const preview = await previewGrant(deskCtx(app.deps), { playerId: player.id, reward, title: 'A gesture' })
  return preview.ok ? preview.value.again!.id : ''
}

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
    'at any step is made once or not at all; sent again it is made once, and another one is refused: %s',
    async (_name, reward, given) => {
      const once = { ...nothing, grants: 1, granted: 1, ...given }
      const outcomes = new Set<string>()
      const steps = await atEachStep(async (step) => {
        const grant = grantOf(reward, { id: randomUUID() })
        const first = await run(grant, step)
        const done = await left()
        expect([nothing, once]).toContainEqual(done)
        const other = (await run(grantOf(reward))).answer
        if (done.grants === 1)
          expect(other).toMatchObject({ refusal: 'grantedAlready', message: expect.stringMatching(/^Granted at \S+ /) })
        else expect(other).toMatchObject({ ok: true })
        if (done.grants === 1) expect((await run(grant)).answer).toMatchObject({ ok: true })
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
  longTest('and that is made once more: sent again, it is not made a third time', async () => {
    await atEachStep(async (step) => {
      await run(grantOf(five))
      const grant = grantOf(five, { id: randomUUID(), again: await readAgain(five) })
      const first = await run(grant, step)
      expect((await run(grant)).answer).toMatchObject({ ok: true })
      expect(await left()).toEqual({ ...nothing, grants: 2, granted: 2, cash: 1000 })
      return first
    })
    expect(await breaches()).toEqual([])
  })

  // Shows: pair kill/grant
  longTest('and that is taken back: it is taken back once, also when it is sent again', async () => {
    await atEachStep(async (step) => {
      await run(grantOf({ kind: 'offer', currency: 'EUR', id: 'reward-bonus-5' }))
      const { rows } = await app.asOwner('SELECT id FROM bonuses.player_bonuses WHERE player_id = $1', [player.id])
      const revoke: Act = (ctx) =>
        revokeRewardOfPlayer(ctx, { playerId: player.id, rewardId: rows[0].id, reason: 'a slip' })
      const first = await run(revoke, step)
      expect([0, 1]).toContain((await left()).revoked)
      expect((await run(revoke)).answer).toMatchObject({ ok: true })
      expect(await left()).toMatchObject({ revoked: 1, bonuses: 0 })
      return first
    })
    expect(await breaches()).toEqual([])
  })
})

describe('a correction whose connection is cut', () => {
  const versionOf = async ({ number }: Invoice): Promise<number> =>
    (await app.asOwner('SELECT version::int FROM payments.invoices WHERE number = $1', [number])).rows[0].version

  // Shows: pair kill/grant
  longTest('at any step credits a payment in suspense once, also when it is sent again', async () => {
    await atEachStep(async (step) => {
      const payments = flaggedPayments(app, player)
      const invoice = await payments.deposit()
      await payments.reportDeposit(invoice, { amount: 4000n as never })
      const decision = { decision: 'credit', reason: 'looked into it', isConfirmed: false } as const
      const seen = await versionOf(invoice)
      const settle: Act = (ctx) => settleFlag(ctx, { number: invoice.number, ...decision, seen })
      const first = await run(settle, step)
      expect([0, 4000]).toContain((await left()).cash)
      expect((await run(settle)).answer).toMatchObject({ ok: true })
      expect(await left()).toMatchObject({ cash: 4000 })
      await payments.expectOnRecord(invoice, 'credit')
      return first
    })
    expect(await breaches()).toEqual([])
  })

  // Shows: pair kill/grant
  longTest('at any step returns a declined withdrawal once, also when it is sent again', async () => {
    await atEachStep(async (step) => {
      await player.fund('EUR', 100_001n)
      const invoice = await flaggedPayments(app, player).withdrawal(100_001, false)
      const seen = await versionOf(invoice)
      const decline: Act = (ctx) =>
        decideWithdrawal(ctx, { number: invoice.number, decision: 'declined', reason: 'not yours', seen })
      const first = await run(decline, step)
      expect([0, 100_001]).toContain((await left()).cash)
      expect((await run(decline)).answer).toMatchObject({ ok: true })
      expect(await left()).toMatchObject({ cash: 100_001 })
      return first
    })
    expect(await breaches()).toEqual([])
  })
})

// Shows: pair second tab/grant
test('of two operators who grant once more at once, after the same grant, one does', async () => {
  await run(grantOf(five))
  const again = await readAgain(five)
  const ended = await Promise.all([1, 2, 3].map(() => run(grantOf(five, { again }))))
  expect(ended.filter(({ answer }) => answer?.ok)).toHaveLength(1)
  expect(await left()).toMatchObject({ grants: 2, granted: 2, cash: 1000 })
})

test('a revocation of what nobody granted names no earlier one', async () => {
  const revoke: Act = (ctx) =>
    revokeRewardOfPlayer(ctx, { playerId: player.id, rewardId: randomUUID(), reason: 'a slip' })
  expect((await run(revoke)).answer).toEqual({ ok: false, refusal: 'nothingToRevoke' })
})
