/**
 * Bonus money and free bets in sports: stakes and payouts are split correctly, whatever happens to the bonus and the bet.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { activatePlayerBonus } from '#server/bonuses/activate-player-bonus.ts'
import { cancelPlayerBonus } from '#server/bonuses/cancel-player-bonus.ts'
import { finishBonuses } from '#server/bonuses/finish-bonuses.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { listRewardsOf } from '#server/rewards/list-rewards-of.ts'
import { revokeReward } from '#server/rewards/revoke-reward.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { operator } from '#tests/setup/operator.ts'
import { deposit } from '#tests/money/wallets.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { freeBetFor } from '#tests/setup/free-bets.ts'
import {
  acceptOf,
  type Bettor,
  cashOutOf,
  editOf,
  placeOf,
  settleOf,
  sportsSite,
  type SportsSite,
  unsettleOf,
  voidOf,
} from '#tests/setup/sportsbook.ts'
import { freeBetKind } from './free-bet-kind.ts'

let site: SportsSite
beforeAll(async () => {
  site = await sportsSite()
  await seedDefinitions(site.deps, [freeBetKind])
})
afterAll(() => site.close())
afterEach(async () => expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([]))

const ctxOf = (player: Bettor) => contextOf(site.deps, player)
const refused = (status: number, name: string) => ({ status, body: { error: { name } } })

type Terms = { amount?: number; wager?: number; maxBet?: number | null; percent?: number; expiresAt?: string }
type Seat = { player: Bettor; token: string; bonusId: string }
/** A player whose active bonus counts sports bets at odds of 2.00 or more. */
async function seated(cash: bigint, terms: Terms = {}, isActive = true): Promise<Seat> {
  const { amount = 5000, wager = 50_000, maxBet = null, percent = 100, expiresAt = '2999-01-01' } = terms
  const player = await site.player({ EUR: cash })
  const bonusId = randomUUID()
  const contribution = { kinds: { slot: 100, dice: 0 }, games: {}, sports: { percent, minOdds: '2.00' } }
  await site.app.db.asOwner(
    `INSERT INTO bonuses.player_bonuses (id, player_id, bonus_id, offer_version, terms, is_once, type, currency, amount, wager_total, max_bet, created_at, expires_at)
     VALUES ($1, $2, 'welcome-100', 1, $3, false, 1, 'EUR', $4, $5, $6, $7, $8)`,
    [
      bonusId,
      player.id,
      JSON.stringify({ name: { en: 'Welcome' }, wagering: 10, contribution }),
      amount,
      wager,
      maxBet,
      site.deps.clock.now(),
      expiresAt,
    ],
  )
  if (isActive) expect((await activatePlayerBonus(ctxOf(player), { id: bonusId })).ok).toBe(true)
  return { player, token: await site.start(player), bonusId }
}
async function wallet({ player }: Pick<Seat, 'player'>) {
  const { rows } = await site.app.db.asOwner(
    `SELECT cash::int, bonus::int, wager_placed::int AS wagered, turnover_placed::int AS turnover FROM wallet.accounts WHERE player_id = $1 AND currency = 'EUR'`,
    [player.id],
  )
  return rows[0] as { cash: number; bonus: number; wagered: number; turnover: number }
}
async function bonusOf({ player, bonusId }: Seat) {
  const { rows } = await site.app.db.asOwner('SELECT status, result FROM bonuses.player_bonuses WHERE id = $1', [
    bonusId,
  ])
  const { body } = await site.app.send({ method: 'GET', url: '/api/wallet/accounts', token: player.token })
  return { ...rows[0], balance: body[0].balance as number }
}
const settle = (betId: string, sequence: number, payout: number) =>
  site.call('settle', settleOf(betId, sequence, payout))

describe('bonus money', () => {
  // Shows: attack 102, pair bonus/open bet
  test('of an issued bonus is not activated while a cash bet above its maximum stake is open, also at the same moment', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const { player, token, bonusId } = await seated(5000n, { maxBet: 700 }, false)
      const activate = () => activatePlayerBonus(ctxOf(player), { id: bonusId })
      const bet = placeOf(token, { stake: 5000, maximumPayout: 10_000 })
      const place = () => site.call('place', bet)
      const [placed, started] = turn > 0 ? await Promise.all([place(), activate()]) : [await place(), await activate()]
      if (placed.status !== 200) {
        expect([placed, started.ok]).toMatchObject([refused(422, 'maxBetExceeded'), true])
        continue
      }
      expect(started).toMatchObject({ refusal: 'roundIsOpen', message: expect.stringContaining('sports bet') })
      await site.call('accept', acceptOf(bet))
      expect((await activate()).ok).toBe(false)
      await settle(bet.betId, 1, 10_000)
      expect((await activate()).ok).toBe(true)
    }
    const { player, token, bonusId } = await seated(5000n, { maxBet: 700 }, false)
    await site.bet(token, 700)
    expect((await activatePlayerBonus(ctxOf(player), { id: bonusId })).ok).toBe(true)
  })

  test('is staked after the cash, and every payout and correction is split in the proportions of the stake', async () => {
    const seat = await seated(400n)
    expect((await site.call('authenticate', { token: seat.token })).body.balance).toBe(5400)
    const betId = await site.bet(seat.token, 1000)
    expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 4400 })
    expect((await site.bets(seat.player, false)).data).toMatchObject([{ stake: 1000, bonusStake: 600 }])
    await settle(betId, 1, 3000)
    expect(await wallet(seat)).toMatchObject({ cash: 1200, bonus: 6200 })
    await settle(betId, 2, 1501)
    // The indivisible cent is cash.
    expect(await wallet(seat)).toMatchObject({ cash: 601, bonus: 5300 })
    await site.call('unsettle', unsettleOf(betId, 3))
    expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 4400 })
    await site.call('void', voidOf(betId, 4))
    expect(await wallet(seat)).toMatchObject({ cash: 400, bonus: 5000 })
  })

  // Shows: attack 234, pair bonus/open bet
  test('of an edited bet returns to its bonus with its part of the price, and stakes the new bet by the terms', async () => {
    const seat = await seated(400n, { maxBet: 1000 })
    const betId = await site.bet(seat.token, 1000)
    const edit = (over: { stake: number; odds?: string[] }) =>
      site.call('edit', editOf(betId, 900, placeOf(seat.token, over)))
    expect(await edit({ stake: 1100 })).toMatchObject(refused(422, 'maxBetExceeded'))
    expect(await edit({ stake: 900, odds: ['1.90'] })).toMatchObject(refused(422, 'insufficientFunds'))
    expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 4400 })
    expect((await edit({ stake: 800 })).status).toBe(200)
    // Of the price, 360 was cash and 540 bonus money.
    expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 4500, wagered: 0 })
    expect((await site.bets(seat.player, false)).data).toMatchObject([{ stake: 800, bonusStake: 440 }])
  })

  test('is not staked where the terms exclude sports, at lower odds, or above the maximum stake', async () => {
    const excluded = await seated(0n, { percent: 0 })
    expect((await site.call('authenticate', { token: excluded.token })).body.balance).toBe(0)
    expect(await site.call('place', placeOf(excluded.token))).toMatchObject(refused(422, 'insufficientFunds'))
    const seat = await seated(500n, { maxBet: 700 })
    expect(await site.call('place', placeOf(seat.token, { stake: 600, odds: ['1.90'] }))).toMatchObject(
      refused(422, 'insufficientFunds'),
    )
    expect(await site.call('place', placeOf(seat.token, { stake: 800 }))).toMatchObject(refused(422, 'maxBetExceeded'))
    expect((await site.call('place', placeOf(seat.token, { stake: 700 }))).status).toBe(200)
    expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 4800 })
  })

  // Shows: attack 191, pair bonus/open bet
  test.each([
    ['excludes sports', { percent: 0 }, undefined],
    ['counts higher odds', {}, ['1.10']],
  ] as const)(
    'a bonus that %s limits cash bets to its maximum stake, so that no cash is protected from losses in an open bet',
    async (_, terms, odds) => {
      const seat = await seated(20_000n, { maxBet: 500, ...terms })
      const place = (stake: number) =>
        site.call('place', placeOf(seat.token, { stake, ...(odds && { odds: [...odds] }) }))
      expect(await place(501)).toMatchObject(refused(422, 'maxBetExceeded'))
      expect((await place(500)).status).toBe(200)
      expect(await wallet(seat)).toMatchObject({ cash: 19_500, bonus: 5000 })
    },
  )

  // Shows: attack 192
  test('counts towards its requirement when the bet is settled by its results; void and cashed-out stakes do not', async () => {
    const seat = await seated(10_000n, { percent: 50 })
    const [won, sold, low] = [
      await site.bet(seat.token),
      await site.bet(seat.token),
      placeOf(seat.token, { odds: ['1.50'] }),
    ]
    await site.call('place', low)
    await site.call('accept', acceptOf(low))
    expect(await wallet(seat)).toMatchObject({ wagered: 0 })
    await settle(won, 1, 3000)
    await site.call('cash-out', cashOutOf(sold, 1, 900))
    await settle(low.betId, 1, 1500)
    expect(await wallet(seat)).toMatchObject({ wagered: 500 })
    await site.call('void', voidOf(won, 2))
    expect(await wallet(seat)).toMatchObject({ wagered: 0 })
    await settle(won, 3, 0)
    expect(await wallet(seat)).toMatchObject({ wagered: 500 })
  })

  // Shows: pair bonus/open bet
  test('of a bonus that is cancelled while it is staked is forfeited with its part of the payout; cash is paid', async () => {
    for (const isDeclined of [false, true]) {
      const seat = await seated(400n)
      const bet = placeOf(seat.token)
      await site.call('place', bet)
      if (!isDeclined) await site.call('accept', acceptOf(bet))
      expect((await cancelPlayerBonus(ctxOf(seat.player), { id: seat.bonusId })).ok).toBe(true)
      expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 0 })
      if (isDeclined) {
        await site.call('decline', { requestId: randomUUID(), betId: bet.betId, reason: 'price changed' })
        expect(await wallet(seat)).toMatchObject({ cash: 400, bonus: 0 })
        continue
      }
      await settle(bet.betId, 1, 3000)
      expect(await wallet(seat)).toMatchObject({ cash: 1200, bonus: 0 })
      await settle(bet.betId, 2, 1000)
      expect(await wallet(seat)).toMatchObject({ cash: 400, bonus: 0 })
      await settle(bet.betId, 3, 0)
      expect((await site.bets(seat.player)).meta.debts).toEqual([])
    }
  })

  // Shows: pair bonus/open bet
  test('that is staked completely is lost only when its bet is lost', async () => {
    const seat = await seated(0n, { amount: 1000 })
    const betId = await site.bet(seat.token, 1000)
    await finishBonuses(site.deps)
    expect(await bonusOf(seat)).toMatchObject({ status: 2 })
    await settle(betId, 1, 2000)
    await finishBonuses(site.deps)
    expect(await bonusOf(seat)).toMatchObject({ status: 2, balance: 2000 })
    await settle(betId, 2, 0)
    await finishBonuses(site.deps)
    expect(await bonusOf(seat)).toMatchObject({ status: 3, result: 5, balance: 0 })
    // A later correction returns nothing to a lost bonus.
    await settle(betId, 3, 3000)
    expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 0 })
  })

  // Shows: pair bonus/open bet
  test('of a completed bonus counts as cash in later payouts and corrections', async () => {
    const seat = await seated(0n, { wager: 1000 })
    const [first, second] = [await site.bet(seat.token, 1000), await site.bet(seat.token, 1000)]
    await settle(first, 1, 2000)
    await finishBonuses(site.deps)
    expect(await bonusOf(seat)).toMatchObject({ status: 3, result: 2, balance: 5000 })
    await settle(second, 1, 3000)
    expect(await wallet(seat)).toMatchObject({ cash: 8000, bonus: 0 })
    await settle(first, 2, 0)
    expect(await wallet(seat)).toMatchObject({ cash: 6000, bonus: 0 })
  })

  test('that is already spent is not owed after a corrected payout; cash is', async () => {
    const seat = await seated(500n, { amount: 500 })
    const [first, second] = [await site.bet(seat.token, 1000), placeOf(seat.token, { stake: 3000 })]
    await settle(first, 1, 3000)
    await site.call('place', second)
    expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 0 })
    expect((await settle(first, 2, 0)).body).toMatchObject({ debt: 1500, balance: 0 })
  })

  // Shows: pair bonus/open bet
  test('when a bonus expires during a settlement, its part of the payout is removed with it or forfeited', async () => {
    for (let round = 0; round < 6; round++) {
      const expiresAt = new Date(site.deps.clock.now().getTime() + 1000).toISOString()
      const seat = await seated(0n, { expiresAt })
      const betId = await site.bet(seat.token, 1000)
      site.app.moveClock(2000)
      const acts = [() => finishBonuses(site.deps), () => settle(betId, 1, 3000)]
      await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      await finishBonuses(site.deps)
      expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 0 })
    }
  })

  test('is staked once by 30 simultaneous bets of the whole balance', async () => {
    const seat = await seated(300n, { amount: 700 })
    const answers = await Promise.all(Array.from({ length: 30 }, () => site.call('place', placeOf(seat.token))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await wallet(seat)).toMatchObject({ cash: 0, bonus: 0 })
  })

  test('counts towards limits on stakes; only its cash counts as a loss', async () => {
    const seat = await seated(1000n)
    const limit = { definition: 1 as const, period: 'daily' as const, currency: 'EUR', amount: 4000 }
    await addLimit(ctxOf(seat.player), limit)
    await addLimit(ctxOf(seat.player), { ...limit, definition: 2, amount: 1000 })
    for (const status of [200, 200, 422])
      expect((await site.call('place', placeOf(seat.token, { stake: 2000 }))).status).toBe(status)
  })
})

describe('a void stake', () => {
  // Shows: pair limits/open bet
  test('counts neither towards the stake limit nor as turnover, and does again once the bet is settled', async () => {
    const player = await site.player()
    const token = await site.start(player)
    await addLimit(ctxOf(player), { definition: 1, period: 'daily', currency: 'EUR', amount: 1500 })
    const [betId, cashedOut] = [await site.bet(token, 1000), await site.bet(token, 400)]
    expect(await site.call('place', placeOf(token, { stake: 200 }))).toMatchObject(refused(422, 'limitReached'))
    await site.call('void', voidOf(betId, 1))
    expect(await wallet({ player })).toMatchObject({ turnover: 400 })
    expect((await site.call('place', placeOf(token, { stake: 900 }))).status).toBe(200)
    await settle(betId, 2, 0)
    expect(await wallet({ player })).toMatchObject({ turnover: 2300 })
    expect(await site.call('place', placeOf(token, { stake: 100 }))).toMatchObject(refused(422, 'limitReached'))
    // For a bet that was partly cashed out, only the remaining stake counts.
    await site.call('cash-out', cashOutOf(cashedOut, 1, 100, 300))
    await site.call('void', voidOf(cashedOut, 2, 400))
    expect(await wallet({ player })).toMatchObject({ turnover: 2000 })
  })

  // Shows: attack 94
  test('is required again if it had met the turnover of an earlier deposit, and not once the bet is settled after all', async () => {
    const player = await site.player()
    const deposited = () => site.app.deps.ledger.post({ ...deposit(player.id, 1000), turnover: 1000n as never })
    await deposited()
    const betId = await site.bet(await site.start(player), 1000)
    await deposited()
    const left = async () =>
      (
        await site.app.db.asOwner(
          `SELECT (turnover_total - turnover_placed)::int AS left FROM wallet.accounts WHERE player_id = $1 AND currency = 'EUR'`,
          [player.id],
        )
      ).rows[0]!.left
    expect(await left()).toBe(1000)
    await site.call('void', voidOf(betId, 1))
    expect(await left()).toBe(2000)
    await settle(betId, 2, 0)
    expect(await left()).toBe(1000)
  })

  // Shows: pair limits/open bet
  test('of an earlier period leaves the limit of this one as it is', async () => {
    const player = await site.player()
    await addLimit(ctxOf(player), { definition: 1, period: 'daily', currency: 'EUR', amount: 1000 })
    const betId = await site.bet(await site.start(player), 1000)
    site.app.moveClock(26 * 3_600_000)
    const token = await site.renew(player)
    await site.bet(token, 600)
    await site.call('void', voidOf(betId, 1))
    expect(await site.call('place', placeOf(token, { stake: 500 }))).toMatchObject(refused(422, 'limitReached'))
    expect((await site.call('place', placeOf(token, { stake: 400 }))).status).toBe(200)
  })
})

describe('a free bet', () => {
  async function granted(): Promise<{ player: Bettor; token: string; id: string }> {
    const player = await site.player({ EUR: 0n })
    const { id } = await freeBetFor(site.deps, player.id)
    return { player, token: await site.start(player), id }
  }
  const freeOf = (token: string, freeBetId: string, over: object = {}) =>
    placeOf(token, { stake: 500, freeBetId, maximumPayout: 1000, ...over })
  const listed = async (token: string) =>
    (await site.call('authenticate', { token })).body.freeBets.map(({ id }: { id: string }) => id)

  // Shows: attack 189
  test('is listed, staked without money of the player, and pays its winnings without the stake', async () => {
    const { player, token, id } = await granted()
    expect((await site.call('authenticate', { token })).body).toMatchObject({
      balance: 0,
      freeBets: [{ id, name: 'Free bet', amount: 500, minOdds: '1.50' }],
    })
    const bet = freeOf(token, id)
    expect(await site.call('place', { ...bet, maximumPayout: 1001 })).toMatchObject(refused(422, 'slipInvalid'))
    const placed = { ...bet, requestId: randomUUID() }
    expect((await site.call('place', placed)).body).toMatchObject({ status: 'held', balance: 0, openStake: 500 })
    expect(await listed(token)).toEqual([])
    await site.call('accept', acceptOf(placed))
    expect((await site.bets(player, false)).data).toMatchObject([{ isFree: true, stake: 500, cashOut: null }])
    expect((await settle(bet.betId, 1, 1000)).body).toMatchObject({ payout: 1000, balance: 1000 })
    const { rows } = await site.app.db.asOwner(
      'SELECT expected_payout::int AS pays FROM sports.bets WHERE bet_id = $1',
      [bet.betId],
    )
    expect(rows).toEqual([{ pays: 1000 }])
    await settle(bet.betId, 2, 0)
    expect(await wallet({ player })).toMatchObject({ cash: 0, turnover: 0 })
  })

  // Shows: pair exclusion/open bet
  test('staked while a break starts is accepted at most once, and otherwise remains usable', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const { player, token, id } = await granted()
      const bets = Array.from({ length: 3 }, () => freeOf(token, id))
      const [, ...answers] = await Promise.all([
        addLimit(ctxOf(player), { definition: 5, period: '1-day' }),
        ...bets.map((bet) => site.call('place', bet)),
      ])
      const taken = bets.filter((_, index) => answers[index]!.status === 200)
      expect(taken.length).toBeLessThanOrEqual(1)
      expect(await listed(token)).toHaveLength(1 - taken.length)
      expect((await site.call('place', freeOf(token, id))).status).toBe(422)
      for (const bet of taken) {
        await site.call('accept', acceptOf(bet))
        expect((await settle(bet.betId, 1, 1000)).body).toMatchObject({ payout: 1000, balance: 1000 })
      }
    }
  })

  // Shows: attack 189
  test('of another player, of another stake, at lower odds, in a system, used or expired is not accepted', async () => {
    const mine = await granted()
    const theirs = await granted()
    const notAccepted = refused(422, 'freeBetNotAccepted')
    for (const bet of [
      freeOf(mine.token, theirs.id),
      freeOf(mine.token, randomUUID()),
      freeOf(mine.token, mine.id, { stake: 400, maximumPayout: 700 }),
      freeOf(mine.token, mine.id, { odds: ['1.40'], maximumPayout: 200 }),
    ])
      expect(await site.call('place', bet)).toMatchObject(notAccepted)
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.call('place', freeOf(mine.token, mine.id))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    site.app.moveClock(7 * 86_400_000)
    const token = await site.renew(theirs.player)
    expect(await listed(token)).toEqual([])
    expect(await site.call('place', freeOf(token, theirs.id))).toMatchObject(notAccepted)
  })

  // Shows: pair free spins/open bet
  test('can be used again after a decline or a void until it expires; a bet placed in time is settled after the expiry', async () => {
    const { player, token, id } = await granted()
    const declined = freeOf(token, id)
    await site.call('place', declined)
    await site.call('decline', { requestId: randomUUID(), betId: declined.betId, reason: 'price changed' })
    expect(await listed(token)).toEqual([id])
    const bet = freeOf(token, id)
    await site.call('place', bet)
    await site.call('accept', acceptOf(bet))
    expect(await site.call('cash-out', cashOutOf(bet.betId, 1, 100))).toMatchObject(refused(422, 'freeBetNotCashedOut'))
    expect(await site.call('void', voidOf(bet.betId, 1, 500))).toMatchObject(refused(422, 'payoutTooLarge'))
    await site.call('void', voidOf(bet.betId, 1, 0))
    expect(await listed(token)).toEqual([id])
    // The void was a mistake: the bet has its stake again, and the free bet is used.
    await settle(bet.betId, 2, 1000)
    expect([await listed(token), await wallet({ player })]).toMatchObject([[], { cash: 1000 }])
    await site.call('unsettle', unsettleOf(bet.betId, 3, 500))
    site.app.moveClock(8 * 86_400_000)
    await settle(bet.betId, 4, 1000)
    expect(await wallet({ player })).toMatchObject({ cash: 1000 })
    await site.call('void', voidOf(bet.betId, 5, 0))
    expect(await listed(await site.renew(player))).toEqual([])
  })

  const revoke = (id: string) => revokeReward({ ...site.deps, actor: operator }, { id, reason: 'by mistake' })
  const nothing = { ok: false, refusal: 'nothingToRevoke' }
  const notesOf = async (playerId: string) => {
    const { rows } = await site.app.db.asOwner(
      `SELECT actor, detail->>'reason' AS reason, (SELECT count(*)::int FROM messages.messages
         WHERE messages.player_id = audit.player_id AND key = 'reward-revoked') AS messages
       FROM identity.audit WHERE action = 'reward-revoked' AND player_id = $1`,
      [playerId],
    )
    return rows
  }

  // Shows: attack 101
  test('that an operator revokes is staked no more, the player is notified, and the record names the operator', async () => {
    const { player, token, id } = await granted()
    const all = { playerId: player.id, now: site.deps.clock.now(), limit: 5 }
    expect(await listRewardsOf(site.deps.db.kysely, all)).toMatchObject([
      { id, line: 'free bet free-bet-5 version 1 €5.00 open', isOpen: true },
    ])
    expect(await revoke(id)).toMatchObject({ ok: true })
    expect(await listed(token)).toEqual([])
    expect(await site.call('place', freeOf(token, id))).toMatchObject(refused(422, 'freeBetNotAccepted'))
    expect(await revoke(id)).toMatchObject(nothing)
    expect(await notesOf(player.id)).toEqual([{ actor: 'operator:olga', reason: 'by mistake', messages: 1 }])
  })

  // Shows: attack 101
  test('that is staked cannot be revoked until its bet is void', async () => {
    const { player, token, id } = await granted()
    const bet = freeOf(token, id)
    await site.call('place', bet)
    expect(await revoke(id)).toEqual(nothing)
    await site.call('accept', acceptOf(bet))
    await settle(bet.betId, 1, 1000)
    expect(await wallet({ player })).toMatchObject({ cash: 1000 })
    expect(await revoke(id)).toEqual(nothing)
    await site.call('void', voidOf(bet.betId, 2, 0))
    expect(await revoke(id)).toEqual({ ok: true, value: { playerId: player.id } })
    expect(await listed(token)).toEqual([])
  })

  // Shows: attack 101
  test('revoked while bets are placed is either staked once or revoked once', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const { player, token, id } = await granted()
      const place = async () => (await site.call('place', freeOf(token, id))).status === 200
      const takeBack = async () => (await revoke(id)).ok
      const bets = Promise.all([place(), place()])
      // A call over HTTP takes longer than one without.
      if (turn % 2 > 0) await site.call('authenticate', { token })
      const [revoked, staked] = await Promise.all([Promise.all([takeBack(), takeBack()]), bets])
      expect([...revoked, ...staked].filter(Boolean)).toHaveLength(1)
      expect(await notesOf(player.id)).toHaveLength(revoked.filter(Boolean).length)
      expect(await listed(token)).toEqual([])
    }
  })
})
