/** Jackpots: what buys a ticket and what does not, draws that a player can recalculate, and money that adds up. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { test } from '#tests/setup/length.ts'
import { chanceOf, checkTicket, percentOf, placeName, returnOfTicket, returnOverTime } from '#contract/jackpot-odds.ts'
import { checkTerms } from '#contract/jackpot-terms.ts'
import type { Jackpot, Ticket } from '#contract/jackpots.ts'
import { isDrawn, placeOf } from '#contract/seed-pair.ts'
import type { PlayerCtx } from '#server/deps.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { closeJackpot, sharesOf } from './close.ts'
import { openJackpot, reserveAccount, type TermsOfJackpot } from './open.ts'
import { lifecycle as bonusLifecycle } from '#server/bonuses/module.ts'
import { lifecycle as gameLifecycle } from '#server/play/games/module.ts'
import { closeAccount } from '#server/profile/close-account.ts'
import { lifecycle as walletLifecycle } from '#server/wallet/module.ts'
import { lifecycle } from './module.ts'
import { joinJackpot, leaveJackpot, readOwnJackpot, revealTickets } from './own.ts'
import { payShares } from './pay-shares.ts'
import { listJackpots, listTickets } from './read.ts'

const terms: TermsOfJackpot = {
  currency: 'EUR',
  sideStake: 10n,
  levels: {
    mini: { contribution: 4n, seed: 10_00n, cap: 50_00n },
    major: { contribution: 2n, seed: 100_00n, cap: 1000_00n },
    grand: { contribution: 1n, seed: 1000_00n, cap: 10_000_00n },
  },
}
/** Every second ticket wins the mini and the major. */
const quick: TermsOfJackpot = {
  currency: 'EUR',
  sideStake: 100n,
  levels: {
    mini: { contribution: 30n, seed: 0n, cap: 60n },
    major: { contribution: 30n, seed: 0n, cap: 60n },
    grand: { contribution: 10n, seed: 50n, cap: 1000n },
  },
}

let fixture: Casino
beforeAll(async () => {
  fixture = await casino({ env: { LICENCES: 'DE' } })
})
afterAll(() => fixture.close())
let jackpotId = ''
beforeEach(async () => {
  await closeAll()
  jackpotId = await open(terms)
})

async function open(of: TermsOfJackpot): Promise<string> {
  const opened = await fixture.deps.db.transaction((tx) => openJackpot(tx, fixture.deps, of))
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.value
}
async function closeAll(): Promise<void> {
  const { rows } = await fixture.app.db.asOwner('SELECT id FROM jackpots.jackpots WHERE closed_at IS NULL')
  for (const { id } of rows) await fixture.deps.db.transaction((tx) => closeJackpot(tx, fixture.deps, id))
  await payShares(fixture.deps)
}

const ctxOf = (player: CasinoPlayer): PlayerCtx => contextOf(fixture.deps, player)
/** Germany's licence excludes jackpots. */
async function playerIn(country: string, funds = 100_00n): Promise<CasinoPlayer> {
  const player = await fixture.player({ EUR: funds })
  await fixture.app.db.asOwner('UPDATE identity.players SET country = $2 WHERE id = $1', [player.id, country])
  return player
}
async function joined(funds = 100_00n): Promise<{ player: CasinoPlayer; token: string; ctx: PlayerCtx }> {
  const player = await playerIn('FI', funds)
  const ctx = ctxOf(player)
  const answer = await joinJackpot(ctx, { currency: 'EUR', jackpotId, clientSeed: 'drawn-in-the-browser' })
  expect(answer).toMatchObject({ ok: true, value: { isOn: true } })
  return { player, ctx, token: await fixture.launch('dice', { player }) }
}
const callOf = (token: string, roundId: string = randomUUID()) => ({
  token,
  currency: 'EUR',
  gameId: 'dice',
  roundId,
  transactionId: randomUUID(),
})
const bet = (token: string, amount = 1_00, roundId?: string) =>
  fixture.walletCall('bet', { ...callOf(token, roundId), amount })
async function round(token: string, win = 0, amount = 1_00): Promise<{ roundId: string; balance: number }> {
  const call = callOf(token)
  expect((await fixture.walletCall('bet', { ...call, amount })).status).toBe(200)
  const answer = await fixture.walletCall('win', {
    ...call,
    transactionId: randomUUID(),
    amount: win,
    isRoundFinished: true,
  })
  expect(answer.status).toBe(200)
  return { roundId: call.roundId, balance: answer.body.balance }
}
async function ticketsOf(ctx: PlayerCtx): Promise<Ticket[]> {
  return (await listTickets(ctx, { currency: 'EUR' })).value.data
}
async function pots(): Promise<number[]> {
  const [jackpot] = (await listJackpots(ctxOf(await playerIn('FI')))).value
  return jackpot!.levels.map(({ pot }) => pot)
}
const total = async (ctx: PlayerCtx) => fixture.deps.ledger.balance(`player:${ctx.caller.player.id}:cash:EUR`)
const reserve = () => fixture.deps.ledger.balance(reserveAccount('EUR'))
const sound = async () => expect(await findBreaches(fixture.app.db.pool, allInvariants)).toEqual([])

test('without the choice of the player, a stake is posted alone', async () => {
  const player = await fixture.player()
  const token = await fixture.launch('dice', { player })
  expect((await round(token)).balance).toBe(99_00)
  expect(await ticketsOf(ctxOf(player))).toEqual([])
})

// Shows: attack 229
test('the first stake of a round takes one side stake, which its rollback returns exactly once', async () => {
  const { player, ctx, token } = await joined()
  const call = { ...callOf(token), amount: 1_00 }
  expect((await fixture.walletCall('bet', call)).body).toMatchObject({ balance: 98_90 })
  expect((await fixture.walletCall('bet', call)).body).toMatchObject({ balance: 98_90, isReplay: true })
  const more = { ...call, transactionId: randomUUID(), amount: 50 }
  expect((await fixture.walletCall('bet', more)).body).toMatchObject({ balance: 98_40 })
  expect(await readOwnJackpot(ctx, { currency: 'EUR' })).toMatchObject({ value: { open: 1 } })
  const undo = (betTransactionId: string) =>
    fixture.walletCall('rollback', { ...callOf(token, call.roundId), betTransactionId })
  expect((await undo(more.transactionId)).body).toMatchObject({ balance: 98_90 })
  expect((await undo(call.transactionId)).body).toMatchObject({ balance: 100_00 })
  expect((await undo(call.transactionId)).status).toBe(409)
  expect(await fixture.balance(player)).toBe(100_00n)
  expect(await ticketsOf(ctx)).toMatchObject([{ state: 'returned', draw: null }])
  await sound()
})

test('a ticket is drawn with the end of its round, and its bet can no longer be rolled back', async () => {
  const { ctx, token } = await joined()
  const before = await pots()
  const call = { ...callOf(token), amount: 1_00 }
  await fixture.walletCall('bet', call)
  const settle = { ...call, transactionId: randomUUID(), amount: 0, isRoundFinished: true }
  expect((await fixture.walletCall('win', settle)).body).toMatchObject({ balance: 98_90 })
  expect((await fixture.walletCall('win', settle)).body).toMatchObject({ balance: 98_90, isReplay: true })
  const late = await fixture.walletCall('rollback', {
    ...callOf(token, call.roundId),
    betTransactionId: call.transactionId,
  })
  expect(late.status).toBe(422)
  const [ticket] = await ticketsOf(ctx)
  expect(ticket).toMatchObject({ state: 'drawn', draw: { number: 1, nonce: 0, pots: before } })
  expect(await pots()).toEqual([before[0]! + 4, before[1]! + 2, before[2]! + 1])
  await sound()
})

test('a player recalculates each draw from the revealed seed, whose proof only one seed satisfies', async () => {
  const { player, ctx, token } = await joined()
  for (let turn = 0; turn < 12; turn++) await round(token)
  const committed = (await readOwnJackpot(ctx, { currency: 'EUR' })).value.pairs[0]!
  expect(committed).toMatchObject({ serverSeed: null, proof: null, nextNonce: 12, number: 1 })
  const revealed = await revealTickets(ctx, { currency: 'EUR', clientSeed: 'the next one' })
  expect(revealed).toMatchObject({ ok: true, value: { isOn: true } })
  const pairs = revealed.ok ? revealed.value.pairs : []
  expect(pairs.map(({ number, clientSeed }) => [number, clientSeed])).toEqual([
    [2, 'the next one'],
    [1, 'drawn-in-the-browser'],
  ])
  const { serverSeed, proof, clientSeed, key, serverSeedHash } = pairs[1]!
  expect(serverSeedHash).toBe(committed.serverSeedHash)
  const keys = await fixture.deps.partners.gameStudios[0]!.fairness!.readKeys(fixture.deps)
  const place = await placeOf({ owner: player.id, game: placeName(jackpotId), number: 1 })
  const drawn = { key: keys.find(({ id }) => id === key)!, place, clientSeed, proof: proof!, serverSeed: serverSeed! }
  expect(await isDrawn(drawn)).toBe(true)
  expect(await isDrawn({ ...drawn, clientSeed: 'another' })).toBe(false)
  const { data, jackpots } = (await listTickets(ctx, { currency: 'EUR', pairId: pairs[1]!.id })).value
  expect(data.map(({ draw }) => draw!.nonce)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  for (const { draw } of data) {
    expect(await checkTicket({ serverSeed: serverSeed!, clientSeed }, draw!, jackpots[0]!)).toBe(true)
    const moved = { ...draw!, drawn: draw!.drawn.with(1, draw!.drawn[1]! + 1) }
    expect(await checkTicket({ serverSeed: serverSeed!, clientSeed }, moved, jackpots[0]!)).toBe(false)
  }
  await sound()
})

test('a pair with an undrawn ticket is not revealed: its result would be known while the stake can be taken back', async () => {
  const { ctx, token } = await joined()
  await bet(token)
  expect(await revealTickets(ctx, { currency: 'EUR', clientSeed: 'x' })).toMatchObject({ refusal: 'roundInProgress' })
})

test('two levels won at once pay both pots with the side stake of that ticket, and start again from their seeds', async () => {
  await closeAll()
  jackpotId = await open(quick)
  const { ctx, token } = await joined()
  for (let turn = 0; turn < 12; turn++) await round(token)
  const tickets = await ticketsOf(ctx)
  expect(tickets.filter(({ draw }) => draw!.won[0]! > 0 && draw!.won[1]! > 0).length).toBeGreaterThan(0)
  // A pot of 30 has only numbers below 30: the cap of 60 is never exceeded.
  for (const { draw } of tickets) {
    expect(draw!.won[0]).toBe(draw!.drawn[0]! < 30 ? draw!.pots[0]! + 30 : 0)
    if (draw!.pots[0] === 30) expect(draw!.won[0]).toBe(60)
  }
  const won = tickets.flatMap(({ draw }) => draw!.won).reduce((sum, each) => sum + each, 0)
  expect(await total(ctx)).toBe(BigInt(100_00 - 12 * 200 + won))
  await sound()
})

test('an in-house round draws its ticket in the one call that posts stake and win', async () => {
  const { ctx, token } = await joined()
  const [bets, wins] = [callOf(token), callOf(token)].map((call) => ({ ...call, roundId: 'one-call' }))
  const launch = { ...bets!, transactionId: randomUUID() }
  const { studioRound } = await import('../games/studio-round.ts')
  const call = { ...launch, studio: 'fairhouse-studio' }
  const answer = await studioRound(
    ctx,
    { ...call, amount: 1_00 },
    { ...call, transactionId: wins!.transactionId, amount: 50, isRoundFinished: true },
  )
  expect(answer).toMatchObject({ bet: { value: { balance: 98_90 } }, win: { value: { balance: 99_40 } } })
  expect(await ticketsOf(ctx)).toMatchObject([{ roundId: 'one-call', state: 'drawn' }])
  await sound()
})

test('cash that does not cover both, or nothing staked, buys no ticket', async () => {
  const { ctx, token } = await joined(1_05n)
  expect((await bet(token)).body).toMatchObject({ balance: 5 })
  expect(await ticketsOf(ctx)).toEqual([])
  await sound()
})

// Shows: attack 230
test('limits count stake and side stake as one sum: a bet is refused with it, and its return gives the room back', async () => {
  const { ctx, token } = await joined()
  const limit = { definition: 1, period: 'daily', amount: 220, currency: 'EUR' }
  expect(await addLimit(ctx, limit as never)).toMatchObject({ ok: true })
  const first = { ...callOf(token), amount: 1_00 }
  expect((await fixture.walletCall('bet', first)).status).toBe(200)
  expect((await bet(token, 1_11)).status).toBe(422)
  await fixture.walletCall('rollback', { ...callOf(token, first.roundId), betTransactionId: first.transactionId })
  expect((await bet(token, 2_11)).status).toBe(422)
  expect((await bet(token, 2_10)).status).toBe(200)
  expect((await bet(token, 1)).status).toBe(422)
  await sound()
})

// Shows: attack 230
test('an excluded player buys nothing and cannot join; an open ticket is drawn when its round ends', async () => {
  const { ctx, token } = await joined()
  const call = { ...callOf(token), amount: 1_00 }
  await fixture.walletCall('bet', call)
  expect(await addLimit(ctx, { definition: 5, period: '1-day' })).toMatchObject({ ok: true })
  expect((await bet(token)).status).toBe(422)
  expect(await joinJackpot(ctx, { currency: 'EUR', jackpotId, clientSeed: 'x' })).toMatchObject({
    refusal: 'playerExcluded',
  })
  expect(await leaveJackpot(ctx, { currency: 'EUR' })).toMatchObject({ value: { isOn: false } })
  await fixture.walletCall('win', { ...call, transactionId: randomUUID(), amount: 0, isRoundFinished: true })
  expect(await ticketsOf(ctx)).toMatchObject([{ state: 'drawn' }])
  await sound()
})

// Shows: attack 231
test('of a round that ends after the jackpot was closed, the side stake is returned', async () => {
  const { player, ctx, token } = await joined()
  const call = { ...callOf(token), amount: 1_00 }
  await fixture.walletCall('bet', call)
  await closeAll()
  const settle = { ...call, transactionId: randomUUID(), amount: 0, isRoundFinished: true }
  expect((await fixture.walletCall('win', settle)).body).toMatchObject({ balance: 99_00 })
  expect((await bet(token)).body).toMatchObject({ balance: 98_00 })
  expect(await fixture.balance(player)).toBe(98_00n)
  expect(await readOwnJackpot(ctx, { currency: 'EUR' })).toMatchObject({ value: { isOn: false, open: 0 } })
  await sound()
})

// Shows: attack 232
test('of an end and a rollback of a round at the same moment, one decides: its ticket is drawn or returned, once', async () => {
  const { player, ctx, token } = await joined()
  for (let turn = 0; turn < 4; turn++) {
    const call = { ...callOf(token), amount: 1_00 }
    expect((await fixture.walletCall('bet', call)).status).toBe(200)
    const end = { ...call, transactionId: randomUUID(), amount: 0, isRoundFinished: true }
    const answers = await Promise.all([
      fixture.walletCall('win', end),
      fixture.walletCall('rollback', { ...callOf(token, call.roundId), betTransactionId: call.transactionId }),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    const [ticket] = await ticketsOf(ctx)
    expect(ticket!.state).toBe(answers[0].status === 200 ? 'drawn' : 'returned')
  }
  const lost = (await ticketsOf(ctx)).filter(({ state }) => state === 'drawn')
  const won = lost.flatMap(({ draw }) => draw!.won).reduce((sum, each) => sum + each, 0)
  expect(await fixture.balance(player)).toBe(BigInt(100_00 - lost.length * 1_10 + won))
  await sound()
})

// Shows: attack 232
test('of a bet and the reveal of its pair at the same moment, no undrawn ticket belongs to a revealed seed', async () => {
  const { ctx, token } = await joined()
  await round(token)
  const call = { ...callOf(token), amount: 1_00 }
  const [answer, revealed] = await Promise.all([
    fixture.walletCall('bet', call),
    revealTickets(ctx, { currency: 'EUR', clientSeed: 'the next one' }),
  ])
  expect(answer.status).toBe(200)
  const pairs = (await readOwnJackpot(ctx, { currency: 'EUR' })).value.pairs
  const [ticket] = await ticketsOf(ctx)
  expect(ticket!.state).toBe('open')
  expect(pairs.find(({ id }) => id === ticket!.pairId)!.serverSeed).toBeNull()
  expect(pairs.length).toBe(revealed.ok ? 2 : 1)
  await sound()
})

// Shows: attack 232
test('of an exclusion or a closing of the jackpot and a bet at the same moment, what is taken is drawn or returned', async () => {
  const { ctx, token } = await joined()
  const call = { ...callOf(token), amount: 1_00 }
  const [answer] = await Promise.all([fixture.walletCall('bet', call), closeAll()])
  expect(answer.status).toBe(200)
  const end = { ...call, transactionId: randomUUID(), amount: 0, isRoundFinished: true }
  expect((await fixture.walletCall('win', end)).body).toMatchObject({ balance: 99_00 })
  expect((await ticketsOf(ctx)).every(({ state }) => state === 'returned')).toBe(true)
  jackpotId = await open(terms)
  const other = await joined()
  const next = { ...callOf(other.token), amount: 1_00 }
  const [taken, excluded] = await Promise.all([
    fixture.walletCall('bet', next),
    addLimit(other.ctx, { definition: 5, period: '1-day' }),
  ])
  expect(excluded).toMatchObject({ ok: true })
  expect((await ticketsOf(other.ctx)).length).toBe(taken.status === 200 ? 1 : 0)
  if (taken.status === 200)
    await fixture.walletCall('win', { ...next, transactionId: randomUUID(), amount: 0, isRoundFinished: true })
  expect((await ticketsOf(other.ctx)).every(({ state }) => state === 'drawn')).toBe(true)
  await sound()
})

// Shows: attack 232
test('a free spin adds no side stake, and the next stake from cash does', async () => {
  const { player, ctx } = await joined()
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
    VALUES (gen_random_uuid(), $1, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', 'dice', 1, 100, 2, '2999-01-01', now())`,
    [player.id],
  )
  const token = await fixture.launch('dice', { player })
  expect((await round(token)).balance).toBe(100_00)
  expect(await ticketsOf(ctx)).toEqual([])
  expect((await round(await fixture.launch('dice', { player }))).balance).toBe(98_90)
  expect((await ticketsOf(ctx)).length).toBe(1)
  await sound()
})

// Shows: attack 231
test('an account with an open ticket is not closed, and a closed one gets no share of a jackpot', async () => {
  const [gone, stays] = [await joined(1_10n), await joined()]
  await round(stays.token)
  const call = { ...callOf(gone.token), amount: 1_00 }
  expect((await fixture.walletCall('bet', call)).body).toMatchObject({ balance: 0 })
  await fixture.app.db.asOwner(`UPDATE identity.sessions SET stepped_up_at = '2999-01-01' WHERE id = $1`, [
    gone.player.sessionId,
  ])
  const close = () => closeAccount({ ...gone.ctx, lifecycles: [walletLifecycle, gameLifecycle, bonusLifecycle] }, {})
  expect(await close()).toMatchObject({ refusal: 'moneyLeft' })
  const end = { ...call, transactionId: randomUUID(), amount: 0, isRoundFinished: true }
  expect((await fixture.walletCall('win', end)).status).toBe(200)
  expect((await ticketsOf(gone.ctx)).map(({ draw }) => draw!.won)).toEqual([[0, 0, 0]])
  expect(await close()).toMatchObject({ ok: true })
  const all = (await pots()).reduce((sum, pot) => sum + pot, 0)
  const before = await total(stays.ctx)
  await fixture.deps.db.transaction((tx) => closeJackpot(tx, fixture.deps, jackpotId))
  const isKept = (playerId: string) => fixture.deps.db.transaction((tx) => lifecycle.keepsOpen!(tx, playerId))
  expect([await isKept(gone.player.id), await isKept(stays.player.id)]).toEqual([false, true])
  await payShares(fixture.deps)
  expect(await isKept(stays.player.id)).toBe(false)
  expect([await total(gone.ctx), (await total(stays.ctx)) - before]).toEqual([0n, BigInt(all)])
  await sound()
})

// Shows: attack 231
test('an account that is closed in the very moment of the closing gets no share: it goes to the reserve, once', async () => {
  const [gone, stays] = [await joined(1_10n), await joined()]
  await round(stays.token)
  await round(gone.token)
  await fixture.app.db.asOwner(`UPDATE identity.sessions SET stepped_up_at = '2999-01-01' WHERE id = $1`, [
    gone.player.sessionId,
  ])
  const before = { stays: await total(stays.ctx), reserve: await reserve() }
  const pot = (await pots()).reduce((sum, each) => sum + each, 0)
  const lifecycles = [walletLifecycle, gameLifecycle, bonusLifecycle, lifecycle]
  // The closing has counted the account, and is not committed when the account looks for what it still gets.
  await fixture.deps.db.transaction(async (tx) => {
    expect(await closeJackpot(tx, fixture.deps, jackpotId)).toMatchObject({ ok: true, value: { players: 2 } })
    expect(await closeAccount({ ...gone.ctx, lifecycles }, {})).toMatchObject({ ok: true })
  })
  await Promise.all([payShares(fixture.deps), payShares(fixture.deps)])
  expect(await total(gone.ctx)).toBe(0n)
  const paid = (await total(stays.ctx)) - before.stays
  const kept = (await reserve()) - before.reserve
  expect([paid + kept, paid - kept <= 1n && kept - paid <= 1n]).toEqual([BigInt(pot), true])
  await sound()
})

test('a closed jackpot pays its pots to its players in proportion to their side stakes, to the subunit, once', async () => {
  const [one, other] = [await joined(), await joined()]
  await round(one.token)
  for (let turn = 0; turn < 2; turn++) await round(other.token)
  const [before, beforeOther] = [await total(one.ctx), await total(other.ctx)]
  const all = (await pots()).reduce((sum, pot) => sum + pot, 0)
  await fixture.deps.db.transaction((tx) => closeJackpot(tx, fixture.deps, jackpotId))
  expect(await fixture.deps.db.transaction((tx) => closeJackpot(tx, fixture.deps, jackpotId))).toMatchObject({
    refusal: 'isClosed',
  })
  await sound()
  await Promise.all([payShares(fixture.deps), payShares(fixture.deps)])
  const [paid, paidOther] = [(await total(one.ctx)) - before, (await total(other.ctx)) - beforeOther]
  expect(paid + paidOther).toBe(BigInt(all))
  expect(paid - BigInt(Math.round(all / 3))).toBe(0n)
  await sound()
})

test('shares add up to the pots: remaining subunits go to the largest remainders, then to the lower pseudonym', () => {
  const counted = [
    { playerId: '1', alias: 'b', staked: 10n },
    { playerId: '2', alias: 'a', staked: 10n },
    { playerId: '3', alias: 'c', staked: 10n },
  ]
  expect(sharesOf(100n, counted).map(({ playerId, amount }) => [playerId, amount])).toEqual([
    ['1', 33n],
    ['2', 34n],
    ['3', 33n],
  ])
  expect(sharesOf(5n, [])).toEqual([])
})

test('where the law of the country excludes jackpots, none is shown or joined, and a stake is posted alone', async () => {
  const { player, ctx, token } = await joined()
  await fixture.app.db.asOwner(`UPDATE identity.players SET country = 'DE' WHERE id = $1`, [player.id])
  const isBarred = (await listJackpots(ctx)).value.length === 0
  expect(isBarred).toBe(true)
  expect(await joinJackpot(ctx, { currency: 'EUR', jackpotId, clientSeed: 'x' })).toMatchObject({
    refusal: 'jackpotForbidden',
  })
  expect((await bet(token)).body).toMatchObject({ balance: 99_00 })
  await sound()
})

test('chances and returns are exact at every pot, and certain before the cap', () => {
  const level = { level: 'mini' as const, seed: 0, cap: 60, contribution: 30, wins: 0 }
  const at = (pot: number): Jackpot['levels'] => [{ ...level, pot }]
  expect(chanceOf({ pot: 0, cap: 60, contribution: 30 })).toEqual({ of: 30n, from: 60n })
  expect(chanceOf({ pot: 30, cap: 60, contribution: 30 })).toEqual({ of: 1n, from: 1n })
  // Half of the first tickets win 30 and cost 30; the others win 60 with the second ticket.
  expect(percentOf(returnOfTicket({ sideStake: 30, levels: at(0) }))).toBe(50)
  expect(percentOf(returnOfTicket({ sideStake: 30, levels: at(30) }))).toBe(200)
  expect(percentOf(returnOverTime({ sideStake: 30, levels: [level] }))).toBe(100)
  expect(percentOf(returnOverTime({ sideStake: 30, levels: [{ ...level, seed: 30 }] }))).toBe(200)
  expect(checkTerms(terms)).toBeNull()
  expect(checkTerms({ ...terms, sideStake: 6n })).toBe('splitInvalid')
  expect(checkTerms({ ...terms, sideStake: 7n })).toBe('returnTooHigh')
  const uneven = { ...terms, levels: { ...terms.levels, mini: { contribution: 3n, seed: 0n, cap: 100n } } }
  expect(checkTerms(uneven)).toBe('capInvalid')
})
