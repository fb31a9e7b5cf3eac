/** The seamless wallet under attack and with a failing network: black-box calls. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueLaunch } from '#games/studio/launch-token.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())

type Bet = { token: string; currency: string; gameId: string; roundId: string; transactionId: string; amount: number }

async function table(funds = 100_00n): Promise<{ player: CasinoPlayer; bet: Bet }> {
  const player = await fixture.player({ EUR: funds })
  const token = await fixture.launch('dice', { player })
  return {
    player,
    bet: { token, currency: 'EUR', gameId: 'dice', roundId: randomUUID(), transactionId: randomUUID(), amount: 10_00 },
  }
}
const winOf = (bet: Bet, amount: number) => ({ ...bet, transactionId: `${bet.transactionId}-win`, amount })
const rollbackOf = (bet: Bet) => ({
  ...bet,
  transactionId: `${bet.transactionId}-back`,
  betTransactionId: bet.transactionId,
})

test('bet, win and balance have exactly their stated effect', async () => {
  const { player, bet } = await table()
  expect(await fixture.walletCall('bet', bet)).toMatchObject({
    status: 200,
    body: { balance: 90_00, currency: 'EUR', isReplay: false },
  })
  expect(await fixture.walletCall('win', winOf(bet, 25_00))).toMatchObject({
    status: 200,
    body: { balance: 115_00, isReplay: false },
  })
  expect(await fixture.walletCall('balance', { token: bet.token })).toMatchObject({
    status: 200,
    body: { balance: 115_00, currency: 'EUR', playerId: player.id },
  })
  const spins = await fixture.app.send({ method: 'GET', url: '/api/game/spins', token: player.token })
  expect(spins.body.data).toMatchObject([
    { roundId: bet.roundId, stake: 10_00, win: 25_00, status: 'settled', game: { id: 'dice', name: 'Dice' } },
  ])
})

test('a bet without sufficient funds takes nothing', async () => {
  const { player, bet } = await table(9_99n)
  expect(await fixture.walletCall('bet', bet)).toMatchObject({
    status: 422,
    body: { error: { name: 'insufficientFunds' } },
  })
  expect(await fixture.balance(player)).toBe(9_99n)
})

test('a win without a bet pays nothing', async () => {
  const { player, bet } = await table()
  expect(await fixture.walletCall('win', winOf(bet, 50_00))).toMatchObject({
    status: 404,
    body: { error: { name: 'betNotFound' } },
  })
  expect(await fixture.balance(player)).toBe(100_00n)
})

test("a win on another player's round pays nobody", async () => {
  const mine = await table()
  const theirs = await table()
  await fixture.walletCall('bet', theirs.bet)
  const stolen = { ...winOf(theirs.bet, 50_00), token: mine.bet.token }
  expect(await fixture.walletCall('win', stolen)).toMatchObject({
    status: 404,
    body: { error: { name: 'betNotFound' } },
  })
  expect(await fixture.balance(mine.player)).toBe(100_00n)
  expect(await fixture.balance(theirs.player)).toBe(90_00n)
})

test('after an early rollback the late bet is refused and nothing is taken', async () => {
  const { player, bet } = await table()
  expect(await fixture.walletCall('rollback', rollbackOf(bet))).toMatchObject({
    status: 200,
    body: { balance: 100_00 },
  })
  expect(await fixture.walletCall('bet', bet)).toMatchObject({
    status: 409,
    body: { error: { name: 'betRolledBack' } },
  })
  expect(await fixture.balance(player)).toBe(100_00n)
})

test('a rollback returns the stake once, and its round pays no win', async () => {
  const { player, bet } = await table()
  await fixture.walletCall('bet', bet)
  const first = await fixture.walletCall('rollback', rollbackOf(bet))
  expect(first).toMatchObject({ status: 200, body: { balance: 100_00, isReplay: false } })
  expect(await fixture.walletCall('rollback', rollbackOf(bet))).toMatchObject({
    status: 200,
    body: { ...first.body, isReplay: true },
  })
  const second = { ...rollbackOf(bet), transactionId: randomUUID() }
  expect(await fixture.walletCall('rollback', second)).toMatchObject({
    status: 409,
    body: { error: { name: 'betRolledBack' } },
  })
  expect(await fixture.walletCall('win', winOf(bet, 5_00))).toMatchObject({
    status: 409,
    body: { error: { name: 'betRolledBack' } },
  })
  expect(await fixture.balance(player)).toBe(100_00n)
})

test('a bet with a paid win is not rolled back', async () => {
  const { player, bet } = await table()
  await fixture.walletCall('bet', bet)
  await fixture.walletCall('win', winOf(bet, 1))
  expect(await fixture.walletCall('rollback', rollbackOf(bet))).toMatchObject({
    status: 422,
    body: { error: { name: 'betAlreadyPaid' } },
  })
  expect(await fixture.balance(player)).toBe(90_01n)
})

// Shows: 10.23
test('a repeated call gets the first result and moves nothing; with another body it is a conflict', async () => {
  const { player, bet } = await table()
  const first = await fixture.walletCall('bet', bet)
  await fixture.walletCall('bet', { ...bet, transactionId: randomUUID(), amount: 1_00 })
  expect(await fixture.walletCall('bet', bet)).toMatchObject({ status: 200, body: { ...first.body, isReplay: true } })
  expect(await fixture.walletCall('bet', { ...bet, amount: 1 })).toMatchObject({
    status: 409,
    body: { error: { name: 'transactionConflict' } },
  })
  await fixture.walletCall('win', winOf(bet, 3_00))
  expect(await fixture.walletCall('win', winOf(bet, 3_00))).toMatchObject({ status: 200, body: { isReplay: true } })
  expect(await fixture.walletCall('win', winOf(bet, 300_00))).toMatchObject({
    status: 409,
    body: { error: { name: 'transactionConflict' } },
  })
  expect(await fixture.walletCall('win', { ...winOf(bet, 3_00), transactionId: randomUUID() })).toMatchObject({
    status: 422,
    body: { error: { name: 'roundClosed' } },
  })
  expect(await fixture.balance(player)).toBe(92_00n)
})

test('a bet body replayed as a win with its valid signature pays nothing', async () => {
  const { player, bet } = await table()
  await fixture.walletCall('bet', bet)
  expect(await fixture.walletCall('win', bet)).toMatchObject({
    status: 409,
    body: { error: { name: 'transactionConflict' } },
  })
  expect(await fixture.balance(player)).toBe(90_00n)
})

test('fifty concurrent copies of one bet are one bet', async () => {
  const { player, bet } = await table()
  const answers = await Promise.all(Array.from({ length: 50 }, () => fixture.walletCall('bet', bet)))
  expect(answers.every((answer) => answer.status === 200 && answer.body.balance === 90_00)).toBe(true)
  expect(answers.filter((answer) => !answer.body.isReplay)).toHaveLength(1)
  expect(await fixture.balance(player)).toBe(90_00n)
})

// Shows: pair open round/second tab
test('of fifty concurrent bets of the whole balance one is taken', async () => {
  const { player, bet } = await table(10_00n)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      fixture.walletCall('bet', { ...bet, roundId: randomUUID(), transactionId: randomUUID() }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(49)
  expect(await fixture.balance(player)).toBe(0n)
})

test('a forged, missing, stale or foreign signature is 401 and moves nothing', async () => {
  const { player, bet } = await table()
  const now = Math.floor(fixture.deps.clock.now().getTime() / 1000)
  const refused = [
    await fixture.walletCall('bet', bet, { key: 'another studio' }),
    await fixture.walletCall('bet', bet, { key: '' }),
    await fixture.walletCall('bet', bet, { signedBody: JSON.stringify({ ...bet, amount: 1 }) }),
    await fixture.walletCall('bet', bet, { headers: { 'x-studio-signature': '' } }),
    await fixture.walletCall('bet', bet, { headers: { 'x-studio-signature': 'f'.repeat(64) } }),
    await fixture.walletCall('bet', bet, { headers: { 'x-studio-timestamp': 'soon' } }),
    await fixture.walletCall('bet', bet, { timestamp: now - 301 }),
    await fixture.walletCall('bet', bet, { timestamp: now + 330 }),
  ]
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 401, body: { error: { name: 'signatureInvalid' } } })
  expect(await fixture.walletCall('bet', bet, { studio: 'somebody-else' })).toMatchObject({
    status: 404,
    body: { error: { name: 'unknownStudio' } },
  })
  const unsigned = await fixture.app.send({
    method: 'POST',
    url: '/api/partners/games/fairhouse-studio/bet',
    payload: bet,
  })
  expect(unsigned.status).toBe(401)
  expect(await fixture.balance(player)).toBe(100_00n)
  expect(await fixture.walletCall('bet', bet, { timestamp: now - 299 })).toMatchObject({ status: 200 })
})

test('an invalid amount is 422 and moves nothing', async () => {
  const { player, bet } = await table()
  for (const amount of [-1, 0, 0.5, 1e300, 2 ** 53, '10', '٣', null, [1], {}, true]) {
    expect((await fixture.walletCall('bet', { ...bet, amount })).status).toBe(422)
  }
  for (const amount of ['NaN', 'Infinity', '9007199254740993', '1e400']) {
    const { status } = await fixture.walletCall(
      'bet',
      JSON.stringify({ ...bet, amount: 0 }).replace('"amount":0', `"amount":${amount}`),
    )
    expect([400, 422]).toContain(status)
  }
  for (const body of ['', '[]', 'null', '"x"', '{', '{"token":5}'])
    expect([400, 422]).toContain((await fixture.walletCall('bet', body)).status)
  expect((await fixture.walletCall('win', { ...winOf(bet, 0), amount: -5 })).status).toBe(422)
  expect(await fixture.balance(player)).toBe(100_00n)
})

// Shows: ASVS 14.2.1
test('a launch that is forged, expired, for demo, or of another game, currency or studio accepts no bet', async () => {
  const { player, bet } = await table()
  const launch = {
    studio: 'fairhouse-studio',
    playerId: player.id,
    sessionId: player.sessionId,
    game: 'dice',
    currency: 'EUR',
    mode: 'real',
    locale: 'en',
    theme: 'dark',
  } as const
  const later = new Date(fixture.deps.clock.now().getTime() + 60_000)
  const key = fixture.parts.launchKey
  const [head, claims] = bet.token.split('.') as [string, string]
  const tokens = [
    'x',
    '..',
    `${head}.${claims}.`,
    `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`,
    player.token,
    issueLaunch(launch, 'a key of its own', later),
    issueLaunch(launch, key, fixture.deps.clock.now()),
    issueLaunch({ ...launch, mode: 'demo' }, key, later),
    issueLaunch({ ...launch, playerId: null }, key, later),
    issueLaunch({ ...launch, studio: 'other' }, key, later),
    issueLaunch({ ...launch, game: 'tidepool' }, key, later),
    issueLaunch({ ...launch, currency: 'USD' }, key, later),
    issueLaunch({ ...launch, sessionId: randomUUID() }, key, later),
  ]
  for (const token of tokens) {
    expect(await fixture.walletCall('bet', { ...bet, token, transactionId: randomUUID() })).toMatchObject({
      status: 403,
      body: { error: { name: 'launchTokenInvalid' } },
    })
  }
  expect(await fixture.balance(player)).toBe(100_00n)
})

// Shows: pair open round/sign-out
test('a closed session accepts no further bet, but its wins are still paid', async () => {
  const { player, bet } = await table()
  await fixture.walletCall('bet', bet)
  await fixture.app.db.asOwner(
    `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
    [player.sessionId],
  )
  fixture.app.moveClock(5 * 3_600_000)
  expect(await fixture.walletCall('bet', { ...bet, roundId: randomUUID(), transactionId: randomUUID() })).toMatchObject(
    {
      status: 403,
    },
  )
  expect(await fixture.walletCall('balance', { token: bet.token })).toMatchObject({ status: 403 })
  expect(await fixture.walletCall('win', winOf(bet, 20_00))).toMatchObject({ status: 200, body: { balance: 110_00 } })
})

// Shows: ASVS 9.2.2
test("a player's bearer token is not a launch token, and a launch token gives no API access", async () => {
  const { bet } = await table()
  expect((await fixture.app.send({ method: 'GET', url: '/api/game/spins', token: bet.token })).status).toBe(401)
})

// Shows: pair free spins/open round
test('a repeated free spin uses one, and its rollback returns it', async () => {
  const { player, bet } = await table()
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
    VALUES (gen_random_uuid(), $1, 'welcome-spins', 1, '{"name": {"en": "Spins"}, "description": {"en": ""}}', true, 'EUR', 'dice', 3, 100, 2, '2999-01-01', now())`,
    [player.id],
  )
  const spin = { ...bet, amount: 1_00, token: await fixture.launch('dice', { player }) }
  const used = async () =>
    (await fixture.app.db.asOwner('SELECT used FROM bonuses.player_freespins WHERE player_id = $1', [player.id]))
      .rows[0].used
  const first = await fixture.walletCall('bet', spin)
  expect(first).toMatchObject({ status: 200, body: { balance: 100_00, isReplay: false } })
  expect(await fixture.walletCall('bet', spin)).toMatchObject({
    status: 200,
    body: { balance: 100_00, isReplay: true },
  })
  expect(await used()).toBe(1)
  expect(await fixture.walletCall('rollback', rollbackOf(spin))).toMatchObject({
    status: 200,
    body: { balance: 100_00 },
  })
  expect(await used()).toBe(0)
})
