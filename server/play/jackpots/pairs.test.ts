/** A side stake beside what else changes while its round is open: before it, after it, and at the same moment. */
import { createPrivateKey, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { signatureHeader, readPublicKey } from '#server/partners/game-studio/hub88/signature.ts'
import { createHub88Studio } from '#server/partners/game-studio/hub88/hub88.ts'
import type { Ticket } from '#contract/jackpots.ts'
import { toSubunits } from '#contract/money.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { bonusGranted } from '#server/ledger/kinds.ts'
import { allInvariants } from '#server/modules.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { changeLimit } from '#server/protection/change-limit.ts'
import { signBody } from '#studio-sdk/signature.ts'
import { insertBonus } from '#tests/setup/bonuses.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { test } from '#tests/setup/length.ts'
import { operator } from '#tests/setup/operator.ts'
import { keyPair, type StudioServer, studioServer } from '#tests/setup/outside-studio.ts'
import { switchOff, switchOn } from '../../reference/switches.ts'
import { mountStudios } from '../studios/mount.ts'
import { refreshGames } from '../studios/refresh-games.ts'
import { syncCatalogues } from '../studios/sync-catalogues.ts'
import { closeJackpot } from './close.ts'
import { openJackpot } from './open.ts'
import { joinJackpot, leaveJackpot } from './own.ts'
import { listTickets } from './read.ts'

const [site, studio] = [keyPair(), keyPair()]
let server: StudioServer
let fixture: Casino
beforeAll(async () => {
  server = await studioServer(site.publicKey)
  fixture = await casino({
    env: { LICENCES: 'DE', ROUND_MIN_MS: '0' },
    studios: [
      createHub88Studio({
        slug: 'lantern',
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
  await syncCatalogues(fixture.deps, { isForced: true })
  await refreshGames(fixture.deps)
})
afterAll(async () => {
  await fixture.close()
  await server.close()
})

/** By currency. Every second ticket wins the mini. */
const ids = new Map<string, string>()
beforeEach(async () => {
  await closeAll()
  for (const currency of ['EUR', 'USD']) {
    const levels = {
      mini: { contribution: 4n, seed: 0n, cap: 8n },
      major: { contribution: 3n, seed: 0n, cap: 3_000n },
      grand: { contribution: 1n, seed: 50n, cap: 1_000n },
    }
    const opened = await fixture.deps.db.transaction((tx) =>
      openJackpot(tx, fixture.deps, { currency, sideStake: 10n, levels }),
    )
    if (!opened.ok) throw new Error(opened.refusal)
    ids.set(currency, opened.value)
  }
})
afterEach(async () => {
  expect(await findBreaches(fixture.app.db.pool, allInvariants)).toEqual([])
})
async function closeAll(): Promise<void> {
  const { rows } = await fixture.app.db.asOwner('SELECT id FROM jackpots.jackpots WHERE closed_at IS NULL')
  for (const { id } of rows) await fixture.deps.db.transaction((tx) => closeJackpot(tx, fixture.deps, id))
}

const moveTo = (player: CasinoPlayer, country: string) =>
  fixture.app.db.asOwner('UPDATE identity.players SET country = $2 WHERE id = $1', [player.id, country])
const ctxOf = (player: CasinoPlayer) => contextOf(fixture.deps, player)
/** Where no law forbids jackpots. */
async function join(player: CasinoPlayer, currency = 'EUR'): Promise<void> {
  await moveTo(player, 'FI')
  const joined = await joinJackpot(ctxOf(player), { currency, jackpotId: ids.get(currency)!, clientSeed: 'mine' })
  if (!joined.ok) throw new Error(joined.refusal)
}
async function seated(funds: Record<string, bigint> = { EUR: 100_00n }) {
  const player = await fixture.player(funds)
  for (const currency of Object.keys(funds)) await join(player, currency)
  return { player, token: await fixture.launch('dice', { player }) }
}
const callOf = (token: string, amount = 1_00, currency = 'EUR') => ({
  token,
  currency,
  gameId: 'dice',
  roundId: randomUUID(),
  transactionId: randomUUID(),
  amount,
})
type Call = ReturnType<typeof callOf>
const bet = (call: Call) => fixture.walletCall('bet', call)
const end = (call: Call, amount = 0) =>
  fixture.walletCall('win', { ...call, transactionId: randomUUID(), amount, isRoundFinished: true })
const undo = ({ amount: _amount, ...call }: Call) =>
  fixture.walletCall('rollback', { ...call, transactionId: randomUUID(), betTransactionId: call.transactionId })
const tickets = async (player: CasinoPlayer, currency = 'EUR'): Promise<Ticket[]> =>
  (await listTickets(ctxOf(player), { currency })).value.data
const states = async (player: CasinoPlayer, currency?: string) =>
  (await tickets(player, currency)).map(({ state }) => state)
const wonBy = async (player: CasinoPlayer) =>
  (await tickets(player)).flatMap(({ draw }) => draw?.won ?? []).reduce((sum, each) => sum + each, 0)

/** A bonus of 50.00 in play, of which every stake counts, and at most 1.00 may be staked at once. */
async function startBonus({ id: playerId }: CasinoPlayer): Promise<void> {
  const { asOwner } = fixture.app.db
  await insertBonus(fixture.app.db, { playerId, status: 2 })
  const { rows } = await asOwner(
    `UPDATE bonuses.player_bonuses SET max_bet = 100 WHERE player_id = $1
    RETURNING id, ledger.start_wager(player_id, currency, id, wager_total, 100)`,
    [playerId],
  )
  const [{ id }] = rows as [{ id: string }]
  const posted = await fixture.deps.ledger.post({
    ...bonusGranted.of({ playerId, currency: 'EUR', amount: toSubunits(50_00n) }),
    actor: 'bonuses',
    idempotencyKey: id,
    requestHash: '',
    reference: { kind: 'bonus', id },
  })
  expect(posted.ok).toBe(true)
}
const walletOf = async (player: CasinoPlayer) => {
  const { rows } = await fixture.app.db.asOwner(
    `SELECT cash::int, bonus::int, wager_placed::int AS wagered FROM wallet.accounts WHERE player_id = $1 AND currency = 'EUR'`,
    [player.id],
  )
  return rows[0] as { cash: number; bonus: number; wagered: number }
}

// Shows: attack 238
test('a side stake is of cash alone, counts towards no wagering and no maximum bet, and its prize is cash', async () => {
  const { player, token } = await seated({ EUR: 2_60n })
  await startBonus(player)
  for (let turn = 0; turn < 2; turn++) {
    const call = callOf(token)
    // The highest bet with this bonus is 1.00.
    expect((await bet(call)).status).toBe(200)
    expect((await end(call)).status).toBe(200)
  }
  expect(await states(player)).toEqual(['drawn', 'drawn'])
  const won = await wonBy(player)
  expect(won).toBeGreaterThan(0)
  expect(await walletOf(player)).toEqual({ cash: 40 + won, bonus: 50_00, wagered: 2_00 })
  // What the cash does not cover is staked from the bonus, without a side stake, also if the cash would cover that alone.
  const mixed = callOf(token)
  expect((await bet(mixed)).status).toBe(200)
  expect(await walletOf(player)).toEqual({ cash: 0, bonus: 50_00 - (60 - won), wagered: 3_00 })
  expect((await tickets(player)).length).toBe(2)
  expect((await undo(mixed)).status).toBe(200)
  expect(await walletOf(player)).toEqual({ cash: 40 + won, bonus: 50_00, wagered: 2_00 })
})

// Shows: attack 238
test('a bonus that is granted or lost while a ticket waits changes neither its draw nor its return', async () => {
  const { player, token } = await seated({ EUR: 10_00n })
  const [before, undone] = [callOf(token), callOf(token)]
  for (const call of [before, undone]) expect((await bet(call)).status).toBe(200)
  await startBonus(player)
  expect((await end(before)).status).toBe(200)
  expect((await undo(undone)).status).toBe(200)
  expect((await states(player)).toSorted()).toEqual(['drawn', 'returned'])
  expect(await walletOf(player)).toEqual({ cash: 8_90 + (await wonBy(player)), bonus: 50_00, wagered: 0 })
})

const off = (name: string) =>
  switchOff({ ...fixture.deps, actor: operator }, { name, countries: [], reason: 'a fault' })
const on = (name: string) => switchOn({ ...fixture.deps, actor: operator }, { name, countries: [], reason: 'repaired' })

// Shows: attack 239
test.each(['game:dice', 'studio:fairhouse-studio'])(
  'while %s is switched off no side stake is taken, and tickets of open rounds are drawn or returned',
  async (name) => {
    const { player, token } = await seated()
    const [ended, undone] = [callOf(token), callOf(token)]
    for (const call of [ended, undone]) expect((await bet(call)).status).toBe(200)
    expect((await off(name)).ok).toBe(true)
    try {
      expect((await bet(callOf(token))).status).toBe(422)
      expect((await end(ended)).status).toBe(200)
      expect((await undo(undone)).status).toBe(200)
      expect((await states(player)).toSorted()).toEqual(['drawn', 'returned'])
      expect(await fixture.balance(player)).toBe(BigInt(98_90 + (await wonBy(player))))
    } finally {
      await on(name)
    }
    // At the same moment: what was taken has a ticket, and ends.
    const last = callOf(token)
    const [taken] = await Promise.all([bet(last), off(name)])
    try {
      expect((await tickets(player)).length).toBe(taken.status === 200 ? 3 : 2)
      if (taken.status === 200) expect((await end(last)).status).toBe(200)
      expect(await states(player)).not.toContain('open')
    } finally {
      await on(name)
    }
  },
)

/** One US dollar in euros times `factor`, from now on; returns how many dollars a euro was before. */
async function moveDollar(factor: number): Promise<number> {
  const { rows } = await fixture.app.db.asOwner(
    `INSERT INTO reference.versions (subject, version, data, at, actor, comment)
     SELECT 'rates', version + 1, data || jsonb_build_object('USD', (data ->> 'USD')::numeric / $1::numeric), $2, 'test', 'test'
     FROM reference.versions WHERE subject = 'rates' ORDER BY version DESC LIMIT 1 RETURNING (data ->> 'USD')::float * $1 AS before`,
    [factor, fixture.deps.clock.now()],
  )
  return rows[0].before
}
const limitTo = async (player: CasinoPlayer, definition: number, amount: number, period = 'daily') => {
  const body = { definition, period, amount, ...(definition === 6 ? {} : { currency: 'EUR' }) }
  const set = await addLimit(ctxOf(player), body)
  if (!set.ok) throw new Error(JSON.stringify(set))
  return set.value
}

// Shows: attack 240
test('play in another currency feeds no pot of this one, and a rate that moves changes neither stake nor return', async () => {
  for (const factor of [1.25, 0.8]) {
    const { player, token } = await seated({ EUR: 100_00n, USD: 100_00n })
    await limitTo(player, 1, 10_00)
    const rate = await moveDollar(1)
    const dollars = await fixture.launch('dice', { player, currency: 'USD' })
    // With its side stake of 0.10 the whole limit, at the rate of its moment.
    const whole = callOf(dollars, Math.floor(10_00 * rate) - 10, 'USD')
    expect((await bet({ ...whole, amount: whole.amount + 5 })).status).toBe(422)
    expect((await bet(whole)).status).toBe(200)
    expect([await states(player, 'USD'), await states(player)]).toEqual([['open'], []])
    expect((await tickets(player, 'USD'))[0]!.jackpotId).toBe(ids.get('USD'))
    await moveDollar(factor)
    expect((await bet(callOf(token, 5))).status).toBe(422)
    expect((await undo(whole)).status).toBe(200)
    expect(await fixture.balance(player, 'USD')).toBe(100_00n)
    // The room is whole again: 9.90 and the side stake, and no more.
    expect((await bet(callOf(token, 9_91))).status).toBe(422)
    const next = callOf(token, 9_90)
    const [taken] = await Promise.all([bet(next), moveDollar(1 / factor)])
    expect(taken.status).toBe(200)
    expect((await end(next)).status).toBe(200)
    expect([await states(player, 'USD'), await states(player)]).toEqual([['returned'], ['drawn']])
  }
})

/** A round of an outside studio, with its calls in the studio's own protocol. */
async function outside(funds = 100_00n) {
  const player = await fixture.player({ EUR: funds })
  await join(player)
  const opened = await fixture.app.send({
    method: 'POST',
    url: '/api/game/games/lantern-moths/play',
    token: player.token,
    payload: { mode: 'real' },
  })
  expect(opened.status).toBe(200)
  const token = server.opened.at(-1)!.token!
  const round = randomUUID()
  const send = async (verb: string, id: string, more: object = {}) => {
    const text = JSON.stringify({
      request_uuid: randomUUID(),
      user: player.id,
      token,
      round,
      game_code: 'moths',
      transaction_uuid: `${round}-${id}`,
      currency: 'EUR',
      ...more,
    })
    const answer = await fetch(`${fixture.url}/api/partners/studios/lantern/transaction/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: signBody(text, studio.privateKey) },
      body: text,
    })
    return (await answer.json()) as { status: string }
  }
  const of = { reference_transaction_uuid: `${round}-bet` }
  return {
    player,
    bet: (id = 'bet') => send('bet', id, { amount: 100_000 }),
    win: (isClosed = true) => send('win', 'win', { ...of, amount: 50_000, round_closed: isClosed }),
    back: (id = 'back') => send('rollback', id, of),
  }
}

// Shows: attack 241
test("of an outside studio's round, a rollback returns the side stake once, and one after the win changes nothing", async () => {
  const [undone, late] = [await outside(), await outside()]
  expect((await undone.bet()).status).toBe('RS_OK')
  expect(await fixture.balance(undone.player)).toBe(98_90n)
  for (const id of ['back', 'back', 'again']) await undone.back(id)
  expect(await fixture.balance(undone.player)).toBe(100_00n)
  expect(await states(undone.player)).toEqual(['returned'])
  await late.bet()
  expect((await late.win()).status).toBe('RS_OK')
  const after = BigInt(98_90 + 50 + (await wonBy(late.player)))
  expect(await fixture.balance(late.player)).toBe(after)
  await late.back()
  expect(await fixture.balance(late.player)).toBe(after)
  expect(await states(late.player)).toEqual(['drawn'])
})

// Shows: attack 241
test("an outside studio's rollback that comes first, or with the win, leaves one ticket at most, which ends once", async () => {
  const early = await outside()
  await early.back()
  expect((await early.bet()).status).not.toBe('RS_OK')
  expect([await fixture.balance(early.player), await states(early.player)]).toEqual([100_00n, []])
  for (let turn = 0; turn < 4; turn++) {
    const { player, bet: stake, win, back } = await outside()
    await stake()
    await Promise.all([win(), back(), win()])
    const [state] = await states(player)
    const won = await wonBy(player)
    expect(await fixture.balance(player)).toBe(state === 'returned' ? 100_00n : BigInt(99_40 + won))
    expect(['returned', 'drawn']).toContain(state)
  }
  // A round that goes on after a win keeps its ticket, and a further stake buys no second one.
  const going = await outside()
  await going.bet()
  await going.win(false)
  expect(await states(going.player)).toEqual(['open'])
  expect((await going.bet('more')).status).toBe('RS_OK')
  expect(await states(going.player)).toEqual(['open'])
})

// Shows: attack 242
test('a loss counts the side stake and its prize; a limit on one stake counts it; one on time stops it', async () => {
  const loser = await seated()
  await limitTo(loser.player, 2, 2_20)
  let net = 0
  for (let turn = 0; turn < 2; turn++) {
    const call = callOf(loser.token)
    expect((await bet(call)).status).toBe(200)
    await end(call)
    net = 1_10 * (turn + 1) - (await wonBy(loser.player))
  }
  // What is left of the loss is what prizes have given back.
  expect((await bet(callOf(loser.token, 2_20 - net + 1))).status).toBe(422)
  const { player, token } = await seated()
  await limitTo(player, 7, 1_09, 'round')
  expect((await bet(callOf(token))).status).toBe(422)
  expect((await bet(callOf(token, 99))).status).toBe(200)
  await leaveJackpot(ctxOf(player), { currency: 'EUR' })
  expect((await bet(callOf(token))).status).toBe(200)
  expect((await tickets(player)).length).toBe(1)
  const timed = await seated()
  const limit = await limitTo(timed.player, 6, 30)
  expect(limit.amount).toBe(30)
  const calls = [callOf(timed.token)]
  expect((await bet(calls[0]!)).status).toBe(200)
  for (let minute = 0; minute < 32; minute += 2) {
    fixture.app.moveClock(120_000)
    const call = callOf(timed.token, 1)
    if ((await bet(call)).status === 200) calls.push(call)
  }
  const bought = (await tickets(timed.player)).length
  expect([bought, (await bet(callOf(timed.token))).status]).toEqual([calls.length, 422])
  for (const call of calls) expect((await end(call)).status).toBe(200)
  expect((await states(timed.player)).every((state) => state === 'drawn')).toBe(true)
})

// Shows: attack 242
test('a limit that is lowered between a side stake and its draw stops the next one and not the draw', async () => {
  const { player, token } = await seated()
  const { id } = await limitTo(player, 1, 10_00)
  const call = callOf(token)
  expect((await bet(call)).status).toBe(200)
  expect(await changeLimit(ctxOf(player), { limitId: id, period: 'daily', amount: 1_00 })).toMatchObject({ ok: true })
  expect((await bet(callOf(token, 1))).status).toBe(422)
  expect((await end(call)).status).toBe(200)
  expect(await states(player)).toEqual(['drawn'])
  expect((await bet(callOf(token, 1))).status).toBe(422)
  // At the same moment: both are within the limit that holds for them, or the stake is refused with its side stake.
  const other = await seated()
  const own = await limitTo(other.player, 1, 10_00)
  const last = callOf(other.token)
  const [taken] = await Promise.all([
    bet(last),
    changeLimit(ctxOf(other.player), { limitId: own.id, period: 'daily', amount: 1_00 }),
  ])
  expect((await tickets(other.player)).length).toBe(taken.status === 200 ? 1 : 0)
  expect((await bet(callOf(other.token))).status).toBe(422)
})

// Shows: attack 243
test('a player who moves where jackpots are forbidden buys none, and those bought before are drawn or returned', async () => {
  const { player, token } = await seated()
  const [ended, undone] = [callOf(token), callOf(token)]
  for (const call of [ended, undone]) expect((await bet(call)).status).toBe(200)
  // Germany's licence excludes jackpots.
  await moveTo(player, 'DE')
  const alone = callOf(token)
  expect((await bet(alone)).body).toMatchObject({ balance: 96_80 })
  expect((await end(ended)).status).toBe(200)
  expect((await undo(undone)).status).toBe(200)
  expect((await end(alone)).status).toBe(200)
  expect((await states(player)).toSorted()).toEqual(['drawn', 'returned'])
  const won = await wonBy(player)
  expect(await fixture.balance(player)).toBe(BigInt(97_90 + won))
  const next = callOf(token)
  const [taken] = await Promise.all([bet(next), moveTo(player, 'FI')])
  expect(taken.status).toBe(200)
  expect((await end(next)).status).toBe(200)
  expect(await states(player)).not.toContain('open')
})

// Shows: attack 231
test('of a hand that is open while its jackpot is closed, the side stake comes back with the end of the hand', async () => {
  const { player } = await seated()
  const token = await fixture.launch('mines', { player })
  const play = { playId: randomUUID(), stake: 1_00, choice: { mines: 1 } }
  const { body } = await fixture.studioApi('POST', 'play', token, play)
  expect([body.round.status, await states(player)]).toEqual(['playing', ['open']])
  expect(await fixture.balance(player)).toBe(98_90n)
  await closeAll()
  expect(await states(player)).toEqual(['open'])
  for (const act of [{ type: 'reveal', at: 0 }, { type: 'cashOut' }]) {
    const { progress, id, status } = body.round
    if (status !== 'playing') break
    const request = { roundId: id, actId: randomUUID(), after: progress.acts, act }
    body.round = (await fixture.studioApi('POST', 'act', token, request)).body.round
  }
  expect([body.round.status, await states(player)]).toEqual(['settled', ['returned']])
  expect(await fixture.balance(player)).toBe(BigInt(99_00 + body.round.payout))
})
