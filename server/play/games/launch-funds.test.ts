/**
 * What a launch stakes, and what the play session reports: free spins never cost cash, and the result comes from the
 * ledger.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlayerCtx } from '#server/deps.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { signOut } from '#server/identity/sessions/sign-out.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())

const grant = (player: CasinoPlayer, { count = 2, stake = 1_00, expiresAt = '2999-01-01', game = 'dice' } = {}) =>
  fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
    VALUES (gen_random_uuid(), $1, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', $2, $3, $4, 2, $5, now())`,
    [player.id, game, count, stake, expiresAt],
  )
const open = async (player: CasinoPlayer, body: object = {}, game = 'dice') => {
  const answer = await fixture.app.send({
    method: 'POST',
    url: `/api/game/games/${game}/play`,
    token: player.token,
    payload: { mode: 'real', ...body },
  })
  return {
    funds: answer.body.funds,
    token: new URL(answer.body.url, 'http://house.test').searchParams.get('token')!,
  }
}
const read = async (player: CasinoPlayer, path: string) =>
  (await fixture.app.send({ method: 'GET', url: `/api/game/${path}`, token: player.token })).body
const session = (player: CasinoPlayer) => read(player, 'play-session?currency=EUR')
const betOf = (token: string, amount = 1_00) => ({
  token,
  currency: 'EUR',
  gameId: 'dice',
  roundId: randomUUID(),
  transactionId: randomUUID(),
  amount,
})
async function playRound(token: string, { stake = 1_00, win = 0 } = {}) {
  const bet = betOf(token, stake)
  const taken = await fixture.walletCall('bet', bet)
  if (taken.status === 200)
    await fixture.walletCall('win', { ...bet, transactionId: randomUUID(), amount: win, isRoundFinished: true })
  return taken
}

test('a launch states what it stakes: cash, free spins at their stake, and cash again if the player chooses it', async () => {
  const player = await fixture.player()
  expect((await open(player)).funds).toEqual({ kind: 'cash' })
  await grant(player, { count: 25, stake: 20 })
  expect((await open(player)).funds).toEqual({ kind: 'freeSpins', stake: 20, remaining: 25, total: 25 })
  expect((await open(player, { funds: 'cash' })).funds).toEqual({ kind: 'cash' })
  expect((await open(player, {}, 'tidepool')).funds).toEqual({ kind: 'cash' })
})

// Shows: attack 148
test('free spins at a stake that the game does not accept are refused at the play, and nothing is used', async () => {
  const player = await fixture.player()
  await grant(player, { stake: 25 })
  const { token } = await open(player)
  const playId = randomUUID()
  const choice = { target: 5000, direction: 'under' }
  expect(await fixture.studioApi('POST', 'play', token, { playId, stake: 25, choice })).toMatchObject({
    status: 422,
    body: { error: { name: 'stakeInvalid' } },
  })
  const { rows } = await fixture.app.db.asOwner('SELECT used FROM bonuses.player_freespins WHERE player_id = $1', [
    player.id,
  ])
  expect(rows).toEqual([{ used: 0 }])
})

test('expired free spins are not launched', async () => {
  const player = await fixture.player()
  await grant(player, { expiresAt: '2001-01-01' })
  expect((await open(player)).funds).toEqual({ kind: 'cash' })
})

test('free spins are played at their stake alone, cost nothing, and after the last nothing is taken in their place', async () => {
  const player = await fixture.player()
  await grant(player)
  const { token } = await open(player)
  expect((await fixture.studioApi('GET', 'session?clientSeed=mine', token)).body).toMatchObject({
    freeSpins: { stake: 1_00 },
    stakes: { min: 1_00, max: 1_00, default: 1_00 },
  })
  expect((await fixture.walletCall('bet', betOf(token, 2_00))).body.error.name).toBe('freeSpinsEnded')
  expect((await playRound(token, { win: 3_00 })).status).toBe(200)
  expect((await playRound(token)).status).toBe(200)
  expect(await read(player, 'games/dice/free-spins?currency=EUR&stake=100')).toEqual({
    currency: 'EUR',
    stake: 1_00,
    used: 2,
    total: 2,
    won: 3_00,
    winsAs: 'cash',
  })
  expect((await playRound(token)).body.error.name).toBe('freeSpinsEnded')
  const play = await fixture.studioApi('POST', 'play', token, {
    playId: randomUUID(),
    stake: 1_00,
    choice: { target: 4_950, direction: 'under' },
  })
  expect([play.status, play.body.error?.name]).toEqual([422, 'freeSpinsEnded'])
  expect(await fixture.balance(player)).toBe(103_00n)
})

test('the progress of free spins is that of the requested stake', async () => {
  const player = await fixture.player()
  await grant(player, { count: 3, stake: 50, expiresAt: '2998-01-01' })
  await grant(player, { count: 2, stake: 1_00 })
  const { token } = await open(player)
  expect((await playRound(token, { stake: 50 })).status).toBe(200)
  const progress = (stake: number) => read(player, `games/dice/free-spins?currency=EUR&stake=${stake}`)
  expect(await progress(50)).toMatchObject({ stake: 50, used: 1, total: 3 })
  expect(await progress(1_00)).toMatchObject({ stake: 1_00, used: 0, total: 2 })
})

test('free spins that are cancelled or expire in the middle of play end it, and leave the cash alone', async () => {
  for (const change of [`status = 3, result = 3, finished_at = now()`, `expires_at = '2001-01-01'`]) {
    const player = await fixture.player()
    await grant(player)
    const { token } = await open(player)
    expect((await playRound(token)).status).toBe(200)
    await fixture.app.db.asOwner(`UPDATE bonuses.player_freespins SET ${change} WHERE player_id = $1`, [player.id])
    expect((await playRound(token)).body.error.name).toBe('freeSpinsEnded')
    expect(await fixture.balance(player)).toBe(100_00n)
  }
})

test('a player who chose cash keeps the free spins, even at exactly their stake', async () => {
  const player = await fixture.player()
  await grant(player)
  const { token } = await open(player, { funds: 'cash' })
  expect((await playRound(token)).status).toBe(200)
  expect(await fixture.balance(player)).toBe(99_00n)
  expect((await open(player)).funds).toMatchObject({ remaining: 2 })
})

test('two tabs on the last free spin: one is played, the other takes nothing', async () => {
  const player = await fixture.player()
  await grant(player, { count: 1 })
  const [one, other] = [await open(player), await open(player)]
  const answers = await Promise.all([one, other].map(({ token }) => fixture.walletCall('bet', betOf(token))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await fixture.balance(player)).toBe(100_00n)
})

test('time and net result come from the ledger: of every tab, of free spins, and of no round before play began', async () => {
  const player = await fixture.player()
  expect((await session(player)).error.name).toBe('noPlaySession')
  const { token } = await open(player)
  await playRound(token, { stake: 10_00, win: 0 })
  await playRound(token, { stake: 10_00, win: 15_00 })
  const other = await open(player, {}, 'dice')
  await playRound(other.token, { stake: 1_00, win: 0 })
  await grant(player)
  await playRound((await open(player)).token, { win: 2_00 })
  expect(await session(player)).toMatchObject({
    currency: 'EUR',
    net: -4_00,
    statistics: {
      rounds: 4,
      staked: 21_00,
      won: 17_00,
      net: -4_00,
      biggestWin: 15_00,
      line: [-1000, -500, -600, -400],
    },
  })
  expect(await read(player, 'play-session?currency=USD')).toMatchObject({ net: 0, statistics: { rounds: 0, line: [] } })
})

test('a bet that is rolled back leaves no trace in the result', async () => {
  const player = await fixture.player()
  const { token } = await open(player)
  const bet = betOf(token, 5_00)
  await fixture.walletCall('bet', bet)
  expect(await session(player)).toMatchObject({ net: 0, inPlay: 5_00 })
  await fixture.walletCall('rollback', { ...bet, transactionId: randomUUID(), betTransactionId: bet.transactionId })
  expect(await session(player)).toMatchObject({ net: 0, inPlay: 0, statistics: { rounds: 0, staked: 0 } })
})

test('play sessions are kept for thirty days, and only the player’s own are deleted', async () => {
  const [player, other] = [await fixture.player(), await fixture.player()]
  const began = (owner: CasinoPlayer, days: number) =>
    fixture.app.db.asOwner(
      `INSERT INTO games.play_sessions (session_id, player_id, started_at, after_movement_id, statistics_since, statistics_after_movement_id)
       VALUES ($1, $2, $3, 0, $3, 0)`,
      [randomUUID(), owner.id, new Date(fixture.deps.clock.now().getTime() - days * 86_400_000)],
    )
  for (const [owner, days] of [
    [player, 29.9],
    [player, 30.1],
    [other, 31],
  ] as const)
    await began(owner, days)
  await open(player)
  const { rows } = await fixture.app.db.asOwner(
    'SELECT player_id, count(*)::int FROM games.play_sessions WHERE player_id IN ($1, $2) GROUP BY 1',
    [player.id, other.id],
  )
  expect(rows.find(({ player_id }) => player_id === player.id)).toMatchObject({ count: 2 })
  expect(rows.find(({ player_id }) => player_id === other.id)).toMatchObject({ count: 1 })
})

test('resetting clears the statistics, and neither the time nor the net result', async () => {
  const player = await fixture.player()
  const { token } = await open(player)
  await playRound(token, { stake: 10_00 })
  const before = await session(player)
  const { status, body } = await fixture.app.send({
    method: 'POST',
    url: '/api/game/play-session/reset',
    token: player.token,
    payload: { currency: 'EUR' },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    startedAt: before.startedAt,
    net: -10_00,
    statistics: { rounds: 0, staked: 0, won: 0, net: 0, biggestWin: 0, line: [] },
  })
  await playRound(token, { stake: 1_00, win: 4_00 })
  expect(await session(player)).toMatchObject({ net: -7_00, statistics: { rounds: 1, net: 3_00, line: [3_00] } })
})

test('reopened play continues its session; after half an hour away a new one starts', async () => {
  const player = await fixture.player()
  const { token } = await open(player)
  await playRound(token, { stake: 10_00 })
  const { startedAt } = await session(player)
  await open(player, {}, 'tidepool')
  expect(await session(player)).toMatchObject({ startedAt, net: -10_00 })
  await fixture.app.db.asOwner(`UPDATE identity.sessions SET idled_at = '2998-01-01' WHERE id = $1`, [player.sessionId])
  await fixture.app.db.asOwner(
    `UPDATE games.reality_checks SET played_at = played_at - interval '31 minutes' WHERE player_id = $1`,
    [player.id],
  )
  await open(player)
  expect(await session(player)).toMatchObject({ net: 0, statistics: { rounds: 0 } })
})

const ctxOf = (player: CasinoPlayer) => contextOf(fixture.deps, player)
const spinsUsed = async (player: CasinoPlayer) =>
  Number(
    (await fixture.app.db.asOwner(`SELECT used FROM bonuses.player_freespins WHERE player_id = $1`, [player.id]))
      .rows[0]!.used,
  )

describe.each<[string, string, (ctx: PlayerCtx) => Promise<{ ok: boolean }>]>([
  ['a break', 'playerExcluded', (ctx) => addLimit(ctx, { definition: 5, period: '1-day' })],
  ['a self-exclusion', 'launchTokenInvalid', (ctx) => addLimit(ctx, { definition: 4, period: '6-months' })],
  ['a sign-out', 'launchTokenInvalid', (ctx) => signOut(ctx)],
])('%s and free spins', (_name, refusal, end) => {
  test('after it no free spin is played, none is lost, and no cash is taken in its place', async () => {
    const player = await fixture.player()
    await grant(player)
    const { token } = await open(player)
    expect((await end(ctxOf(player))).ok).toBe(true)
    expect((await playRound(token)).body.error.name).toBe(refusal)
    expect([await spinsUsed(player), await fixture.balance(player)]).toEqual([0, 100_00n])
  })

  test('a free spin that began before it is paid after it', async () => {
    const player = await fixture.player()
    await grant(player)
    const { token } = await open(player)
    const bet = betOf(token)
    expect((await fixture.walletCall('bet', bet)).status).toBe(200)
    expect((await end(ctxOf(player))).ok).toBe(true)
    const win = { ...bet, transactionId: randomUUID(), amount: 3_00, isRoundFinished: true }
    expect((await fixture.walletCall('win', win)).status).toBe(200)
    expect([await spinsUsed(player), await fixture.balance(player)]).toEqual([1, 103_00n])
  })

  test('at once: what is played is a free spin, and what is refused uses none', async () => {
    const player = await fixture.player()
    await grant(player, { count: 5 })
    const { token } = await open(player)
    const [ended, ...bets] = await Promise.all([
      end(ctxOf(player)),
      ...Array.from({ length: 5 }, () => fixture.walletCall('bet', betOf(token))),
    ])
    expect(ended.ok).toBe(true)
    const played = bets.filter(({ status }) => status === 200).length
    expect([await spinsUsed(player), await fixture.balance(player)]).toEqual([played, 100_00n])
  })
})

test('with another account active, free spins stay with the currency of their launch', async () => {
  const player = await fixture.player({ EUR: 100_00n, USD: 100_00n })
  await grant(player)
  const { token } = await open(player)
  const { rows } = await fixture.app.db.asOwner(
    `SELECT id FROM wallet.accounts WHERE player_id = $1 AND currency = 'USD'`,
    [player.id],
  )
  const switched = await fixture.app.send({
    method: 'PUT',
    url: `/api/wallet/accounts/${rows[0]!.id}/switch`,
    token: player.token,
  })
  expect(switched.status).toBe(200)
  expect((await open(player)).funds).toEqual({ kind: 'cash' })
  expect((await open(player, { currency: 'EUR' })).funds).toMatchObject({ kind: 'freeSpins', remaining: 2 })
  expect((await playRound(token, { win: 2_00 })).status).toBe(200)
  expect([await spinsUsed(player), await fixture.balance(player), await fixture.balance(player, 'USD')]).toEqual([
    1,
    102_00n,
    100_00n,
  ])
})
