/** Rewards: each once, by named movements; what an excluded player earned in cash waits. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import type { Subunits } from '#contract/money.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { closeAccount } from '../profile/close-account.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { type Earned, grantReward } from './grant-reward.ts'
import { operator } from '#tests/setup/operator.ts'
import { barPromotions } from '../protection/promotions.ts'
import { amountIn } from '../reference/amounts.ts'
import { operatorCommands } from './operator-commands.ts'
import { costOfFreeBets } from '../sports/cost-of-free-bets.ts'
import { freeBetKind } from '../sports/free-bet-kind.ts'
import { seedDefinitions } from '../kernel/definitions/seed.ts'
import { payDue } from './pay-due.ts'
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
    const costs = await costOfFreeBets(app.deps.db.kysely, { definition: 'free-bet-5', now: app.clock.now() })
    expect(costs).toContainEqual(
      expect.objectContaining({ definition: 'free-bet-5', currency: 'BRL', granted: 1, used: 0, expired: 0, paid: 0n }),
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
  const lines: string[] = []
  const run = async (name: string, ...words: string[]) => {
    lines.length = 0
    const context = { ...app.deps, actor: operator, print: (line: string) => void lines.push(line) }
    await operatorCommands[name]!.run(context as never, words)
    return lines.join('\n')
  }
  const granted = (what: string) => expect.stringMatching(new RegExp(`^Granted ${what} to \\S+\\.$`))
  const held = async () => (await player.call('GET', '/api/game/player-bonuses')).body
  const audited = async (action: string) =>
    (
      await app.asOwner('SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = $2 ORDER BY id', [
        player.id,
        action,
      ])
    ).rows

  test('grants a free bet, and sees what free bets have cost', async () => {
    expect(await run('grant', player.id, 'free-bet', 'free-bet-5', 'EUR', 'sorry')).toEqual(
      granted('free-bet-5 in EUR'),
    )
    expect(await freeBets()).toMatchObject([{ amount: 500 }])
    expect(await run('cost', 'free-bet-5')).toContain('free-bet-5 version 1  free bets')
  })

  test('grants cash, an offer and points, each with a reason in the audit log', async () => {
    expect(await run('grant', player.id, 'cash', '2.50', 'EUR', 'a', 'gesture')).toEqual(granted('€2.50'))
    expect(await run('grant', player.id, 'offer', 'reward-spins-10', 'EUR', 'sorry')).toEqual(
      granted('reward-spins-10 in EUR'),
    )
    expect(await run('grant', player.id, 'points', '40', 'thanks')).toEqual(granted('40 points'))
    expect(await balance()).toBe(250)
    const rows = await audited('reward-granted')
    expect(rows.map(({ detail }) => [detail.kind, detail.reason])).toEqual([
      ['cash', 'a gesture'],
      ['offer', 'sorry'],
      ['points', 'thanks'],
    ])
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([`operator:${operator.name}`]))
    const listed = await run('player', player.id)
    expect(listed).toContain('free spins reward-spins-10 version 1 0 of 10 EUR issued')
    expect(listed).toContain('reward operator cash €2.50 paid')
  })

  test('gets the reason, and nothing is granted', async () => {
    const wrong = (...words: string[]) => expect(run('grant', ...words)).rejects
    await wrong('nobody@example.test', 'points', '5', 'x').toThrow('No such player')
    await wrong(player.id, 'money', '5', 'EUR', 'x').toThrow('cash, offer, free-bet or points')
    await wrong(player.id).toThrow('cash, offer, free-bet or points')
    await wrong(player.id, 'cash').toThrow('Enter an amount and its currency, such as 12.50 EUR.')
    await wrong(player.id, 'offer').toThrow('Enter an offer')
    await wrong(player.id, 'cash', '-5', 'EUR', 'x').toThrow('Enter an amount')
    await wrong(player.id, 'cash', '5.555', 'EUR', 'x').toThrow('no more decimals than it has')
    await wrong(player.id, 'cash', '999999999999999', 'EUR', 'x').toThrow('Enter an amount')
    await wrong(player.id, 'cash', '5', 'XXX', 'x').toThrow('XXX is not a currency')
    await wrong(player.id, 'cash', '5', 'EUR').toThrow('reason')
    await wrong(player.id, 'offer', 'welcome-100', 'EUR', 'x').toThrow('No such offer')
    await wrong(player.id, 'free-bet', 'nothing', 'EUR', 'x').toThrow('No such free bet')
    expect(await balance()).toBe(0)
    expect(await audited('reward-granted')).toEqual([])
  })

  // Shows: attack 148
  test('free spins that no round accepts are not granted, and the message names the rule', async () => {
    await expect(run('grant', player.id, 'offer', 'reward-spins-10', 'XRP', 'x')).rejects.toThrow('XRP')
    await app.asOwner(
      `INSERT INTO rewards.definitions (kind, identity, version, data, state, starts_at, created_at, changed_at, actor, comment)
      SELECT kind, 'spins-of-old', 1, jsonb_set(data, '{spins,amount}', '{"base": "0.25"}'), state, starts_at, created_at, changed_at, actor, comment
      FROM rewards.definitions WHERE kind = 'offers' AND identity = 'reward-spins-10'`,
      [],
    )
    await expect(run('grant', player.id, 'offer', 'spins-of-old', 'EUR', 'x')).rejects.toThrow(
      'spins-of-old cannot be granted in EUR: spinStake: lantern-harbor accepts multiples of €0.10',
    )
    expect(await audited('reward-granted')).toEqual([])
    // Promised by a quest or a level, it is granted at the next stake that the game accepts.
    expect(await grant({ kind: 'offer', currency: 'EUR', bonusId: 'spins-of-old' })).toBe('paid')
    expect((await player.call('GET', '/api/game/player-freespins')).body).toMatchObject([{ spinAmount: 30 }])
  })

  // Shows: pair free spins/rates
  test('free spins in another currency are worth at least what the offer promises, in a stake of their game', async () => {
    expect(await run('grant', player.id, 'offer', 'reward-spins-10', 'USD', 'abroad')).toEqual(
      granted('reward-spins-10 in USD'),
    )
    const [spins] = (await player.call('GET', '/api/game/player-freespins')).body
    expect(spins).toMatchObject({ currency: 'USD' })
    expect(spins.spinAmount % 10).toBe(0)
    expect(spins.spinAmount).toBeGreaterThanOrEqual(
      Number(amountIn({ base: '0.20', items: {} }, 'USD', app.deps.reference.rates())),
    )
  })

  // Shows: attack 167
  test('revokes an open bonus once, however many do; its money is removed, cash stays, the player is notified', async () => {
    await run('grant', player.id, 'cash', '3', 'EUR', 'kept')
    await run('grant', player.id, 'offer', 'reward-bonus-5', 'EUR', 'oops')
    const [bonus] = await held()
    const revoked = await Promise.allSettled(
      Array.from({ length: 5 }, () => run('revoke', bonus.id, 'granted', 'twice')),
    )
    expect(revoked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
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
    await run('grant', player.id, 'offer', 'reward-spins-10', 'EUR', 'oops')
    const [spins] = (await player.call('GET', '/api/game/player-freespins')).body
    await run('revoke', spins.id, 'a mistake')
    expect((await player.call('GET', '/api/game/player-freespins')).body[0]).toMatchObject({ status: 3, result: 3 })
    await grant(cash(100n))
    await exclude()
    await grant(cash(200n), { sourceId: 'later' })
    const ids = await app.asOwner(
      `SELECT id, status FROM rewards.grants WHERE player_id = $1 AND reward = 'cash' ORDER BY amount`,
      [player.id],
    )
    const [paid, due] = ids.rows
    await expect(run('revoke', paid.id, 'x')).rejects.toThrow('Cash that was paid stays')
    await run('revoke', due.id, 'x')
    app.clock.forward(2 * 86_400_000)
    await payDue(app.deps)
    expect(await balance()).toBe(100)
  })

  test('sees what each offer and each source has cost', async () => {
    await run('grant', player.id, 'offer', 'reward-bonus-5', 'EUR', 'x')
    expect(await run('cost', 'reward-bonus-5')).toMatch(
      /reward-bonus-5 version 1 {2}bonus {2}\d+ players, granted \d+: open \d+/,
    )
    expect(await run('cost')).toMatch(/operator {2}offer reward-bonus-5 paid \d+x {2}\d+ players/)
    expect(await run('cost', 'nothing')).toBe('Nobody has received this offer.')
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
