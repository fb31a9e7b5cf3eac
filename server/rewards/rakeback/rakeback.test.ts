/** Rakeback: each settled round counts once, exactly by the formula, and each part of it is paid once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { movement, play, transfer } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { operator } from '#tests/setup/operator.ts'
import { endDefinition } from '../../kernel/definitions/change-definition.ts'
import { seedDefinitions } from '../../kernel/definitions/seed.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { edgeOf, noteGames } from '../counting-rules.ts'
import { grantReward } from '../grant-reward.ts'
import { claimRakeback } from './claim-rakeback.ts'
import { consumers } from './consumers.ts'
import { rakebackKind } from './kind.ts'
import { readRakeback } from './read-rakeback.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'

let app: Cashier
let deps: Deps
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
  const studio = { ...createInHouseStudio({ secret: app.deps.settings.secret }), slug: 'house' }
  deps = { ...app.deps, partners: { ...app.deps.partners, gameStudios: [studio] } }
  await seedDefinitions(app.deps, [rakebackKind])
})
beforeEach(async () => {
  app.clock.reset()
  player = await app.player()
  await player.fund('EUR', 10_000_000n)
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

const { authenticated } = moneyCalls(
  () => app,
  () => player,
)
async function round(stake: number, won = 0, gameId = 'dice'): Promise<void> {
  const roundId = randomUUID()
  await app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId, gameId, amount: stake }))
  await app.deps.ledger.post(play({ kind: 'win', player: player.id, roundId, gameId, amount: won, isFinished: true }))
}
const count = () => catchUp(deps)
const read = async () => (await readRakeback(await authenticated(), { currency: 'EUR' })).value[0]!
const claim = async () => claimRakeback(await authenticated(), { currency: 'EUR' })
const cash = async (): Promise<number> => {
  const { rows } = await app.asOwner(
    `SELECT cash::int FROM wallet.accounts WHERE player_id = $1 AND currency = 'EUR'`,
    [player.id],
  )
  return rows[0].cash
}
const grants = async () => {
  const { rows } = await app.asOwner(
    'SELECT source, status, amount::int FROM rewards.grants WHERE player_id = $1 ORDER BY created_at',
    [player.id],
  )
  return rows
}
const earned = async () => {
  const { rows } = await app.asOwner('SELECT earned::text FROM rewards.rakebacks WHERE player_id = $1', [player.id])
  return rows[0] ? BigInt(rows[0].earned) : 0n
}
const gameNamed = (slug: string) =>
  deps.partners.gameStudios.flatMap(({ games }) => games).find((game) => game.slug === slug)!
/** Millionths of a subunit, by the formula that players read. */
function expected(slug: string, stake: bigint, percent = 10n): bigint {
  const { numerator, denominator } = edgeOf(gameNamed(slug))
  return (stake * numerator * percent * 1_000_000n) / (denominator * 100n)
}
async function define(percent: number): Promise<void> {
  await putInForce(app.deps, rakebackKind, 'instant', { name: { en: 'Rakeback' }, percent, min: { base: '0.10' } })
}

describe('a settled round', () => {
  test('counts its stake times the edge of its game, truncated once, won or lost, and only once', async () => {
    await round(12_345, 0)
    await round(777, 9_999, 'ember-forge')
    await count()
    await count()
    expect(await earned()).toBe(expected('dice', 12_345n) + expected('ember-forge', 777n))
    expect(await read()).toMatchObject({ percent: 10, claimed: 0, minAmount: 10, isEnded: false })
  })

  // Shows: pair open round/rakeback
  test('counts neither before it is settled nor after a rollback', async () => {
    const [open, rolledBack, betKey] = [randomUUID(), randomUUID(), randomUUID()]
    const bet = { kind: 'bet', player: player.id, amount: 50_000 } as const
    await app.deps.ledger.post(play({ ...bet, roundId: open }))
    await app.deps.ledger.post(play({ ...bet, roundId: rolledBack, key: betKey }))
    const rollback = { kind: 'rollback', player: player.id, roundId: rolledBack, betKey, isFinished: true } as const
    await app.deps.ledger.post(play({ ...rollback, amount: 50_000 }))
    await count()
    expect(await earned()).toBe(0n)
    await app.deps.ledger.post(play({ kind: 'win', player: player.id, roundId: open, amount: 0, isFinished: true }))
    await count()
    expect(await earned()).toBe(expected('dice', 50_000n))
  })

  // Shows: pair bonus/rakeback, pair free spins/rakeback
  test('with bonus money or a free spin in it earns nothing', async () => {
    player = await app.player()
    await player.fund('EUR', 30n)
    for (const bonusId of ['reward-bonus-5', 'reward-spins-10'])
      await app.deps.db.transaction((tx) =>
        grantReward(tx, app.deps, {
          playerId: player.id,
          reward: { kind: 'offer', currency: 'EUR', bonusId },
          source: 'operator',
          sourceId: randomUUID(),
          title: { en: 'x' },
        }),
      )
    await round(100, 0, 'tidepool')
    await count()
    expect(await earned()).toBe(0n)
  })

  // Shows: pair open round/definitions, pair rakeback/definitions
  test('counts by the version that was in force when it settled, however late it is counted, and so does a replay', async () => {
    await round(100_000)
    await define(25)
    await round(100_000)
    await count()
    const both = expected('dice', 100_000n) + expected('dice', 100_000n, 25n)
    expect(await earned()).toBe(both)
    await define(10)
    await round(100_000)
    await count()
    expect(await earned()).toBe(both + expected('dice', 100_000n))
    const acting = { db: app.deps.db, clock: app.deps.clock, actor: operator }
    await replayConsumer(acting, consumers[0]!, { isPartial: false })
    expect(await earned()).toBe(0n)
    await count()
    expect(await earned()).toBe(both + expected('dice', 100_000n))
  })

  test('keeps the edge that its game had when it was counted, also in a replay, and only the changed game is stored', async () => {
    await round(100_000)
    await count()
    const before = await earned()
    const rowsOf = async () =>
      Number(
        (await app.asOwner("SELECT count(*) FROM rewards.counted_games WHERE consumer = 'rakeback'")).rows[0].count,
      )
    const stored = await rowsOf()
    const game = gameNamed('dice')
    const { rtpExact } = game
    game.rtpExact = { numerator: 1n, denominator: 2n }
    try {
      await round(100_000)
      await count()
      expect(await earned()).toBe(before + 5_000n * 1_000_000n)
      expect(await rowsOf()).toBe(stored + 1)
      const acting = { db: app.deps.db, clock: app.deps.clock, actor: operator }
      await replayConsumer(acting, consumers[0]!, { isPartial: false })
      await count()
      expect(await earned()).toBe(before + 5_000n * 1_000_000n)
    } finally {
      game.rtpExact = rtpExact
    }
  })
})

describe('of a game that only another process has', () => {
  // Shows: change 26
  test('a round counts with its edge, and the rules are stored once', async () => {
    const game = { ...gameNamed('dice'), slug: 'of-a-newer-build', rtpExact: { numerator: 9n, denominator: 10n } }
    await noteGames(app.deps.db.kysely, [{ slug: 'house', games: [game] }])
    const rules = async () =>
      (await app.asOwner("SELECT count(*)::int FROM rewards.counting_rules WHERE consumer = 'rakeback'")).rows[0].count
    await count()
    const before = await rules()
    const house = deps.partners.gameStudios[0]!
    const newer = {
      ...deps,
      partners: { ...deps.partners, gameStudios: [{ ...house, slug: 'house', games: [...house.games, game] }] },
    }
    await round(100_000, 0, game.slug)
    await count()
    await round(100_000, 0, game.slug)
    await catchUp(newer)
    await round(100_000, 0, game.slug)
    await count()
    expect(await earned()).toBe(3n * 1_000n * 1_000_000n)
    expect(await rules()).toBe(before)
  })
})

describe('a claim', () => {
  // Shows: 1.2.2, pair second tab/rakeback
  test('pays whole subunits as cash, once for ten tabs at once, and leaves the rest', async () => {
    await round(1_234_567)
    await count()
    const amount = Number(expected('dice', 1_234_567n) / 1_000_000n)
    const before = await cash()
    expect(await read()).toMatchObject({ claimed: 0, claimedAt: null })
    const answers = await Promise.all(Array.from({ length: 10 }, claim))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((each) => !each.ok && each.refusal === 'rakebackTooSmall')).toHaveLength(9)
    expect((await cash()) - before).toBe(amount)
    expect(await grants()).toEqual([{ source: 'rakeback', status: 'paid', amount }])
    const { claimedAt, ...now } = await read()
    expect(now).toMatchObject({ amount: 0, claimed: amount })
    expect(Math.abs(Date.parse(claimedAt!) - app.clock.now().getTime())).toBeLessThan(60_000)
    await round(1_234_567)
    await count()
    const both = Number((2n * expected('dice', 1_234_567n)) / 1_000_000n)
    expect(await claim()).toMatchObject({ ok: true, value: { amount: 0, claimed: both } })
    expect((await cash()) - before + 1_234_567).toBe(both)
  })

  // Shows: pair second tab/rakeback
  test('at the moment of twenty rounds loses nothing and pays nothing twice', async () => {
    await round(1_000_000)
    await count()
    await Promise.all([
      ...Array.from({ length: 20 }, () => round(10_000)),
      ...Array.from({ length: 5 }, claim),
      count(),
      count(),
    ])
    await count()
    await round(1_000_000)
    await count()
    await claim()
    const { claimed, amount } = await read()
    expect(claimed + amount).toBe(Number((await earned()) / 1_000_000n))
    expect(amount).toBe(0)
  })

  // Shows: pair rakeback/definitions
  test('below the minimum is refused and loses nothing; after the programme has ended, any rest is paid', async () => {
    await round(3_000)
    await count()
    expect(await claim()).toMatchObject({ ok: false, refusal: 'rakebackTooSmall' })
    const before = await read()
    expect(before.amount).toBeGreaterThan(0)
    expect(before.amount).toBeLessThan(before.minAmount)
    const needs = { clock: app.deps.clock, actor: operator }
    await app.deps.db.transaction((tx) => endDefinition(tx, needs, rakebackKind, 'instant'))
    await round(500_000)
    await count()
    expect(await read()).toMatchObject({ amount: before.amount, isEnded: true })
    expect(await claim()).toMatchObject({ ok: true, value: { amount: 0, claimed: before.amount } })
    expect((await readRakeback(await authenticated(), {})).value).toEqual([])
    await define(10)
  })

  // Shows: pair exclusion/rakeback, pair rakeback/block
  test('is refused during an exclusion and a limit, and paid afterwards', async () => {
    await round(1_000_000)
    await count()
    const { amount } = await read()
    await app.asOwner('UPDATE identity.players SET status = 2 WHERE id = $1', [player.id])
    expect(await claim()).toMatchObject({ ok: false, refusal: 'playerLimited' })
    await app.asOwner('UPDATE identity.players SET status = 1 WHERE id = $1', [player.id])
    await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    expect(await claim()).toMatchObject({ ok: false, refusal: 'playerExcluded' })
    expect(await read()).toMatchObject({ amount, claimed: 0 })
    expect(await grants()).toEqual([])
    app.clock.forward(86_400_000 + 60_000)
    expect(await claim()).toMatchObject({ ok: true })
    expect(await grants()).toEqual([{ source: 'rakeback', status: 'paid', amount }])
  })

  // Shows: pair exclusion/rakeback
  test('at the moment of an exclusion is paid before it, or refused', async () => {
    await round(1_000_000)
    await count()
    const [answer] = await Promise.all([
      claim(),
      player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' }),
    ])
    const paid = answer.ok ? [expect.objectContaining({ status: 'paid' })] : []
    expect(await grants()).toEqual(paid)
    if (!answer.ok) expect(answer.refusal).toBe('playerExcluded')
    app.clock.forward(86_400_000 + 60_000)
  })

  // Shows: pair closure/rakeback
  test('at the moment of the closure is money that keeps the account open, or is not paid', async () => {
    player = await app.player()
    await player.fund('EUR', 1_000_000n)
    await round(1_000_000)
    await count()
    const ctx = await authenticated()
    const [closed, claimed] = await Promise.all([closeAccount(ctx, {}), claimRakeback(ctx, { currency: 'EUR' })])
    expect(closed.ok).toBe(!claimed.ok)
    expect(await cash()).toBe(claimed.ok ? claimed.value.claimed : 0)
    if (closed.ok) expect(await claimRakeback(ctx, { currency: 'EUR' })).toMatchObject({ refusal: 'playerLimited' })
  })

  // Shows: pair account switch/rakeback
  test('shows a hidden account again', async () => {
    player = await app.player()
    await player.fund('EUR', 1_000_000n)
    await round(1_000_000)
    await count()
    await app.asOwner(`UPDATE wallet.accounts SET status = 3 WHERE player_id = $1 AND currency = 'EUR'`, [player.id])
    expect(await claim()).toMatchObject({ ok: true })
    const { rows } = await app.asOwner(`SELECT status FROM wallet.accounts WHERE player_id = $1 AND currency = 'EUR'`, [
      player.id,
    ])
    expect(rows[0].status).not.toBe(3)
  })

  // Shows: pair cashback/rakeback
  test('reduces no cashback: it is computed from stakes, not from losses', async () => {
    const { sumCashRewards } = await import('../sum-cash-rewards.ts')
    await round(1_000_000)
    await count()
    await claim()
    const all = { playerId: player.id, currency: 'EUR', from: new Date(0), to: new Date(8.64e15) }
    expect(await sumCashRewards(app.deps.db.kysely, all)).toBe(0n)
  })
})

// Shows: pair swap/rakeback, pair vault/rakeback, pair withdrawal/rakeback
test('what others move is no stake', async () => {
  await app.deps.ledger.post(
    movement({ kind: 'fee', transfers: [transfer(`player:${player.id}:cash:EUR`, 'house:games:EUR', 5_000)] }),
  )
  await count()
  expect(await earned()).toBe(0n)
})

test('a percentage above a quarter of the edge is not defined', () => {
  const data = (percent: number) => ({ name: { en: 'x' }, percent, min: { base: '0.10' } })
  expect(rakebackKind.schema.safeParse(data(25)).success).toBe(true)
  for (const percent of [0, -1, 25.01, 0.001]) expect(rakebackKind.schema.safeParse(data(percent)).success).toBe(false)
})
