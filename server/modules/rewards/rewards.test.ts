/** Rewards: each once, by named movements; what an excluded player earned in cash waits. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import type { Subunits } from '#contract/money.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { closeAccount } from '../profile/close-account.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { type Earned, grantReward } from './grant-reward.ts'
import { payDue } from './pay-due.ts'
import type { EarnedReward } from './reward.ts'
import { records } from './records.ts'

let house: Cashier
let player: TestPlayer
beforeAll(async () => {
  house = await cashier()
})
beforeEach(async () => {
  house.clock.reset()
  player = await house.player()
})
afterAll(async () => {
  expect(await findBreaches(house.deps.db.pool, allInvariants)).toEqual([])
  await house.close()
})

const { authenticated } = moneyCalls(
  () => house,
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
  house.deps.db.transaction((tx) => grantReward(tx, house.deps, earned(reward, over)))
const balance = async (currency = 'EUR') => (await player.account(currency))?.withdrawalBalance ?? null
const exclude = () => player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })

describe('cash', () => {
  test('is paid once, with an entry, a message and a fact, however often and at once it is granted', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => grant(cash(250n))))
    expect(new Set(results)).toEqual(new Set(['paid']))
    expect(await balance()).toBe(250)
    const entries = await player.call('GET', '/api/wallet/entries?currency=EUR')
    expect(entries.body.data ?? entries.body.items).toMatchObject([{ kind: 'quest-reward', amount: 250 }])
    const { rows } = await house.asOwner('SELECT key, title, link FROM messages.messages WHERE player_id = $1', [
      player.id,
    ])
    expect(rows).toMatchObject([{ key: 'reward-quest', link: { target: { kind: 'modal', modal: 'quests-hub' } } }])
    const facts = await house.asOwner(`SELECT data FROM facts.facts WHERE player_id = $1 AND kind = 'rewardGranted'`, [
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

  test('opens an account in a currency that the player does not have, without making it the active one', async () => {
    await grant(cash(100n, 'USD'))
    expect(await balance('USD')).toBe(100)
    const { rows } = await house.asOwner('SELECT currency FROM wallet.accounts WHERE player_id = $1 AND status = 1', [
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

describe('an excluded player', () => {
  test('receives no cash until the exclusion is over, then all of it once', async () => {
    expect((await exclude()).status).toBeLessThan(300)
    expect(await grant(cash(400n))).toBe('due')
    expect(await payDue(house.deps)).toBe(0)
    expect(await balance()).toBe(0)
    house.clock.forward(2 * 86_400_000)
    const settled = await Promise.all(Array.from({ length: 5 }, () => payDue(house.deps)))
    expect(settled.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await balance()).toBe(400)
  })

  test('receives no offer and no points, then or later', async () => {
    await exclude()
    expect(await grant({ kind: 'offer', currency: 'EUR', bonusId: 'reward-bonus-5' })).toBe('void')
    expect(await grant({ kind: 'points', points: 10 }, { ordinal: 1 })).toBe('void')
    house.clock.forward(2 * 86_400_000)
    await payDue(house.deps)
    expect((await player.call('GET', '/api/game/player-bonuses')).body).toEqual([])
  })

  test('at the same moment: paid before the exclusion, or due', async () => {
    for (let round = 0; round < 6; round++) {
      player = await house.player()
      const [status] = await Promise.all([grant(cash(100n)), exclude()])
      expect(await balance()).toBe(status === 'paid' ? 100 : 0)
    }
  })
})

describe('closing the account', () => {
  const close = async () => closeAccount(await authenticated(), {})

  test('at the same moment: the reward is paid and keeps it open, or it closes without one', async () => {
    for (let round = 0; round < 6; round++) {
      player = await house.player()
      const [status, closed] = await Promise.all([grant(cash(100n)), close()])
      expect(closed.ok).toBe(status === 'void')
    }
  })

  test('gives up what is due', async () => {
    // Players excluded by other tests are paid first, so that only this one could be left.
    house.clock.forward(2 * 86_400_000)
    await payDue(house.deps)
    await exclude()
    await grant(cash(100n))
    await house.deps.db.transaction((tx) => records.endOpen!(house.deps, tx, player.id, 'account-closed'))
    house.clock.forward(2 * 86_400_000)
    expect(await payDue(house.deps)).toBe(0)
    expect(await balance()).toBe(0)
  })
})
