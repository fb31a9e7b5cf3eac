/** Tournaments with a buy-in: paid once or not at all, refunded once, and every cent of the pool accounted for. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { draftDefinition, endDefinition, scheduleDefinition } from '../../kernel/definitions/change-definition.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { cash, movement, play, transfer } from '#tests/money/wallets.ts'
import { deleteBonuses, insertBonus } from '#tests/setup/bonuses.ts'
import { type Answer, type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { deskCtx, operator } from '#tests/setup/operator.ts'
import { publishReport } from '../../liabilities/publish-report.ts'
import { forceBreak } from '../../protection/force-break.ts'
import { routes as messageRoutes } from '../../messaging/messages/module.ts'
import { routes as profileRoutes } from '../../profile/module.ts'
import { payDue } from '../pay-due.ts'
import { costOfDefinition } from '../cost-of-definition.ts'
import { sumCashRewards } from '../sum-cash-rewards.ts'
import { closeEverySession } from '../../identity/sessions/sessions.ts'
import { setStatus } from '../../identity/sessions/set-status.ts'
import { cancelRun } from './cancel-run.ts'
import { listTournamentRuns } from './desk.ts'
import { enterTournament } from './enter-tournament.ts'
import { sharesOf } from './internal/prizes.ts'
import { moveRuns } from './move-runs.ts'
import { publishRuns } from './publish-runs.ts'
import { lifecycle, routes } from './module.ts'
import { refundEntries } from './refund-entries.ts'
import { TournamentDefinition, tournamentKind } from './tournament-kind.ts'

const hourMs = 3_600_000
const job = { kind: 'system', job: 'tournaments' } as const

let app: Cashier
let count = 0
let game = ''
beforeAll(async () => {
  app = await cashier({ alsoRoutes: [...routes, ...profileRoutes, ...messageRoutes], alsoLifecycles: [lifecycle] })
})
afterAll(() => app.close())
beforeEach(() => {
  game = `game-${randomUUID().slice(0, 8)}`
})
afterEach(async () => {
  at(0)
  const { rows } = await app.asOwner(
    `SELECT identity FROM rewards.tournament_runs WHERE state NOT IN ('finished', 'cancelled') AND ranked_at IS NULL`,
  )
  for (const { identity } of rows) await cancel(identity)
  await refundEntries(app.deps)
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
})

/** The server's clock in relation to the database's, by which rounds settle. */
function at(ms: number): void {
  app.clock.reset()
  app.clock.forward(ms)
}
const share = (percent: number) => ({ kind: 'share' as const, percent })
const buyIn = { price: '5', fee: '0.50', guarantee: '10', fewestPlayers: 2 }

function definition(over: Partial<z.input<typeof TournamentDefinition>> = {}): z.input<typeof TournamentDefinition> {
  const time = (ms: number) => new Date(Date.now() + ms).toISOString()
  return {
    title: { en: 'Harbor Cup', de: 'Hafenpokal' },
    description: { en: 'For the test.' },
    every: null,
    term: { startsAt: time(-2 * hourMs), endsAt: time(hourMs) },
    entry: 'buy-in',
    buyIn,
    score: { by: 'stake' },
    minStake: '0.10',
    games: [game],
    currencies: null,
    holdMinutes: 10,
    prizes: [
      { from: 1, to: 1, reward: share(50) },
      { from: 2, to: 2, reward: share(30) },
      { from: 3, to: 3, reward: share(20) },
    ],
    ...over,
  }
}

async function define(data: object): Promise<string> {
  const identity = `cup-${count++}`
  await putInForce(app.deps, tournamentKind, identity, data)
  return identity
}

/** A run that is open for entries: it starts when the clock is set to 0. */
async function openRun(over: Partial<z.input<typeof TournamentDefinition>> = {}): Promise<string> {
  at(-3 * hourMs)
  const data = definition(over)
  const name = await define(data)
  await publishRuns(app.deps)
  at(-2.5 * hourMs)
  return `${name}-${data.term!.startsAt.slice(0, 10)}`
}
const start = async () => {
  at(0)
  await moveRuns(app.deps, job)
}
const end = async (identity: string) => {
  at(hourMs + 600_000 + 1000)
  await moveRuns(app.deps, job)
  await catchUp(app.deps)
  await moveRuns(app.deps, job)
  return rowOf(identity)
}
const cancel = (identity: string) => cancelRun({ ...app.deps, actor: operator }, { identity, reason: 'a fault' })
const rowOf = (identity: string) =>
  app.deps.db.kysely
    .selectFrom('rewards.tournament_runs')
    .selectAll()
    .where('identity', '=', identity)
    .executeTakeFirstOrThrow()

const path = (identity: string) => `/api/retention/tournaments/${identity}`
const confirmed = { price: 500, currency: 'EUR' }
const enter = (player: TestPlayer, identity: string, body: object = confirmed): Promise<Answer> =>
  player.call('POST', `${path(identity)}/entry`, body)
const leave = (player: TestPlayer, identity: string) => player.call('DELETE', `${path(identity)}/entry`)
const read = async (player: TestPlayer, identity: string) => (await player.call('GET', path(identity))).body
const nameOf = ({ status, body }: Answer) => (status < 300 ? 'done' : body.error.name)

async function funded(amount = 500n, currencies = ['EUR']): Promise<TestPlayer> {
  const player = await app.player({ currencies })
  if (amount > 0n) await player.fund('EUR', amount)
  return player
}
async function wallet(player: TestPlayer, currency = 'EUR') {
  const { rows } = await app.asOwner(
    `SELECT cash::int, bonus::int, held::int, status::int, staked::int, lost::int, turnover_placed::int AS turnover, wager_placed::int AS wager
    FROM wallet.accounts WHERE player_id = $1 AND currency = $2`,
    [player.id, currency],
  )
  return rows[0]
}
const cashOf = async (player: TestPlayer): Promise<number> => (await wallet(player)).cash
const entries = async (identity: string): Promise<Loose[]> =>
  (
    await app.asOwner(
      `SELECT entry.player_id, entry.refund_reason FROM rewards.tournament_entries AS entry
      JOIN rewards.tournament_runs AS run ON run.id = entry.run_id WHERE run.identity = $1 ORDER BY entry.entered_at, entry.id`,
      [identity],
    )
  ).rows

async function round(player: TestPlayer, stake: number): Promise<void> {
  await player.fund('EUR', BigInt(stake))
  const roundId = randomUUID()
  for (const part of [
    play({ kind: 'bet', player: player.id, roundId, gameId: game, amount: stake }),
    play({ kind: 'win', player: player.id, roundId, gameId: game, isFinished: true }),
  ])
    expect((await app.deps.ledger.post(part)).ok).toBe(true)
}

/** A run with these players in it, who have staked so much each, and nothing left. */
async function played(stakes: number[], over: Partial<z.input<typeof TournamentDefinition>> = {}) {
  const run = await openRun(over)
  const players: TestPlayer[] = []
  for (const _ of stakes) {
    const player = await funded()
    expect(nameOf(await enter(player, run))).toBe('done')
    players.push(player)
  }
  await start()
  for (const [index, stake] of stakes.entries()) if (stake > 0) await round(players[index]!, stake)
  return { run, players }
}

describe('a definition with a buy-in', () => {
  test.each([
    [{ buyIn: undefined }, 'buy-in: its entry and its terms come together'],
    [{ entry: 'confirmed' as const }, 'buy-in: its entry and its terms come together'],
    [{ entry: 'confirmed' as const, buyIn: undefined }, 'shares: only a tournament with a buy-in'],
    [{ buyIn: { ...buyIn, price: '0.99', fee: '0' } }, 'price: an entry costs at least'],
    [{ buyIn: { ...buyIn, fee: '1.01' } }, 'fee: at most a fifth'],
    [{ buyIn: { ...buyIn, fewestPlayers: 1 } }, 'fewestPlayers'],
    [{ prizes: [{ from: 1, to: 1, reward: share(99) }] }, 'exactly 100 percent'],
    [{ prizes: [{ from: 1, to: 1, reward: { kind: 'points' as const, points: 5 } }] }, 'the first place has one'],
    [
      { prizes: [{ from: 1, to: 1, reward: { kind: 'cash' as const, amount: { base: '5' } } }] },
      'cash prizes of a tournament with a buy-in are shares',
    ],
    [
      {
        prizes: [
          { from: 1, to: 1, reward: share(40) },
          { from: 2, to: 2, reward: share(60) },
        ],
      },
      'a better place never has a smaller one',
    ],
  ])('that breaks a rule is refused by its name: %o', async (over, rule) => {
    await expect(define(definition(over))).rejects.toThrow(rule)
  })

  test('states its price to operators, who see its entries', async () => {
    expect(tournamentKind.describe(TournamentDefinition.parse(definition()))).toContain(
      'buy-in entry, 3 places, 5 EUR each of which 0.50 is the fee, 10 added, from 2 players',
    )
    const { run } = await played([300, 100])
    const eur = (amount: string) => ({ amount, currency: 'EUR' })
    const listed = await listTournamentRuns(deskCtx(app.deps), {})
    expect(listed.ok && listed.value.runs.find(({ identity }) => identity === run)).toMatchObject({
      players: 2,
      pool: eur('10.00'),
      returned: eur('0.00'),
      entries: { count: 2, price: eur('5.00'), fee: eur('0.50'), paid: eur('10.00') },
    })
  })

  test('is published ahead of its start only, so that players can enter', async () => {
    at(0)
    const name = await define({ ...definition(), term: undefined, every: 'day' })
    await publishRuns(app.deps)
    const runs = async () =>
      (
        await app.asOwner(
          'SELECT state, starts_at FROM rewards.tournament_runs WHERE definition = $1 ORDER BY starts_at',
          [name],
        )
      ).rows
    const [first, ...others] = await runs()
    expect(others).toEqual([])
    expect(first.starts_at.getTime()).toBeGreaterThanOrEqual(Date.now() + 60_000)
    expect(first.starts_at.getTime() % (24 * hourMs)).toBe(0)
    expect(await publishRuns(app.deps)).toBe(0)
  })
})

describe('entering', () => {
  // Shows: attack 126, pair second tab/buy-in
  test('takes the price once from cash into the pool, however often it is asked at once', async () => {
    const run = await openRun()
    const player = await funded(1200n)
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(player, run)))
    expect(answers.map(({ status, body }) => [status, body.isJoined])).toEqual(answers.map(() => [200, true]))
    expect(await cashOf(player)).toBe(700)
    expect(await entries(run)).toEqual([{ player_id: player.id, refund_reason: null }])
    const shown = await read(player, run)
    expect(shown).toMatchObject({
      entry: 'buy-in',
      isJoined: true,
      currency: 'EUR',
      pool: 1450,
      buyIn: { price: 500, fee: 50, guarantee: 1000, fewestPlayers: 2, players: 1, isOpen: true },
    })
    expect(shown.prizes.map(({ title, amount }: Loose) => [title, amount])).toEqual([
      ['50%', 725],
      ['30%', 435],
      ['20%', 290],
    ])
    expect(await app.deps.ledger.balance('house:prizes:EUR')).toBe(500n)
  })

  test("is an entry of the ledger with the tournament's name in the player's language", async () => {
    const run = await openRun()
    const player = await funded()
    const { rows } = await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])
    const ctx = contextOf(app.deps, { id: player.id, sessionId: rows[0].id }, { locale: 'de', country: 'DE' })
    expect(await enterTournament(ctx, { identity: run, price: 500n, currency: 'EUR' } as never)).toMatchObject({
      ok: true,
      value: { title: 'Hafenpokal' },
    })
    const { body } = await player.call('GET', '/api/wallet/entries')
    expect(body.data[0]).toMatchObject({ kind: 'tournament-entry', amount: -500, reference: { label: 'Hafenpokal' } })
  })

  // Shows: attack 126, change 17, pair buy-in/rates
  test('charges no other price than the one that was confirmed', async () => {
    const run = await openRun()
    const player = await funded()
    for (const other of [{ price: 499 }, { price: 501 }, { currency: 'USD' }]) {
      const answer = await enter(player, run, { ...confirmed, ...other })
      expect([answer.status, nameOf(answer)]).toEqual([409, 'priceChanged'])
    }
    for (const invalid of [{}, { price: -500, currency: 'EUR' }, { price: 5.5, currency: 'EUR' }, { price: '500' }])
      expect((await enter(player, run, invalid)).status).toBe(422)
    expect(await cashOf(player)).toBe(500)
  })

  // Shows: pair bonus/buy-in, pair vault/buy-in
  test('never takes bonus money, money of another currency, the vault, or money being withdrawn', async () => {
    const run = await openRun()
    const player = await funded(499n, ['EUR', 'USD'])
    await player.fund('USD', 100_000n)
    const post = (kind: string, from: string, to: string) =>
      app.deps.ledger.post(movement({ kind, transfers: [transfer(from, to, 499)] }))
    expect(nameOf(await enter(player, run))).toBe('insufficientFunds')
    for (const [kind, bucket] of [
      ['withdrawal-hold', 'held'],
      ['vault-in', 'vault'],
    ] as const) {
      await player.fund('EUR', 499n)
      expect((await post(kind, cash(player.id), `player:${player.id}:${bucket}:EUR`)).ok).toBe(true)
      expect(nameOf(await enter(player, run))).toBe('insufficientFunds')
    }
    expect((await post('withdrawal-returned', `player:${player.id}:held:EUR`, cash(player.id))).ok).toBe(true)
    expect((await post('gift', cash(player.id), 'clearing:test:EUR')).ok).toBe(true)
    const gift = movement({
      kind: 'gift',
      transfers: [transfer('house:test:EUR', `player:${player.id}:bonus:EUR`, 700)],
    })
    expect((await app.deps.ledger.post(gift)).ok).toBe(true)
    expect(nameOf(await enter(player, run))).toBe('insufficientFunds')
    expect(await wallet(player)).toMatchObject({ cash: 499, bonus: 700 })
    const back = movement({
      kind: 'gift',
      transfers: [transfer(`player:${player.id}:bonus:EUR`, 'house:test:EUR', 700)],
    })
    expect((await app.deps.ledger.post(back)).ok).toBe(true)
    const abroad = await app.player({ currencies: ['USD'] })
    await abroad.fund('USD', 100_000n)
    expect(nameOf(await enter(abroad, run))).toBe('insufficientFunds')
  })

  // Shows: pair bonus/buy-in
  test.each([1, 2] as const)(
    'is refused while a bonus of the currency is open, in either state: the price could be refunded once it is staked (%i)',
    async (status) => {
      const run = await openRun()
      const player = await funded(500n)
      await insertBonus(app, { playerId: player.id, status })
      expect(nameOf(await enter(player, run))).toBe('bonusIsOpen')
      expect(await cashOf(player)).toBe(500)
      await deleteBonuses(app, player.id)
      await insertBonus(app, { playerId: player.id, status, currency: 'USD' })
      expect(nameOf(await enter(player, run))).toBe('done')
      await deleteBonuses(app, player.id)
    },
  )

  // Shows: attack 126, pair restricted country/buy-in, pair sign-out/buy-in
  test('is refused to who may not play, after the start, and where there is nothing to pay', async () => {
    const run = await openRun()
    const players = await Promise.all(Array.from({ length: 5 }, () => funded()))
    const [excluded, limited, signedOut, abroad, checked] = players as [
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
    ]
    await excluded.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    expect(nameOf(await enter(excluded, run))).toBe('playerExcluded')
    await app.asOwner('UPDATE identity.players SET status = 2 WHERE id = $1', [limited.id])
    expect(nameOf(await enter(limited, run))).toBe('playerLimited')

    const sessionOf = async (player: TestPlayer) =>
      (await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])).rows[0].id as string
    const input = { identity: run, price: 500n, currency: 'EUR' } as never
    // The session was checked, then it ended.
    const ctx = contextOf(app.deps, { id: signedOut.id, sessionId: await sessionOf(signedOut) }, { country: 'DE' })
    await app.deps.db.transaction((tx) => closeEverySession(tx, app.clock.now(), signedOut.id, 'signed-out'))
    expect(await enterTournament(ctx, input)).toMatchObject({ refusal: 'sessionEnded' })
    const from = contextOf(app.deps, { id: abroad.id, sessionId: await sessionOf(abroad) }, { country: 'US' })
    expect(await enterTournament(from, input)).toMatchObject({ refusal: 'countryRestricted' })
    await app.asOwner(
      `INSERT INTO games.reality_checks (player_id, interval_minutes, played_at, began_at, due_at, after_movement_id)
      VALUES ($1, 30, $2, $2, $3, 0)`,
      [checked.id, app.clock.now(), new Date(app.clock.now().getTime() - 1000)],
    )
    expect(nameOf(await enter(checked, run))).toBe('realityCheckDue')
    expect(nameOf(await enter(abroad, 'none'))).toBe('tournamentNotFound')
    const free = await openRun({
      entry: 'confirmed',
      buyIn: undefined,
      prizes: [{ from: 1, to: 1, reward: { kind: 'points', points: 5 } }],
    })
    expect(nameOf(await enter(abroad, free))).toBe('noBuyIn')
    expect(nameOf(await abroad.call('POST', `${path(run)}/join`))).toBe('buyInRequired')
    // By the clock, whether or not the job has started it.
    at(0)
    expect(nameOf(await enter(abroad, run))).toBe('tournamentStarted')
    await cancel(run)
    expect(nameOf(await enter(abroad, run))).toBe('tournamentOver')
    for (const player of players) expect(await cashOf(player)).toBe(500)
  })

  // Shows: pair bonus/buy-in, pair limits/buy-in
  test('counts towards the limits on stakes and losses, and towards no turnover or wager; a refund takes it back', async () => {
    const run = await openRun()
    const player = await funded(5000n)
    await app.asOwner(`UPDATE wallet.accounts SET turnover_total = 5000 WHERE player_id = $1`, [player.id])
    for (const definition of [1, 2])
      expect(
        (await player.call('POST', '/api/player/limits', { definition, period: 'daily', amount: 900, currency: 'EUR' }))
          .status,
      ).toBe(200)
    expect(nameOf(await enter(player, run))).toBe('done')
    expect(await wallet(player)).toMatchObject({ cash: 4500, staked: 500, lost: 500, turnover: 0, wager: 0 })
    const other = await openRun()
    expect(nameOf(await enter(player, other))).toBe('playLimitReached')
    const used = async () =>
      ((await player.call('GET', '/api/player/limits')).body as Loose[]).map(({ currentAmount }) => currentAmount)
    expect(await used()).toEqual([500, 500])
    expect(nameOf(await leave(player, run))).toBe('done')
    expect(await wallet(player)).toMatchObject({ cash: 5000, staked: 0, lost: 0, turnover: 0 })
    expect(await used()).toEqual([0, 0])
    expect(nameOf(await enter(player, other))).toBe('done')
    expect(nameOf(await enter(player, run))).toBe('playLimitReached')
  })

  // Shows: pair limits/buy-in
  test('of an earlier period, its refund does not add to what may be lost in this one', async () => {
    at(-3 * hourMs)
    const day = 24 * hourMs
    const data = definition({
      term: {
        startsAt: new Date(Date.now() + 2 * day).toISOString(),
        endsAt: new Date(Date.now() + 3 * day).toISOString(),
      },
    })
    const run = `${await define(data)}-${data.term!.startsAt.slice(0, 10)}`
    await publishRuns(app.deps)
    const player = await funded(5000n)
    await player.call('POST', '/api/player/limits', { definition: 2, period: 'daily', amount: 900, currency: 'EUR' })
    expect(nameOf(await enter(player, run))).toBe('done')
    at(day)
    const second = await define({ ...data })
    await publishRuns(app.deps)
    const other = `${second}-${data.term!.startsAt.slice(0, 10)}`
    expect(nameOf(await enter(player, other))).toBe('done')
    expect(nameOf(await leave(player, run))).toBe('done')
    const third = await define({ ...data })
    await publishRuns(app.deps)
    expect(nameOf(await enter(player, `${third}-${data.term!.startsAt.slice(0, 10)}`))).toBe('playLimitReached')
  })
})

describe('leaving', () => {
  // Shows: pair account switch/buy-in
  test('before the start returns the whole price once to the account that paid, and the player may enter again', async () => {
    const run = await openRun()
    const player = await funded(500n, ['USD', 'EUR'])
    await enter(player, run)
    const hidden = await player.call('PUT', `/api/wallet/accounts/${player.accounts.EUR}/hide`)
    expect(hidden.status).toBeLessThan(300)
    const answers = await Promise.all(Array.from({ length: 5 }, () => leave(player, run)))
    expect(answers.map(({ status, body }) => [status, body.isJoined])).toEqual(answers.map(() => [200, false]))
    // Money does not arrive unseen.
    expect(await wallet(player)).toMatchObject({ cash: 500, status: 2 })
    expect(await read(player, run)).toMatchObject({ isJoined: false, pool: 1000, buyIn: { players: 0 } })
    expect(nameOf(await enter(player, run))).toBe('done')
    expect((await entries(run)).map(({ refund_reason }) => refund_reason)).toEqual(['left', null])
    const { body } = await player.call('GET', '/api/wallet/entries')
    expect(body.data.slice(0, 2).map(({ kind }: Loose) => kind)).toEqual([
      'tournament-entry',
      'tournament-entry-returned',
    ])
  })

  test('is possible for a limited account, and for nobody after the start', async () => {
    const run = await openRun()
    const [player, other, third] = [await funded(), await funded(), await funded()]
    for (const each of [player, other, third]) await enter(each, run)
    await app.asOwner('UPDATE identity.players SET status = 2 WHERE id = $1', [player.id])
    expect(nameOf(await leave(player, run))).toBe('done')
    expect(await cashOf(player)).toBe(500)
    at(0)
    expect(nameOf(await leave(other, run))).toBe('tournamentStarted')
    await start()
    expect(nameOf(await leave(other, run))).toBe('tournamentStarted')
    expect(await cashOf(other)).toBe(0)
    expect((await rowOf(run)).collected).toBe(1000n)
  })

  // Shows: pair second tab/buy-in
  test('and entering at the same moment: in and paid, or out with the money', async () => {
    const run = await openRun()
    const player = await funded()
    for (let n = 0; n < 6; n++) {
      await Promise.all([enter(player, run), leave(player, run), enter(player, run)])
      const { isJoined } = await read(player, run)
      expect(await cashOf(player)).toBe(isJoined ? 0 : 500)
    }
  })
})

describe('exclusion', () => {
  const pause = (player: TestPlayer, definition = 5) =>
    player.call('POST', '/api/player/limits', {
      definition,
      period: definition === 5 ? '1-day' : '6-months',
    })

  // Shows: pair exclusion/buy-in
  test.each([
    ['a cooling-off period', 5],
    ['a self-exclusion', 4],
  ])('by %s before the start refunds the entry at once, with a message', async (_name, definition) => {
    const run = await openRun()
    const player = await funded()
    await enter(player, run)
    expect((await pause(player, definition)).status).toBe(200)
    expect(await cashOf(player)).toBe(500)
    expect(await entries(run)).toEqual([{ player_id: player.id, refund_reason: 'excluded' }])
    const { rows } = await app.asOwner(
      "SELECT title, description FROM messages.messages WHERE player_id = $1 AND key = 'entry-excluded'",
      [player.id],
    )
    expect(rows).toEqual([
      { title: 'You no longer take part in Harbor Cup', description: expect.stringContaining('€5.00') },
    ])
  })

  // Shows: pair exclusion/buy-in
  test('that the operator starts refunds it as well', async () => {
    const run = await openRun()
    const player = await funded()
    await enter(player, run)
    await app.deps.db.transaction((tx) => forceBreak(tx, app.deps, { playerId: player.id, period: '1-day' }))
    expect(await cashOf(player)).toBe(500)
  })

  // Shows: pair exclusion/buy-in
  longTest(
    'and entering at the same moment: never an excluded player in the tournament, never a lost price',
    async () => {
      const run = await openRun()
      for (let n = 0; n < 8; n++) {
        const player = await funded()
        const [entered, paused] = await Promise.all(
          n % 2 ? [enter(player, run), pause(player)] : [pause(player), enter(player, run)].toReversed(),
        )
        expect(paused!.status).toBe(200)
        expect(['done', 'playerExcluded']).toContain(nameOf(entered!))
        expect(await cashOf(player)).toBe(500)
        expect(await read(player, run)).toMatchObject({ isJoined: false })
      }
    },
  )

  // Shows: pair exclusion/buy-in
  test('after the start keeps the place; the prize is paid when it is over', async () => {
    const { run, players } = await played([300, 100])
    expect((await pause(players[0]!)).status).toBe(200)
    expect((await end(run)).state).toBe('finished')
    expect(await Promise.all(players.map(cashOf))).toEqual([0, 712])
    expect((await players[0]!.call('POST', '/api/player/profile/closure', {})).body.error.name).toBe('moneyLeft')
    at(3 * 24 * hourMs)
    await payDue(app.deps)
    expect(await cashOf(players[0]!)).toBe(1188)
  })
})

describe('an operator', () => {
  const put = (player: TestPlayer, status: 'blocked' | 'limited' | 'active') =>
    setStatus({ ...app.deps, actor: operator }, { playerId: player.id, status, reason: 'stolen card' })

  // Shows: attack 127, pair buy-in/block
  test('who blocks a player before the start refunds the entry, with a message; a limited player keeps it', async () => {
    const run = await openRun()
    const [blocked, limited] = [await funded(), await funded()]
    for (const player of [blocked, limited]) await enter(player, run)
    expect((await put(blocked, 'blocked')).ok).toBe(true)
    expect((await put(limited, 'limited')).ok).toBe(true)
    expect([await cashOf(blocked), await cashOf(limited)]).toEqual([500, 0])
    expect(await entries(run)).toEqual([
      { player_id: blocked.id, refund_reason: 'blocked' },
      { player_id: limited.id, refund_reason: null },
    ])
    const { rows } = await app.asOwner(
      "SELECT player_id, description FROM messages.messages WHERE player_id = ANY ($1) AND key = 'entry-blocked'",
      [[blocked.id, limited.id]],
    )
    expect(rows).toEqual([
      {
        player_id: blocked.id,
        description: 'Because your account was blocked, your buy-in of €5.00 was refunded to your balance.',
      },
    ])
  })

  // Shows: attack 127, pair buy-in/block
  longTest(
    'who blocks a player at the moment of an entry: never a blocked player in it, never a lost price',
    async () => {
      const run = await openRun()
      for (let n = 0; n < 8; n++) {
        const player = await funded()
        const acts = [() => enter(player, run), () => put(player, 'blocked')]
        await Promise.all((n % 2 ? acts : acts.toReversed()).map((act) => act()))
        expect(await cashOf(player)).toBe(500)
        expect((await entries(run)).filter((row) => row.player_id === player.id && !row.refund_reason)).toEqual([])
      }
    },
  )

  // Shows: attack 127, pair tournaments/block
  test('who blocks a player after the start: the place is kept, and the prize is paid once the player is admitted', async () => {
    const { run, players } = await played([300, 100])
    await put(players[0]!, 'blocked')
    expect((await end(run)).state).toBe('finished')
    await payDue(app.deps)
    expect(await Promise.all(players.map(cashOf))).toEqual([0, 712])
    await put(players[0]!, 'active')
    await payDue(app.deps)
    expect(await cashOf(players[0]!)).toBe(1188)
  })
})

// Shows: attack 129
longTest('a report of what is owed counts the price until it is refunded or the tournament is over', async () => {
  const owed = async (player: TestPlayer): Promise<number> => {
    const report = await publishReport({ ...app.deps, actor: job })
    const { rows } = await app.asOwner(
      'SELECT coalesce(sum(amount), 0)::int AS sum FROM liabilities.leaves WHERE report = $1 AND player_id = $2',
      [report, player.id],
    )
    return rows[0].sum
  }
  const run = await openRun()
  const [leaver, player, other] = [await funded(700n), await funded(), await funded()]
  for (const each of [leaver, player, other]) expect(nameOf(await enter(each, run))).toBe('done')
  expect([await cashOf(leaver), await owed(leaver), await owed(player)]).toEqual([200, 700, 500])
  await leave(leaver, run)
  expect(await owed(leaver)).toBe(700)
  await start()
  await round(other, 100)
  expect(await owed(player)).toBe(500)
  await end(run)
  expect(await Promise.all([cashOf(player), owed(player)])).toEqual([0, 0])
})

describe('closing the account', () => {
  const close = (player: TestPlayer) => player.call('POST', '/api/player/profile/closure', {})

  // Shows: pair closure/buy-in
  test('waits for the entry, as for an open bet: the player leaves, or the tournament ends', async () => {
    const run = await openRun()
    const player = await funded()
    await enter(player, run)
    expect(nameOf(await close(player))).toBe('moneyLeft')
    await leave(player, run)
    expect(nameOf(await close(player))).toBe('moneyLeft')
    await app.deps.ledger.post(
      movement({ kind: 'gift', transfers: [transfer(cash(player.id), 'clearing:test:EUR', 500)] }),
    )
    expect(nameOf(await close(player))).toBe('done')
    const next = await played([300, 100, 50, 20])
    const last = next.players[3]!
    expect(nameOf(await close(last))).toBe('moneyLeft')
    await end(next.run)
    expect(nameOf(await close(last))).toBe('done')
  })

  // Shows: pair closure/buy-in
  test('and entering at the same moment: never a closed account with an entry', async () => {
    const run = await openRun()
    for (let n = 0; n < 6; n++) {
      const player = await funded()
      const [entered, closed] = await Promise.all([enter(player, run), close(player)])
      expect(nameOf(closed)).toBe('moneyLeft')
      expect(nameOf(entered)).toBe('done')
    }
  })
})

describe('a withdrawal', () => {
  const withdraw = (player: TestPlayer) =>
    player.call('POST', '/api/payment/invoices/withdrawal', {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount: 2000,
      accountId: player.accounts.EUR,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
      idempotencyKey: randomUUID(),
    })

  // Shows: pair withdrawal/buy-in
  test('of the money of an entry is refused after it, and the entry after the withdrawal', async () => {
    const run = await openRun()
    const [player, other] = [await funded(2000n), await funded(2000n)]
    expect(nameOf(await enter(player, run))).toBe('done')
    expect(nameOf(await withdraw(player))).not.toBe('done')
    expect(nameOf(await withdraw(other))).toBe('done')
    expect(nameOf(await enter(other, run))).toBe('insufficientFunds')
    expect(await wallet(other)).toMatchObject({ cash: 0, held: 2000 })
  })

  // Shows: pair withdrawal/buy-in
  test('and an entry from the same money at once: one of them', async () => {
    const run = await openRun()
    for (let n = 0; n < 6; n++) {
      const player = await funded(2000n)
      const done = (await Promise.all([enter(player, run), withdraw(player)])).map(nameOf)
      expect(done.filter((name) => name === 'done')).toHaveLength(1)
      const { cash: left, held } = await wallet(player)
      expect(left + held).toBe(done[0] === 'done' ? 1500 : 2000)
    }
  })
})

describe('the start', () => {
  // Shows: pair tournaments/buy-in
  test('with fewer players than are needed cancels the run: everyone is refunded, once', async () => {
    const run = await openRun()
    const player = await funded()
    await enter(player, run)
    await start()
    expect(await rowOf(run)).toMatchObject({ state: 'cancelled', cancel_reason: 'fewer players than it needs' })
    expect(await Promise.all([refundEntries(app.deps), refundEntries(app.deps)])).toContain(1)
    expect(await cashOf(player)).toBe(500)
    const { rows } = await app.asOwner('SELECT title, description FROM messages.messages WHERE player_id = $1', [
      player.id,
    ])
    expect(rows).toEqual([
      { title: 'Harbor Cup was cancelled', description: 'Your buy-in of €5.00 is back in your balance.' },
    ])
  })

  // Shows: pair buy-in/definitions
  test('of a definition that has ended takes no entry any more; what was paid before, or at that moment, is refunded', async () => {
    const run = await openRun()
    const [before, after] = [await funded(), await funded()]
    expect(nameOf(await enter(before, run))).toBe('done')
    const racing = await Promise.all(Array.from({ length: 4 }, () => funded()))
    const ending = () =>
      app.deps.db.transaction((tx) =>
        endDefinition(tx, { clock: app.deps.clock, actor: operator }, tournamentKind, run.slice(0, -11)),
      )
    await Promise.all([...racing.map((player) => enter(player, run)), ending()])
    expect(nameOf(await enter(after, run))).toBe('tournamentOver')
    expect(await wallet(after)).toMatchObject({ cash: 500 })
    expect(nameOf(await enter(before, run))).toBe('done')
    await start()
    await refundEntries(app.deps)
    expect(await rowOf(run)).toMatchObject({ state: 'cancelled', cancel_reason: 'the definition has ended' })
    for (const player of [before, after, ...racing]) expect(await wallet(player)).toMatchObject({ cash: 500 })
  })

  // Shows: pair buy-in/definitions, pair tournaments/definitions
  test('that would start after the end of its definition is not offered, unless another version continues it', async () => {
    at(-3 * hourMs)
    const identity = `cup-${count++}`
    const data = definition()
    const ends = new Date(app.clock.now().getTime() + 1000)
    await putInForce(app.deps, tournamentKind, identity, data, ends)
    const runs = async () => {
      await publishRuns(app.deps)
      const { rows } = await app.asOwner('SELECT state FROM rewards.tournament_runs WHERE definition = $1', [identity])
      return rows
    }
    expect(await runs()).toEqual([])
    await app.deps.db.transaction(async (tx) => {
      const needs = { clock: app.deps.clock, actor: operator }
      const drafted = await draftDefinition(tx, needs, tournamentKind, { identity, data, comment: 'for a test' })
      if (!drafted.ok) throw new Error(drafted.refusal)
      await scheduleDefinition(tx, needs, tournamentKind, { ...drafted.value, startsAt: ends, endsAt: null })
    })
    expect(await runs()).toEqual([{ state: 'published' }])
  })

  // Shows: pair tournaments/buy-in
  test('at the moment of entries and departures: who is charged is in the pool, nobody else', async () => {
    const run = await openRun()
    const players = await Promise.all(Array.from({ length: 8 }, () => funded()))
    for (const player of players.slice(0, 4)) await enter(player, run)
    // Verbs that read their clock before the start, and commit while the job starts the run.
    const before = app.clock.now()
    const late: Deps = { ...app.deps, clock: { now: () => new Date(before.getTime()) } }
    const contexts = await Promise.all(
      players.map(async ({ id }) => {
        const { rows } = await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [id])
        return contextOf(late, { id, sessionId: rows[0].id }, { country: 'DE' })
      }),
    )
    const { leaveTournament } = await import('./leave-tournament.ts')
    at(0)
    await Promise.all([
      ...contexts.slice(4).map((ctx) => enterTournament(ctx, { identity: run, price: 500n, currency: 'EUR' } as never)),
      moveRuns(app.deps, job),
      ...contexts.slice(0, 2).map((ctx) => leaveTournament(ctx, { identity: run })),
    ])
    const row = await rowOf(run)
    expect(row.state).toBe('running')
    const charged = (await Promise.all(players.map(cashOf))).filter((left) => left === 0).length
    expect(row.collected).toBe(BigInt(charged * 500))
    expect((await entries(run)).filter(({ refund_reason }) => refund_reason === null)).toHaveLength(charged)
  })
})

describe('cancelling', () => {
  // Shows: attack 130, pair kill/buy-in
  test('refunds everyone in full exactly once, through kills and several jobs, also after the start', async () => {
    const { run, players } = await played([300, 100, 50, 0, 0])
    await catchUp(app.deps)
    expect((await cancel(run)).ok).toBe(true)
    let left = 2
    const killed = {
      ...app.deps,
      ledger: {
        ...app.deps.ledger,
        postIn: (async (tx, each) => {
          const posted = await app.deps.ledger.postIn(tx, each)
          if (each.kind === 'tournament-entry-returned' && left-- <= 0) throw new Error('killed')
          return posted
        }) as typeof app.deps.ledger.postIn,
      },
    }
    expect(await refundEntries(killed)).toBe(2)
    await Promise.all(Array.from({ length: 4 }, () => refundEntries(app.deps)))
    expect(await Promise.all(players.map(cashOf))).toEqual([500, 500, 500, 500, 500])
    expect(await refundEntries(app.deps)).toBe(0)
    expect(await rowOf(run)).toMatchObject({ state: 'cancelled', returned: 1000n, fees: 0n })
  })

  // Shows: pair tournaments/buy-in
  test('at the moment of entries: each is refused, or refunded', async () => {
    const run = await openRun()
    const players = await Promise.all(Array.from({ length: 6 }, () => funded()))
    const answers = await Promise.all([...players.map((player) => enter(player, run)), cancel(run)])
    expect(answers.at(-1)).toMatchObject({ ok: true })
    await refundEntries(app.deps)
    expect(await Promise.all(players.map(cashOf))).toEqual(players.map(() => 500))
  })

  test('is what happens where nobody has a score: the fee is refunded too', async () => {
    const { run, players } = await played([0, 0, 0])
    expect(await end(run)).toMatchObject({ state: 'cancelled', returned: 1000n, fees: 0n })
    await refundEntries(app.deps)
    expect(await Promise.all(players.map(cashOf))).toEqual([500, 500, 500])
  })
})

describe('prizes', () => {
  // Shows: pair cashback/buy-in
  test('are shares of guarantee and entries less fees, to the cent; the rest goes to the first place', async () => {
    const { run, players } = await played([500, 400, 300, 200, 100, 50, 20])
    expect(await rowOf(run)).toMatchObject({ state: 'running', pool: 1000n, collected: 3500n, fees: 0n })
    expect(await end(run)).toMatchObject({ state: 'finished', fees: 350n, returned: 0n })
    const { definition } = await rowOf(run)
    expect(await costOfDefinition(app.deps, { kind: 'tournament', identity: definition })).toMatchObject({
      ok: true,
      value: [{ reward: 'prizes', granted: 1, open: 0, used: 1, worth: { amount: '10.00' }, cost: { amount: '6.50' } }],
    })
    // 41.50: 20.75, 12.45 and 8.30.
    expect(await Promise.all(players.map(cashOf))).toEqual([2075, 1245, 830, 0, 0, 0, 0])
    const shown = await read(players[0]!, run)
    expect(shown).toMatchObject({ pool: 4150, buyIn: { players: 7, isOpen: false } })
    expect(shown.prizes[0]).toMatchObject({ title: '50%', amount: 2075, entry: { playerId: players[0]!.id } })
    expect(await app.deps.ledger.balance('house:tournament-fees:EUR')).toBeGreaterThanOrEqual(350n)
    const { rows } = await app.asOwner('SELECT DISTINCT source FROM rewards.grants WHERE source_id = $1', [run])
    expect(rows).toEqual([{ source: 'pool' }])
    // What other players paid is no reward that cashback takes off.
    const month = { from: new Date(Date.now() - 30 * 24 * hourMs), to: new Date(Date.now() + 30 * 24 * hourMs) }
    expect(await sumCashRewards(app.deps.db.kysely, { playerId: players[0]!.id, currency: 'EUR', ...month })).toBe(0n)
  })

  test('of places that nobody takes are divided among the winners', async () => {
    const { run, players } = await played([300, 100])
    await end(run)
    // 19.00 as 50 to 30: 11.875 and 7.125.
    expect(await Promise.all(players.map(cashOf))).toEqual([1188, 712])
  })

  // Shows: pair kill/buy-in
  test('are each paid once by jobs at once, and by one that is killed in the middle and repeated', async () => {
    const { run, players } = await played([300, 200, 100])
    at(hourMs + 600_000 + 1000)
    await moveRuns(app.deps, job)
    await catchUp(app.deps)
    let left = 1
    const killed = {
      ...app.deps,
      ledger: {
        ...app.deps.ledger,
        postIn: ((tx, each) => {
          if (each.kind === 'prize-paid' && left-- === 0) throw new Error('killed')
          return app.deps.ledger.postIn(tx, each)
        }) as typeof app.deps.ledger.postIn,
      },
    }
    await expect(moveRuns(killed, job)).rejects.toThrow('killed')
    await Promise.all(Array.from({ length: 4 }, () => moveRuns(app.deps, job)))
    expect((await rowOf(run)).state).toBe('finished')
    expect(await Promise.all(players.map(cashOf))).toEqual([1175, 705, 470])
  })

  test('as shares use up any pool, whatever the number of winners', () => {
    const data = TournamentDefinition.parse(definition())
    for (let pool = 160n; pool < 2000n; pool += 7n)
      for (const places of [1, 2, 3]) {
        const shares = sharesOf(data, pool, places)
        expect(shares.reduce((sum, each) => sum + each, 0n)).toBe(pool)
        expect(shares.every((each, index) => each > 0n && (index === 0 || each <= shares[index - 1]!))).toBe(true)
      }
  })
})
