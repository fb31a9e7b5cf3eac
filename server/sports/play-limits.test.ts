/** Limits on play beside decisions that take back what counted, in another currency too, and beside free bets. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { freeBetFor } from '#tests/setup/free-bets.ts'
import { type Bettor, placeOf, settleOf, sportsSite, type SportsSite, voidOf } from '#tests/setup/sportsbook.ts'
import { freeBetKind } from './free-bet-kind.ts'

let site: SportsSite
let player: Bettor
beforeAll(async () => {
  site = await sportsSite()
  await seedDefinitions(site.deps, [freeBetKind])
})
afterAll(() => site.close())
beforeEach(async () => {
  player = await site.player({ EUR: 100_00n, USD: 1_000_00n })
})
afterEach(async () => expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([]))

const limitReached = { status: 422, body: { error: { name: 'limitReached' } } }
async function limit(definition: 1 | 2 | 6, amount: number): Promise<void> {
  const money = definition === 6 ? {} : { currency: 'EUR' }
  expect(await addLimit(contextOf(site.deps, player), { definition, period: 'daily', amount, ...money })).toMatchObject(
    { ok: true },
  )
}
const place = (token: string, stake: number, currency: string) =>
  site.call('place', placeOf(token, { stake, currency }))

// Shows: pair limits/open bet
test('a reversed payout counts as a loss again, also where the limit has reserved its room for another wallet', async () => {
  await limit(2, 100_00)
  const betId = await site.bet(await site.start(player), 100_00)
  await site.call('settle', settleOf(betId, 1, 300_00))
  const dollars = await site.start(player, 'USD')
  expect((await place(dollars, 1_00, 'USD')).status).toBe(200)
  await site.call('settle', settleOf(betId, 2, 0))
  expect(await place(dollars, 50_00, 'USD')).toMatchObject(limitReached)
})

// Shows: pair limits/open bet
test('a void stake that is settled after all counts again, also where the limit has given its room to another wallet', async () => {
  await limit(1, 100_00)
  const betId = await site.bet(await site.start(player), 100_00)
  await site.call('void', voidOf(betId, 1, 100_00))
  const dollars = await site.start(player, 'USD')
  expect((await place(dollars, 1_00, 'USD')).status).toBe(200)
  await site.call('settle', settleOf(betId, 2, 0))
  expect(await place(dollars, 50_00, 'USD')).toMatchObject(limitReached)
})

// Shows: pair limits/open bet
longTest('a payout that is taken back while the other wallet bets: the loss limit holds from then on', async () => {
  for (let round = 0; round < 4; round++) {
    player = await site.player({ EUR: 100_00n, USD: 1_000_00n })
    await limit(2, 100_00)
    const betId = await site.bet(await site.start(player), 100_00)
    await site.call('settle', settleOf(betId, 1, 300_00))
    const dollars = await site.start(player, 'USD')
    const bets = Array.from({ length: 6 }, () => () => place(dollars, 20_00, 'USD'))
    const acts = [...bets.slice(0, 3), () => site.call('settle', settleOf(betId, 2, 0)), ...bets.slice(3)]
    await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
    expect(await place(dollars, 1_00, 'USD')).toMatchObject(limitReached)
  }
})

// Shows: pair limits/open bet
test('a limit on time of play that is used up refuses a free bet as well, and leaves it unused', async () => {
  await limit(6, 1)
  const token = await site.start(player)
  const { id: freeBetId, amount } = await freeBetFor(site.deps, player.id)
  const free = () => placeOf(token, { stake: Number(amount), freeBetId, maximumPayout: 2 * Number(amount) })
  expect((await place(token, 1_00, 'EUR')).status).toBe(200)
  site.app.moveClock(60_000)
  expect(await site.call('place', free())).toMatchObject(limitReached)
  expect((await site.call('authenticate', { token })).body.freeBets).toMatchObject([{ id: freeBetId }])
  site.app.moveClock(24 * 3_600_000)
  const tomorrow = await site.renew(player)
  expect((await site.call('place', { ...free(), token: tomorrow })).status).toBe(200)
})
