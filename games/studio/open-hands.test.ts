/**
 * Tests everything that a player, an operator or the clock can do while a round of several steps is open, in all such
 * games.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { FairRound, Spin } from '#contract/games.ts'
import type { Act } from '#contract/rounds.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { loadReplaced, versions } from '#games/replaced/versions.ts'
import type { PlayerCtx } from '#server/deps.ts'
import type { StudioRound } from '#games/studio-api.ts'
import { recompute } from '#games/verifier/recompute.ts'
import { bundleMaths } from '#scripts/maths/bundle-maths.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { activatePlayerBonus } from '#server/bonuses/activate-player-bonus.ts'
import { cancelPlayerBonus } from '#server/bonuses/cancel-player-bonus.ts'
import { lifecycle as bonusLifecycle } from '#server/bonuses/module.ts'
import { lifecycle as gameLifecycle } from '#server/play/games/module.ts'
import { closeAccount } from '#server/profile/close-account.ts'
import { allInvariants } from '#server/modules.ts'
import { issueAccessToken } from '#server/identity/sessions/access-token.ts'
import { setStatus } from '#server/identity/sessions/set-status.ts'
import { signOut } from '#server/identity/sessions/sign-out.ts'
import type { GameStudio } from '#server/partners/game-studio/port.ts'
import { hideAccount } from '#server/wallet/hide-account.ts'
import { listAccounts } from '#server/wallet/list-accounts.ts'
import { lifecycle as walletLifecycle } from '#server/wallet/module.ts'
import { switchAccount } from '#server/wallet/switch-account.ts'
import { type Casino, casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { factsOf } from '#web/features/fairness/facts.ts'
import { importMaths } from '#tests/setup/import-maths.ts'
import { operator } from '#tests/setup/operator.ts'
import { openHands, type Seat, stepped } from '#tests/setup/open-hands.ts'
import { possibleAct } from '#tests/setup/stepped-play.ts'
import { sampled } from '#tests/setup/length.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino({ env: { TRUST_PROXY: '1', RESTRICTED_GAMES: 'blackjack:CH' } })
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.replaceWallet(null)
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

const { seat, play, open, send, present, dealt, stateOf, booked, recover, ctxOf } = openHands(() => fixture)
const day = 24 * 3_600_000
const next = (round: StudioRound): Act => possibleAct(round.progress!.view)
const pause = (ctx: PlayerCtx) => addLimit(ctx, { definition: 5, period: '1-day' })
const block = (ctx: PlayerCtx) =>
  setStatus({ ...ctx, actor: operator }, { playerId: ctx.caller.player.id, status: 'blocked', reason: 'test' })
const nameOf = ({ body }: { body: { error?: { name: string } } }) => body.error?.name

/** These tests move the clock by days, beyond the lifetime of an access token. */
const tokenOf = ({ id: playerId, sessionId }: CasinoPlayer) =>
  issueAccessToken(fixture.deps, { playerId, sessionId, generation: 1, issuedAt: fixture.deps.clock.now() })

/** Acts until the round ends, with the further stakes that the game requires. */
async function finish(at: Seat, round: StudioRound): Promise<StudioRound> {
  let last = round
  while (last.status === 'playing') {
    const { status, body } = await send(at, last, next(last))
    expect(status).toBe(200)
    last = body.round
  }
  return last
}
async function depositFor({ id }: CasinoPlayer, amount: bigint): Promise<void> {
  const posted = await fixture.deps.ledger.post({
    kind: 'deposit',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [{ from: 'clearing:test:EUR', to: `player:${id}:cash:EUR`, amount: amount as never }],
  })
  expect(posted.ok).toBe(true)
}
async function accountsOf(player: CasinoPlayer) {
  const listed = await listAccounts(ctxOf(player))
  if (!listed.ok) throw new Error('no accounts')
  return listed.value
}

describe.each(sampled(stepped, 3))('%s', (game) => {
  let at: Seat
  let round: StudioRound
  beforeEach(async () => {
    ;({ at, round } = await open(game))
  })

  // Shows: attack 135
  test('acts out of order, of another round, of another player, of no form or after the end change nothing', async () => {
    const other = await open(game)
    const act = next(round)
    const before = await present(at)
    const refused = async (answer: Promise<{ status: number; body: { error?: { name: string } } }>) => {
      const { status, body } = await answer
      return [status, body.error?.name]
    }
    expect(await refused(send(at, round, act, { after: 1 }))).toEqual([409, 'actConflict'])
    expect(await refused(send(other.at, round, act))).toEqual([404, 'roundNotFound'])
    expect(await refused(send(at, other.round, act))).toEqual([404, 'roundNotFound'])
    expect(await refused(send(at, { ...round, id: randomUUID() }, act))).toEqual([404, 'roundNotFound'])
    const strange = game === 'mines' ? 'climb' : 'reveal'
    expect(await refused(send(at, round, { type: strange, at: 0 }))).toEqual([422, 'actInvalid'])
    expect(await refused(send(at, round, { type: 'nothing' } as never))).toEqual([422, 'validation'])
    expect(await refused(send(at, round, { ...act, at: -1 }))).toEqual([422, 'validation'])
    expect(await present(at)).toEqual(before)
    const over = await finish(at, round)
    const balance = await fixture.balance(at.player)
    expect(await refused(send(at, over, act))).toEqual([409, 'roundEnded'])
    expect(await fixture.balance(at.player)).toBe(balance)
  })

  // Shows: attack 135, pair open round/second tab
  test('of many tabs acting at once one acts, and its stake is taken once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(at, round, next(round))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200).map(nameOf)
    for (const name of others) expect(['actConflict', 'playInFlight', 'roundEnded']).toContain(name)
    const now = await present(at)
    expect(now.progress!.acts).toBe(1)
    expect(await fixture.balance(at.player)).toBe(BigInt(1_000_00 - now.stake - now.extraStake + now.payout))
  })

  // Shows: pair open round/sign-out
  test('a sign-out at the moment of an act comes before it or after it; nobody acts later, and the round ends by its rule', async () => {
    const [acted] = await Promise.all([send(at, round, next(round)), signOut(ctxOf(at.player))])
    expect([200, 401]).toContain(acted.status)
    const { state } = await stateOf(round.id)
    expect(await send(at, round, next(round))).toMatchObject({ status: 401 })
    expect((await stateOf(round.id)).state).toBe(state)
    fixture.app.moveClock(day)
    await recover()
    expect(['settled', 'cancelled']).toContain((await stateOf(round.id)).state)
    expect((await booked(round.id)).status).not.toBe('open')
  })

  // Shows: pair open round/block, pair open round/exclusion
  test.each([
    ['cooling-off period', pause, 200],
    // These end every session.
    ['self-exclusion', (ctx: PlayerCtx) => addLimit(ctx, { definition: 4, period: '6-months' }), 401],
    ['block by an operator', block, 401],
  ] as const)('after the start of a %s no stake is taken, and the round is paid', async (_name, end, status) => {
    expect((await end(ctxOf(at.player))).ok).toBe(true)
    const { view } = round.progress!
    const free: Act =
      view.game === 'blackjack' ? { type: view.moves.includes('stand') ? 'stand' : 'decline' } : next(round)
    expect((await send(at, round, free)).status).toBe(status)
    fixture.app.moveClock(day)
    await recover()
    const { stake, won, status: ended } = await booked(round.id)
    expect(ended).not.toBe('open')
    // A returned stake counts as no stake.
    expect(stake).toBe(ended === 'settled' ? 1_00 : 0)
    expect(await fixture.balance(at.player)).toBe(BigInt(1_000_00 - stake + won))
  })

  // Shows: pair open round/exclusion
  test('in a cooling-off period the round can be opened again to be finished, and no other game or round', async () => {
    expect((await addLimit(ctxOf(at.player), { definition: 5, period: '1-week' })).ok).toBe(true)
    const again = { ...at, token: await fixture.launch(game, { player: at.player }) }
    expect(await present(again)).toEqual(round)
    await expect(fixture.launch('dice', { player: at.player })).rejects.toThrow('playerExcluded')
    fixture.app.moveClock(day)
    await recover()
    const player = { ...at.player, token: await tokenOf(at.player) }
    await expect(fixture.launch(game, { player })).rejects.toThrow('playerExcluded')
  })

  // Shows: pair open round/closure
  test('the account is not closed while the round is open, however often and when it is tried', async () => {
    const poor = await open(game, { EUR: 1_00n })
    await fixture.app.db.asOwner(`UPDATE identity.sessions SET stepped_up_at = '2999-01-01' WHERE id = $1`, [
      poor.at.player.sessionId,
    ])
    const lifecycles = [walletLifecycle, gameLifecycle, bonusLifecycle]
    const close = () => closeAccount(ctxOf(poor.at.player, { lifecycles }), {})
    expect(await close()).toMatchObject({ ok: false, refusal: 'moneyLeft' })
    const [before, , after] = await Promise.all([close(), send(poor.at, poor.round, next(poor.round)), close()])
    const isClosed = before.ok || after.ok || (await close()).ok
    // The account can only be closed if no round is open and nothing was won.
    const { state, payout } = await stateOf(poor.round.id)
    expect(isClosed).toBe(state === 'settled' && payout === 0n)
    if (isClosed) expect(await fixture.balance(poor.at.player)).toBe(0n)
  })

  // Shows: pair open round/account switch
  test('with another account active the round continues in its currency; its own account is not hidden until it is over', async () => {
    const both = await open(game, { EUR: 1_00n, USD: 5_00n })
    const ctx = ctxOf(both.at.player)
    const accountOf = async (wanted: string) =>
      (await accountsOf(both.at.player)).find(({ currency }) => currency === wanted)!
    const euro = await accountOf('EUR')
    expect((await switchAccount(ctx, { id: (await accountOf('USD')).id })).ok).toBe(true)
    expect(euro.balance).toBe(0)
    expect(await hideAccount(ctx, { id: euro.id })).toMatchObject({ ok: false, refusal: 'accountHasFunds' })
    const again = { ...both.at, token: await fixture.launch(game, { player: both.at.player, currency: 'EUR' }) }
    expect(await present(again)).toEqual(both.round)
    fixture.app.moveClock(day)
    await recover()
    const { won, status } = await booked(both.round.id)
    const paid = status === 'settled' ? BigInt(won) : 1_00n
    expect(await fixture.balance(both.at.player)).toBe(paid)
    expect(await fixture.balance(both.at.player, 'USD')).toBe(5_00n)
    expect((await hideAccount(ctx, { id: euro.id })).ok).toBe(paid === 0n)
  })

  // Shows: pair open round/account switch
  test('hiding the account at the moment of a stake: whichever comes first, no open round is out of sight', async () => {
    const player = await fixture.player({ EUR: 1_00n, USD: 5_00n })
    const token = await fixture.launch(game, { player })
    const ctx = ctxOf(player)
    const [euro, dollar] = ['EUR', 'USD'].map((wanted) =>
      accountsOf(player).then((all) => all.find(({ currency }) => currency === wanted)!),
    )
    await switchAccount(ctx, { id: (await dollar!).id })
    const { id } = await euro!
    const tries = Array.from({ length: 3 }, () => hideAccount(ctx, { id }))
    const [played] = await Promise.all([play({ player, token, game }), ...tries])
    if (played.body.round.status !== 'playing') return
    expect((await accountsOf(player)).map(({ currency }) => currency)).toContain('EUR')
  })

  // Shows: attack 147, change 12
  test('a game that has left the catalogue: open rounds are finished, no launch is given, and the round is recalculated as before', async () => {
    const { partners } = fixture.deps
    const studios = partners.gameStudios
    try {
      const without = ({ games, ...studio }: GameStudio) => ({
        ...studio,
        games: games.filter(({ slug }) => slug !== game),
      })
      Object.assign(partners, { gameStudios: studios.map(without) })
      expect(
        (await fixture.app.send({ method: 'GET', url: '/api/game/open-rounds', token: at.player.token })).body,
      ).toEqual([])
      await expect(fixture.launch(game, { player: at.player })).rejects.toThrow('gameNotFound')
      const over = await finish(at, round)
      expect(over.status).toBe('settled')
      await fixture.studioApi('POST', 'seeds', at.token, {})
      const { body } = await fixture.app.send({ method: 'GET', url: `/api/game/rounds/${round.id}` })
      expect(body.serverSeed).toBeTruthy()
      expect((await verifyRound({ ...body, game, acts: body.outcome.acts })).outcome).toEqual(body.outcome)
    } finally {
      Object.assign(partners, { gameStudios: studios })
    }
  })

  test('a reality check that becomes due waits for the end of the round, its stakes included', async () => {
    const url = '/api/game/reality-check'
    const { token } = at.player
    await fixture.app.send({ method: 'PUT', url, token, payload: { intervalMinutes: 15 } })
    fixture.app.moveClock(20 * 60_000)
    expect((await fixture.app.send({ method: 'GET', url, token })).body.play.dueInSeconds).toBe(0)
    const over = await finish(at, round)
    expect(over.status).toBe('settled')
    fixture.app.moveClock(2_500)
    expect(nameOf(await play(at))).toBe('realityCheckDue')
  })
})

// Shows: pair deposit/open round
test('a deposit during a hand makes the double possible that was refused for want of funds', async () => {
  const { at, round } = await dealt('double', 1_50n)
  expect(nameOf(await send(at, round, { type: 'double' }))).toBe('insufficientFunds')
  await depositFor(at.player, 5_00n)
  expect(await present(at)).toEqual(round)
  const { status, body } = await send(at, round, { type: 'double' })
  expect([status, body.round.status, body.round.extraStake]).toEqual([200, 'settled', 100])
  expect(await fixture.balance(at.player)).toBe(BigInt(1_50 + 5_00 - 2_00 + body.round.payout))
})

/** A bonus of 50 euros in play, with the highest stake of a round that it allows. */
async function bonusFor(player: CasinoPlayer, maxBet: number | null = null): Promise<string> {
  const id = randomUUID()
  await fixture.app.db.asOwner(
    `INSERT INTO bonuses.player_bonuses (id, player_id, bonus_id, offer_version, terms, is_once, type, currency, amount, wager_total, max_bet, created_at, expires_at)
     VALUES ($1, $2, 'welcome-100', 1, '{"name": {"en": "Welcome"}, "wagering": 10, "contribution": {"kinds": {"slot": 100, "dice": 20}, "games": {}}}', false, 1, 'EUR', 5000, 50000, $3, now(), '2999-01-01')`,
    [id, player.id, maxBet],
  )
  expect((await activatePlayerBonus(ctxOf(player), { id })).ok).toBe(true)
  return id
}

// Shows: pair bonus/open round
test('after a bonus has ended in mid-hand, a double takes only cash, and the win of the bonus stake is not paid as cash', async () => {
  for (;;) {
    const at = await seat('blackjack', { EUR: 1_00n })
    const id = await bonusFor(at.player)
    // The stake takes the cash first, then the bonus money.
    const { body } = await play(at, 2_00)
    const round = body.round as StudioRound
    const view = round.progress?.view
    if (round.status !== 'playing' || view?.game !== 'blackjack' || !view.moves.includes('double')) continue
    expect((await cancelPlayerBonus(ctxOf(at.player), { id })).ok).toBe(true)
    expect(await fixture.balance(at.player)).toBe(0n)
    expect(nameOf(await send(at, round, { type: 'double' }))).toBe('insufficientFunds')
    await depositFor(at.player, 10_00n)
    const doubled = (await send(at, round, { type: 'double' })).body.round as StudioRound
    expect(doubled).toMatchObject({ status: 'settled', extraStake: 2_00 })
    const { rows } = await fixture.app.db.asOwner(
      'SELECT stake::int, bonus_stake::int, won::int FROM games.rounds WHERE id = $1',
      [round.id],
    )
    expect(rows[0]).toMatchObject({ stake: 4_00, bonus_stake: 1_00 })
    // Three quarters of the stakes were cash: so is that much of the payout, and the rest went with the bonus.
    const cash = await fixture.balance(at.player)
    expect(cash).toBeLessThanOrEqual(BigInt(10_00 - 2_00 + doubled.payout))
    if (doubled.payout > 0) expect(cash).toBe(8_00n + (BigInt(doubled.payout) * 3n) / 4n)
    return
  }
})

// Shows: pair bonus/open round
test('a double above the highest stake of an active bonus is refused with its own message, and the hand continues', async () => {
  for (;;) {
    const at = await seat('blackjack', { EUR: 10_00n })
    await bonusFor(at.player, 1_50)
    const { body } = await play(at, 1_00)
    const round = body.round as StudioRound
    const view = round.progress?.view
    if (round.status !== 'playing' || view?.game !== 'blackjack' || !view.moves.includes('double')) continue
    expect(await send(at, round, { type: 'double' })).toMatchObject({
      status: 422,
      body: { error: { name: 'maxBetExceeded' } },
    })
    expect(await present(at)).toEqual(round)
    expect((await send(at, round, { type: 'stand' })).body.round.status).toBe('settled')
    return
  }
})

// Shows: change 10, pair open round/restricted country
test('a double in a country where the game is restricted is refused; the hand continues and is paid', async () => {
  const { at, round } = await dealt('double', 10_00n)
  const abroad = { 'cf-ipcountry': 'CH', 'x-forwarded-for': '198.51.100.7' }
  const act = (type: Act['type']) =>
    fixture.studioApi(
      'POST',
      'act',
      at.token,
      { roundId: round.id, actId: randomUUID(), after: 0, act: { type } },
      abroad,
    )
  expect(nameOf(await act('double'))).toBe('countryRestricted')
  expect((await act('stand')).body.round.status).toBe('settled')
  expect(await booked(round.id)).toMatchObject({ stake: 1_00, bets: 1, status: 'settled' })
})

// Shows: change 10
test('where the game has been restricted since, its open hand can be reached and finished, and nothing else is played', async () => {
  const { at, round } = await dealt('double', 10_00n)
  const url = '/api/game/games/blackjack/play'
  const launch = (mode: 'real' | 'demo') =>
    fixture.app.send({
      method: 'POST',
      url,
      token: at.player.token,
      headers: { 'cf-ipcountry': 'CH' },
      payload: { mode },
    })
  expect((await launch('demo')).body.error.name).toBe('gameRestricted')
  const { body } = await launch('real')
  const token = new URL(body.url, 'http://house.test').searchParams.get('token')!
  expect(await present({ ...at, token })).toEqual(round)
  expect((await send({ ...at, token }, round, { type: 'stand' })).body.round.status).toBe('settled')
  expect((await launch('real')).body.error.name).toBe('gameRestricted')
})

// Shows: pair open round/block
test('doubles and blocks at once: each stake is taken before the block or refused, and every hand is paid', async () => {
  for (let turn = 0; turn < 4; turn++) {
    const { at, round } = await dealt('double', 10_00n)
    const acts = [() => send(at, round, { type: 'double' }), () => block(ctxOf(at.player))]
    await Promise.all((turn % 2 ? acts : acts.toReversed()).map((act) => act()))
    fixture.app.moveClock(day)
    await recover()
    const { stake, won, status } = await booked(round.id)
    expect(['settled', 'rolled-back']).toContain(status)
    expect(await fixture.balance(at.player)).toBe(10_00n - BigInt(stake) + BigInt(won))
  }
})

// Shows: pair open round/exclusion
test('doubles and exclusions at once: each stake is taken before the exclusion or refused, and every hand is paid', async () => {
  for (let turn = 0; turn < 4; turn++) {
    const { at, round } = await dealt('double', 10_00n)
    const [doubled] = await Promise.all([send(at, round, { type: 'double' }), pause(ctxOf(at.player))])
    if (doubled.status !== 200) {
      expect(nameOf(doubled)).toBe('playerExcluded')
      expect((await send(at, round, { type: 'stand' })).status).toBe(200)
    }
    const { stake, status } = await booked(round.id)
    expect([stake, status]).toEqual([doubled.status === 200 ? 2_00 : 1_00, 'settled'])
  }
})

// Shows: attack 147, change 9
test('a round of a version that this build does not have delays no other', async () => {
  const [lost, left] = [await open('mines'), await open('mines')]
  await fixture.app.db.asOwner(`UPDATE studio.rounds SET maths_version = '0.0.1' WHERE id = $1`, [lost.round.id])
  fixture.app.moveClock(day)
  for (let turns = 0; turns < 3; turns++) await fixture.studio.recover()
  expect((await stateOf(left.round.id)).state).toBe('cancelled')
  expect((await stateOf(lost.round.id)).state).toBe('playing')
  await fixture.app.db.asOwner(`UPDATE studio.rounds SET maths_version = '1.0.0' WHERE id = $1`, [lost.round.id])
  fixture.app.moveClock(60_000)
  await recover()
  expect((await stateOf(lost.round.id)).state).toBe('cancelled')
})

// Shows: 11.45, attack 147, change 2
test('a round whose maths is replaced while it is open is continued, paid and recalculated under its version, like new rounds under the present version', async () => {
  const code = await bundleMaths('mines')
  const older = await importMaths(
    code.replace('factor(99n, 100n)', 'factor(90n, 100n)').replaceAll('"1.0.0"', '"0.9.0"'),
  )
  versions.push({ slug: 'mines', version: '0.9.0', maxWinMultiplier: 5_148_297, load: async () => older })
  onTestFinished(() => void versions.pop())
  await loadReplaced()
  const ended: Array<{ at: Seat; paid: StudioRound }> = []
  // Seeds decide where the mines are: among six rounds some tile is safe.
  for (let turn = 0; turn < 6; turn++) {
    const { at, round } = await open('mines')
    await fixture.app.db.asOwner(`UPDATE studio.rounds SET maths_version = '0.9.0' WHERE id = $1`, [round.id])
    // Another device continues it, while the catalogue names the present version.
    expect(await present(at)).toMatchObject({ id: round.id, status: 'playing' })
    const revealed: StudioRound = (await send(at, round, next(round))).body.round
    if (revealed.status !== 'playing') continue
    // 25 / 22 of 90 % where the current version pays 99 %.
    expect(revealed.progress!.view).toMatchObject({ worth: { multiplier: 1.0227 } })
    const paid: StudioRound = (await send(at, revealed, { type: 'cashOut' })).body.round
    expect(paid).toMatchObject({
      status: 'settled',
      payout: expect.toSatisfy((payout) => payout === 102 || payout === 103),
    })
    ended.push({ at, paid })
  }
  expect(ended.length).toBeGreaterThan(0)

  const ask = async (method: 'GET' | 'POST', url: string, player?: CasinoPlayer) =>
    (await fixture.app.send({ method, url, ...(player && { token: player.token }) })).body
  expect(await ask('GET', '/api/game/games/mines')).toMatchObject({ mathsVersion: '1.0.0', rtp: 99 })
  for (const { at, paid } of ended) {
    // The next round of the same player begins under the present version.
    fixture.app.moveClock(2_500)
    const played = await play(at)
    expect(played.status).toBe(200)
    const over = await finish(at, played.body.round)
    const history = await ask('GET', '/api/game/spins', at.player)
    const won = Object.fromEntries((history.data as Spin[]).map(({ roundId, win }) => [roundId, win]))
    expect(won).toEqual({ [paid.id]: paid.payout, [over.id]: over.payout })
    for (const [id, mathsVersion] of [
      [paid.id, '0.9.0'],
      [over.id, '1.0.0'],
    ] as const) {
      const shown: FairRound = await ask('POST', `/api/game/rounds/${id}/reveal`, at.player)
      expect(shown).toMatchObject({ id, mathsVersion, game: { id: 'mines' } })
      expect(await ask('GET', `/api/game/rounds/${id}`)).toMatchObject({ mathsVersion, outcome: shown.outcome })
      const facts = factsOf(shown)!
      expect((await recompute(facts)).outcome).toEqual(shown.outcome)
      expect((await verifyRound({ ...facts, mathsVersion })).outcome).toEqual(shown.outcome)
    }
    const facts = factsOf(await ask('GET', `/api/game/rounds/${paid.id}`))!
    expect((await recompute({ ...facts, mathsVersion: '1.0.0' })).outcome).not.toEqual(paid.outcome)
  }
})
