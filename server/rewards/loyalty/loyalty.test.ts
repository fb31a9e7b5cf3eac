/** Loyalty: points equal an independent recount of the ledger, levels rise once, and nothing counts twice. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import type { Deps } from '#server/deps.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import type { GameStudio } from '#server/partners/game-studio/port.ts'
import { movement, play, transfer } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { changeRate } from '#tests/setup/changing-rate.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { grantTo } from '#tests/setup/grants.ts'
import { deskCtx, operator } from '#tests/setup/operator.ts'
import { endDefinition } from '../../kernel/definitions/change-definition.ts'
import { seedDefinitions } from '../../kernel/definitions/seed.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { setRate } from '../../reference/set-rate.ts'
import { switchCurrency } from '../../reference/switch-currency.ts'
import { grantReward } from '../grant-reward.ts'
import { payDue } from '../pay-due.ts'
import { setStatus } from '../../identity/sessions/set-status.ts'
import { applyLadder } from './apply-ladder.ts'
import { readLevelsOfPlayer } from './desk.ts'
import { grantLevels } from './grant-levels.ts'
import { monthStart } from './internal/months.ts'
import { levels, type Ladder, readLadder } from './ladder.ts'
import { listLevels } from './list-levels.ts'
import { readAccount } from './read-account.ts'
import { readRule } from './read-rule.ts'
import { reviewLevels } from './review-levels.ts'

let app: Cashier
let deps: Deps
let studio: GameStudio
let shipped: Ladder
let player: TestPlayer
beforeAll(async () => {
  app = await cashier({ env: { LOYALTY: 'true' } })
  studio = { ...createInHouseStudio({ secret: app.deps.settings.secret }), slug: 'house' }
  deps = { ...app.deps, partners: { ...app.deps.partners, gameStudios: [studio] } }
  await seedDefinitions(deps, [levels])
  shipped = (await readLadder(deps.db.kysely, deps))!.data
})
beforeEach(async () => {
  app.clock.reset()
  player = await app.player()
  await player.fund('EUR', 10_000_000n)
})
afterAll(async () => {
  await catchUp(deps)
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

type Round = { game?: string; currency?: string; stake: number; won?: number; id?: string; of?: TestPlayer }
const tryPost = async (kind: 'bet' | 'win' | 'rollback', round: Round, part: Loose = {}) => {
  const { game = 'dice', currency = 'EUR', of = player, id = randomUUID() } = round
  const amount = kind === 'bet' ? round.stake : (round.won ?? 0)
  const sides = [`player:${of.id}:cash:${currency}`, `house:games:${currency}`] as const
  const [from, to] = kind === 'bet' ? sides : sides.toReversed()
  const made = play({ kind, player: of.id, roundId: id, gameId: game, ...part })
  return deps.ledger.post({
    ...made,
    transfers: amount > 0 && kind !== 'rollback' ? [transfer(from, to, amount)] : [],
    round: { ...made.round!, currency },
  })
}
const post = async (...of: Parameters<typeof tryPost>) => expect(await tryPost(...of)).toMatchObject({ ok: true })
/** A settled round. */
const playRound = async (round: Round) => {
  const id = randomUUID()
  await post('bet', { ...round, id })
  await post('win', { ...round, id }, { isFinished: true })
}
const as = async (of: TestPlayer = player, locale = 'en') => {
  const ctx = await moneyCalls(
    () => app,
    () => of,
  ).authenticated()
  return { ...ctx, ...deps, caller: { ...ctx.caller, locale } }
}
const account = async (of: TestPlayer = player): Promise<Loose> => {
  const answer = await readAccount(await as(of))
  return answer.ok ? answer.value : answer.refusal
}
const pushes = async (of: TestPlayer = player): Promise<Loose[]> =>
  (
    await app.asOwner('SELECT payload, version::int FROM outbox.events WHERE channel = $1 ORDER BY id', [
      `retention:accounts#${of.id}`,
    ])
  ).rows
const stored = async (of: TestPlayer = player): Promise<Loose> =>
  (await app.asOwner('SELECT * FROM rewards.loyalty_accounts WHERE player_id = $1', [of.id])).rows[0]
const rises = async (of: TestPlayer = player): Promise<Loose[]> =>
  (await app.asOwner('SELECT level, version FROM rewards.loyalty_rises WHERE player_id = $1 ORDER BY level', [of.id]))
    .rows
const replay = async () => {
  await deps.db.transaction(async (tx) => {
    const { consumers } = await import('./consumers.ts')
    await tx
      .updateTable('facts.consumers')
      .set({ facts_passed: 0n, movements_passed: 0n })
      .where('name', '=', 'loyalty')
      .execute()
    await consumers[0]!.reset!(tx)
  })
  await catchUp(deps)
}
/** Replaces the active ladder until the returned function is called. */
const replaceLadder = async (change: Partial<Ladder>) => {
  const put = (data: Ladder) => putInForce(deps, levels, 'ladder', data)
  await put({ ...shipped, ...change })
  return () => put(shipped)
}

describe('a stake', () => {
  test('earns points by the published rule: stake times exact edge times the points of its kind', async () => {
    // Dice pay back 99 of 100: of 40 euros the operator keeps 0.40, at 25 points each.
    await playRound({ stake: 4_000, won: 9_000 })
    await catchUp(deps)
    expect(await account()).toEqual({
      points: 10,
      currentLevel: { name: 'Spark', points: 0, order: 1 },
      nextLevel: { name: 'Ember', points: 100 },
      version: 1,
    })
    const rule = await readRule(await as())
    expect(rule).toMatchObject({ ok: true, value: { countsBonusStakes: false, baseCurrency: 'EUR' } })
    const dice = rule.ok && rule.value.games.find(({ id }) => id === 'dice')
    expect(dice).toMatchObject({ kind: 'dice', rtp: 99, pointsPerHundred: 25 })
  })

  // Shows: attack 117, pair open round/levels
  test('earns nothing before its round is settled, after a rollback, or in an unknown game', async () => {
    const open = { stake: 50_000, id: randomUUID() }
    await post('bet', open)
    const undone = { stake: 60_000, id: randomUUID() }
    const betKey = randomUUID()
    await post('bet', undone, { key: betKey })
    await post('rollback', undone, { betKey })
    await playRound({ stake: 70_000, game: 'neon-run' })
    await catchUp(deps)
    expect(await account()).toMatchObject({ points: 0 })
    await post('win', open, { isFinished: true })
    await catchUp(deps)
    expect(await account()).toMatchObject({ points: 125 })
  })

  // Shows: attack 117, pair bonus/levels, pair free spins/levels
  test('counts its cash alone: neither bonus money nor free spins', async () => {
    player = await app.player()
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount: 5_000,
      accountId: player.accounts.EUR,
      fields: {},
      bonusId: 'welcome-100',
    })
    app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
    await app.settle()
    for (let each = 0; each < 20; each++) await playRound({ stake: 500, game: 'lantern-harbor' })
    await catchUp(deps)
    const { rows } = await app.asOwner(
      'SELECT sum(stake)::int AS staked, sum(bonus_stake)::int AS bonus FROM games.rounds WHERE player_id = $1',
      [player.id],
    )
    expect(rows).toEqual([{ staked: 10_000, bonus: 5_000 }])
    const { numerator, denominator } = studio.games.find(({ slug }) => slug === 'lantern-harbor')!.rtpExact
    const expected = Math.floor(50 * 25 * (1 - Number(numerator) / Number(denominator)))
    expect(await account()).toMatchObject({ points: expected })
  })

  // Shows: attack 117, pair levels/rates, pair open round/rates
  test('earns points at the exchange rate at the time of the bet, whenever it is counted', async () => {
    player = await app.player({ currencies: ['EUR', 'USD'] })
    await player.fund('USD', 100_000n)
    const rate = (value: number) =>
      setRate({ ...deps, actor: operator }, { code: 'USD', rate: value, comment: 'for a test' })
    await rate(2)
    await playRound({ stake: 10_000, currency: 'USD' })
    await rate(1)
    await playRound({ stake: 10_000, currency: 'USD' })
    await rate(1.1625)
    await catchUp(deps)
    expect((await stored()).earned).toBe('37500000')
  })

  // Shows: attack 165, pair levels/rates
  test('of a bet while its rate is being changed are those of the new one, however soon they are counted', async () => {
    player = await app.player({ currencies: ['EUR', 'USD'] })
    await player.fund('USD', 100_000n)
    await changeRate(app, { code: 'USD', rate: 2 }, async () => {
      await playRound({ stake: 10_000, currency: 'USD' })
      return { counting: catchUp(deps) }
    })
    expect((await stored()).earned).toBe('12500000')
    await setRate({ ...deps, actor: operator }, { code: 'USD', rate: 1.1625, comment: 'for a test' })
  })
})

describe('rising', () => {
  // Shows: 3.23.1
  test('through several levels at once: each is noted once, and the page receives one push in the player’s language', async () => {
    await app.asOwner(`UPDATE identity.players SET locale = 'de' WHERE id = $1`, [player.id])
    await playRound({ stake: 900_000 })
    await catchUp(deps)
    expect(await rises()).toEqual([2, 3, 4].map((level) => ({ level, version: 1 })))
    expect(await pushes()).toEqual([
      {
        version: 1,
        payload: {
          points: 2250,
          currentLevel: { name: 'Laterne', points: 2000, order: 4 },
          nextLevel: { name: 'Kaminfeuer', points: 5000 },
          version: 1,
        },
      },
    ])
    expect(await account()).toMatchObject({ points: 2250, currentLevel: { name: 'Lantern', order: 4 } })
  })

  test('to the highest level leaves no next one', async () => {
    await player.fund('EUR', 300_000_000n)
    await playRound({ stake: 200_000_000 })
    await catchUp(deps)
    expect(await account()).toMatchObject({ currentLevel: { name: 'Polaris', order: 10 }, nextLevel: null })
  })

  test('does not push a fraction of a point', async () => {
    await playRound({ stake: 100 })
    await catchUp(deps)
    expect([(await stored()).earned, await pushes()]).toEqual(['250000', []])
  })

  // Shows: pair quests/levels
  test('by rewards of points, once for each reward', async () => {
    const grant = () =>
      deps.db.transaction((tx) =>
        grantReward(tx, deps, {
          playerId: player.id,
          reward: { kind: 'points', points: 120 },
          source: 'quest',
          sourceId: 'a-quest',
          title: { en: 'A quest' },
        }),
      )
    await Promise.all([grant(), grant()])
    await catchUp(deps)
    await catchUp(deps)
    expect(await account()).toMatchObject({ points: 120, currentLevel: { order: 2 } })
  })
})

describe('a ladder that changes', () => {
  test('a player below a raised threshold keeps the level, and rises by the new thresholds', async () => {
    await playRound({ stake: 40_000 })
    await catchUp(deps)
    const steeper = shipped.levels.map((level, index) => ({ ...level, points: level.points * (index < 2 ? 4 : 10) }))
    const restore = await replaceLadder({ levels: steeper })
    await playRound({ stake: 40_000 })
    await catchUp(deps)
    expect(await account()).toMatchObject({ points: 200, currentLevel: { order: 2, points: 400 } })
    await restore()
  })

  test('that becomes shorter leaves everyone above at its highest level', async () => {
    await playRound({ stake: 900_000 })
    await catchUp(deps)
    const restore = await replaceLadder({ levels: shipped.levels.slice(0, 3) })
    expect(await account()).toMatchObject({ currentLevel: { name: 'Candle', order: 3 }, nextLevel: null })
    await restore()
    expect(await account()).toMatchObject({ currentLevel: { order: 4 } })
  })

  test('stores a rule without its games, and the edge of a changed game alone', async () => {
    const sizes = async () => {
      const { rows } = await app.asOwner(
        `SELECT (SELECT max(length(rule))::int FROM rewards.counting_rules WHERE consumer = 'loyalty') AS longest,
           (SELECT count(*)::int FROM rewards.counted_games WHERE consumer = 'loyalty') AS games`,
      )
      return rows[0]
    }
    await post('bet', { stake: 100 })
    await catchUp(deps)
    const before = await sizes()
    expect(before.longest).toBeLessThan(300)
    const game = studio.games.find(({ slug }) => slug === 'tidepool')!
    const { rtpExact } = game
    try {
      game.rtpExact = { numerator: 9n, denominator: 10n }
      await post('bet', { stake: 100 })
      await catchUp(deps)
      expect(await sizes()).toEqual({ longest: before.longest, games: before.games + 1 })
    } finally {
      game.rtpExact = rtpExact
    }
    await post('bet', { stake: 100 })
    await catchUp(deps)
    expect((await sizes()).games).toBe(before.games + 2)
  })

  test('counts each round by its own rule, also in a replay', async () => {
    await playRound({ stake: 4_000 })
    await catchUp(deps)
    const restore = await replaceLadder({ pointsPerUnit: { slot: 25, dice: 100 } })
    await playRound({ stake: 4_000 })
    await catchUp(deps)
    expect(await account()).toMatchObject({ points: 50 })
    await restore()
    await catchUp(deps)
    await replay()
    expect(await account()).toMatchObject({ points: 50 })
  })

  test('and has ended gives no points, and the calls return so', async () => {
    await deps.db.transaction((tx) => endDefinition(tx, { clock: deps.clock, actor: operator }, levels, 'ladder'))
    await playRound({ stake: 4_000 })
    await catchUp(deps)
    expect(await account()).toBe('loyaltyUnavailable')
    const restore = await replaceLadder({})
    expect(await account()).toMatchObject({ points: 0 })
    await restore()
  })
})

// Shows: 1.4.2
test('switched off, every call is refused and nothing counts', async () => {
  const off = { ...deps, settings: { ...deps.settings, isLoyaltyEnabled: false } }
  await playRound({ stake: 4_000 })
  await catchUp(off)
  const ctx = { ...(await as()), ...off }
  expect(await readAccount(ctx)).toMatchObject({ refusal: 'loyaltyUnavailable' })
  expect(await listLevels(ctx, {})).toMatchObject({ refusal: 'loyaltyUnavailable' })
  expect(await readRule(ctx)).toMatchObject({ refusal: 'loyaltyUnavailable' })
  expect(await account()).toMatchObject({ points: 0 })
})

// Shows: 7.5.4
test("the ladder is public, in the visitor's language and the requested currency", async () => {
  const guest = { ...(await as(player, 'ar')) }
  const answer = await listLevels({ ...guest, caller: { ...guest.caller, player: null } }, { currency: 'BRL' })
  expect(answer).toMatchObject({ ok: true })
  const all = answer.ok ? answer.value : []
  expect(all.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(all[1]).toMatchObject({
    name: 'جمرة',
    points: 100,
    rewards: [{ kind: 'offer', name: '10 لفات مجانية', game: { id: 'lantern-harbor', name: expect.any(String) } }],
  })
  expect(all[2]).toMatchObject({ rewards: [{ kind: 'cash', currency: 'BRL', amount: 1244 }] })
})

test.each([
  ['everyoneStarts', (ladder: Ladder) => ({ ...ladder, levels: ladder.levels.slice(1) })],
  ['thresholdsRise', (ladder: Ladder) => ({ ...ladder, levels: [...ladder.levels, ladder.levels[3]!] })],
  [
    'cashIsAffordable',
    (ladder: Ladder) => ({
      ...ladder,
      levels: ladder.levels.map((level, index) =>
        index === 2 ? { ...level, rewards: [{ kind: 'cash' as const, amount: { base: '9', items: {} } }] } : level,
      ),
    }),
  ],
  [
    'noPointsForLevels',
    (ladder: Ladder) => ({
      ...ladder,
      levels: ladder.levels.map((level, index) =>
        index === 2 ? { ...level, rewards: [{ kind: 'points' as const, points: 10 }] } : level,
      ),
    }),
  ],
])('a ladder that breaks %s is refused by that name', (rule, change) => {
  const checked = levels.schema.safeParse(change(shipped))
  expect(checked.success ? '' : checked.error.message).toContain(rule)
})

describe('the rewards of a level', () => {
  const reach = async (stake: number) => {
    await playRound({ stake })
    await catchUp(deps)
  }
  const cash = async (currency = 'EUR') => Number((await player.account(currency))?.withdrawalBalance ?? 0)
  const grants = async (): Promise<Loose[]> =>
    (
      await app.asOwner(
        `SELECT source_id AS level, reward, status, amount::int FROM rewards.grants WHERE player_id = $1 AND source = 'level' ORDER BY source_id::int, ordinal`,
        [player.id],
      )
    ).rows

  // Shows: attack 118, pair second tab/levels
  test('are granted once for every level passed, however often and at once the job runs', async () => {
    await reach(900_000)
    const before = await cash()
    await Promise.all([grantLevels(deps), grantLevels(deps), grantLevels(deps)])
    await grantLevels(deps)
    expect(await grants()).toEqual([
      { level: '2', reward: 'offer', status: 'paid', amount: null },
      { level: '3', reward: 'cash', status: 'paid', amount: 200 },
      { level: '4', reward: 'cash', status: 'paid', amount: 600 },
    ])
    expect((await cash()) - before).toBe(800)
    expect((await player.call('GET', '/api/game/player-freespins')).body).toMatchObject([{ count: 10 }])
  })

  // Shows: pair levels/definitions
  test('follow the ladder by which the level was reached, though another one has replaced it', async () => {
    await reach(200_000)
    const restore = await replaceLadder({
      levels: shipped.levels.map((level, index) => (index === 2 ? { ...level, rewards: [] } : level)),
    })
    await grantLevels(deps)
    await restore()
    expect(await grants()).toMatchObject([{ level: '2' }, { level: '3', amount: 200 }])
  })

  // Shows: attack 118, pair kill/levels
  test('survive a kill between progress and grant, and a replay of the consumer', async () => {
    await reach(200_000)
    await replay()
    await grantLevels(deps)
    await replay()
    await grantLevels(deps)
    expect(await grants()).toMatchObject([{ level: '2' }, { level: '3' }])
  })

  // Shows: pair account switch/definitions, pair account switch/levels, pair currency/levels
  test('are paid in the currency that is active at the grant, also if it is switched off', async () => {
    player = await app.player({ currencies: ['BRL', 'EUR'] })
    await player.fund('EUR', 1_000_000n)
    await reach(200_000)
    const turn = (isEnabled: boolean) =>
      switchCurrency({ ...deps, actor: operator }, { code: 'BRL', isEnabled, comment: 'test' })
    await turn(false)
    await grantLevels(deps)
    await turn(true)
    expect(await grants()).toMatchObject([
      { reward: 'offer', status: 'void' },
      { reward: 'cash', status: 'paid', amount: 1244 },
    ])
  })

  // Shows: attack 118, pair exclusion/levels
  test('wait for the end of an exclusion if they are cash, and are void otherwise', async () => {
    await reach(200_000)
    await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    await grantLevels(deps)
    expect(await grants()).toMatchObject([
      { reward: 'offer', status: 'void' },
      { reward: 'cash', status: 'due' },
    ])
    app.clock.forward(2 * 86_400_000)
    await payDue(deps)
    expect(await grants()).toMatchObject([{ status: 'void' }, { status: 'paid' }])
  })

  // Shows: attack 118, pair closure/levels
  test('at the same time as a closure: cash is paid and keeps the account open, or it closes without cash', async () => {
    for (let round = 0; round < 3; round++) {
      player = await app.player()
      await player.fund('EUR', 200_000n)
      await reach(200_000)
      const ctx = await as()
      const [, closed] = await Promise.all([grantLevels(deps), closeAccount(ctx, {})])
      const paid = (await grants()).filter(({ reward, status }) => reward === 'cash' && status === 'paid').length
      expect(closed.ok ? paid === 0 : paid > 0).toBe(true)
    }
  })
})

describe('at the start of a month', () => {
  const monthMs = 31 * 86_400_000
  const graceMs = 10 * 60_000
  const forwardToReview = async (months = 0) => {
    const { review_at: at } = await stored()
    app.clock.forward(at.getTime() + months * monthMs + graceMs - app.clock.now().getTime())
  }
  const reviewIn = async (months: number) => {
    await forwardToReview(months)
    return reviewLevels(deps)
  }
  const reach = async (stake = 900_000) => {
    await playRound({ stake })
    await catchUp(deps)
  }
  const messages = async (): Promise<Loose[]> =>
    (
      await app.asOwner(
        `SELECT title, description, link->'target'->>'path' AS path FROM messages.messages WHERE player_id = $1 AND key = 'loyalty-level-lost'`,
        [player.id],
      )
    ).rows
  const earnedLastMonth = (points: number) =>
    app.asOwner(
      `INSERT INTO rewards.loyalty_months VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC' - interval '1 month')::date, $3)`,
      [player.id, monthStart(app.clock.now()).toISOString(), points * 1e6],
    )

  test('a level is not reviewed before its months have passed in full', async () => {
    await reach()
    const { review_at: at } = await stored()
    expect(at).toEqual(monthStart(new Date(), 4))
    app.clock.forward(at.getTime() + graceMs - 1_000 - app.clock.now().getTime())
    await reviewLevels(deps)
    expect(await account()).toMatchObject({ currentLevel: { order: 4 } })
  })

  test('a player who earned too few points drops one level, to half of the one below, and is notified once', async () => {
    await reach()
    await forwardToReview()
    await Promise.all([reviewLevels(deps), reviewLevels(deps)])
    expect(await account()).toMatchObject({
      points: 1250,
      currentLevel: { name: 'Candle', order: 3 },
      nextLevel: { name: 'Lantern', points: 2000 },
    })
    expect(await messages()).toEqual([
      { title: 'Your level is now Candle', description: expect.stringContaining('Lantern'), path: '/loyalty' },
    ])
    expect((await pushes()).at(-1)).toMatchObject({ payload: { currentLevel: { order: 3 }, points: 1250 } })
  })

  test('levels are kept for ever where the ladder says so, and a level that it no longer has is not taken', async () => {
    await reach()
    const restoreDecay = await replaceLadder({ decay: null })
    try {
      await reviewIn(0)
      expect(await account()).toMatchObject({ currentLevel: { order: 4 } })
    } finally {
      await restoreDecay()
    }
    const restoreLevels = await replaceLadder({ levels: shipped.levels.slice(0, 3) })
    try {
      await reviewIn(0)
      expect(await stored()).toMatchObject({ level: 4 })
    } finally {
      await restoreLevels()
    }
  })

  // Shows: attack 120
  test('loses at most one level a month, ends at the first one, and regains a level without its rewards', async () => {
    await reach()
    await grantLevels(deps)
    await catchUp(deps)
    expect([await reviewIn(0), await reviewLevels(deps)]).toEqual([expect.any(Number), 0])
    expect(await account()).toMatchObject({ currentLevel: { order: 3 } })
    await reviewIn(0)
    expect(await account()).toMatchObject({ currentLevel: { order: 2 } })
    await reviewIn(0)
    expect(await account()).toMatchObject({ points: 50, currentLevel: { order: 1 } })
    expect((await stored()).review_at).toBeNull()
    app.clock.reset()
    await reach(20_000)
    await grantLevels(deps)
    expect(await account()).toMatchObject({ points: 100, currentLevel: { order: 2 } })
    const { rows } = await app.asOwner(
      `SELECT source_id FROM rewards.grants WHERE player_id = $1 AND source = 'level' ORDER BY source_id`,
      [player.id],
    )
    expect(rows.map(({ source_id }: Loose) => source_id)).toEqual(['2', '3', '4'])
  })

  test('is retained with its share of points', async () => {
    await reach()
    const { review_at: at } = await stored()
    app.clock.forward(at.getTime() + graceMs - app.clock.now().getTime())
    await earnedLastMonth(100)
    await app.asOwner('UPDATE rewards.loyalty_accounts SET earned = earned + 100000000 WHERE player_id = $1', [
      player.id,
    ])
    await reviewLevels(deps)
    expect(await account()).toMatchObject({ points: 2350, currentLevel: { order: 4 } })
    expect((await stored()).review_at > at).toBe(true)
    expect(await messages()).toEqual([])
  })

  // Shows: attack 120, pair exclusion/levels
  test('a break or an exclusion within those months never costs a level', async () => {
    await reach()
    const { review_at: at } = await stored()
    app.clock.forward(at.getTime() - 20 * 86_400_000 - app.clock.now().getTime())
    // Its session is over by then, so the break is written where the call writes it.
    await app.asOwner('INSERT INTO limits.players VALUES ($1) ON CONFLICT DO NOTHING', [player.id])
    await app.asOwner(
      `INSERT INTO limits.limits (id, player_id, definition, period, created_at, ends_at, removed_at) VALUES ($1, $2, 5, '1-day', $3, $4, $4)`,
      [randomUUID(), player.id, app.clock.now(), new Date(app.clock.now().getTime() + 86_400_000)],
    )
    await reviewIn(0)
    expect(await account()).toMatchObject({ points: 2250, currentLevel: { order: 4 } })
    expect(await messages()).toEqual([])
  })

  // Shows: attack 120, pair levels/block
  test.each(['blocked', 'limited'] as const)(
    'an operator who had %s the player within them costs no level',
    async (status) => {
      await reach()
      const { review_at: at } = await stored()
      app.clock.forward(at.getTime() - 20 * 86_400_000 - app.clock.now().getTime())
      for (const next of [status, 'active'] as const) {
        const wanted = { playerId: player.id, status: next, reason: 'test' }
        expect((await setStatus({ ...app.deps, actor: operator }, wanted)).ok).toBe(true)
      }
      await reviewIn(0)
      expect(await account()).toMatchObject({ points: 2250, currentLevel: { order: 4 } })
      expect(await messages()).toEqual([])
    },
  )

  // Shows: attack 120
  test('is decided only when every round of the months before is counted', async () => {
    await reach()
    const passed = (await app.asOwner(`SELECT movements_passed AS id FROM facts.consumers WHERE name = 'loyalty'`))
      .rows[0].id
    const setPassed = (id: string) =>
      app.asOwner(`UPDATE facts.consumers SET movements_passed = $1 WHERE name = 'loyalty'`, [id])
    await setPassed('0')
    expect(await reviewIn(0)).toBe(0)
    expect(await account()).toMatchObject({ currentLevel: { order: 4 } })
    await setPassed(passed)
    expect(await reviewLevels(deps)).toBeGreaterThan(0)
    expect(await account()).toMatchObject({ currentLevel: { order: 3 } })
  })

  test('a replay after a lost level leads to the same points and the same level', async () => {
    await reach()
    await reviewIn(0)
    app.clock.reset()
    const before = await account()
    await replay()
    expect({ ...(await account()), version: 0 }).toEqual({ ...before, version: 0 })
  })
})

// Shows: pair levels/definitions
test('a ladder with lower thresholds raises at once who has the points, once, also beside rounds that are counted', async () => {
  await playRound({ stake: 20_000 })
  await catchUp(deps)
  const before = await account()
  expect(before).toMatchObject({ currentLevel: { order: 1 } })
  expect(before.points).toBeGreaterThan(1)
  const restore = await replaceLadder({
    levels: shipped.levels.map((level, index) => (index === 1 ? { ...level, points: 1, rewards: [] } : level)),
  })
  await playRound({ stake: 100 })
  await Promise.all([applyLadder(deps), catchUp(deps), applyLadder(deps)])
  expect(await account()).toMatchObject({ currentLevel: { order: 2 } })
  expect(await rises()).toHaveLength(1)
  const other = await app.player()
  await restore()
  await applyLadder(deps)
  expect(await account()).toMatchObject({ currentLevel: { order: 2 } })
  expect(await account(other)).toMatchObject({ currentLevel: { order: 1 } })
  expect((await pushes()).at(-1)).toMatchObject({ payload: { currentLevel: { order: 2 } } })
  expect(await applyLadder(deps)).toBe(0)
})

describe('operators', () => {
  const grant = (points: number) => grantTo(deps, player.id, { kind: 'points', points })
  const read = (playerId: string) => readLevelsOfPlayer(deskCtx(deps), { playerId })

  // Shows: pair levels/grant
  test('grant points with a reason, which the audit log names, and see them', async () => {
    expect(await read(player.id)).toMatchObject({ value: { level: 1, points: 0, reviewAt: null, reached: [] } })
    expect(await grant(150)).toMatchObject({ ok: true })
    await catchUp(deps)
    expect(await read(player.id)).toMatchObject({
      value: {
        level: 2,
        name: 'Ember',
        points: 150,
        earned: 150,
        reached: [{ level: 2, version: expect.any(Number) as number }],
      },
    })
    const { rows } = await app.asOwner(
      `SELECT actor, detail FROM identity.audit WHERE action = 'reward-granted' AND player_id = $1`,
      [player.id],
    )
    expect(rows).toMatchObject([
      { actor: 'operator:olga', detail: { points: 150, reason: 'Waited for support', status: 'paid' } },
    ])
    expect(await read(randomUUID())).toMatchObject({ refusal: 'playerNotFound' })
  })

  test('grant nothing to an excluded player', async () => {
    await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    expect(await grant(150)).toMatchObject({ refusal: 'withheld' })
  })
})

test('points without their month, and a level that was never reached, are found by the invariants', async () => {
  await playRound({ stake: 40_000 })
  await catchUp(deps)
  const broken = async (statement: string, undo: string) => {
    await app.asOwner(statement, [player.id])
    const found = (await findBreaches(deps.db.pool, allInvariants)).map(({ invariant }) => invariant)
    await app.asOwner(undo, [player.id])
    return found
  }
  const set = (change: string) => `UPDATE rewards.loyalty_accounts SET ${change} WHERE player_id = $1`
  expect(await broken(set('earned = earned + 1'), set('earned = earned - 1'))).toEqual([
    expect.stringContaining('the sum of the months'),
  ])
  expect(await broken(set('level = level + 1'), set('level = level - 1'))).toEqual([
    expect.stringContaining('was at each level'),
  ])
})

longTest('2,000 random rounds and a replay: points equal an independent recount of the ledger', async () => {
  let seed = 20_261_122
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed % below
  }
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const currencies = ['EUR', 'USD', 'BTC', 'ETH'] as const
  const players = await Promise.all(Array.from({ length: 6 }, () => app.player({ currencies: [...currencies] })))
  for (const each of players) for (const currency of currencies) await each.fund(currency, 10_000_000_000n)
  // Half of them also play with bonus money, as soon as their cash is used up.
  for (const each of players.slice(0, 3)) {
    await deps.ledger.post(
      movement({
        kind: 'fee',
        transfers: [transfer(`player:${each.id}:cash:EUR`, 'house:games:EUR', 10_000_000_000n)],
      }),
    )
    const { body } = await each.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount: 10_000,
      accountId: each.accounts.EUR,
      fields: {},
      bonusId: 'welcome-100',
    })
    app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  }
  await app.settle()
  const games = ['dice', 'lantern-harbor', 'ember-forge', 'tidepool', 'no-such-game']
  const settled = new Set<string>()
  for (let batch = 0; batch < 20; batch++) {
    await setRate({ ...deps, actor: operator }, { code: 'BTC', rate: (1 + random(9_000)) / 1e8, comment: 'random' })
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const round = {
          id: randomUUID(),
          of: pick(players),
          currency: pick(currencies),
          game: pick(games),
          stake: 1 + random(300),
        }
        const bets = 1 + random(2)
        const keys = Array.from({ length: bets }, () => randomUUID())
        // Bonus money is not taken by every game, nor in every amount.
        for (const [index, key] of keys.entries())
          if (!(await tryPost('bet', round, { key })).ok) {
            if (index === 0) return
            keys.pop()
          }
        const end = random(10)
        if (end === 0) for (const betKey of keys) await post('rollback', round, { betKey })
        if (end <= 1) return
        await post('win', { ...round, won: random(3) * round.stake }, { isFinished: true })
        settled.add(round.id)
      }),
    )
    if (batch % 5 === 0) await catchUp(deps)
  }
  await catchUp(deps)
  expect(settled.size).toBeGreaterThan(1_500)
  const points = async () =>
    new Map<string, bigint>(
      await Promise.all(
        players.map(async ({ id }, index) => [id, BigInt((await stored(players[index])).earned)] as const),
      ),
    )
  const expected = await recount(
    settled,
    players.map(({ id }) => id),
  )
  expect(await points()).toEqual(expected)
  expect([...expected.values()].every((each) => each > 0n)).toBe(true)
  await replay()
  expect(await points()).toEqual(expected)
})

/** From entries of cash and the versions of the rates alone: neither the rounds' sums nor the database's functions. */
async function recount(settled: Set<string>, playerIds: string[]): Promise<Map<string, bigint>> {
  const { rows: entries } = await app.asOwner(
    `SELECT movement.reference_id AS round, account.player_id AS player, account.currency, -entry.amount AS stake, movement.created_at::text AS at,
       (SELECT game_id FROM games.rounds WHERE id = movement.reference_id LIMIT 1) AS game
     FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
     JOIN ledger.accounts AS account ON account.id = entry.account_id
     WHERE movement.kind = 'bet' AND account.address LIKE 'player:%:cash:%' AND account.player_id = ANY($1) ORDER BY movement.id`,
    [playerIds],
  )
  const { rows: versions } = await app.asOwner(
    `SELECT at::text, data FROM reference.versions WHERE subject = 'rates' ORDER BY version`,
  )
  const subunits: Record<string, bigint> = { EUR: 100n, USD: 100n, BTC: 100_000_000n, ETH: 1_000_000_000n }
  const rounds = new Map<string, Loose>()
  for (const { round, player: id, currency, stake, at, game } of entries) {
    if (!settled.has(round)) continue
    const known = rounds.get(round) ?? { id, currency, at, game, stake: 0n }
    known.stake += BigInt(stake)
    rounds.set(round, known)
  }
  const sums = new Map(playerIds.map((id) => [id, 0n]))
  for (const { id, currency, at, game, stake } of rounds.values()) {
    const found = studio.games.find(({ slug }) => slug === game)
    if (!found) continue
    const { numerator, denominator } = found.rtpExact
    const inForce = versions.filter((each: Loose) => each.at <= at).at(-1) ?? versions[0]
    const rate = decimal(currency === 'EUR' ? '1' : exactText(inForce.data[currency]))
    const value = stake * (denominator - numerator) * 25n * 1_000_000n * rate.of
    sums.set(id, sums.get(id)! + value / (denominator * subunits[currency]! * rate.value))
  }
  return sums
}

function exactText(value: number): string {
  return value.toFixed(20)
}

function decimal(text: string): { value: bigint; of: bigint } {
  const [whole, fraction = ''] = text.split('.')
  return { value: BigInt(whole! + fraction), of: 10n ** BigInt(fraction.length) }
}
