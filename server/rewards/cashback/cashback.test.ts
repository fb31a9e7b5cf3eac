/** Cashback: each settled round counts once, in its week; each week is paid once, and exactly by the formula. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { movement, play, transfer } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { operator } from '#tests/setup/operator.ts'
import { endDefinition } from '../../kernel/definitions/change-definition.ts'
import { seedDefinitions } from '../../kernel/definitions/seed.ts'
import { levels } from '../loyalty/ladder.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { grantReward } from '../grant-reward.ts'
import { consumers } from './consumers.ts'
import { weekOf } from './internal/week.ts'
import { cashbackKind } from './kind.ts'
import { readCashback } from './read-cashback.ts'
import { settleWeeks } from './settle-weeks.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'

const dayMs = 86_400_000

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
  await seedDefinitions(app.deps, [cashbackKind])
})
beforeEach(async () => {
  app.clock.reset()
  player = await app.player()
  await player.fund('EUR', 1_000_000n)
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

const { authenticated } = moneyCalls(
  () => app,
  () => player,
)
async function round(stake: number, won: number, gameId = 'dice'): Promise<void> {
  const roundId = randomUUID()
  await app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId, gameId, amount: stake }))
  await app.deps.ledger.post(play({ kind: 'win', player: player.id, roundId, gameId, amount: won, isFinished: true }))
}
const count = () => catchUp(app.deps)
const read = async () => {
  const { value } = await readCashback(await authenticated(), { currency: 'EUR' })
  return value[0]!
}
/** After the end of the week and its grace. */
const endWeek = () => app.clock.forward(7 * dayMs + 20 * 60_000)
const cash = async () => (await player.account('EUR')).withdrawalBalance

describe('the week so far', () => {
  // Shows: 3.19.1, 7.5.3
  test('counts settled rounds with the formula on the screen, each once', async () => {
    await round(10_000, 4_000)
    await round(2_000, 0)
    await count()
    await count()
    const { start, end } = weekOf(app.clock.now())
    expect(await read()).toEqual({
      currency: 'EUR',
      name: 'Weekly cashback',
      percent: 5,
      minAmount: 100,
      maxAmount: 20_000,
      startsAt: start.toISOString(),
      endsAt: end.toISOString(),
      staked: 12_000,
      won: 4_000,
      rewards: 0,
      amount: 400,
      past: [],
    })
    expect(await readCashback(await authenticated(), { currency: 'USD' })).toMatchObject({ value: [] })
  })

  // Shows: pair open round/cashback
  test('leaves out open and rolled-back rounds', async () => {
    const [open, rolledBack] = [randomUUID(), randomUUID()]
    const betKey = randomUUID()
    await app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId: open, amount: 5_000 }))
    await app.deps.ledger.post(
      play({ kind: 'bet', player: player.id, roundId: rolledBack, amount: 5_000, key: betKey }),
    )
    await app.deps.ledger.post(
      play({ kind: 'rollback', player: player.id, roundId: rolledBack, amount: 5_000, betKey, isFinished: true }),
    )
    await count()
    expect(await read()).toMatchObject({ staked: 0, amount: 0 })
    await app.deps.ledger.post(play({ kind: 'win', player: player.id, roundId: open, amount: 0, isFinished: true }))
    await count()
    expect(await read()).toMatchObject({ staked: 5_000, amount: 250 })
  })

  test('counts a round that was staked in the week before and settled in this one, and that week does not', async () => {
    const roundId = randomUUID()
    await app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId, amount: 5_000 }))
    await app.asOwner(`UPDATE games.rounds SET created_at = created_at - interval '7 days' WHERE id = $1`, [roundId])
    await count()
    await app.deps.ledger.post(play({ kind: 'win', player: player.id, roundId, amount: 1_000, isFinished: true }))
    await count()
    expect(await read()).toMatchObject({ staked: 5_000, won: 1_000, amount: 200, past: [] })
    endWeek()
    await Promise.all([settleWeeks(app.deps), settleWeeks(app.deps)])
    const { rows } = await app.asOwner(
      'SELECT staked::int, amount::int FROM rewards.cashback_periods WHERE player_id = $1',
      [player.id],
    )
    expect(rows).toEqual([{ staked: 5_000, amount: 200 }])
  })

  // Shows: pair bonus/cashback, pair free spins/cashback
  test('leaves out rounds with bonus money or free spins, also where part of the stake is cash', async () => {
    player = await app.player()
    await player.fund('EUR', 30n)
    const offers = ['reward-bonus-5', 'reward-spins-10']
    for (const bonusId of offers)
      await app.deps.db.transaction((tx) =>
        grantReward(tx, app.deps, {
          playerId: player.id,
          reward: { kind: 'offer', currency: 'EUR', bonusId },
          source: 'operator',
          sourceId: randomUUID(),
          title: { en: 'x' },
        }),
      )
    // 30 in cash and 70 of the bonus.
    await round(100, 0, 'tidepool')
    const { rows } = await app.asOwner('SELECT stake::int, bonus_stake::int FROM games.rounds WHERE player_id = $1', [
      player.id,
    ])
    expect(rows).toEqual([{ stake: 100, bonus_stake: 70 }])
    await count()
    expect(await read()).toMatchObject({ staked: 0, amount: 0 })
  })

  // Shows: pair quests/cashback, pair tournaments/cashback
  test('is less by cash rewards', async () => {
    await round(10_000, 0)
    await app.deps.db.transaction((tx) =>
      grantReward(tx, app.deps, {
        playerId: player.id,
        reward: { kind: 'cash', currency: 'EUR', amount: 4_000n as never },
        source: 'quest',
        sourceId: randomUUID(),
        title: { en: 'Quest' },
      }),
    )
    await count()
    expect(await read()).toMatchObject({ rewards: 4_000, amount: 300 })
  })
})

describe('the end of a week', () => {
  // Shows: 1.2.2, pair second tab/cashback
  test('pays once, however many processes settle it', async () => {
    await round(10_000, 0)
    await count()
    expect(await settleWeeks(app.deps)).toBe(0)
    const before = await cash()
    const { startsAt } = await read()
    endWeek()
    const settled = await Promise.all(Array.from({ length: 5 }, () => settleWeeks(app.deps)))
    expect(settled.reduce((sum, each) => sum + each)).toBeGreaterThan(0)
    expect((await cash()) - before).toBe(500)
    await settleWeeks(app.deps)
    expect((await cash()) - before).toBe(500)
    expect((await read()).past).toEqual([{ startsAt, amount: 500 }])
  })

  test('waits until every round of the week is counted', async () => {
    await round(10_000, 0)
    await count()
    await round(10_000, 0)
    const before = await cash()
    endWeek()
    expect(await settleWeeks(app.deps)).toBe(0)
    await count()
    await settleWeeks(app.deps)
    expect((await cash()) - before).toBe(1_000)
  })

  // Shows: pair exclusion/cashback
  test('pays an excluded player after the exclusion', async () => {
    await round(10_000, 0)
    await count()
    const before = await cash()
    app.clock.forward(7 * dayMs)
    await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    app.clock.forward(20 * 60_000)
    await settleWeeks(app.deps)
    expect(await cash()).toBe(before)
    const { rows } = await app.asOwner('SELECT status, amount::int FROM rewards.grants WHERE player_id = $1', [
      player.id,
    ])
    expect(rows).toEqual([{ status: 'due', amount: 500 }])
  })

  // Shows: pair closure/cashback
  test('gives nothing to an account that is closed, before the settlement or at the same moment', async () => {
    for (const isBefore of [true, false]) {
      app.clock.reset()
      player = await app.player()
      await player.fund('EUR', 10_000n)
      await round(10_000, 0)
      await count()
      const ctx = await authenticated()
      if (isBefore) expect(await closeAccount(ctx, {})).toMatchObject({ ok: true })
      endWeek()
      const [closed] = await Promise.all([isBefore ? { ok: true } : closeAccount(ctx, {}), settleWeeks(app.deps)])
      // Cashback that came first is money, which keeps the account open.
      const { rows } = await app.asOwner(
        `SELECT status, (SELECT cash::int FROM wallet.accounts WHERE player_id = $1 AND currency = 'EUR') AS cash FROM rewards.grants WHERE player_id = $1`,
        [player.id],
      )
      expect(rows).toEqual([closed.ok ? { status: 'void', cash: 0 } : { status: 'paid', cash: 500 }])
    }
  })

  // Shows: pair cashback/definitions
  test('a new definition during the week changes nothing of it', async () => {
    await round(10_000, 0)
    await count()
    const data = { name: { en: 'More' }, percent: 20, min: { base: '1' }, max: { base: '500' } }
    const version = await putInForce(app.deps, cashbackKind, 'weekly', data)
    expect((await read()).percent).toBe(5)
    const before = await cash()
    endWeek()
    expect((await read()).percent).toBe(20)
    await settleWeeks(app.deps)
    expect((await cash()) - before).toBe(500)
    expect(version).toBeGreaterThan(1)
  })

  test('without a definition pays nothing, and the weeks are settled all the same', async () => {
    await app.deps.db.transaction((tx) =>
      endDefinition(tx, { clock: app.deps.clock, actor: operator }, cashbackKind, 'weekly'),
    )
    app.clock.forward(14 * dayMs)
    expect(await readCashback(await authenticated(), {})).toMatchObject({ value: [] })
  })
})

describe('the percentage', () => {
  const level = (order: number) =>
    app.asOwner(
      `INSERT INTO rewards.loyalty_accounts (player_id, level) VALUES ($1, $2) ON CONFLICT (player_id) DO UPDATE SET level = $2`,
      [player.id, order],
    )
  // Shows: pair levels/cashback
  test("is that of the player's level where it is higher", async () => {
    await seedDefinitions(app.deps, [levels])
    await level(3)
    expect((await read()).percent).toBe(5)
    await level(10)
    expect((await read()).percent).toBe(15)
    // The level was not earned.
    await app.asOwner('DELETE FROM rewards.loyalty_accounts WHERE player_id = $1', [player.id])
  })

  // Shows: pair cashback/definitions, pair levels/definitions
  test('stays that of the week where another ladder replaces it, or it ends, and is the new one in the next week', async () => {
    const weekly = { name: { en: 'Back' }, percent: 5, min: { base: '1' }, max: { base: '500' } }
    await putInForce(app.deps, cashbackKind, 'weekly', weekly)
    await level(10)
    await round(10_000, 0)
    await count()
    const [first, second] = [{ en: 'One' }, { en: 'Two' }].map((name, index) => ({
      name,
      points: index * 100,
      cashbackPercent: index,
      rewards: [],
      benefits: [],
    }))
    const shorter = {
      pointsPerUnit: { slot: 1, dice: 1 },
      countsBonusStakes: false,
      decay: null,
      levels: [first, second],
    }
    await putInForce(app.deps, levels, 'ladder', shorter)
    expect((await read()).percent).toBe(15)
    await app.deps.db.transaction((tx) =>
      endDefinition(tx, { clock: app.deps.clock, actor: operator }, levels, 'ladder'),
    )
    expect((await read()).percent).toBe(15)
    const before = await cash()
    endWeek()
    expect((await read()).percent).toBe(5)
    await settleWeeks(app.deps)
    expect((await cash()) - before).toBe(1500)
    await app.asOwner('DELETE FROM rewards.loyalty_accounts WHERE player_id = $1', [player.id])
  })
})

test('a replay recounts the current week and leaves settled weeks unchanged', async () => {
  await round(3_000, 1_000)
  await count()
  const rows = () =>
    app.asOwner('SELECT staked::int, won::int, rounds, settled_at FROM rewards.cashback_periods WHERE player_id = $1', [
      player.id,
    ])
  const before = (await rows()).rows
  await app.deps.db.transaction((tx) => consumers[0]!.reset!(tx))
  expect((await rows()).rows).toEqual([])
  await app.asOwner("UPDATE facts.consumers SET movements_passed = 0 WHERE name = 'cashback'")
  await count()
  expect((await rows()).rows).toEqual(before)
})

// Shows: pair cashback/grant, pair deposit/cashback, pair swap/cashback, pair swap/levels, pair swap/quests
// Shows: pair swap/tournaments, pair vault/cashback, pair vault/levels, pair vault/quests, pair vault/tournaments
// Shows: pair withdrawal/cashback, pair withdrawal/levels, pair withdrawal/quests, pair withdrawal/tournaments
test('what others move is no play', async () => {
  await app.deps.ledger.post(
    movement({ kind: 'fee', transfers: [transfer(`player:${player.id}:cash:EUR`, 'house:games:EUR', 5_000)] }),
  )
  await count()
  const { rows } = await app.asOwner('SELECT * FROM rewards.cashback_periods WHERE player_id = $1', [player.id])
  expect(rows).toEqual([])
})
