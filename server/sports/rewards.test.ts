/** Bets on sports in rewards: they count once, by definition, when they are settled, and a correction takes it back. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { consumers as cashbackConsumers } from '#server/rewards/cashback/consumers.ts'
import { cashbackKind } from '#server/rewards/cashback/kind.ts'
import { readCashback } from '#server/rewards/cashback/read-cashback.ts'
import { readShipped, seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { levels } from '#server/rewards/loyalty/ladder.ts'
import { readAccount } from '#server/rewards/loyalty/read-account.ts'
import { activateQuest } from '#server/rewards/quests/activate-quest.ts'
import { listQuests } from '#server/rewards/quests/list-quests.ts'
import { questKind } from '#server/rewards/quests/quest-kind.ts'
import type { AnyDefinitionKind } from '#server/kernel/definition-kind.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { operator } from '#tests/setup/operator.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { freeBetFor } from '#tests/setup/free-bets.ts'
import {
  acceptOf,
  type Bettor,
  cashOutOf,
  placeOf,
  settleOf,
  sportsSite,
  type SportsSite,
  unsettleOf,
  voidOf,
} from '#tests/setup/sportsbook.ts'
import { freeBetKind } from './free-bet-kind.ts'

let site: SportsSite
/** Settled before sports bets brought points. */
let early: { player: Bettor; betId: string }
beforeAll(async () => {
  // Weeks and terms are compared with the times of the ledger, which are real.
  site = await sportsSite({ env: { LOYALTY: 'true' }, now: new Date() })
  await inForce(cashbackKind, 'weekly', {
    ...(readShipped(cashbackKind, site.deps.settings).weekly as object),
    countsSports: true,
  })
  const { player, token } = await seated()
  early = { player, betId: await site.bet(token, 5000) }
  await settle(early.betId, 1, 0)
  await catchUp(site.deps)
  await inForce(levels, 'ladder', {
    ...(readShipped(levels, site.deps.settings).ladder as object),
    sports: { pointsPerUnit: 25, marginPercent: 4, minOdds: '1.50' },
  })
})
afterAll(() => site.close())
afterEach(async () => expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([]))

const inForce = (kind: AnyDefinitionKind, identity: string, data: object) => putInForce(site.deps, kind, identity, data)
const ctxOf = (player: Bettor) => contextOf(site.deps, player)
const settle = (betId: string, sequence: number, payout: number) =>
  site.call('settle', settleOf(betId, sequence, payout))
async function seated() {
  const player = await site.player()
  return { player, token: await site.start(player) }
}
async function betAt(token: string, odds: string): Promise<string> {
  const bet = placeOf(token, { odds: [odds] })
  await site.call('place', bet)
  await site.call('accept', acceptOf(bet))
  return bet.betId
}

describe('cashback', () => {
  const read = async (player: Bettor) => {
    await catchUp(site.deps)
    return (await readCashback(ctxOf(player), { currency: 'EUR' })).value[0]!
  }

  // Shows: attack 190, pair cashback/open bet
  test('counts what was lost on bets, with every correction; void stakes and open bets do not count', async () => {
    const { player, token } = await seated()
    const [lost, sold, open] = [await site.bet(token, 3000), await site.bet(token), await site.bet(token)]
    await settle(lost, 1, 0)
    await site.call('cash-out', cashOutOf(sold, 1, 400, 500))
    expect(await read(player)).toMatchObject({ staked: 3500, won: 400, amount: 155 })
    await settle(lost, 2, 1000)
    await site.call('void', voidOf(sold, 2, 900))
    await site.call('void', voidOf(open, 1))
    expect(await read(player)).toMatchObject({ staked: 3500, won: 1400, amount: 105 })
    await site.call('unsettle', unsettleOf(lost, 3, 3000))
    expect(await read(player)).toMatchObject({ staked: 500, won: 400, amount: 0 })
    await settle(lost, 4, 0)
    await replayConsumer({ ...site.deps, actor: operator }, cashbackConsumers[0]!, { isPartial: false })
    expect(await read(player)).toMatchObject({ staked: 3500, won: 400, amount: 155 })
  })

  test('of a week counts a correction of an earlier one where it was made', async () => {
    const { player, token } = await seated()
    const betId = await site.bet(token)
    await settle(betId, 1, 3000)
    await read(player)
    // The decision and the correction are moved into different weeks.
    await site.app.db.asOwner(
      `UPDATE rewards.cashback_periods SET starts_at = starts_at - interval '7 days' WHERE player_id = $1`,
      [player.id],
    )
    await settle(betId, 2, 0)
    expect(await read(player)).toMatchObject({ staked: 3000, won: 0, amount: 150 })
    await settle(betId, 3, 3000)
    await settle(await site.bet(token, 2000), 1, 0)
    expect(await read(player)).toMatchObject({ staked: 2000, won: 0, amount: 100 })
  })
})

describe('points', () => {
  const points = async (player: Bettor) => {
    await catchUp(site.deps)
    const account = await readAccount(ctxOf(player))
    return account.ok && account.value.points
  }

  // Shows: attack 190, pair levels/open bet
  test('are earned by settled bets at the published odds, and taken back by corrections', async () => {
    const { player, token } = await seated()
    const [won, low, sold] = [await site.bet(token, 5000), await betAt(token, '1.49'), await site.bet(token)]
    await settle(won, 1, 15_000)
    await settle(low, 1, 0)
    await site.call('cash-out', cashOutOf(sold, 1, 900))
    // A unit staked keeps 4 percent, which brings 25 points each.
    expect(await points(player)).toBe(50)
    await site.call('void', voidOf(won, 2, 5000))
    expect(await points(player)).toBe(0)
    await settle(won, 3, 0)
    await settle(won, 4, 15_000)
    expect(await points(player)).toBe(50)
  })

  test('that a correction takes back without having been earned leave none, and are made up for first', async () => {
    const { player, betId } = early
    await site.call('void', voidOf(betId, 2, 5000))
    expect(await points(player)).toBe(0)
    await settle(betId, 3, 0)
    expect(await points(player)).toBe(0)
    await settle(await site.bet(await site.start(player), 2000), 1, 0)
    expect(await points(player)).toBe(20)
  })
})

describe('a quest', () => {
  // Shows: attack 190, pair quests/open bet
  test('counts bets that are settled after its start, at its odds and stake, each once', async () => {
    const { player, token } = await seated()
    await inForce(questKind, 'bets', {
      name: { en: 'Three bets' },
      description: { en: 'For a test' },
      order: 'free',
      days: 7,
      tasks: [{ kind: 'bets', count: 2, minOdds: '1.80', minStake: { base: '5' } }],
      rewards: [{ kind: 'cash', amount: { base: '5' } }],
      claim: 'player',
    })
    const before = await site.bet(token)
    const started = await activateQuest(ctxOf(player), { id: 'bets' })
    expect(started.ok).toBe(true)
    const progress = async () => {
      await catchUp(site.deps)
      const listed = await listQuests(ctxOf(player), {})
      if (!listed.ok) throw new Error(listed.refusal)
      const own = listed.value.find(({ id }) => id === 'bets')!
      return [own.state, own.tasks[0]!.progress, own.tasks[0]!.minOdds]
    }
    const [first, small, low] = [await site.bet(token), await site.bet(token, 400), await betAt(token, '1.79')]
    for (const betId of [before, first, small, low]) await settle(betId, 1, 0)
    expect(await progress()).toEqual([2, 1, '1.80'])
    await site.call('void', voidOf(first, 2))
    expect(await progress()).toEqual([2, 0, '1.80'])
    await settle(first, 3, 3000)
    await settle(await site.bet(token), 1, 3000)
    expect(await progress()).toEqual([3, 2, '1.80'])
    // What is completed stays.
    await settle(first, 4, 0)
    await site.call('void', voidOf(first, 5))
    expect((await progress())[0]).toBe(3)
  })
})

// Shows: attack 190
test('free bets and declined bets earn nothing', async () => {
  const { player, token } = await seated()
  const declined = placeOf(token)
  await site.call('place', declined)
  await site.call('decline', { requestId: randomUUID(), betId: declined.betId, reason: 'price changed' })
  await seedDefinitions(site.deps, [freeBetKind])
  const { id: freeBetId } = await freeBetFor(site.deps, player.id)
  const free = placeOf(token, { stake: 500, freeBetId, maximumPayout: 1000 })
  await site.call('place', free)
  await site.call('accept', acceptOf(free))
  expect((await settle(free.betId, 1, 1000)).status).toBe(200)
  await catchUp(site.deps)
  const { rows } = await site.app.db.asOwner('SELECT * FROM rewards.cashback_periods WHERE player_id = $1', [player.id])
  expect(rows).toEqual([])
})
