/**
 * Everything that forbids a bet, concurrent with bets: whichever commits first, no stake is taken after the other's
 * commit.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { issueLaunch } from '#games/studio/launch-token.ts'
import type { PlayerCtx } from '#server/deps.ts'
import { activatePlayerBonus } from '#server/bonuses/activate-player-bonus.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { lifecycle as bonusLifecycle } from '#server/bonuses/module.ts'
import { lifecycle as gameLifecycle } from '#server/play/games/module.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { closeAccount } from '#server/profile/close-account.ts'
import { SessionEnded } from '#server/identity/sessions/lock-open-session.ts'
import { setStatus } from '#server/identity/sessions/set-status.ts'
import { signOut } from '#server/identity/sessions/sign-out.ts'
import { lifecycle as walletLifecycle } from '#server/wallet/module.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { untilOneWaits } from '#tests/setup/lock-waits.ts'
import { operator } from '#tests/setup/operator.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino({ env: { TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'AT:2', RESTRICTED_GAMES: 'dice:CH' } })
})
afterAll(() => fixture.close())

const betOf = (token: string, amount = 1_00, gameId = 'dice') => ({
  token,
  currency: 'EUR',
  gameId,
  roundId: randomUUID(),
  transactionId: randomUUID(),
  amount,
})

async function seated(funds = 100_00n) {
  const player = await fixture.player({ EUR: funds })
  return { player, token: await fixture.launch('dice', { player }) }
}

const ctxOf = (player: CasinoPlayer, deps: Partial<PlayerCtx> = {}) => contextOf({ ...fixture.deps, ...deps }, player)

/** A database whose transactions do all of their work and then wait to commit. */
function beforeCommit() {
  const [isDone, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const db: PlayerCtx['db'] = {
    ...fixture.deps.db,
    transaction: (work) =>
      fixture.deps.db.transaction(async (tx) => {
        const result = await work(tx)
        isDone.resolve()
        await mayCommit.promise
        return result
      }),
  }
  return { db, isDone: isDone.promise, commit: mayCommit.resolve }
}

const endings: Array<[string, string, (ctx: PlayerCtx) => Promise<{ ok: boolean }>]> = [
  ['a break', 'playerExcluded', (ctx) => addLimit(ctx, { definition: 5, period: '1-day' })],
  ['a self-exclusion', 'launchTokenInvalid', (ctx) => addLimit(ctx, { definition: 4, period: '6-months' })],
  ['a sign-out', 'launchTokenInvalid', (ctx) => signOut(ctx)],
  [
    'a block by an operator',
    'launchTokenInvalid',
    (ctx) =>
      setStatus({ ...ctx, actor: operator }, { playerId: ctx.caller.player.id, status: 'blocked', reason: 'test' }),
  ],
]

describe.each(endings)('%s', (_name, refusal, end) => {
  // Shows: pair open round/block, pair open round/exclusion, pair open round/sign-out
  test('that is about to commit delays bets, and refuses them once it has committed', async () => {
    const { player, token } = await seated()
    const { db, isDone, commit } = beforeCommit()
    const ended = end(ctxOf(player, { db }))
    await isDone
    const bets = Array.from({ length: 5 }, () => fixture.walletCall('bet', betOf(token)))
    await untilOneWaits(fixture.app.db)
    commit()
    expect((await ended).ok).toBe(true)
    for (const { body } of await Promise.all(bets)) expect(body).toMatchObject({ error: { name: refusal } })
    expect(await fixture.balance(player)).toBe(100_00n)
  })

  // Shows: pair open round/block, pair open round/exclusion, pair open round/sign-out
  test('waits for a bet that is about to commit', async () => {
    const { player } = await seated()
    const [isPosted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const roundId = randomUUID()
    const bet = fixture.deps.db.transaction(async (tx) => {
      const posted = await fixture.deps.ledger.postIn(tx, {
        kind: 'bet',
        actor: 'studio:test',
        idempotencyKey: roundId,
        requestHash: '',
        reference: { kind: 'round', id: roundId },
        transfers: [{ from: `player:${player.id}:cash:EUR`, to: 'house:games:EUR', amount: 5n as never }],
        round: {
          id: roundId,
          studio: 'test',
          gameId: 'dice',
          playerId: player.id,
          currency: 'EUR',
          isFinished: false,
          transactionId: roundId,
        },
        gate: { sessionId: player.sessionId, barredCountries: '' },
        at: fixture.deps.clock.now(),
      })
      isPosted.resolve()
      await mayCommit.promise
      return posted
    })
    await isPosted.promise
    let hasEnded = false
    const ended = end(ctxOf(player)).then((result) => {
      hasEnded = true
      return result
    })
    await untilOneWaits(fixture.app.db)
    expect(hasEnded).toBe(false)
    mayCommit.resolve()
    expect([(await bet).ok, (await ended).ok]).toEqual([true, true])
  })

  // Shows: attack 169, fault 18, pair exclusion/second tab, pair free spins/block, pair free spins/sign-out
  // Shows: pair open round/block, pair open round/exclusion, pair open round/sign-out, pair second tab/block
  test('among many bets: no stake is taken after its commit', async () => {
    const { player, token } = await seated()
    let isOver = false
    const players = Array.from({ length: 12 }, async () => {
      while (!isOver) await fixture.walletCall('bet', betOf(token, 1))
      return fixture.walletCall('bet', betOf(token, 1))
    })
    await fixture.walletCall('bet', betOf(token, 1))
    expect((await end(ctxOf(player))).ok).toBe(true)
    const left = await fixture.balance(player)
    isOver = true
    for (const { body } of await Promise.all(players)) expect(body).toMatchObject({ error: { name: refusal } })
    expect(await fixture.balance(player)).toBe(left)
  })
})

// Shows: attack 87
test.each(endings.filter(([name]) => name !== 'a sign-out'))(
  '%s of another account with the same mailbox delays bets as well, and refuses them once it has committed',
  async (_name, _refusal, end) => {
    const [{ player, token }, other] = [await seated(), await fixture.player({ EUR: 1_00n })]
    const mailbox = randomUUID()
    const spell = ({ id }: CasinoPlayer, email: string) =>
      fixture.app.db.asOwner('UPDATE identity.players SET email = $2 WHERE id = $1', [id, email])
    await spell(player, `a.${mailbox}+games@gmail.com`)
    await spell(other, `A${mailbox}@googlemail.com`)
    const { db, isDone, commit } = beforeCommit()
    const ended = end(ctxOf(other, { db }))
    await isDone
    const bets = Array.from({ length: 3 }, () => fixture.walletCall('bet', betOf(token)))
    await untilOneWaits(fixture.app.db)
    commit()
    expect((await ended).ok).toBe(true)
    for (const { body } of await Promise.all(bets)) expect(body).toMatchObject({ error: { name: 'playerExcluded' } })
    expect(await fixture.balance(player)).toBe(100_00n)
  },
)

describe('closing an account', () => {
  /** A player without money who has free spins to play. */
  async function withSpins(count = 20) {
    const { player } = await seated(0n)
    await fixture.app.db.asOwner(
      `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
       VALUES (gen_random_uuid(), $1, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', 'dice', $2, 100, 2, '2999-01-01', now())`,
      [player.id, count],
    )
    await fixture.app.db.asOwner(`UPDATE identity.sessions SET stepped_up_at = '2999-01-01' WHERE id = $1`, [
      player.sessionId,
    ])
    return { player, token: await fixture.launch('dice', { player }) }
  }
  const close = (player: CasinoPlayer, deps: Partial<PlayerCtx> = {}) =>
    closeAccount(ctxOf(player, { lifecycles: [walletLifecycle, gameLifecycle, bonusLifecycle], ...deps }), {})
  const stateOf = async (player: CasinoPlayer) =>
    (
      await fixture.app.db.asOwner(
        `SELECT p.status = 4 AS "isClosed", (SELECT count(*)::int FROM games.rounds r WHERE r.player_id = p.id AND r.status = 'open') AS open,
           (SELECT count(*)::int FROM games.rounds r WHERE r.player_id = p.id) AS rounds FROM identity.players p WHERE p.id = $1`,
        [player.id],
      )
    ).rows[0] as { isClosed: boolean; open: number; rounds: number }

  // Shows: pair open round/block, pair open round/exclusion, pair open round/sign-out
  test('that is about to commit delays bets, and refuses them once it has committed', async () => {
    const { player, token } = await withSpins()
    const { db, isDone, commit } = beforeCommit()
    const closed = close(player, { db })
    await isDone
    const bets = Array.from({ length: 5 }, () => fixture.walletCall('bet', betOf(token)))
    await untilOneWaits(fixture.app.db)
    commit()
    expect((await closed).ok).toBe(true)
    for (const { body } of await Promise.all(bets))
      expect(body).toMatchObject({ error: { name: 'launchTokenInvalid' } })
    expect(await stateOf(player)).toEqual({ isClosed: true, open: 0, rounds: 0 })
  })

  // Shows: pair open round/closure
  test('is refused while a round is open, and possible once it has ended without a win', async () => {
    const { player, token } = await withSpins()
    const bet = betOf(token)
    expect((await fixture.walletCall('bet', bet)).status).toBe(200)
    expect(await close(player)).toMatchObject({ ok: false, refusal: 'moneyLeft' })
    expect((await fixture.walletCall('win', { ...bet, transactionId: randomUUID(), amount: 0 })).status).toBe(200)
    expect((await close(player)).ok).toBe(true)
  })

  // Shows: pair open round/closure
  longTest('together with bets and wins: no closed account has an open round or money', async () => {
    for (let turn = 0; turn < 12; turn++) {
      const { player, token } = await withSpins()
      const rounds = Array.from({ length: 4 }, async () => {
        const bet = betOf(token)
        if ((await fixture.walletCall('bet', bet)).status !== 200) return
        const amount = turn % 3 === 0 ? 50 : 0
        expect((await fixture.walletCall('win', { ...bet, transactionId: randomUUID(), amount })).status).toBe(200)
      })
      const closings = Array.from({ length: 3 }, () =>
        close(player).catch((error: unknown) => {
          // Another one of them has closed the account, which ended the session.
          if (!(error instanceof SessionEnded)) throw error
        }),
      )
      await Promise.all([...rounds, ...closings])
      const { isClosed, open, rounds: played } = await stateOf(player)
      expect(open).toBe(0)
      if (isClosed) expect(await fixture.balance(player)).toBe(0n)
      else expect(played).toBeGreaterThan(0)
      expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
    }
  })
})

// Shows: attack 68
test.each([
  ['30 days without use', 'last_used_at', 30],
  ['90 days in all', 'created_at', 90],
])('a session that ends after %s takes no bet with a launch from before', async (_, column, days) => {
  const { player, token } = await seated()
  const began = (ms: number) =>
    fixture.app.db.asOwner(`UPDATE identity.sessions SET ${column} = $2 WHERE id = $1`, [
      player.sessionId,
      new Date(fixture.deps.clock.now().getTime() - ms),
    ])
  await began(days * 86_400_000 - 1)
  expect((await fixture.walletCall('bet', betOf(token))).status).toBe(200)
  await began(days * 86_400_000)
  expect(await fixture.walletCall('bet', betOf(token))).toMatchObject({
    body: { error: { name: 'launchTokenInvalid' } },
  })
})

async function issuedBonus(player: CasinoPlayer, maxBet: number | null = null): Promise<string> {
  const id = randomUUID()
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_bonuses (id, player_id, bonus_id, offer_version, terms, is_once, type, currency, amount, wager_total, max_bet, created_at, expires_at)
     VALUES ($1, $2, 'welcome-100', 1, '{"name": {"en": "Welcome"}, "wagering": 10, "contribution": {"kinds": {"slot": 100, "dice": 0}, "games": {}}}', false, 1, 'EUR', 5000, 50000, $3, now(), '2999-01-01')`,
    [id, player.id, maxBet],
  )
  return id
}
const bonusStaked = async (player: CasinoPlayer) =>
  (
    await fixture.app.db.asOwner(
      'SELECT coalesce(sum(bonus_stake), 0)::int AS sum FROM games.rounds WHERE player_id = $1',
      [player.id],
    )
  ).rows[0].sum

test('a bet on an excluded game waits for a bonus being activated, and stakes none of it', async () => {
  const { player, token } = await seated(50n)
  const id = await issuedBonus(player)
  const { db, isDone, commit } = beforeCommit()
  const activated = activatePlayerBonus(ctxOf(player, { db }), { id })
  await isDone
  const bet = fixture.walletCall('bet', betOf(token, 1_00))
  await untilOneWaits(fixture.app.db)
  commit()
  expect((await activated).ok).toBe(true)
  expect(await bet).toMatchObject({ status: 422, body: { error: { name: 'insufficientFunds' } } })
  expect(await bonusStaked(player)).toBe(0)
})

// Shows: 7.7.7, 9.12.1
test('a stake that a bonus refuses is explained on its channel: an excluded game, or the highest stake', async () => {
  const { player, token } = await seated(50n)
  expect((await activatePlayerBonus(ctxOf(player), { id: await issuedBonus(player, 5_00) })).ok).toBe(true)
  const slot = await fixture.launch('ember-forge', { player })
  expect((await fixture.walletCall('bet', betOf(token, 1_00))).body.error.name).toBe('insufficientFunds')
  const tooHigh = await fixture.walletCall('bet', { ...betOf(slot, 6_00), gameId: 'ember-forge' })
  expect(tooHigh.body.error.name).toBe('maxBetExceeded')
  const { rows } = await fixture.app.db.asOwner(
    'SELECT event, payload FROM outbox.events WHERE channel = $1 ORDER BY id',
    [`game:bets#${player.id}`],
  )
  expect(rows).toEqual([
    { event: 'game.bet.restricted', payload: { gameIdentity: 'dice' } },
    {
      event: 'game.bet.max.exceed',
      payload: { gameIdentity: 'ember-forge', playerBonus: { currency: 'EUR' }, maxBetAmount: 500 },
    },
  ])
})

// Shows: fault 19, pair bonus/open round
longTest(
  'none of sixty bets on an excluded game stakes bonus money while a bonus is activated, twelve times over',
  async () => {
    for (let turn = 0; turn < 12; turn++) {
      const { player, token } = await seated(10n)
      const id = await issuedBonus(player)
      const bets = Array.from({ length: 60 }, () => fixture.walletCall('bet', betOf(token, 1_00)))
      const [activated, ...answers] = await Promise.all([activatePlayerBonus(ctxOf(player), { id }), ...bets])
      expect(activated.ok).toBe(true)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
      expect(await bonusStaked(player)).toBe(0)
    }
  },
)

// Shows: pair free spins/open round, pair free spins/second tab
test('of thirty concurrent bets one uses the last free spin; the others take nothing', async () => {
  const player = await fixture.player({ EUR: 50_00n })
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
    VALUES (gen_random_uuid(), $1, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', 'dice', 1, 100, 2, '2999-01-01', now())`,
    [player.id],
  )
  const token = await fixture.launch('dice', { player })
  const answers = await Promise.all(Array.from({ length: 30 }, () => fixture.walletCall('bet', betOf(token, 1_00))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.error?.name === 'freeSpinsEnded')).toHaveLength(29)
  expect(await fixture.balance(player)).toBe(50_00n)
  const { rows } = await fixture.app.db.asOwner(
    'SELECT used, status, result FROM bonuses.player_freespins WHERE player_id = $1',
    [player.id],
  )
  expect(rows).toEqual([{ used: 1, status: 3, result: 2 }])
})

// Shows: fault 28, pair free spins/restricted country, pair open round/restricted country
test('a session in a restricted country cannot stake, is paid its wins, and can stake again after leaving', async () => {
  const { player, token } = await seated()
  const at = (country: string) =>
    fixture.app.send({
      method: 'GET',
      url: '/api/wallet/accounts',
      token: player.token,
      headers: { 'cf-ipcountry': country, 'x-forwarded-for': '198.51.100.7' },
    })
  const first = betOf(token)
  expect((await fixture.walletCall('bet', first)).status).toBe(200)
  for (const country of ['AT', 'CH', 'US']) {
    await at(country)
    expect(await fixture.walletCall('bet', betOf(token))).toMatchObject({
      status: 422,
      body: { error: { name: 'countryRestricted' } },
    })
  }
  expect(await fixture.walletCall('win', { ...first, transactionId: randomUUID(), amount: 50 })).toMatchObject({
    status: 200,
  })
  await at('DE')
  expect((await fixture.walletCall('bet', betOf(token))).status).toBe(200)
  const launch = await fixture.app.send({
    method: 'POST',
    url: '/api/game/games/tidepool/play',
    token: player.token,
    payload: { mode: 'real' },
    headers: { 'cf-ipcountry': 'US', 'x-forwarded-for': '198.51.100.7' },
  })
  expect(launch).toMatchObject({ status: 422, body: { error: { name: 'gameRestricted' } } })
})

const playFrom = (token: string, country: string, playId: string = randomUUID()) =>
  fixture.studioApi(
    'POST',
    'play',
    token,
    { playId, stake: 1_00, choice: { target: 4_950, direction: 'under' } },
    {
      'cf-ipcountry': country,
      'x-forwarded-for': '198.51.100.7',
    },
  )
const seenCountry = async ({ sessionId }: CasinoPlayer) =>
  (await fixture.app.db.asOwner('SELECT seen_country FROM identity.sessions WHERE id = $1', [sessionId])).rows[0]
    .seen_country

test('a game already open receives the reason why stakes are refused in a restricted country, and the country is recorded', async () => {
  const { player, token } = await seated()
  expect(await playFrom(token, 'DE')).toMatchObject({ status: 200 })
  expect(await seenCountry(player)).toBe('DE')
  const before = await fixture.balance(player)
  fixture.app.moveClock(10_000)
  const playId = randomUUID()
  for (let again = 0; again < 2; again++)
    expect(await playFrom(token, 'US', playId)).toMatchObject({
      status: 422,
      body: { error: { name: 'countryRestricted' } },
    })
  expect(await fixture.balance(player)).toBe(before)
  expect(await seenCountry(player)).toBe('US')
  fixture.app.moveClock(10_000)
  expect(await playFrom(token, 'DE')).toMatchObject({ status: 200 })
  expect(await seenCountry(player)).toBe('DE')
})

// Shows: pair open round/restricted country, pair restricted country/second tab
test('of two concurrent bets of one session, each is decided by its own country', async () => {
  const { token } = await seated()
  for (let turn = 0; turn < 10; turn++) {
    const [home, abroad] = await Promise.all([
      fixture.walletCall('bet', { ...betOf(token, 1), country: 'DE' }),
      fixture.walletCall('bet', { ...betOf(token, 1), country: 'US' }),
    ])
    expect([home.status, abroad.body.error?.name]).toEqual([200, 'countryRestricted'])
  }
})

test('the game receives the reason if a player is in a cooling-off period', async () => {
  const { player, token } = await seated()
  await addLimit(ctxOf(player), { definition: 5, period: '1-day' })
  expect(await playFrom(token, 'DE')).toMatchObject({ status: 422, body: { error: { name: 'playerExcluded' } } })
})

test('after a self-exclusion no stake is taken until a day after the player ended it', async () => {
  const { player, token } = await seated()
  const asked = (ago: string | null) =>
    fixture.app.db.asOwner(
      `UPDATE limits.limits SET pending_since = $2::timestamptz - $3::interval, pending_until = $2::timestamptz - $3::interval + interval '24 hours' WHERE player_id = $1`,
      [player.id, fixture.deps.clock.now(), ago],
    )
  await fixture.app.db.asOwner('INSERT INTO limits.players (player_id) VALUES ($1)', [player.id])
  await fixture.app.db.asOwner(
    `INSERT INTO limits.limits (id, player_id, definition, period, created_at, ends_at) VALUES (gen_random_uuid(), $1, 4, '6-months', '2020-01-01', '2020-07-01')`,
    [player.id],
  )
  for (const ago of [null, '23 hours']) {
    await asked(ago)
    expect(await fixture.walletCall('bet', betOf(token))).toMatchObject({ body: { error: { name: 'playerExcluded' } } })
  }
  await asked('25 hours')
  expect((await fixture.walletCall('bet', betOf(token))).status).toBe(200)
})

// Shows: ASVS 8.3.1, pair open round/closure
test('a closed or blocked player cannot stake, even with a valid session', async () => {
  const { player, token } = await seated()
  await fixture.app.db.asOwner('UPDATE identity.players SET status = 3 WHERE id = $1', [player.id])
  expect(await fixture.walletCall('bet', betOf(token))).toMatchObject({
    body: { error: { name: 'launchTokenInvalid' } },
  })
})

test('a repeated bet gets its first result even after its session has ended', async () => {
  const { player, token } = await seated()
  const bet = betOf(token)
  const first = await fixture.walletCall('bet', bet)
  await signOut(ctxOf(player))
  expect(await fixture.walletCall('bet', bet)).toMatchObject({ status: 200, body: { ...first.body, isReplay: true } })
})

// Shows: fault 27
test('a round cannot be staked, paid or rolled back under another game', async () => {
  const { player, token } = await seated()
  const other = await fixture.launch('tidepool', { player })
  const bet = betOf(token)
  await fixture.walletCall('bet', bet)
  const elsewhere = { ...bet, token: other, gameId: 'tidepool' }
  const call = (verb: string, more: object) =>
    fixture.walletCall(verb, { ...elsewhere, transactionId: randomUUID(), ...more })
  expect(await call('bet', {})).toMatchObject({ status: 422, body: { error: { name: 'roundClosed' } } })
  expect(await call('win', { amount: 5 })).toMatchObject({ status: 404, body: { error: { name: 'betNotFound' } } })
  expect(await call('rollback', { betTransactionId: bet.transactionId })).toMatchObject({
    status: 404,
    body: { error: { name: 'betNotFound' } },
  })
  expect(await fixture.balance(player)).toBe(99_00n)
})

// Shows: fault 27
test('wins above the maximum payout of a round are refused, in one or in parts; the exact maximum is paid', async () => {
  const { player, token } = await seated()
  const { maxWinMultiplier } = fixture.deps.partners.gameStudios[0]!.games.find(({ slug }) => slug === 'dice')!
  const most = 100 * maxWinMultiplier!
  const bet = betOf(token, 1_00)
  await fixture.walletCall('bet', bet)
  const win = (amount: number, isRoundFinished = false) =>
    fixture.walletCall('win', { ...bet, transactionId: randomUUID(), amount, isRoundFinished })
  for (const amount of [Number.MAX_SAFE_INTEGER, most + 1])
    expect(await win(amount)).toMatchObject({ status: 422, body: { error: { name: 'winTooLarge' } } })
  expect((await win(most - 10)).status).toBe(200)
  expect(await win(11)).toMatchObject({ status: 422, body: { error: { name: 'winTooLarge' } } })
  expect(await win(10, true)).toMatchObject({ status: 200 })
  expect(await fixture.balance(player)).toBe(99_00n + BigInt(most))
})

// Shows: ASVS 1.4.2
test("no balance exceeds the wire's range, and its pages still work", async () => {
  const { player, token } = await seated(BigInt(Number.MAX_SAFE_INTEGER))
  const bet = betOf(token, 1_00)
  expect((await fixture.walletCall('bet', bet)).status).toBe(200)
  expect(await fixture.walletCall('win', { ...bet, transactionId: randomUUID(), amount: 1_01 })).toMatchObject({
    status: 422,
    body: { error: { name: 'winTooLarge' } },
  })
  expect((await fixture.walletCall('win', { ...bet, transactionId: randomUUID(), amount: 1_00 })).status).toBe(200)
  expect((await fixture.app.send({ method: 'GET', url: '/api/wallet/accounts', token: player.token })).status).toBe(200)
})

test('a row that cannot be serialized does not break its list', async () => {
  const { player, token } = await seated()
  const bet = betOf(token)
  await fixture.walletCall('bet', bet)
  const large = String(2n ** 60n)
  await fixture.app.db.asOwner(
    `INSERT INTO games.winners (round_id, studio, game_id, nickname, currency, stake, won, at) VALUES ('large', 'fairhouse-studio', 'dice', 'M***', 'EUR', 1, ${large}, '2999-01-01'), ('small', 'fairhouse-studio', 'dice', 'M***', 'EUR', 1, 5, '2998-01-01')`,
  )
  await fixture.app.db.asOwner(
    `INSERT INTO games.rounds (id, studio, game_id, player_id, currency, won, status, bets, first_movement_id, last_movement_id) VALUES ('large', 'fairhouse-studio', 'dice', $1, 'EUR', ${large}, 'settled', 1, 1, 1)`,
    [player.id],
  )
  const read = (url: string) => fixture.app.send({ method: 'GET', url, token: player.token })
  expect((await read('/api/game/spins/winners')).body).toMatchObject([{ win: 5 }])
  expect((await read('/api/game/spins')).body.data).toMatchObject([{ roundId: bet.roundId }])
  expect((await read('/api/game/spins?perPage=5')).status).toBe(200)
})

// Shows: fault 29
test('unexpected claims with a valid signature are refused without a fault', async () => {
  const { player } = await seated()
  const claims = {
    studio: 'fairhouse-studio',
    playerId: player.id,
    sessionId: player.sessionId,
    game: 'dice',
    currency: 'EUR',
    mode: 'real',
    locale: 'en',
    theme: 'dark',
  }
  const later = new Date(fixture.deps.clock.now().getTime() + 60_000)
  const odd: object[] = [
    { playerId: 5 },
    { playerId: 'x' },
    { playerId: ['a'] },
    { playerId: `${player.id}' OR true --` },
    { sessionId: null },
    { sessionId: 'x' },
    { sessionId: {} },
    { game: 5 },
    { currency: null },
    { studio: 7 },
    { mode: 'both' },
    { locale: 1 },
  ]
  for (const change of odd) {
    const token = issueLaunch({ ...claims, ...change } as never, fixture.parts.launchKey, later)
    for (const verb of ['balance', 'bet', 'win', 'rollback'])
      expect(
        (await fixture.walletCall(verb, { ...betOf(token), betTransactionId: 'none' })).status,
        `${verb} ${JSON.stringify(change)}`,
      ).toBe(403)
    for (const [method, path] of [
      ['GET', 'session'],
      ['POST', 'play'],
      ['POST', 'seeds'],
    ] as const)
      expect((await fixture.studioApi(method, path, token, method === 'POST' ? {} : undefined)).status).toBeLessThan(
        500,
      )
  }
  const endless = issueLaunch(claims as never, fixture.parts.launchKey, { getTime: () => Number.NaN } as Date)
  expect((await fixture.walletCall('bet', betOf(endless))).status).toBe(403)
})
