/**
 * Limits on stakes, losses, time of play and the stake of one round, decided in the posting call: not a cent over under
 * any concurrency (player protection, 2, 4, 6, 7, 9).
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import type { Limit } from '#contract/limits.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import type { Movement, PostResult } from '#server/ledger/ledger.ts'
import { allInvariants } from '#server/modules.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { changeLimit } from '#server/protection/change-limit.ts'
import { listLimits } from '#server/protection/list-limits.ts'
import { removeLimit } from '#server/protection/remove-limit.ts'
import { openAccount } from '#server/wallet/open-account.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'

let fixture: Casino
let now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  fixture = await casino()
  Object.assign(fixture.deps, { clock: { now: () => now } })
})
afterAll(() => fixture.close())
afterEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const after = (ms: number) => void (now = new Date(now.getTime() + ms))

const ctxOf = (player: CasinoPlayer) => contextOf(fixture.deps, player)
async function set(player: CasinoPlayer, definition: number, amount: number, period = 'daily', currency = 'EUR') {
  const money = definition === 6 ? {} : { currency }
  const set = await addLimit(ctxOf(player), { definition, period, amount, ...money })
  if (!set.ok) throw new Error(set.refusal)
  return set.value
}
const used = async (player: CasinoPlayer): Promise<number | null> =>
  ((await listLimits(ctxOf(player))) as { value: Limit[] }).value[0]!.currentAmount

type Play = {
  amount: number
  currency?: string
  roundId?: string
  key?: string
  gate?: Partial<Movement['gate'] & object>
}
const movement = (player: CasinoPlayer, kind: 'bet' | 'win' | 'rollback', play: Play, betKey?: string): Movement => {
  const { amount, currency = 'EUR', roundId = randomUUID(), key = randomUUID() } = play
  const [cash, games] = [`player:${player.id}:cash:${currency}`, `house:games:${currency}`]
  const transfer = {
    amount: BigInt(amount) as never,
    ...(kind === 'bet' ? { from: cash, to: games } : { from: games, to: cash }),
  }
  return {
    kind,
    actor: 'studio:test',
    idempotencyKey: key,
    requestHash: '',
    reference: { kind: 'round', id: roundId },
    transfers: kind === 'rollback' || amount === 0 ? [] : [transfer],
    round: {
      id: roundId,
      studio: 'test',
      gameId: 'dice',
      playerId: player.id,
      currency,
      isFinished: kind === 'win',
      transactionId: key,
      ...(betKey && { betTransactionId: betKey }),
    },
    ...(kind === 'bet' && { gate: { sessionId: player.sessionId, barredCountries: '', ...play.gate } }),
    at: now,
  }
}
const bet = (player: CasinoPlayer, amount: number, over: Partial<Play> = {}): Promise<PostResult> =>
  fixture.deps.ledger.post(movement(player, 'bet', { amount, ...over }))
const win = (player: CasinoPlayer, roundId: string, amount: number): Promise<PostResult> =>
  fixture.deps.ledger.post(movement(player, 'win', { amount, roundId }))
const undo = (player: CasinoPlayer, roundId: string, betKey: string): Promise<PostResult> =>
  fixture.deps.ledger.post(movement(player, 'rollback', { amount: 0, roundId }, betKey))
const named = (result: PostResult): string => (result.ok ? 'accepted' : result.refusal)
function counts(results: PostResult[]): Record<string, number> {
  const tally: Record<string, number> = {}
  for (const result of results) tally[named(result)] = (tally[named(result)] ?? 0) + 1
  return tally
}
const race = (count: number, play: (at: number) => Promise<PostResult>) =>
  Promise.all(Array.from({ length: count }, (_, at) => play(at)))

test('a limit on stakes and 1,000 raced bets: exactly as much is staked as it allows', async () => {
  const player = await fixture.player({ EUR: 10_000_00n })
  await set(player, 1, 100_00)
  expect(counts(await race(1000, () => bet(player, 1_00)))).toEqual({ accepted: 100, betLimitReached: 900 })
  expect(await fixture.balance(player)).toBe(9_900_00n)
  expect(await used(player)).toBe(100_00)
})

test('raced bets of many sizes never exceed a limit by a cent, and the rest of it can still be staked', async () => {
  const player = await fixture.player({ EUR: 10_000_00n })
  await set(player, 1, 100_00)
  await race(1000, (at) => bet(player, 1 + ((at * 7919) % 400)))
  const staked = 10_000_00n - (await fixture.balance(player))
  expect(staked).toBeLessThanOrEqual(100_00n)
  const rest = Number(100_00n - staked)
  expect(named(await bet(player, rest + 1))).toBe('betLimitReached')
  if (rest > 0) expect(named(await bet(player, rest))).toBe('accepted')
})

test('a limit on losses and 1,000 raced bets: the own money lost never exceeds it; what is won can be staked again', async () => {
  const player = await fixture.player({ EUR: 10_000_00n })
  await set(player, 2, 50_00)
  const roundId = randomUUID()
  await bet(player, 1_00, { roundId })
  expect(counts(await race(1000, () => bet(player, 1_00)))).toEqual({ accepted: 49, lossLimitReached: 951 })
  await win(player, roundId, 30_00)
  expect(counts(await race(100, () => bet(player, 1_00)))).toEqual({ accepted: 30, lossLimitReached: 70 })
  expect(await fixture.balance(player)).toBe(9_950_00n)
  expect(await used(player)).toBe(50_00)
})

test('a limit on the stake and 1,000 raced bets: none above it is accepted, nor two halves above it in one round', async () => {
  const player = await fixture.player({ EUR: 100_000_00n })
  await set(player, 7, 2_00, 'round')
  const results = await race(1000, (at) => bet(player, at % 2 === 0 ? 2_00 : 2_01))
  expect(counts(results)).toEqual({ accepted: 500, stakeLimitReached: 500 })
  const roundId = randomUUID()
  expect(named(await bet(player, 1_50, { roundId }))).toBe('accepted')
  expect(named(await bet(player, 51, { roundId }))).toBe('stakeLimitReached')
  expect(named(await bet(player, 50, { roundId }))).toBe('accepted')
})

test('a limit on time of play and 1,000 raced bets: none is accepted once it is used up; a pause is no time of play', async () => {
  const player = await fixture.player({ EUR: 10_000_00n })
  await set(player, 6, 30)
  for (let minute = 0; minute < 30; minute += 2) {
    expect(named(await bet(player, 1))).toBe('accepted')
    after(2 * minuteMs)
  }
  expect(counts(await race(1000, () => bet(player, 1)))).toEqual({ playTimeReached: 1000 })
  expect(await used(player)).toBe(30)
  const other = await fixture.player({ EUR: 10_00n })
  await set(other, 6, 30)
  for (let hour = 0; hour < 6; hour++) {
    expect(named(await bet(other, 1))).toBe('accepted')
    after(hourMs)
  }
  expect(await used(other)).toBe(0)
})

// Shows: 10.2, pair limits/account switch
test("player protection 2: 1,000 bets raced in two currencies stay within one limit, at the site's rate", async () => {
  const player = await fixture.player({ EUR: 10_000_00n, USD: 10_000_00n })
  await set(player, 1, 100_00)
  const results = await race(1000, (at) => bet(player, 15, { currency: at % 2 === 0 ? 'EUR' : 'USD' }))
  expect(Object.keys(counts(results)).toSorted()).toEqual(['accepted', 'betLimitReached'])
  const [euros, dollars] = [await fixture.balance(player), await fixture.balance(player, 'USD')]
  const rate = fixture.deps.reference.rates().USD!
  const staked = Number(10_000_00n - euros) + Number(10_000_00n - dollars) / rate
  expect(staked).toBeLessThanOrEqual(100_00)
  expect(staked).toBeGreaterThan(99_60)
  expect(dollars).toBeLessThan(10_000_00n)
})

/** One US dollar in euros times `factor`, from now on; returns its rate before. */
async function moveDollar(factor: number): Promise<number> {
  const { rows } = await fixture.app.db.asOwner(
    `INSERT INTO reference.versions (subject, version, data, at, actor, comment)
     SELECT 'rates', version + 1, data || jsonb_build_object('USD', (data ->> 'USD')::numeric / $1::numeric), $2, 'test', 'test'
     FROM reference.versions WHERE subject = 'rates' ORDER BY version DESC LIMIT 1 RETURNING (data ->> 'USD')::float * $1 AS before`,
    [factor, now],
  )
  return rows[0].before
}

// Shows: pair limits/currency, pair limits/rates
test('stakes in another currency count at the rate of their moment, whichever way it moves later', async () => {
  for (const factor of [1.25, 0.8]) {
    const player = await fixture.player({ EUR: 1_000_00n, USD: 1_000_00n })
    await set(player, 1, 100_00)
    const rate = await moveDollar(1)
    expect(named(await bet(player, Math.floor(60_00 * rate), { currency: 'USD' }))).toBe('accepted')
    await moveDollar(factor)
    expect(named(await bet(player, 40_01))).toBe('betLimitReached')
    expect(named(await bet(player, 39_90))).toBe('accepted')
    expect(await used(player)).toBeGreaterThan(99_80)
    await moveDollar(1 / factor)
  }
})

test('no rate admits more losses than a limit, in one currency or in three, before a move or after it', async () => {
  const player = await fixture.player({ EUR: 1_000_00n, USD: 1_000_00n, GBP: 1_000_00n })
  await set(player, 2, 100_00)
  const rate = await moveDollar(1)
  let worth = 0
  const lose = async (amount: number, at: number) => {
    const result = await bet(player, amount, { currency: 'USD' })
    if (result.ok) worth += amount / at
  }
  // The room of the whole limit was read at the first rate.
  await lose(1, rate)
  await moveDollar(1.14)
  for (let time = 0; time < 60; time++) await lose(1_00, rate / 1.14)
  await moveDollar(1 / 1.14 / 1.14)
  for (let time = 0; time < 200; time++) await lose(1_00, rate * 1.14)
  expect(worth).toBeLessThanOrEqual(100_00)
  expect(worth).toBeGreaterThan(98_50)
  expect(named(await bet(player, 1_50, { currency: 'GBP' }))).toBe('lossLimitReached')
  expect(named(await bet(player, 1_50))).toBe('lossLimitReached')
  await moveDollar(1.14)
})

test('a stake that is rolled back after a move gives back what it had used', async () => {
  const player = await fixture.player({ EUR: 1_000_00n, USD: 1_000_00n })
  await set(player, 2, 100_00)
  const rate = await moveDollar(1)
  const [roundId, key] = [randomUUID(), randomUUID()]
  expect(named(await bet(player, 50_00, { currency: 'USD', roundId, key }))).toBe('accepted')
  await moveDollar(1.25)
  expect(named(await bet(player, 10_00, { currency: 'USD' }))).toBe('accepted')
  const before = await used(player)
  const back = movement(player, 'rollback', { amount: 0, roundId, currency: 'USD' }, key)
  expect(named(await fixture.deps.ledger.post(back))).toBe('accepted')
  expect(Math.abs(before! - (await used(player))! - 50_00 / rate)).toBeLessThan(2)
  await moveDollar(0.8)
})

test('in the next period nothing of an earlier one counts, and only the last totals before it are kept', async () => {
  const player = await fixture.player({ EUR: 1_000_00n, USD: 1_000_00n })
  await set(player, 2, 100_00)
  for (let time = 0; time < 4; time++) {
    await moveDollar(time % 2 === 0 ? 1.25 : 0.8)
    expect(named(await bet(player, 5_00, { currency: 'USD' }))).toBe('accepted')
  }
  after(24 * hourMs)
  await moveDollar(1.25)
  expect(named(await bet(player, 100_00))).toBe('accepted')
  expect(await used(player)).toBe(100_00)
  const { rows } = await fixture.app.db.asOwner(
    `SELECT count(*)::int AS count FROM limits.totals_by_rates WHERE player_id = $1 AND currency = 'USD'`,
    [player.id],
  )
  expect(rows).toEqual([{ count: 1 }])
  await moveDollar(0.8)
})

// Shows: 10.9, pair limits/rates
test('player protection 9: where a limit cannot be checked, because a rate is missing, no bet is accepted', async () => {
  const player = await fixture.player({ EUR: 1_000_00n })
  await fixture.app.db.asOwner(`INSERT INTO limits.players (player_id) VALUES ($1)`, [player.id])
  await fixture.app.db.asOwner(
    `INSERT INTO limits.limits (id, player_id, definition, period, amount, currency, created_at) VALUES (gen_random_uuid(), $1, 1, 'daily', 10000, 'XXX', $2)`,
    [player.id, now],
  )
  await fixture.app.db.asOwner('INSERT INTO limits.play (player_id) VALUES ($1)', [player.id])
  await fixture.app.db.asOwner('SELECT limits.forget_room($1)', [player.id])
  expect(named(await bet(player, 1))).toBe('betLimitReached')
  await fixture.app.db.asOwner('UPDATE limits.limits SET removed_at = $2 WHERE player_id = $1', [player.id, now])
})

// Shows: 10.4
test('player protection 4: the lowest limit applies', async () => {
  const player = await fixture.player({ EUR: 1_000_00n })
  await set(player, 1, 100_00, 'weekly')
  await set(player, 1, 40_00, 'daily')
  await set(player, 2, 30_00, 'monthly')
  expect(named(await bet(player, 30_01))).toBe('lossLimitReached')
  const roundId = randomUUID()
  expect(named(await bet(player, 30_00, { roundId }))).toBe('accepted')
  await win(player, roundId, 30_00)
  expect(named(await bet(player, 10_01))).toBe('betLimitReached')
  after(24 * hourMs)
  expect(named(await bet(player, 40_00))).toBe('lossLimitReached')
  expect(named(await bet(player, 30_00))).toBe('accepted')
})

// Shows: 10.6, 10.7
test('player protection 6 and 7: lower at once, also among raced bets; higher after a day and a confirmation', async () => {
  const player = await fixture.player({ EUR: 1_000_00n })
  const { id: limitId } = await set(player, 1, 100_00)
  const change = (amount: number) => changeLimit(ctxOf(player), { limitId, period: 'daily', amount })
  const bets = race(400, () => bet(player, 1_00))
  await change(20_00)
  const atChange = await fixture.balance(player)
  await bets
  const left = await fixture.balance(player)
  expect(atChange - left === 0n || left >= 980_00n).toBe(true)
  expect(named(await bet(player, 20_01))).toBe('betLimitReached')
  await change(200_00)
  after(23 * hourMs)
  expect(named(await bet(player, 20_01))).toBe('betLimitReached')
  after(2 * hourMs)
  expect(named(await bet(player, 20_01))).toBe('betLimitReached')
  expect(await change(200_00)).toMatchObject({ value: { amount: 200_00, pending: null } })
  expect(named(await bet(player, 150_00))).toBe('accepted')
})

test('a removed limit applies until its removal is confirmed after a day; then nothing is counted', async () => {
  const player = await fixture.player({ EUR: 1_000_00n })
  const { id: limitId } = await set(player, 1, 1_00)
  await removeLimit(ctxOf(player), { limitId })
  after(25 * hourMs)
  expect(named(await bet(player, 2_00))).toBe('betLimitReached')
  await removeLimit(ctxOf(player), { limitId })
  expect(named(await bet(player, 2_00))).toBe('accepted')
})

// Shows: pair open round/limits
test('an open round settles whatever limit is set or reached after its stake; only further stakes are refused', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  const roundId = randomUUID()
  expect(named(await bet(player, 50_00, { roundId }))).toBe('accepted')
  await set(player, 2, 1_00)
  await set(player, 1, 1_00)
  expect(named(await bet(player, 1_01, { roundId }))).toMatch(/LimitReached$/)
  expect(named(await win(player, roundId, 80_00))).toBe('accepted')
  expect(await fixture.balance(player)).toBe(130_00n)
})

// Shows: pair open round/limits
test('a rolled-back stake is given back in its own period, and adds nothing to a later one', async () => {
  const player = await fixture.player({ EUR: 1_000_00n })
  await set(player, 1, 10_00)
  const [roundId, key] = [randomUUID(), randomUUID()]
  await bet(player, 10_00, { roundId, key })
  expect(named(await bet(player, 1))).toBe('betLimitReached')
  await undo(player, roundId, key)
  expect(await used(player)).toBe(0)
  const [second, secondKey] = [randomUUID(), randomUUID()]
  expect(named(await bet(player, 10_00, { roundId: second, key: secondKey }))).toBe('accepted')
  after(24 * hourMs)
  expect(named(await bet(player, 4_00))).toBe('accepted')
  await undo(player, second, secondKey)
  expect(named(await bet(player, 6_01))).toBe('betLimitReached')
  expect(named(await bet(player, 6_00))).toBe('accepted')
})

// Shows: pair bonus/limits
test('bonus money counts as a stake and not as a loss', async () => {
  const player = await fixture.player({ EUR: 5_00n })
  const posted = await fixture.deps.ledger.post({
    kind: 'bonus-granted',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [{ from: 'house:bonus-expense:EUR', to: `player:${player.id}:bonus:EUR`, amount: 20_00n as never }],
  })
  expect(posted.ok).toBe(true)
  await set(player, 2, 5_00)
  await set(player, 1, 25_00)
  const roundId = randomUUID()
  const stake = movement(player, 'bet', { amount: 5_00, roundId })
  stake.transfers.push({ from: `player:${player.id}:bonus:EUR`, to: 'house:games:EUR', amount: 20_00n as never })
  expect(named(await fixture.deps.ledger.post(stake))).toBe('accepted')
  expect(named(await bet(player, 1))).toMatch(/LimitReached/)
  const { value } = (await listLimits(ctxOf(player))) as { value: Limit[] }
  expect(Object.fromEntries(value.map(({ definition, currentAmount }) => [definition, currentAmount]))).toEqual({
    1: 25_00,
    2: 5_00,
  })
  await win(player, roundId, 0)
})

// Shows: pair free spins/limits
test('a free spin is the stake of the operator and counts towards no limit', async () => {
  const player = await fixture.player({ EUR: 10_00n })
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
     VALUES (gen_random_uuid(), $1, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', 'dice', 3, 100, 2, '2999-01-01', now())`,
    [player.id],
  )
  await set(player, 1, 50)
  expect(counts(await race(5, () => bet(player, 1_00)))).toEqual({ accepted: 3, betLimitReached: 2 })
  expect(await fixture.balance(player)).toBe(10_00n)
})

// Shows: pair free spins/limits
test('a free spin is time of play: it is refused and kept once the time is over, and finishes a round that is open', async () => {
  const player = await fixture.player({ EUR: 10_00n })
  const spins = randomUUID()
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
     VALUES ($2, $1, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', 'dice', 40, 100, 2, '2999-01-01', now())`,
    [player.id, spins],
  )
  const usedSpins = async () =>
    (await fixture.app.db.asOwner('SELECT used FROM bonuses.player_freespins WHERE id = $1', [spins])).rows[0].used
  await set(player, 6, 30)
  const roundId = randomUUID()
  await bet(player, 1_00, { roundId })
  for (let minute = 0; minute < 30; minute += 2) {
    after(2 * minuteMs)
    if (minute < 28) expect(named(await bet(player, 1_00))).toBe('accepted')
  }
  expect([await usedSpins(), await fixture.balance(player)]).toEqual([15, 10_00n])
  expect(counts(await race(20, () => bet(player, 1_00)))).toEqual({ playTimeReached: 20 })
  expect(await usedSpins()).toBe(15)
  expect(named(await bet(player, 1_00, { roundId }))).toBe('accepted')
})

// Shows: pair limits/account switch
test('a wallet opened after the limit, or while the first one is being set, has no room of its own', async () => {
  const player = await fixture.player({ EUR: 1_000_00n })
  const open = () =>
    fixture.deps.db.transaction((tx) => openAccount(tx, { playerId: player.id, currency: 'USD', active: false }))
  await Promise.all([set(player, 1, 10_00), open()])
  const funded = await fixture.deps.ledger.post({
    kind: 'deposit',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [{ from: 'clearing:test:USD', to: `player:${player.id}:cash:USD`, amount: 1_000_00n as never }],
  })
  expect(funded.ok).toBe(true)
  const results = await race(200, (at) => bet(player, 1_00, { currency: at % 2 === 0 ? 'USD' : 'EUR' }))
  expect(counts(results).accepted).toBeLessThanOrEqual(12)
})

// Shows: pair open round/details
test('the statutory maximum stake depends on the country and the age of the player', async () => {
  const player = await fixture.player({ EUR: 1_000_00n })
  const cap = (stakeCaps: string, amount: number) => bet(player, amount, { gate: { stakeCaps } })
  expect(named(await cap('{"DE":[100]}', 1_00))).toBe('accepted')
  expect(named(await cap('{"DE":[100]}', 1_01))).toBe('stakeLimitReached')
  expect(named(await cap('{"AT":[100]}', 1_01))).toBe('accepted')
  expect(named(await cap('{"DE":null,"*":[100]}', 1_01))).toBe('accepted')
  expect(named(await cap('{"*":[100]}', 1_01))).toBe('stakeLimitReached')
  const young = '{"DE":[500,25,200]}'
  expect(named(await cap(young, 2_01))).toBe('stakeLimitReached')
  const born = (birthdate: string) =>
    fixture.app.db.asOwner(
      `UPDATE identity.players SET details = jsonb_build_object('birthdate', $2::text) WHERE id = $1`,
      [player.id, birthdate],
    )
  await born('2001-11-22')
  expect(named(await cap(young, 2_01))).toBe('stakeLimitReached')
  await born('2001-11-21')
  expect(named(await cap(young, 5_00))).toBe('accepted')
  expect(named(await cap(young, 5_01))).toBe('stakeLimitReached')
})

test('the game receives the refusal, and the page which limit it was', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  const token = await fixture.launch('dice', { player })
  await set(player, 1, 5_00)
  const body = {
    token,
    currency: 'EUR',
    gameId: 'dice',
    roundId: randomUUID(),
    transactionId: randomUUID(),
    amount: 6_00,
  }
  expect(await fixture.walletCall('bet', body)).toMatchObject({
    status: 422,
    body: { error: { name: 'limitReached' } },
  })
  const { rows } = await fixture.app.db.asOwner(
    `SELECT payload FROM outbox.events WHERE channel = $1 AND event = 'game.bet.limit.reached'`,
    [`game:bets#${player.id}`],
  )
  expect(rows).toEqual([{ payload: { gameIdentity: 'dice', limit: 'bet' } }])
})

test("periods begin at the player's midnight, and a later change of the time zone starts none", async () => {
  const player = await fixture.player({ EUR: 1_000_00n })
  const zone = (name: string) =>
    fixture.app.db.asOwner(
      `UPDATE identity.players SET details = jsonb_build_object('timeZone', $2::text) WHERE id = $1`,
      [player.id, name],
    )
  await zone('America/Sao_Paulo')
  now = new Date('2026-11-21T20:00:00Z')
  expect((await set(player, 1, 10_00)).endsAt).toBe('2026-11-22T03:00:00.000Z')
  expect(named(await bet(player, 10_00))).toBe('accepted')
  await zone('Pacific/Kiritimati')
  now = new Date('2026-11-22T02:59:59Z')
  expect(named(await bet(player, 1))).toBe('betLimitReached')
  now = new Date('2026-11-22T03:00:00Z')
  expect(named(await bet(player, 10_00))).toBe('accepted')
})

test('over a change of the clocks a day has 23 or 25 hours, and no bet falls between two periods', async () => {
  const window = async (period: string, zone: string, at: string) =>
    (await fixture.deps.db.pool.query('SELECT * FROM limits.window_at($1, $2, $3)', [period, zone, at])).rows[0]
  const hours = async (at: string) => {
    const { window_from: from, window_to: to } = await window('daily', 'Europe/Berlin', at)
    return (to.getTime() - from.getTime()) / hourMs
  }
  expect([await hours('2026-03-29T00:30:00Z'), await hours('2026-10-25T10:00:00Z')]).toEqual([23, 25])
  expect(await window('weekly', 'Europe/Berlin', '2026-10-25T22:59:59Z')).toEqual({
    window_from: new Date('2026-10-18T22:00:00Z'),
    window_to: new Date('2026-10-25T23:00:00Z'),
  })
  const player = await fixture.player({ EUR: 1_000_00n })
  await fixture.app.db.asOwner(`UPDATE identity.players SET details = '{"timeZone":"Europe/Berlin"}' WHERE id = $1`, [
    player.id,
  ])
  now = new Date('2026-10-24T22:00:00Z')
  await set(player, 1, 10_00)
  expect(named(await bet(player, 10_00))).toBe('accepted')
  for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:59Z']) {
    now = new Date(at)
    expect(named(await bet(player, 1))).toBe('betLimitReached')
  }
  now = new Date('2026-10-25T23:00:00Z')
  expect(named(await bet(player, 10_00))).toBe('accepted')
})

test('at every moment, in every zone, exactly one period runs, and the next begins where it ends', async () => {
  const { rows } = await fixture.deps.db.pool.query(`
    SELECT period, zone, moment FROM unnest(ARRAY['daily', 'weekly', 'monthly']) AS period,
      unnest(ARRAY['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe']) AS zone,
      generate_series('2024-01-01T00:17:00Z'::timestamptz, '2027-12-31Z', interval '113 hours 13 minutes') AS moment
    CROSS JOIN LATERAL limits.window_at(period, zone, moment) AS own
    CROSS JOIN LATERAL limits.window_at(period, zone, own.window_to) AS next
    CROSS JOIN LATERAL limits.window_at(period, zone, own.window_to - interval '1 microsecond') AS last
    WHERE NOT (own.window_from <= moment AND moment < own.window_to AND next.window_from = own.window_to AND last = own)`)
  expect(rows).toEqual([])
})

longTest(
  'where clocks are set back or forward over midnight, every moment is in one day and days follow each other',
  async () => {
    const { rows } = await fixture.deps.db.pool.query(`
    SELECT zone, moment FROM unnest(ARRAY['Atlantic/Azores', 'America/Havana', 'America/Santiago', 'Asia/Beirut', 'Africa/Cairo']) AS zone,
      generate_series('2026-01-01T00:07:00Z'::timestamptz, '2026-12-31Z', interval '30 minutes') AS moment
    CROSS JOIN LATERAL limits.window_at('daily', zone, moment) AS own
    CROSS JOIN LATERAL limits.window_at('daily', zone, own.window_to) AS next
    WHERE NOT (own.window_from <= moment AND moment < own.window_to AND next.window_from = own.window_to)`)
    expect(rows).toEqual([])
  },
)

test('the database counts each currency in the same subunits as the site', async () => {
  const { currencies } = await import('#server/reference/currencies.ts')
  const { rows } = await fixture.deps.db.pool.query(
    'SELECT code, reference.subunits(code)::int AS n FROM unnest($1::text[]) AS code',
    [currencies.map(({ code }) => code)],
  )
  expect(rows).toEqual(currencies.map(({ code, subunitToUnit }) => ({ code, n: subunitToUnit })))
})

test('a count that differs from the ledger is reported', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  await set(player, 1, 50_00)
  await bet(player, 10_00)
  const change = (by: number) =>
    fixture.app.db.asOwner('UPDATE wallet.accounts SET staked = staked + $2 WHERE player_id = $1', [player.id, by])
  await change(-1)
  const breaches = await findBreaches(fixture.deps.db.pool, allInvariants)
  expect(breaches.map(({ invariant }) => invariant)).toEqual([
    'stakes and losses counted towards limits are those of the ledger since the period began',
  ])
  await change(1)
})
