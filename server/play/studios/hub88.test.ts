/** The wallet as a studio calls it in the Hub88 protocol, over real HTTP on a real database. */
import { createPrivateKey, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BonusResult, BonusStatus } from '#contract/bonuses.ts'
import { operatorWalletConformance } from '#games/studio/operator-wallet-conformance.ts'
import { creditSpinWins } from '#server/bonuses/credit-spin-wins.ts'
import { listRemaindersOf } from '#server/cashier/books/desk.ts'
import { findBreaches, ledgerInvariants } from '#server/ledger/invariants.ts'
import { offerKind } from '#server/bonuses/offer-kind.ts'
import { endFreeRounds } from '#server/play/games/free-rounds.ts'
import { grantReward } from '#server/rewards/grant-reward.ts'
import { createHub88Studio } from '#server/partners/game-studio/hub88/hub88.ts'
import { readPublicKey, signatureHeader } from '#server/partners/game-studio/hub88/signature.ts'
import { signBody } from '#studio-sdk/signature.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import {
  hub88Wallet,
  inHub88,
  keyPair,
  listedGame,
  type StudioServer,
  studioServer,
} from '#tests/setup/outside-studio.ts'
import { warnOfLeftWork } from '#server/kernel/jobs/left-work.ts'
import { closeRounds, closingRoundsDue, leftRounds } from './close-rounds.ts'
import { mountStudios } from './mount.ts'
import { listLateRollbacks } from './studios-desk.ts'
import { refreshGames } from './refresh-games.ts'
import { syncCatalogues } from './sync-catalogues.ts'

const [site, studio] = [keyPair(), keyPair()]
const slug = 'lantern'
let fixture: Casino
let server: StudioServer
let wallet: string

beforeAll(async () => {
  server = await studioServer(site.publicKey)
  fixture = await casino({
    studios: [
      createHub88Studio({
        slug,
        name: 'Lantern Works',
        url: server.url,
        operatorId: 7,
        privateKey: createPrivateKey(site.privateKey),
        publicKeys: [readPublicKey(studio.publicKey)],
        tokenKey: 'a key of the site',
        timeoutMs: 2_000,
      }),
    ],
    plugins: (deps) => [(app) => mountStudios(app, deps)],
  })
  wallet = `${fixture.url}/api/partners/studios/${slug}`
  server.games.push(
    listedGame('barred', { blocked_countries: ['DE'] }),
    listedGame('retired'),
    listedGame('coin', { max_win_multiplier: 1.94 }),
  )
  await sync()
})
beforeEach(() => {
  server.answerWith = null
})
afterAll(async () => {
  await fixture.close()
  await server.close()
})

async function sync() {
  const outcomes = await syncCatalogues(fixture.deps, { isForced: true })
  await refreshGames(fixture.deps)
  return outcomes
}

const balanceOf = (player: CasinoPlayer) => fixture.balance(player)
async function launch(player: CasinoPlayer, code = 'moths'): Promise<string> {
  const answer = await fixture.app.send({
    method: 'POST',
    url: `/api/game/games/lantern-${code}/play`,
    token: player.token,
    payload: { mode: 'real' },
  })
  if (answer.status !== 200) throw new Error(`the launch was refused: ${answer.body.error.name}`)
  return server.opened.at(-1)!.token!
}
const signOut = (player: CasinoPlayer) =>
  fixture.app.db.asOwner(`UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`, [
    player.sessionId,
  ])
async function exclude(player: CasinoPlayer) {
  await fixture.app.db.asOwner('INSERT INTO limits.players (player_id) VALUES ($1)', [player.id])
  await fixture.app.db.asOwner(
    `INSERT INTO limits.limits (id, player_id, definition, period, created_at, ends_at) VALUES ($1, $2, 5, '1-day', $3, $4)`,
    [randomUUID(), player.id, fixture.deps.clock.now(), new Date(fixture.deps.clock.now().getTime() + 86_400_000)],
  )
}

operatorWalletConformance(
  'in the Hub88 protocol',
  () => ({
    async seat() {
      const player = await fixture.player({ EUR: 100_00n })
      return {
        wallet: hub88Wallet({ url: wallet, privateKey: studio.privateKey, codes: {} }),
        token: await launch(player),
        balance: () => balanceOf(player),
        signOut: async () => void (await signOut(player)),
      }
    },
  }),
  {
    game: 'moths',
    otherGame: null,
    spell: inHub88,
    refusesZero: false,
    acceptsLateRollback: true,
    largestWin: 9_000_000_000_000,
  },
)

/** A raw call; correctly signed by default. */
async function send(path: string, body: unknown, { key = studio.privateKey, signature = '' } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(`${wallet}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signature || signBody(text, key) },
    body: text,
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { status: string; balance?: number; request_uuid?: string; [name: string]: unknown }
}

async function seated(funds = 100_00n, code = 'moths') {
  const player = await fixture.player({ EUR: funds })
  const token = await launch(player, code)
  const round = randomUUID()
  const common = (more: object) => ({
    request_uuid: randomUUID(),
    user: player.id,
    token,
    round,
    game_code: code,
    ...more,
  })
  const bet = (more: object = {}) =>
    send('transaction/bet', common({ transaction_uuid: `${round}-bet`, amount: 1_000_000, currency: 'EUR', ...more }))
  const win = (amount: number, more: object = {}) =>
    send(
      'transaction/win',
      common({
        transaction_uuid: `${round}-win`,
        reference_transaction_uuid: `${round}-bet`,
        amount,
        currency: 'EUR',
        ...more,
      }),
    )
  const back = (more: object = {}) =>
    send(
      'transaction/rollback',
      common({ transaction_uuid: `${round}-back`, reference_transaction_uuid: `${round}-bet`, ...more }),
    )
  const balance = (more: object = {}) =>
    send('user/balance', { request_uuid: randomUUID(), user: player.id, token, game_code: code, ...more })
  return { player, token, round, bet, win, back, balance, funds: () => balanceOf(player) }
}
const status = (name: string) => ({ status: name })
const ok = (balance: number) => ({ status: 'RS_OK', balance })

test('echoes the request, names the player and their currency, and counts in hundred-thousandths', async () => {
  const { player, bet } = await seated()
  const answer = await bet({ request_uuid: 'r-1' })
  expect(answer).toEqual({ status: 'RS_OK', request_uuid: 'r-1', user: player.id, currency: 'EUR', balance: 9_000_000 })
})

// Shows: fault 20
test('only the studio itself is heard: another key, no key and altered bytes are refused before anything is read', async () => {
  const { player, token, balance } = await seated()
  const body = JSON.stringify({ request_uuid: 'r', user: player.id, token })
  expect(await balance()).toMatchObject(ok(10_000_000))
  const stranger = keyPair().privateKey
  expect(await send('user/balance', body, { key: stranger })).toEqual(status('RS_ERROR_INVALID_SIGNATURE'))
  expect(await send('user/balance', body, { signature: 'none' })).toEqual(status('RS_ERROR_INVALID_SIGNATURE'))
  const signature = signBody(body, studio.privateKey)
  expect(await send('user/balance', `${body} `, { signature })).toEqual(status('RS_ERROR_INVALID_SIGNATURE'))
  const elsewhere = await fetch(`${fixture.url}/api/partners/studios/nobody/user/balance`, { method: 'POST', body })
  expect(await elsewhere.json()).toEqual(status('RS_ERROR_INVALID_PARTNER'))
})

// Shows: fault 21
test('what cannot be read is wrong syntax, and a field of another type a wrong type', async () => {
  const { bet, funds } = await seated()
  for (const text of ['', '{', '[]', '"x"', 'null', '\uFFFF'])
    expect((await send('transaction/bet', text)).status, text).toBe('RS_ERROR_WRONG_SYNTAX')
  expect(await send('transaction/unknown', '{}')).toMatchObject(status('RS_ERROR_WRONG_SYNTAX'))
  expect(await bet({ amount: undefined })).toMatchObject(status('RS_ERROR_WRONG_SYNTAX'))
  for (const amount of ['1000', 1.5, -1000, null, 2 ** 53, true])
    expect(await bet({ amount }), String(amount)).toMatchObject(status('RS_ERROR_WRONG_TYPES'))
  // A thousandth of a cent is no amount of this currency.
  expect(await bet({ amount: 1_001 })).toMatchObject(status('RS_ERROR_WRONG_TYPES'))
  expect(await bet({ transaction_uuid: 'a\0b' })).toMatchObject(status('RS_ERROR_WRONG_TYPES'))
  expect(await funds()).toBe(100_00n)
})

test('a bet above the balance is refused with the balance', async () => {
  const { bet } = await seated()
  expect(await bet({ amount: 10_001_000 })).toMatchObject({ status: 'RS_ERROR_NOT_ENOUGH_MONEY', balance: 10_000_000 })
})

// Shows: fault 21
test("another player's token, a forged one and a wrong currency move nothing", async () => {
  const [one, other] = [await seated(), await seated()]
  expect(await one.bet({ token: other.token })).toMatchObject(status('RS_ERROR_INVALID_TOKEN'))
  expect(await one.bet({ token: `${one.token.slice(0, -1)}x` })).toMatchObject(status('RS_ERROR_INVALID_TOKEN'))
  expect(await one.bet({ currency: 'USD' })).toMatchObject(status('RS_ERROR_WRONG_CURRENCY'))
  expect(await one.bet({ currency: 'XXX' })).toMatchObject(status('RS_ERROR_WRONG_CURRENCY'))
  expect(await one.balance({ token: other.token })).toMatchObject(status('RS_ERROR_INVALID_TOKEN'))
  await one.bet()
  expect(await other.win(1_000, { round: one.round, reference_transaction_uuid: `${one.round}-bet` })).toMatchObject(
    status('RS_ERROR_TRANSACTION_DOES_NOT_EXIST'),
  )
  expect(await other.back({ round: one.round, reference_transaction_uuid: `${one.round}-bet` })).toMatchObject(
    status('RS_ERROR_TRANSACTION_DOES_NOT_EXIST'),
  )
  expect([await one.funds(), await other.funds()]).toEqual([90_00n, 100_00n])
})

test('an expired token bets no more; wins and rollbacks are accepted however late, also four months later', async () => {
  const [won, undone] = [await seated(), await seated()]
  await won.bet()
  await undone.bet()
  fixture.app.moveClock(130 * 86_400_000)
  expect(await won.bet({ transaction_uuid: 'late' })).toMatchObject(status('RS_ERROR_TOKEN_EXPIRED'))
  expect(await won.balance()).toMatchObject(status('RS_ERROR_TOKEN_EXPIRED'))
  expect(await won.win(3_000_000)).toMatchObject(ok(12_000_000))
  expect(await undone.back()).toMatchObject(ok(10_000_000))
  // The id is still known.
  expect(await won.win(3_000_000)).toMatchObject(ok(12_000_000))
  expect(await won.win(4_000_000)).toMatchObject(status('RS_ERROR_DUPLICATE_TRANSACTION'))
})

// Shows: pair open round/sign-out
test('after signing out nothing is staked, and what was won is paid', async () => {
  const { player, bet, win, funds } = await seated()
  await bet()
  await signOut(player)
  expect(await bet({ transaction_uuid: 'after' })).toMatchObject(status('RS_ERROR_TOKEN_EXPIRED'))
  expect(await win(2_000_000)).toMatchObject(ok(11_000_000))
  expect(await funds()).toBe(110_00n)
})

// Shows: pair open round/exclusion
test('an excluded player stakes nothing, also in an open round, and the round is paid', async () => {
  const { player, bet, win, back, round } = await seated()
  await bet()
  await exclude(player)
  expect(await bet({ transaction_uuid: `${round}-double` })).toMatchObject(status('RS_ERROR_USER_DISABLED'))
  expect(await win(1_500_000)).toMatchObject(ok(10_500_000))
  expect(await back()).toMatchObject(ok(10_500_000))
})

// Shows: pair open round/second tab
test('one of fifty bets of the last balance is taken', async () => {
  const { bet, funds } = await seated()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => bet({ amount: 10_000_000, round: randomUUID(), transaction_uuid: randomUUID() })),
  )
  expect(answers.filter(({ status: name }) => name === 'RS_OK')).toHaveLength(1)
  expect(answers.filter(({ status: name }) => name === 'RS_ERROR_NOT_ENOUGH_MONEY')).toHaveLength(49)
  expect(await funds()).toBe(0n)
})

// Shows: 11.40, fault 21
test('fifty copies of one bet, its win and its rollback at once take one stake and end in one way', async () => {
  const { bet, win, back, funds } = await seated()
  await bet()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => [() => bet(), () => win(2_000_000), () => back()][n % 3]!()),
  )
  const accepted = answers.filter(({ status: name }) => name === 'RS_OK').length
  expect(accepted).toBeGreaterThan(16)
  expect([110_00n, 100_00n]).toContain(await funds())
})

const notes = async (key: string) => {
  const { rows } = await fixture.app.db.asOwner(
    'SELECT actor, currency, amount::text FROM ledger.remainders WHERE idempotency_key = $1',
    [key],
  )
  return rows
}

test('a win with a fraction of a subunit is booked rounded down, once, and the rest is noted', async () => {
  const { bet, win, round, funds } = await seated()
  await bet()
  for (let turn = 0; turn < 2; turn++) expect(await win(1_500_999)).toMatchObject(ok(10_500_000))
  expect(await notes(`${round}-win`)).toEqual([{ actor: 'studio:lantern', currency: 'EUR', amount: '0.999' }])
  expect(await win(999, { transaction_uuid: `${round}-small` })).toMatchObject(ok(10_500_000))
  expect(await notes(`${round}-small`)).toMatchObject([{ amount: '0.999' }])
  expect(await win(2_000, { transaction_uuid: `${round}-whole` })).toMatchObject(ok(10_502_000))
  expect(await notes(`${round}-whole`)).toEqual([])
  expect(await funds()).toBe(105_02n)
  const listed = await listRemaindersOf(fixture.deps as never, {})
  expect(listed).toMatchObject({
    value: { sums: [{ actor: 'studio:lantern', currency: 'EUR', amount: expect.stringMatching(/^[0-9.]+$/) }] },
  })
  expect(await findBreaches(fixture.deps.db.pool, ledgerInvariants)).toEqual([])
})

test('amounts are read as they were written, not as a double', async () => {
  const { player, token, round, bet, funds } = await seated()
  await bet()
  const call = (path: string, id: string, amount: string) =>
    send(
      path,
      `{"request_uuid":"r","user":"${player.id}","token":"${token}","round":"${round}","game_code":"moths",` +
        `"transaction_uuid":"${round}-${id}","reference_transaction_uuid":"${round}-bet","currency":"EUR","amount":${amount}}`,
    )
  expect(await call('transaction/win', 'a', '1999.9999999999999999')).toMatchObject(ok(9_001_000))
  expect(await notes(`${round}-a`)).toMatchObject([{ amount: '0.9999999999999999999' }])
  expect(await call('transaction/win', 'b', '2.000e3')).toMatchObject(ok(9_003_000))
  // As a double it would be one cent.
  expect(await call('transaction/bet', 'c', '1000.00000000000000001')).toMatchObject(status('RS_ERROR_WRONG_TYPES'))
  expect(await call('transaction/win', 'd', '-0.5')).toMatchObject(status('RS_ERROR_WRONG_TYPES'))
  expect(await call('transaction/win', 'e', '1e99')).toMatchObject(status('RS_ERROR_WRONG_TYPES'))
  expect(await funds()).toBe(90_03n)
})

test('a rollback after its bet was paid ends with an answer of success, moves nothing and is listed', async () => {
  const { bet, win, back, round, funds } = await seated()
  await bet()
  await win(3_000_000, { round_closed: true })
  for (let turn = 0; turn < 2; turn++) expect(await back()).toMatchObject(ok(12_000_000))
  expect(await funds()).toBe(120_00n)
  const listed = await listLateRollbacks(fixture.deps as never, {})
  expect(listed.ok && listed.value.rollbacks.filter(({ roundId }) => roundId === round)).toEqual([
    { at: expect.any(String), studio: 'lantern', roundId: round, bet: `${round}-bet`, rollback: `${round}-back` },
  ])
})

// Shows: fault 22
test('a win above what the game can pay is refused, whatever its parts', async () => {
  const { bet, win, funds } = await seated()
  await bet()
  expect(await win(Number.MAX_SAFE_INTEGER - (Number.MAX_SAFE_INTEGER % 1000))).toMatchObject(
    status('RS_ERROR_UNKNOWN'),
  )
  expect(await win(5_000_000_000 + 1_000, { transaction_uuid: 'more' })).toMatchObject(status('RS_ERROR_UNKNOWN'))
  expect(await win(5_000_000_000, { transaction_uuid: 'most' })).toMatchObject({ status: 'RS_OK' })
  expect(await win(1_000, { transaction_uuid: 'cent' })).toMatchObject(status('RS_ERROR_UNKNOWN'))
  expect(await funds()).toBe(50_090_00n)
})

// Shows: fault 22
test('a highest win of a fraction of the stake is the limit to the subunit, rounded up where it is none', async () => {
  const { bet, win, funds } = await seated(100_00n, 'coin')
  await bet({ amount: 100_000 })
  expect(await win(195_000)).toMatchObject(status('RS_ERROR_UNKNOWN'))
  expect(await win(194_000)).toMatchObject({ status: 'RS_OK' })
  expect(await win(1_000, { transaction_uuid: 'cent' })).toMatchObject(status('RS_ERROR_UNKNOWN'))
  expect(await funds()).toBe(100_94n)
  // 17 cents times 1.94 are 32.98.
  const odd = await seated(100_00n, 'coin')
  await odd.bet({ amount: 17_000 })
  expect(await odd.win(34_000)).toMatchObject(status('RS_ERROR_UNKNOWN'))
  expect(await odd.win(33_000)).toMatchObject({ status: 'RS_OK' })
})

test('a player moves between the games of a studio, and a win names the game of its bet', async () => {
  const { bet, win } = await seated()
  expect(await bet({ game_code: 'tides' })).toMatchObject(ok(9_000_000))
  expect(await win(1_000)).toMatchObject(status('RS_ERROR_TRANSACTION_DOES_NOT_EXIST'))
  expect(await win(1_000, { game_code: 'tides' })).toMatchObject(ok(9_001_000))
  expect(await bet({ game_code: 'dice', round: 'r', transaction_uuid: 'd' })).toMatchObject(
    status('RS_ERROR_INVALID_GAME'),
  )
})

// Shows: pair open round/restricted country
test('in a country that the studio blocks, its game is neither opened nor staked at', async () => {
  const { bet } = await seated()
  const player = await fixture.player({ EUR: 10_00n })
  await fixture.app.db.asOwner(`UPDATE identity.sessions SET seen_country = 'DE' WHERE player_id = $1`, [player.id])
  const token = await launch(player)
  const asked = { token, user: player.id, game_code: 'barred', round: randomUUID(), transaction_uuid: randomUUID() }
  expect(await bet(asked)).toMatchObject(status('RS_ERROR_USER_DISABLED'))
  expect(await bet({ ...asked, game_code: 'moths', transaction_uuid: randomUUID() })).toMatchObject({ status: 'RS_OK' })
})

// Shows: 11.41
test('a game that left the catalogue finishes its open rounds and begins none', async () => {
  const { bet, win, round } = await seated(100_00n, 'retired')
  await bet()
  server.games = server.games.filter(({ game_code }) => game_code !== 'retired')
  expect(await sync()).toMatchObject([{ change: { missing: 1 } }])
  expect(await bet({ transaction_uuid: `${round}-more` })).toMatchObject(ok(8_000_000))
  expect(await bet({ round: 'another', transaction_uuid: 'another' })).toMatchObject(status('RS_ERROR_INVALID_GAME'))
  expect(await win(1_000_000)).toMatchObject(ok(9_000_000))
  const gone = await fixture.app.send({ method: 'GET', url: '/api/game/games/lantern-retired' })
  expect(gone.status).toBe(404)
})

test('a bet that closes its round can be rolled back for a quarter of an hour; then the round is settled without a win', async () => {
  const [lost, undone] = [await seated(), await seated()]
  for (const { bet } of [lost, undone]) expect(await bet({ round_closed: true })).toMatchObject(ok(9_000_000))
  fixture.app.moveClock(14 * 60_000)
  await closeRounds(fixture.deps)
  expect(await undone.back()).toMatchObject(ok(10_000_000))
  fixture.app.moveClock(60_000)
  expect(await closeRounds(fixture.deps)).toBe(2)
  const rounds = await fixture.deps.db.kysely
    .selectFrom('games.rounds')
    .select(['id', 'status'])
    .where('id', 'in', [lost.round, undone.round])
    .execute()
  expect(Object.fromEntries(rounds.map(({ id, status: end }) => [id, end]))).toEqual({
    [lost.round]: 'settled',
    [undone.round]: 'rolled-back',
  })
  expect(await lost.back()).toMatchObject(ok(9_000_000))
  expect([await lost.funds(), await undone.funds()]).toEqual([90_00n, 100_00n])
})

// Shows: change 25
test('a process without the studio leaves the rounds that it closed to the others, and reports them', async () => {
  const { bet, round } = await seated()
  expect(await bet({ round_closed: true })).toMatchObject(ok(9_000_000))
  fixture.app.moveClock(15 * 60_000)
  const { partners } = fixture.deps
  const warnings: unknown[] = []
  const without = {
    ...fixture.deps,
    partners: { ...partners, gameStudios: partners.gameStudios.filter(({ outside }) => !outside) },
    log: { ...fixture.deps.log, warn: (detail: unknown) => void warnings.push(detail) } as typeof fixture.deps.log,
  }
  const dueOf = async (deps: typeof fixture.deps) =>
    (await fixture.deps.db.pool.query(`SELECT (${closingRoundsDue(deps)}) AS at`)).rows[0].at
  expect(await closeRounds(without)).toBe(0)
  expect([await dueOf(without), await dueOf(fixture.deps)]).toEqual([null, expect.any(Date)])
  await warnOfLeftWork(without, [leftRounds(without)])
  expect(warnings).toEqual([{ what: 'rounds to be closed', name: 'lantern', count: 1 }])
  expect(await closeRounds(fixture.deps)).toBe(1)
  const { rows } = await fixture.app.db.asOwner('SELECT status FROM games.rounds WHERE id = $1', [round])
  expect(rows).toEqual([{ status: 'settled' }])
})

// Shows: fault 22
test('a stake of zero without a reward belongs to a paid round; alone it wins nothing', async () => {
  const { bet, win, funds } = await seated()
  await bet()
  expect(await bet({ amount: 0, is_free: true, transaction_uuid: 'free' })).toMatchObject(ok(9_000_000))
  expect(await win(2_000_000)).toMatchObject(ok(11_000_000))
  const alone = { round: randomUUID(), transaction_uuid: randomUUID() }
  expect(await bet({ ...alone, amount: 0, is_free: true })).toMatchObject({ status: 'RS_OK' })
  expect(
    await win(1_000, {
      round: alone.round,
      transaction_uuid: randomUUID(),
      reference_transaction_uuid: alone.transaction_uuid,
    }),
  ).toMatchObject(status('RS_ERROR_UNKNOWN'))
  expect(await funds()).toBe(110_00n)
})

// Shows: fault 23
test('a free round is paid by the site, once, for its player, its game and its reward', async () => {
  const { player, bet, win, back, funds } = await seated()
  const [reward, other] = [randomUUID(), randomUUID()]
  await giveSpins(player, reward, { count: 2 })
  const strangers = await fixture.player({ EUR: 1n })
  await giveSpins(strangers, other, { count: 1 })
  const free = (round: string, more: object = {}) =>
    bet({ amount: 0, is_free: true, reward_uuid: reward, round, transaction_uuid: `${round}-bet`, ...more })
  expect(await free('f1')).toMatchObject(ok(10_000_000))
  expect(await free('f1')).toMatchObject(ok(10_000_000))
  expect(await win(700_000, { round: 'f1', reference_transaction_uuid: 'f1-bet', reward_uuid: reward })).toMatchObject(
    ok(10_700_000),
  )
  for (const wrong of [{ reward_uuid: other }, { reward_uuid: 'none' }, { game_code: 'tides' }, { amount: 1_000 }])
    expect(await free('f2', wrong), JSON.stringify(wrong)).toMatchObject(status('RS_ERROR_LIMIT_REACHED'))
  expect(await free('f2')).toMatchObject(ok(10_700_000))
  expect(await free('f3')).toMatchObject(status('RS_ERROR_LIMIT_REACHED'))
  // A rolled-back free round can be played again.
  expect(await back({ round: 'f2', transaction_uuid: 'f2-back', reference_transaction_uuid: 'f2-bet' })).toMatchObject(
    ok(10_700_000),
  )
  expect(await free('f4')).toMatchObject(ok(10_700_000))
  expect(await funds()).toBe(107_00n)
})

test('a paid bet of the amount of a free round is paid by the player', async () => {
  const { player, bet, funds } = await seated()
  await giveSpins(player, randomUUID(), { count: 1 })
  await bet({ amount: 20_000 })
  expect(await funds()).toBe(99_80n)
})

// Shows: 11.42, fault 26
test('a launch makes the free rounds known to the studio; while it is away, nothing is opened and nothing is lost', async () => {
  const player = await fixture.player({ EUR: 10_00n })
  const reward = randomUUID()
  await giveSpins(player, reward, { count: 3 })
  server.answerWith = 'nothing'
  const away = await fixture.app.send({
    method: 'POST',
    url: '/api/game/games/lantern-moths/play',
    token: player.token,
    payload: { mode: 'real' },
  })
  expect([away.status, away.body.error.name]).toEqual([503, 'studioUnavailable'])
  server.answerWith = null
  await launch(player)
  expect(server.rewards.get(reward)).toMatchObject({
    user: player.id,
    game_code: 'moths',
    bet_value: 20_000,
    bet_count: 3,
  })
})

const spinsOf = async (id: string) => {
  const { rows } = await fixture.app.db.asOwner(
    'SELECT used, status, result FROM bonuses.player_freespins WHERE id = $1',
    [id],
  )
  return rows[0]
}
/** As the jobs of expiry and of cancellation do. */
const endSpins = (id: string, result: number) =>
  fixture.app.db.asOwner(
    'UPDATE bonuses.player_freespins SET status = $2, result = $3, finished_at = $4 WHERE id = $1',
    [id, BonusStatus.finished, result, fixture.deps.clock.now()],
  )
const play = (player: CasinoPlayer, payload: object = { mode: 'real' }) =>
  fixture.app.send({ method: 'POST', url: '/api/game/games/lantern-moths/play', token: player.token, payload })

describe('free spins in a game of an outside studio', () => {
  // Shows: attack 150
  test('as the reward of a quest: known to the studio, played there, and their wins credited as bonus money, once', async () => {
    const { player, bet, win, funds } = await seated()
    const { deps } = fixture
    const words = { en: 'Moths' }
    const terms = { wagering: 5, maxBet: null, contribution: { kinds: { slot: 100, dice: 0 } }, days: 7 }
    await fixture.app.db.asOwner(
      `INSERT INTO rewards.definitions (kind, identity, version, data, state, starts_at, created_at, changed_at, actor, comment)
       VALUES ('offers', 'moth-spins', 1, $1, 'active', $2, $2, $2, 'tests', 'test') ON CONFLICT DO NOTHING`,
      [
        offerKind.schema.parse({
          type: 3,
          name: words,
          description: words,
          trigger: 'reward',
          isOnce: false,
          package: null,
          deposit: { from: '0', to: null },
          days: 7,
          spins: { quantity: 1, gameId: 'lantern-moths', amount: { base: '0.20' } },
          winsAs: 'bonus',
          winsTerms: terms,
        }),
        deps.clock.now(),
      ],
    )
    const grant = () =>
      deps.db.transaction((tx) =>
        grantReward(tx, deps, {
          playerId: player.id,
          reward: { kind: 'offer', currency: 'EUR', bonusId: 'moth-spins' },
          source: 'quest',
          sourceId: `moths-${player.id}`,
          title: words,
        }),
      )
    expect(new Set(await Promise.all([grant(), grant(), grant()]))).toEqual(new Set(['paid']))
    const { rows: given } = await fixture.app.db.asOwner(
      'SELECT id FROM bonuses.player_freespins WHERE player_id = $1',
      [player.id],
    )
    expect(given).toHaveLength(1)
    const reward = given[0].id as string
    await fixture.app.db.asOwner('UPDATE bonuses.player_freespins SET status = 2 WHERE id = $1', [reward])
    await launch(player)
    expect(server.rewards.get(reward)).toMatchObject({ game_code: 'moths', bet_value: 20_000, bet_count: 1 })
    const round = randomUUID()
    await bet({ amount: 0, is_free: true, reward_uuid: reward, round, transaction_uuid: `${round}-bet` })
    const won = { round, transaction_uuid: `${round}-win`, reference_transaction_uuid: `${round}-bet` }
    for (let each = 0; each < 2; each++) await win(700_000, { ...won, round_closed: true })
    // No money of the player has moved yet.
    expect(await funds()).toBe(100_00n)
    expect(await creditSpinWins(deps)).toBe(1)
    expect(await creditSpinWins(deps)).toBe(0)
    const { rows: bonuses } = await fixture.app.db.asOwner(
      'SELECT amount::int, wager_total::int, status FROM bonuses.player_bonuses WHERE player_id = $1',
      [player.id],
    )
    expect(bonuses).toEqual([{ amount: 700, wager_total: 3500, status: 2 }])
  })

  async function freePlayer(count = 3) {
    const seat = await seated()
    const reward = randomUUID()
    await giveSpins(seat.player, reward, { count })
    await launch(seat.player)
    const free = (round: string, more: object = {}) =>
      seat.bet({ amount: 0, is_free: true, reward_uuid: reward, round, transaction_uuid: `${round}-bet`, ...more })
    const win = (round: string, amount: number) =>
      seat.win(amount, { round, transaction_uuid: `${round}-win`, reference_transaction_uuid: `${round}-bet` })
    const back = (round: string) =>
      seat.back({ round, transaction_uuid: `${round}-back`, reference_transaction_uuid: `${round}-bet` })
    return { ...seat, reward, free, win, back }
  }
  const name = () => randomUUID()

  test('that the studio refuses do not prevent real-money play, and remain', async () => {
    const player = await fixture.player({ EUR: 10_00n })
    const reward = randomUUID()
    await giveSpins(player, reward, { count: 3 })
    server.refusesRewards = true
    const opened = await play(player)
    expect([opened.status, opened.body.funds]).toEqual([200, { kind: 'cash' }])
    server.refusesRewards = false
    expect((await play(player)).body.funds).toEqual({ kind: 'freeSpins', stake: 20, remaining: 3, total: 3 })
    expect(await spinsOf(reward)).toMatchObject({ used: 0, status: BonusStatus.active })
  })

  test('are not made known for cash, nor in a game without them', async () => {
    server.games = [...server.games, listedGame('plain', { freebet_support: false })]
    await sync()
    const player = await fixture.player({ EUR: 10_00n })
    const [one, other] = [randomUUID(), randomUUID()]
    await giveSpins(player, one, { count: 3 })
    await giveSpins(player, other, { count: 3, game: 'lantern-plain' })
    expect((await play(player, { mode: 'real', funds: 'cash' })).body.funds).toEqual({ kind: 'cash' })
    const plain = await fixture.app.send({
      method: 'POST',
      url: '/api/game/games/lantern-plain/play',
      token: player.token,
      payload: { mode: 'real' },
    })
    expect([plain.status, plain.body.funds]).toEqual([200, { kind: 'cash' }])
    expect([server.rewards.has(one), server.rewards.has(other)]).toEqual([false, false])
  })

  // Shows: fault 26
  test('whose studio goes away in a free round: the round waits, and is paid whenever it is back', async () => {
    const { player, reward, free, win, funds } = await freePlayer(1)
    const round = name()
    await free(round)
    server.answerWith = 'nothing'
    // The last spin is used: the site asks for the report and gets none.
    await endFreeRounds(fixture.deps)
    expect((await play(player)).status).toBe(503)
    fixture.app.moveClock(3 * 86_400_000)
    expect(await funds()).toBe(100_00n)
    server.answerWith = null
    expect(await win(round, 500_000)).toMatchObject(status('RS_OK'))
    expect(await funds()).toBe(105_00n)
    expect(await spinsOf(reward)).toMatchObject({ used: 1, status: BonusStatus.finished })
    await endFreeRounds(fixture.deps)
    expect(await stateOfRounds(reward)).toMatchObject({ state: 'finished' })
  })

  // Shows: fault 26
  test('that end while their studio is away are withdrawn once it is back; until then no free round is taken', async () => {
    const { reward, free, funds } = await freePlayer()
    await free(name())
    server.answerWith = 'nothing'
    await endSpins(reward, BonusResult.expired)
    await endFreeRounds(fixture.deps)
    expect(await stateOfRounds(reward)).toMatchObject({ state: 'created' })
    server.answerWith = null
    expect(await free(name())).toMatchObject(status('RS_ERROR_LIMIT_REACHED'))
    expect(server.rewards.get(reward)).toMatchObject({ isCancelled: false })
    await endFreeRounds(fixture.deps)
    expect(server.rewards.get(reward)).toMatchObject({ isCancelled: true })
    expect(await stateOfRounds(reward)).toMatchObject({ state: 'cancelled' })
    expect(await free(name())).toMatchObject(status('RS_ERROR_LIMIT_REACHED'))
    expect(await funds()).toBe(100_00n)
  })

  // Shows: fault 26
  test('of a studio that is away delay those of no other: it is asked once a run, and each reward in turn', async () => {
    const seats = [await freePlayer(), await freePlayer(), await freePlayer()]
    for (const { reward } of seats) await endSpins(reward, BonusResult.cancelled)
    server.answerWith = 'nothing'
    server.asked.length = 0
    await endFreeRounds(fixture.deps)
    expect(server.asked).toEqual(['/freebet/rewards/cancel'])
    server.answerWith = null
    fixture.app.moveClock(10_000)
    await endFreeRounds(fixture.deps)
    for (const { reward } of seats) expect(await stateOfRounds(reward)).toMatchObject({ state: 'cancelled' })
  })

  // Shows: pair free spins/open round
  test('that are cancelled in a free round: the round is paid, and a rollback returns no spin', async () => {
    const { reward, free, win, back, funds } = await freePlayer()
    const [paid, undone] = [name(), name()]
    await free(paid)
    await free(undone)
    await endSpins(reward, BonusResult.cancelled)
    expect(await win(paid, 700_000)).toMatchObject(status('RS_OK'))
    expect(await back(undone)).toMatchObject(status('RS_OK'))
    expect(await funds()).toBe(107_00n)
    expect(await spinsOf(reward)).toMatchObject({ used: 1, status: BonusStatus.finished })
    expect(await free(name())).toMatchObject(status('RS_ERROR_LIMIT_REACHED'))
  })

  // Shows: fault 23
  test('and a free round cancelled and played at once: it is one of both', async () => {
    const { reward, free, funds } = await freePlayer(20)
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => free(name()))),
      endSpins(reward, BonusResult.cancelled),
    ])
    const taken = answers.filter((answer) => answer.status === 'RS_OK').length
    expect(await spinsOf(reward)).toMatchObject({ used: taken })
    expect(await funds()).toBe(100_00n)
  })

  // Shows: pair free spins/exclusion, pair free spins/sign-out
  test('of an excluded player or a session that was signed out are not played, and stay', async () => {
    const [excluded, out] = [await freePlayer(), await freePlayer()]
    await exclude(excluded.player)
    await signOut(out.player)
    expect(await excluded.free(name())).toMatchObject(status('RS_ERROR_USER_DISABLED'))
    expect(await out.free(name())).toMatchObject(status('RS_ERROR_TOKEN_EXPIRED'))
    for (const { reward } of [excluded, out]) expect(await spinsOf(reward)).toMatchObject({ used: 0 })
  })

  // Shows: fault 21, fault 22, pair free spins/currency
  test('pay no more than their stake can win, and stake nothing in another currency', async () => {
    const { free, win, funds } = await freePlayer()
    const round = name()
    expect(await free(name(), { currency: 'USD' })).toMatchObject(status('RS_ERROR_WRONG_CURRENCY'))
    await free(round)
    // 0.20 EUR, of which the game pays 5,000 times at most.
    expect(await win(round, 100_001_000)).toMatchObject(status('RS_ERROR_UNKNOWN'))
    expect(await win(round, 100_000_000)).toMatchObject(status('RS_OK'))
    expect(await funds()).toBe(1100_00n)
  })
})

const stateOfRounds = (id: string) =>
  fixture.deps.db.kysely.selectFrom('studios.free_rounds').select('state').where('id', '=', id).executeTakeFirst()

test('sends a studio a country and nothing else about a player', async () => {
  const { player, token } = await seated()
  const answer = await send('user/info', { request_uuid: 'r', user: player.id, token })
  expect(answer).toEqual({ status: 'RS_OK', request_uuid: 'r', user: player.id, country: 'DE', currency: 'EUR' })
  expect(await send('user/info', { request_uuid: 'r', user: randomUUID() })).toMatchObject(
    status('RS_ERROR_INVALID_TOKEN'),
  )
})

async function giveSpins(
  player: CasinoPlayer,
  id: string,
  { count, game = 'lantern-moths' }: { count: number; game?: string },
) {
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, created_at, expires_at, game_id, count, spin_amount, status)
     VALUES ($1, $2, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', $3, $4, $6, $5, 20, 2)`,
    [
      id,
      player.id,
      fixture.deps.clock.now(),
      new Date(fixture.deps.clock.now().getTime() + 7 * 86_400_000),
      count,
      game,
    ],
  )
}
