/** Rewards: each once, by named movements; what an excluded player earned in cash waits. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import type { GrantedReward } from '#contract/desk/rewards.ts'
import type { Subunits } from '#contract/money.ts'
import { allInvariants, definitionKinds } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { closeAccount } from '../profile/close-account.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { costOfDefinition } from './cost-of-definition.ts'
import { type Earned, grantReward } from './grant-reward.ts'
import { grantTo } from '#tests/setup/grants.ts'
import { operator } from '#tests/setup/operator.ts'
import { barPromotions } from '../protection/promotions.ts'
import { amountIn } from '../reference/amounts.ts'
import { freeBetKind } from '../sports/free-bet-kind.ts'
import { seedDefinitions } from '../kernel/definitions/seed.ts'
import { listRewardsOf } from './list-rewards-of.ts'
import { payDue } from './pay-due.ts'
import { revokeReward } from './revoke-reward.ts'
import type { EarnedReward } from './reward.ts'
import { lifecycle } from './module.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
  await seedDefinitions(app.deps, [freeBetKind])
})
beforeEach(async () => {
  app.clock.reset()
  player = await app.player()
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

const { authenticated } = moneyCalls(
  () => app,
  () => player,
)
const cash = (amount: bigint, currency = 'EUR'): EarnedReward => ({
  kind: 'cash',
  currency,
  amount: amount as Subunits,
})
const earned = (reward: EarnedReward, over: Partial<Earned> = {}): Earned => ({
  playerId: player.id,
  reward,
  source: 'quest',
  sourceId: 'first-steps',
  title: { en: 'First steps', de: 'Erste Schritte' },
  ...over,
})
const grant = (reward: EarnedReward, over: Partial<Earned> = {}) =>
  app.deps.db.transaction((tx) => grantReward(tx, app.deps, earned(reward, over)))
const balance = async (currency = 'EUR') => (await player.account(currency))?.withdrawalBalance ?? null
const costs = async (kind: string, identity: string) => {
  const read = await costOfDefinition(app.deps, { kind, identity })
  if (!read.ok) throw new Error(read.refusal)
  return read.value
}
const cost = (row: object) =>
  expect.objectContaining({ players: 1, open: 0, used: 0, lapsed: 0, worth: null, points: null, ...row })
const exclude = () => player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })

describe('cash', () => {
  test('is paid once, with an entry, a message and a fact, however often and at once it is granted', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => grant(cash(250n))))
    expect(new Set(results)).toEqual(new Set(['paid']))
    expect(await balance()).toBe(250)
    const entries = await player.call('GET', '/api/wallet/entries?currency=EUR')
    expect(entries.body.data ?? entries.body.items).toMatchObject([{ kind: 'quest-reward', amount: 250 }])
    const { rows } = await app.asOwner('SELECT key, title, link FROM messages.messages WHERE player_id = $1', [
      player.id,
    ])
    expect(rows).toMatchObject([{ key: 'reward-quest', link: { target: { kind: 'modal', modal: 'quests-hub' } } }])
    const facts = await app.asOwner(`SELECT data FROM facts.facts WHERE player_id = $1 AND kind = 'rewardGranted'`, [
      player.id,
    ])
    expect(facts.rows).toEqual([{ data: { source: 'quest', reward: 'cash', currency: 'EUR', amount: '250' } }])
  })

  test('of two rewards of one source, each is paid', async () => {
    await grant(cash(100n))
    await grant(cash(100n), { ordinal: 1 })
    await grant(cash(100n), { sourceId: 'second-steps' })
    expect(await balance()).toBe(300)
  })

  // Shows: pair account switch/cashback
  test('opens an account in a currency that the player does not have, without making it the active one', async () => {
    await grant(cash(100n, 'USD'))
    expect(await balance('USD')).toBe(100)
    const { rows } = await app.asOwner('SELECT currency FROM wallet.accounts WHERE player_id = $1 AND status = 1', [
      player.id,
    ])
    expect(rows).toEqual([{ currency: 'EUR' }])
  })
})

describe('an offer', () => {
  test('is granted as a bonus or as free spins', async () => {
    expect(await grant({ kind: 'offer', currency: 'EUR', bonusId: 'reward-bonus-5' })).toBe('paid')
    expect(await grant({ kind: 'offer', currency: 'EUR', bonusId: 'reward-spins-10' }, { ordinal: 1 })).toBe('paid')
    expect((await player.call('GET', '/api/game/player-bonuses')).body).toMatchObject([{ amount: 500, status: 2 }])
    expect((await player.call('GET', '/api/game/player-freespins')).body).toMatchObject([{ count: 10, status: 1 }])
  })

  // Shows: pair grant/definitions
  test('that is unknown, or one of deposits, gives nothing', async () => {
    expect(await grant({ kind: 'offer', currency: 'EUR', bonusId: 'nothing' })).toBe('void')
    expect(await grant({ kind: 'offer', currency: 'EUR', bonusId: 'welcome-100' }, { ordinal: 1 })).toBe('void')
    expect((await player.call('GET', '/api/game/player-bonuses')).body).toEqual([])
  })

  test('for rewards is not among the bonuses of a deposit', async () => {
    const { body } = await player.call('GET', '/api/game/bonuses?currency=EUR')
    expect(body.map(({ id }: { id: string }) => id).filter((id: string) => id.startsWith('reward-'))).toEqual([])
    expect(body.length).toBeGreaterThan(0)
  })
})

const freeBets = async () =>
  (
    await app.asOwner(
      'SELECT definition, version, amount::int, currency, min_odds FROM sports.free_bets WHERE player_id = $1',
      [player.id],
    )
  ).rows

describe('a free bet', () => {
  const reward: EarnedReward = { kind: 'freeBet', currency: 'EUR', freeBetId: 'free-bet-5' }

  // Shows: attack 150
  test('is granted once, however often and at once, with a message', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => grant(reward)))
    expect(new Set(results)).toEqual(new Set(['paid']))
    expect(await freeBets()).toEqual([
      { definition: 'free-bet-5', version: 1, amount: 500, currency: 'EUR', min_odds: '1.50' },
    ])
    const { rows } = await app.asOwner('SELECT key, link FROM messages.messages WHERE player_id = $1', [player.id])
    expect(rows).toMatchObject([{ key: 'free-bet', link: { target: { kind: 'page', path: '/betting' } } }])
  })

  // Shows: pair quests/grant
  test('of a quest, a level, a tournament and an operator are four', async () => {
    for (const source of ['quest', 'level', 'tournament', 'operator'] as const)
      expect(await grant(reward, { source })).toBe('paid')
    expect(await freeBets()).toHaveLength(4)
  })

  // Shows: attack 150, pair open bet/grant
  test('that is unknown, of an excluded player, or of one who receives no bonuses, gives nothing', async () => {
    expect(await grant({ ...reward, freeBetId: 'nothing' })).toBe('void')
    await app.deps.db.transaction((tx) => barPromotions(tx, player.id, app.clock.now()))
    expect(await grant(reward, { ordinal: 1 })).toBe('void')
    await app.deps.db.transaction((tx) => barPromotions(tx, player.id, null))
    await exclude()
    expect(await grant(reward, { ordinal: 2 })).toBe('void')
    expect(await freeBets()).toEqual([])
  })

  test('opens an account in its currency, and counts as a cost of its definition', async () => {
    expect(await grant({ ...reward, currency: 'BRL' })).toBe('paid')
    expect(await freeBets()).toMatchObject([{ amount: 2500, currency: 'BRL' }])
    expect(await costs('freebets', 'free-bet-5')).toContainEqual(
      cost({ version: 1, reward: 'freeBet', granted: 1, open: 1, cost: { amount: '0.00', currency: 'BRL' } }),
    )
  })
})

describe('an excluded player', () => {
  test('receives no cash until the exclusion is over, then all of it once', async () => {
    expect((await exclude()).status).toBeLessThan(300)
    expect(await grant(cash(400n))).toBe('due')
    const version = async () =>
      (await app.asOwner('SELECT xmin FROM rewards.grants WHERE player_id = $1', [player.id])).rows
    const before = await version()
    expect(await payDue(app.deps)).toBe(0)
    expect([await balance(), await version()]).toEqual([0, before])
    app.clock.forward(2 * 86_400_000)
    const settled = await Promise.all(Array.from({ length: 5 }, () => payDue(app.deps)))
    expect(settled.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await balance()).toBe(400)
  })

  test('receives no offer and no points, then or later', async () => {
    await exclude()
    expect(await grant({ kind: 'offer', currency: 'EUR', bonusId: 'reward-bonus-5' })).toBe('void')
    expect(await grant({ kind: 'points', points: 10 }, { ordinal: 1 })).toBe('void')
    app.clock.forward(2 * 86_400_000)
    await payDue(app.deps)
    expect((await player.call('GET', '/api/game/player-bonuses')).body).toEqual([])
  })

  // Shows: pair exclusion/cashback
  test('at the same moment: paid before the exclusion, or due', async () => {
    for (let round = 0; round < 6; round++) {
      player = await app.player()
      const [status] = await Promise.all([grant(cash(100n)), exclude()])
      expect(await balance()).toBe(status === 'paid' ? 100 : 0)
    }
  })
})

describe('an operator', () => {
  const give = async (reward: GrantedReward) => {
    const granted = await grantTo(app.deps, player.id, reward)
    return granted.ok ? granted.value.status : (granted.message ?? granted.refusal)
  }
  const cashOf = (amount: string, currency = 'EUR'): GrantedReward => ({ kind: 'cash', currency, amount })
  const offerOf = (id: string, currency = 'EUR'): GrantedReward => ({ kind: 'offer', currency, id })
  const revoke = (id: string, reason: string) => revokeReward({ ...app.deps, actor: operator }, { id, reason })
  const held = async () => (await player.call('GET', '/api/game/player-bonuses')).body
  const audited = async (action: string) =>
    (
      await app.asOwner('SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = $2 ORDER BY id', [
        player.id,
        action,
      ])
    ).rows

  test('grants a free bet', async () => {
    expect(await give({ kind: 'freeBet', currency: 'EUR', id: 'free-bet-5' })).toBe('paid')
    expect(await freeBets()).toMatchObject([{ amount: 500 }])
  })

  test('grants cash, an offer and points, each with a reason in the audit log', async () => {
    for (const reward of [cashOf('2.50'), offerOf('reward-spins-10'), { kind: 'points', points: 40 } as const])
      expect(await give(reward)).toBe('paid')
    expect(await balance()).toBe(250)
    const rows = await audited('reward-granted')
    expect(rows.map(({ actor, detail }) => [actor, detail.kind, detail.reason])).toEqual(
      ['cash', 'offer', 'points'].map((kind) => [`operator:${operator.name}`, kind, 'Waited for support']),
    )
    const listed = await listRewardsOf(app.deps.db.kysely, { playerId: player.id, now: app.clock.now(), limit: 10 })
    expect(listed.map(({ line }) => line)).toEqual(
      expect.arrayContaining([
        'free spins reward-spins-10 version 1 0 of 10 EUR issued',
        'reward operator cash €2.50 paid',
        'reward operator points 40 paid',
        'reward operator offer reward-spins-10 EUR paid',
      ]),
    )
  })

  test.each([
    [cashOf('-5'), 'amountInvalid'],
    [cashOf('5.555'), 'amountInvalid'],
    [cashOf('999999999999999'), 'amountInvalid'],
    [cashOf('5', 'XXX'), 'XXX is not a currency of the site.'],
    [offerOf('welcome-100'), 'notDefined'],
    [{ kind: 'freeBet', currency: 'EUR', id: 'nothing' } as const, 'notDefined'],
  ])('is refused what does not exist, and nothing is granted: %j', async (reward, fault) => {
    expect(await give(reward)).toBe(fault)
    expect(await balance()).toBe(0)
    expect(await audited('reward-granted')).toEqual([])
  })

  // Shows: attack 148
  test('free spins that no round accepts are not granted, and the message names the rule', async () => {
    expect(await give(offerOf('reward-spins-10', 'XRP'))).toContain('XRP')
    await app.asOwner(
      `INSERT INTO rewards.definitions (kind, identity, version, data, state, starts_at, created_at, changed_at, actor, comment)
      SELECT kind, 'spins-of-old', 1, jsonb_set(data, '{spins,amount}', '{"base": "0.25"}'), state, starts_at, created_at, changed_at, actor, comment
      FROM rewards.definitions WHERE kind = 'offers' AND identity = 'reward-spins-10'`,
      [],
    )
    expect(await give(offerOf('spins-of-old'))).toContain(
      'spins-of-old cannot be granted in EUR: spinStake: lantern-harbor accepts multiples of €0.10',
    )
    expect(await audited('reward-granted')).toEqual([])
    // Promised by a quest or a level, it is granted at the next stake that the game accepts.
    expect(await grant({ kind: 'offer', currency: 'EUR', bonusId: 'spins-of-old' })).toBe('paid')
    expect((await player.call('GET', '/api/game/player-freespins')).body).toMatchObject([{ spinAmount: 30 }])
  })

  // Shows: pair free spins/rates
  test('free spins in another currency are worth at least what the offer promises, in a stake of their game', async () => {
    expect(await give(offerOf('reward-spins-10', 'USD'))).toBe('paid')
    const [spins] = (await player.call('GET', '/api/game/player-freespins')).body
    expect(spins).toMatchObject({ currency: 'USD' })
    expect(spins.spinAmount % 10).toBe(0)
    expect(spins.spinAmount).toBeGreaterThanOrEqual(
      Number(amountIn({ base: '0.20', items: {} }, 'USD', app.deps.reference.rates())),
    )
  })

  // Shows: attack 167
  test('revokes an open bonus once, however many do; its money is removed, cash stays, the player is notified', async () => {
    await give(cashOf('3'))
    await give(offerOf('reward-bonus-5'))
    const [bonus] = await held()
    const revoked = await Promise.all(Array.from({ length: 5 }, () => revoke(bonus.id, 'granted twice')))
    expect(revoked.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await held())[0]).toMatchObject({ status: 3, result: 3 })
    expect(await player.account('EUR')).toMatchObject({ balance: 300, withdrawalBalance: 300 })
    expect(await audited('reward-revoked')).toMatchObject([
      { actor: `operator:${operator.name}`, detail: { id: bonus.id, reason: 'granted twice' } },
    ])
    const { rows } = await app.asOwner('SELECT key FROM messages.messages WHERE player_id = $1', [player.id])
    expect(rows.filter(({ key }) => key === 'reward-revoked')).toHaveLength(1)
  })

  // Shows: attack 167, pair free spins/grant
  test('revokes free spins and cash that is due, never cash that was paid', async () => {
    await give(offerOf('reward-spins-10'))
    const [spins] = (await player.call('GET', '/api/game/player-freespins')).body
    expect(await revoke(spins.id, 'a mistake')).toMatchObject({ ok: true })
    expect((await player.call('GET', '/api/game/player-freespins')).body[0]).toMatchObject({ status: 3, result: 3 })
    await grant(cash(100n))
    await exclude()
    await grant(cash(200n), { sourceId: 'later' })
    const ids = await app.asOwner(
      `SELECT id, status FROM rewards.grants WHERE player_id = $1 AND reward = 'cash' ORDER BY amount`,
      [player.id],
    )
    const [paid, due] = ids.rows
    expect(await revoke(paid.id, 'a mistake')).toEqual({ ok: false, refusal: 'nothingToRevoke' })
    expect(await revoke(due.id, 'a mistake')).toMatchObject({ ok: true })
    app.clock.forward(2 * 86_400_000)
    await payDue(app.deps)
    expect(await balance()).toBe(100)
  })
})

describe('what a definition has cost', () => {
  const euros = (amount: string) => ({ amount, currency: 'EUR' })

  test('counts cash that is due, paid and void, and points that were paid', async () => {
    const reward = { source: 'cashback', sourceId: 'EUR:2026-11-23' } as const
    expect(await costs('cashback', 'weekly')).toEqual([])
    await grant(cash(250n), reward)
    await exclude()
    await grant(cash(100n), { ...reward, ordinal: 1 })
    await grant({ kind: 'points', points: 40 }, { source: 'level', sourceId: '2' })
    const open = { granted: 2, open: 1, used: 1, worth: euros('3.50'), cost: euros('2.50') }
    expect(await costs('cashback', 'weekly')).toEqual([cost({ version: null, reward: 'cash', ...open })])
    expect(await costs('levels', 'ladder')).toContainEqual(
      cost({ version: null, reward: 'points', granted: 1, lapsed: 1, cost: null, points: 0 }),
    )
    await app.deps.db.transaction((tx) => lifecycle.endOpen!(app.deps, tx, player.id, 'account-closed'))
    expect(await costs('cashback', 'weekly')).toEqual([
      cost({ ...open, version: null, reward: 'cash', open: 0, lapsed: 1 }),
    ])
  })

  test('counts the bonus money of an offer', async () => {
    const ofBonus = async () => (await costs('offers', 'reward-bonus-5')).find(({ reward }) => reward === 'bonus')
    const before = await ofBonus()
    await grant({ kind: 'offer', currency: 'EUR', bonusId: 'reward-bonus-5' }, { source: 'operator' })
    const [players, granted, open] = [before!.players! + 1, before!.granted + 1, before!.open + 1]
    const worth = euros((granted * 5).toFixed(2))
    expect(await ofBonus()).toEqual({ ...before!, version: 1, players, granted, open, worth })
  })

  test('is known of every kind of reward, and of nothing else', async () => {
    for (const { kind, area } of definitionKinds)
      expect((await costOfDefinition(app.deps, { kind, identity: 'any' })).ok, kind).toBe(area === 'rewards')
    expect(await costOfDefinition(app.deps, { kind: 'toString', identity: 'any' })).toEqual({
      ok: false,
      refusal: 'kindUnknown',
    })
  })
})

describe('closing the account', () => {
  const close = async () => closeAccount(await authenticated(), {})

  test('at the same time: the reward is paid and keeps it open, or it closes without one', async () => {
    for (let round = 0; round < 6; round++) {
      player = await app.player()
      const [status, closed] = await Promise.all([grant(cash(100n)), close()])
      expect(closed.ok).toBe(status === 'void')
    }
  })

  test('forfeits what is due', async () => {
    // Players excluded by other tests are paid first, so that only this one could be left.
    app.clock.forward(2 * 86_400_000)
    await payDue(app.deps)
    await exclude()
    await grant(cash(100n))
    await app.deps.db.transaction((tx) => lifecycle.endOpen!(app.deps, tx, player.id, 'account-closed'))
    app.clock.forward(2 * 86_400_000)
    expect(await payDue(app.deps)).toBe(0)
    expect(await balance()).toBe(0)
  })
})
