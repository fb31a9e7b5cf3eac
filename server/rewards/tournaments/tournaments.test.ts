/** Tournaments: what counts, who is ahead, and prizes that are paid once from a pool that adds up. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, sampled, test } from '#tests/setup/length.ts'
import type { z } from 'zod'
import type { Leaderboard, ScoreKind } from '#contract/tournaments.ts'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { createConsumers } from '#server/kernel/facts/run-consumers.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { movement, play, transfer } from '#tests/money/wallets.ts'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { deskCtx, operator } from '#tests/setup/operator.ts'
import { endDefinition } from '../../kernel/definitions/change-definition.ts'
import { seedDefinitions } from '../../kernel/definitions/seed.ts'
import { payDue } from '../pay-due.ts'
import { issueAccessToken } from '../../identity/sessions/access-token.ts'
import { openAccount } from '../../wallet/open-account.ts'
import { cancelRun } from './cancel-run.ts'
import { consumers } from './consumers.ts'
import { cancelTournamentRun, listTournamentRuns, recountTournamentRun } from './desk.ts'
import { type TournamentDefinition, tournamentKind } from './tournament-kind.ts'
import { type Marks, readMarks, readNeighbourhood, readTop, type Score } from './internal/leaderboard.ts'
import { settleDuePrizes } from './internal/pay-prizes.ts'
import { moveRuns } from './move-runs.ts'
import { publishRuns } from './publish-runs.ts'

const hourMs = 3_600_000
const job = { kind: 'system', job: 'tournaments' } as const

let app: TestApp
let count = 0
/** Of this test alone: the runs of others do not count its rounds. */
let game = ''
beforeAll(async () => {
  app = await testApp({ now: new Date() })
  return () => app.close()
})
beforeEach(() => {
  setClock(0)
  game = `game-${randomUUID().slice(0, 8)}`
})
afterEach(async () => {
  setClock(0)
  const { rows } = await app.db.asOwner(
    `SELECT identity FROM rewards.tournament_runs WHERE state NOT IN ('finished', 'cancelled') AND ranked_at IS NULL`,
  )
  for (const { identity } of rows) await cancelRun({ ...app.deps, actor: operator }, { identity, reason: 'tested' })
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
})

/** The clock of the server, in relation to the database's, by which rounds settle. */
function setClock(ms: number): void {
  app.moveClock(Date.now() + ms - app.deps.clock.now().getTime())
}
const words = (text: string) => ({ en: text })
const cash = (base: string) => ({ kind: 'cash' as const, amount: { base } })
type ScoreRule = { by: ScoreKind; first?: number; best?: number; cap?: number }
type Data = Omit<Partial<z.input<typeof TournamentDefinition>>, 'score'> & { score?: ScoreRule }

function definition(over: Data = {}) {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return {
    title: words('Harbour race'),
    description: words('For the test.'),
    every: null,
    term: { startsAt: at(-2 * hourMs), endsAt: at(hourMs) },
    entry: 'automatic',
    score: { by: 'stake' },
    minStake: '0.10',
    games: [game],
    currencies: null,
    holdMinutes: 10,
    prizes: [
      { from: 1, to: 1, reward: cash('50') },
      { from: 2, to: 3, reward: cash('20') },
    ],
    ...over,
  }
}

async function define(data: object): Promise<string> {
  const identity = `race-${count++}`
  await putInForce(app.deps, tournamentKind, identity, data)
  return identity
}

/** A run that has been going on for two hours, or `state: 'published'`. */
async function runOf(over: Data = {}, { state = 'running' } = {}): Promise<string> {
  setClock(-3 * hourMs)
  const data = definition(over)
  const name = await define(data)
  await publishRuns(app.deps)
  setClock(0)
  if (state === 'running') await moveRuns(app.deps, job)
  return `${name}-${data.term!.startsAt.slice(0, 10)}`
}
const end = async (identity: string) => {
  setClock(hourMs + 600_000 + 1000)
  await moveRuns(app.deps, job)
  await catchUp()
  await moveRuns(app.deps, job)
  return rowOf(identity)
}
const rowOf = (identity: string) =>
  app.deps.db.kysely
    .selectFrom('rewards.tournament_runs')
    .selectAll()
    .where('identity', '=', identity)
    .executeTakeFirstOrThrow()
const catchUp = async (batchSize = 5000) => {
  const running = await createConsumers(
    consumers.map((each) => ({ ...each, batchSize })),
    { db: app.deps.db, clock: app.deps.clock, log: app.deps.log, needs: {} },
  )
  await running.catchUp()
  await running.stop()
}

type Player = { id: string; sessionId: string; token(): Promise<string> }
async function newPlayer(nickname = 'Marguerite'): Promise<Player> {
  const [id, sessionId] = [randomUUID(), randomUUID()]
  await app.db.asOwner(
    `INSERT INTO identity.players (id, email, nickname, country, currency, created_at, updated_at) VALUES ($1, $2, $3, 'DE', 'EUR', now(), now())`,
    [id, `${id}@example.test`, nickname],
  )
  await app.db.asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent, stepped_up_at) VALUES ($1, $2, now(), now(), now(), '127.0.0.1', 'test', '2999-01-01')`,
    [sessionId, id],
  )
  for (const currency of ['EUR', 'USD', 'BTC'])
    await app.deps.db.transaction((tx) => openAccount(tx, { playerId: id, currency, active: currency === 'EUR' }))
  const token = () =>
    issueAccessToken(app.deps, { playerId: id, sessionId, generation: 1, issuedAt: app.deps.clock.now() })
  return { id, sessionId, token }
}
async function call(method: 'GET' | 'POST', url: string, by?: Player, payload?: object) {
  return app.send({
    method,
    url,
    ...(by ? { token: await by.token() } : {}),
    ...(payload ? { payload } : {}),
  })
}
const board = async (identity: string, by?: Player): Promise<Leaderboard> =>
  (await call('GET', `/api/retention/tournaments/${identity}/leaderboard`, by)).body

type Round = { stake: number; won?: number; currency?: string; gameId?: string; isFinished?: boolean; id?: string }
async function round(
  player: Player,
  { stake, won = 0, currency = 'EUR', gameId = game, isFinished = true, id = randomUUID() }: Round,
) {
  const own = `player:${player.id}:cash:${currency}`
  const table = `house:games:${currency}`
  const part = (movement: ReturnType<typeof play>, transfers: ReturnType<typeof transfer>[]) => ({
    ...movement,
    transfers,
    round: { ...movement.round!, currency },
  })
  const post = async (each: Parameters<typeof app.deps.ledger.post>[0]) => {
    const posted = await app.deps.ledger.post(each)
    if (!posted.ok) throw new Error(posted.refusal)
  }
  await post(
    movement({
      kind: 'deposit',
      transfers: [transfer(`world:sandbox:${currency}`, own, stake)],
    }),
  )
  const key = randomUUID()
  await post(part(play({ kind: 'bet', player: player.id, roundId: id, gameId, key }), [transfer(own, table, stake)]))
  if (!isFinished) return { id, key }
  await post(
    part(
      play({ kind: 'win', player: player.id, roundId: id, gameId, isFinished: true }),
      won > 0 ? [transfer(table, own, won)] : [],
    ),
  )
  return { id, key }
}
/** As stored; the top that callers share may be a second old. */
const scores = async (identity: string) =>
  (await readTop(app.deps.db.kysely, (await rowOf(identity)).id, { limit: 100 })).map(({ score }) => Number(score))
async function balance(player: Player, currency = 'EUR'): Promise<number> {
  const { rows } = await app.db.asOwner(
    'SELECT cash::int FROM wallet.accounts WHERE player_id = $1 AND currency = $2',
    [player.id, currency],
  )
  return rows[0].cash
}
const grants = async (identity: string) =>
  (
    await app.db.asOwner(
      `SELECT player_id, status, amount::int FROM rewards.grants WHERE source_id = $1 ORDER BY amount DESC`,
      [identity],
    )
  ).rows

describe('a definition', () => {
  test.each([
    [{ every: 'day' as const }, 'either `every` or a term'],
    [{ minStake: '0', score: { by: 'multiplier' as const } }, 'equal stakes'],
    [{ prizes: [{ from: 2, to: 2, reward: cash('5') }] }, 'without gaps'],
    [
      {
        prizes: [
          { from: 1, to: 1, reward: cash('5') },
          { from: 2, to: 2, reward: cash('6') },
        ],
      },
      'never wins less',
    ],
  ])('that breaks a rule is refused by its name: %o', async (over, rule) => {
    await expect(define(definition(over))).rejects.toThrow(rule)
  })

  test('as shipped is valid, and its runs start by themselves', async () => {
    await seedDefinitions(app.deps, [tournamentKind])
    await publishRuns(app.deps)
    const { body } = await call('GET', '/api/retention/tournaments')
    const names = body.next.map(({ identity }: { identity: string }) => identity.slice(0, -11))
    expect(new Set(names)).toEqual(new Set(['daily-race', 'weekly-peak', 'harbor-cup']))
    expect(await publishRuns(app.deps)).toBe(0)
    setClock(8 * 24 * hourMs)
    await publishRuns(app.deps)
    await moveRuns(app.deps, job)
    const later = (await call('GET', '/api/retention/tournaments')).body
    expect(later.running.length + later.next.length).toBeGreaterThanOrEqual(4)
    for (const name of ['daily-race', 'weekly-peak', 'harbor-cup'])
      await app.deps.db.transaction((tx) =>
        endDefinition(tx, { clock: app.deps.clock, actor: operator }, tournamentKind, name),
      )
  })

  test.each([
    ['day', 1],
    ['week', 7],
  ] as const)(
    'that comes into force in the last hour of a %s has a run at once, until the end of the next',
    async (every, days) => {
      const start = new Date('2031-03-02T23:15:00.200Z')
      app.moveClock(start.getTime() - app.deps.clock.now().getTime())
      const name = await define({ ...definition(), term: undefined, every })
      expect(await publishRuns(app.deps)).toBeGreaterThan(0)
      expect(await publishRuns(app.deps)).toBe(0)
      app.moveClock(10_000)
      await moveRuns(app.deps, job)
      const read = () =>
        app.db.asOwner(
          'SELECT identity, state, starts_at, ends_at FROM rewards.tournament_runs WHERE definition = $1 ORDER BY ends_at',
          [name],
        )
      const first = { identity: `${name}-2031-03-03`, ends_at: new Date(Date.UTC(2031, 2, 3 + days)) }
      const { rows } = await read()
      expect(rows).toMatchObject([{ ...first, state: 'running' }])
      const startedAfter = rows[0].starts_at.getTime() - start.getTime()
      expect(startedAfter).toBeGreaterThanOrEqual(2_000)
      expect(startedAfter).toBeLessThan(10_000)
      app.moveClock(2 * hourMs)
      await publishRuns(app.deps)
      const after = await read()
      expect(after.rows).toMatchObject([{ ...first }, { starts_at: first.ends_at, state: 'published' }])
      const acting = { ...app.deps, actor: operator }
      for (const { identity } of after.rows) await cancelRun(acting, { identity, reason: 'after the test' })
      await app.deps.db.transaction((tx) => endDefinition(tx, acting, tournamentKind, name))
      setClock(0)
    },
  )

  // Shows: pair tournaments/definitions
  test('that has ended before a start begins nothing: the run is cancelled and no pool is put aside', async () => {
    setClock(-3 * hourMs)
    const name = await define(definition())
    await publishRuns(app.deps)
    await app.deps.db.transaction((tx) =>
      endDefinition(tx, { clock: app.deps.clock, actor: operator }, tournamentKind, name),
    )
    setClock(0)
    await moveRuns(app.deps, job)
    const { rows } = await app.db.asOwner(
      'SELECT state, returned::int FROM rewards.tournament_runs WHERE definition = $1',
      [name],
    )
    expect(rows).toEqual([{ state: 'cancelled', returned: 0 }])
  })
})

// Shows: 3.25.1
test('a run is shown with the rules of its definition', async () => {
  const shown = async (over: Data) => (await call('GET', `/api/retention/tournaments/${await runOf(over)}`)).body
  const rules = { score: 'stake', minStake: 10, holdMinutes: 10, currencies: null }
  expect(await shown({})).toMatchObject({ title: 'Harbour race', entry: 'automatic', rules })
  const run = await runOf()
  const { starts_at, ends_at } = await rowOf(run)
  expect((await call('GET', `/api/retention/tournaments/${run}`)).body).toMatchObject({
    identity: run,
    state: 'running',
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
    rules: { countsBonusMoney: false, countsFreeSpins: false },
  })
  const counted = { countsBonusMoney: true, countsFreeSpins: true }
  const other = { minStake: '2.50', holdMinutes: 30, currencies: ['EUR', 'USD'], games: null, ...counted }
  expect((await shown(other)).rules).toMatchObject({ ...other, minStake: 250 })
  const scored = async (score: ScoreRule) => (await shown({ score })).rules
  const equalised = { score: 'equalised', firstRounds: 7, bestRounds: 2, multiplierCap: 137 }
  expect(await scored({ by: 'equalised', first: 7, best: 2, cap: 1.37 })).toMatchObject(equalised)
  expect(await scored({ by: 'multipliers', first: 5 })).toMatchObject({ firstRounds: 5, bestRounds: null })
})

describe('a score', () => {
  test('counts settled rounds of the term, at the smallest stake or above, in the games and currencies of the rules', async () => {
    const run = await runOf({ currencies: ['EUR', 'USD'] })
    const player = await newPlayer()
    await round(player, { stake: 100 })
    await round(player, { stake: 9 })
    await round(player, { stake: 300, gameId: 'ember-forge' })
    await round(player, { stake: 100_000, currency: 'BTC' })
    await round(player, { stake: 500, isFinished: false })
    await catchUp()
    expect(await scores(run)).toEqual([100])
  })

  // Shows: attack 123, pair bonus/tournaments, pair free spins/tournaments
  test('does not count rounds with bonus money or free spins, unless the rules say so', async () => {
    const [run, generous] = [await runOf(), await runOf({ countsBonusMoney: true, countsFreeSpins: true })]
    const player = await newPlayer()
    const bonus = await round(player, { stake: 100 })
    await app.db.asOwner('UPDATE games.rounds SET bonus_stake = 40 WHERE id = $1', [bonus.id])
    const spin = await round(player, { stake: 200 })
    await app.db.asOwner('UPDATE games.rounds SET stake = 0, free_stake = 200 WHERE id = $1', [spin.id])
    await catchUp()
    expect([await scores(run), await scores(generous)]).toEqual([[], [300]])
    await app.db.asOwner('UPDATE games.rounds SET bonus_stake = 0, free_stake = 0, stake = 100 WHERE id = $1', [
      bonus.id,
    ])
    await app.db.asOwner('UPDATE games.rounds SET stake = 200, free_stake = 0 WHERE id = $1', [spin.id])
  })

  // Shows: attack 123, pair open round/tournaments
  test('leaves out a round that was rolled back', async () => {
    const run = await runOf()
    const player = await newPlayer()
    const bet = await round(player, { stake: 100, isFinished: false })
    await app.deps.ledger.post(play({ kind: 'rollback', player: player.id, roundId: bet.id, betKey: bet.key }))
    await catchUp()
    expect(await scores(run)).toEqual([])
  })

  // Shows: attack 123, pair open round/tournaments
  test('leaves out a round that settles after the end, however early it began', async () => {
    const past = (ms: number) => new Date(Date.now() + ms).toISOString()
    const run = await runOf({ term: { startsAt: past(-2 * hourMs), endsAt: past(-hourMs) } })
    const player = await newPlayer()
    await round(player, { stake: 100 })
    await catchUp()
    expect(await scores(run)).toEqual([])
  })

  // Shows: pair tournaments/rates
  test('is counted also where the round settles before the job has started the run, at the same rates', async () => {
    const run = await runOf({}, { state: 'published' })
    const player = await newPlayer()
    await round(player, { stake: 1000, currency: 'USD' })
    await catchUp()
    const before = (await rowOf(run)).rates
    expect(await scores(run)).toHaveLength(1)
    await moveRuns(app.deps, job)
    expect((await rowOf(run)).rates).toEqual(before)
  })

  // Shows: invariant 15
  test.each(sampled([5000, 7, 1], 1))(
    'equals an independent recount of the ledger, in batches of %i',
    async (batchSize) => {
      const kinds: ScoreRule[] = [
        { by: 'stake' },
        { by: 'rounds' },
        { by: 'multiplier' },
        { by: 'multipliers', first: 5 },
        { by: 'equalised', first: 7, best: 2, cap: 1.37 },
        { by: 'net' },
      ]
      const runs = new Map<string, ScoreRule>()
      for (const score of kinds) runs.set(await runOf({ score, minStake: '0.50' }), score)
      const players = await Promise.all(Array.from({ length: 6 }, () => newPlayer()))
      for (let n = 0; n < 60; n++) {
        const currency = ['EUR', 'USD', 'BTC'][randomInt(3)]!
        const stake = currency === 'BTC' ? randomInt(300, 5000) : randomInt(20, 300)
        await round(players[randomInt(players.length)]!, {
          stake,
          won: Math.floor(stake * [0, 0, 1, 1.37, 4][randomInt(5)]!),
          currency,
        })
      }
      await catchUp(batchSize)
      const { rows } = await app.deps.db.pool.query(
        'SELECT * FROM games.settled_rounds WHERE game_id = $1 ORDER BY movement_id',
        [game],
      )
      for (const [identity, score] of runs) {
        const run = await rowOf(identity)
        const stored = await app.deps.db.kysely
          .selectFrom('rewards.tournament_scores')
          .select(['player_id', 'score', 'reached', 'rounds'])
          .where('run_id', '=', run.id)
          .orderBy('player_id')
          .execute()
        expect(stored, score.by).toEqual(recount(rows, score, run.rates as Record<string, number>))
      }
    },
    120_000,
  )

  // Shows: attack 124
  longTest('is the same after a replay, also where a player joined in the middle', async () => {
    const run = await runOf({ entry: 'confirmed' })
    const player = await newPlayer()
    await round(player, { stake: 100 })
    expect((await call('POST', `/api/retention/tournaments/${run}/join`, player)).status).toBe(200)
    await round(player, { stake: 30 })
    await catchUp()
    expect(await scores(run)).toEqual([30])
    const replayed = await replayConsumer({ ...app.deps, actor: operator }, consumers[0]!, { isPartial: true })
    expect(replayed.ok).toBe(true)
    expect(await scores(run)).toEqual([])
    await catchUp(3)
    expect(await scores(run)).toEqual([30])
  })

  // Shows: attack 124
  longTest(
    'in a confirmed tournament counts each round after joining and none before, also while batches are applied',
    async () => {
      const run = await runOf({ entry: 'confirmed', score: { by: 'rounds' } })
      const players = await Promise.all(Array.from({ length: 5 }, () => newPlayer()))
      await Promise.all(
        players.map(async (player) => {
          for (let n = 0; n < 4; n++) {
            await round(player, { stake: 20 })
            if (n === 1) await call('POST', `/api/retention/tournaments/${run}/join`, player)
            await catchUp(2)
          }
        }),
      )
      await catchUp()
      expect(await scores(run)).toEqual([2, 2, 2, 2, 2])
    },
  )
})

/** Calculated independently from the rounds, in exact fractions. */
function recount(
  rounds: Array<{ movement_id: bigint; player_id: string; currency: string; stake: bigint; won: bigint }>,
  { by, first = Infinity, best = 0, cap = 0 }: ScoreRule,
  rates: Record<string, number>,
) {
  const subunits: Record<string, bigint> = { EUR: 100n, USD: 100n, BTC: 100_000_000n }
  const inBase = (amount: bigint, currency: string) => {
    const [whole, fraction = ''] = String(rates[currency]).split('.')
    const scale = 10n ** BigInt(fraction.length)
    return (amount * 100n * scale) / (subunits[currency]! * BigInt(whole! + fraction))
  }
  const totals = new Map<string, { player_id: string; score: bigint; reached: bigint; rounds: number }>()
  const firsts = new Map<string, number[]>()
  for (const { movement_id, player_id, currency, stake, won } of rounds) {
    if (inBase(stake, currency) < 50n) continue
    const own = totals.get(player_id) ?? { player_id, score: 0n, reached: 0n, rounds: 0 }
    totals.set(player_id, own)
    own.rounds++
    const multiplier = (won * 100n) / stake
    const before = own.score
    if (by === 'stake') own.score += inBase(stake, currency)
    if (by === 'rounds') own.score += 1n
    if (by === 'net') own.score += inBase(won, currency) - inBase(stake, currency)
    if (by === 'multipliers' && own.rounds <= first) own.score += multiplier
    if (by === 'multiplier' && multiplier > own.score) own.score = multiplier
    if (by === 'equalised' && own.rounds <= first) {
      const counted = [...(firsts.get(player_id) ?? []), Math.min(Number(multiplier), cap * 100)]
      firsts.set(player_id, counted)
      const top = counted.toSorted((a, b) => b - a).slice(0, best)
      own.score = BigInt(top.reduce((sum, each) => sum + each, 0))
    }
    if (own.score !== before || (by === 'multiplier' && own.rounds === 1)) own.reached = movement_id
  }
  return [...totals.values()].toSorted((a, b) => (a.player_id < b.player_id ? -1 : 1))
}

describe('the leaderboard', () => {
  test('ranks equal scores by who reached them first, and shows the own place with its neighbours and the names of the player and of those who agreed', async () => {
    const run = await runOf()
    const [early, late, ahead] = [await newPlayer('Earlybird'), await newPlayer('Latecomer'), await newPlayer('Aurora')]
    await round(early, { stake: 100 })
    await round(late, { stake: 100 })
    await round(ahead, { stake: 150 })
    await catchUp()
    expect((await board(run)).top).toEqual([
      { place: 1, name: 'Au***', score: 150, isOwn: false },
      { place: 2, name: 'Ea***', score: 100, isOwn: false },
      { place: 3, name: 'La***', score: 100, isOwn: false },
    ])
    expect((await board(run)).own).toBeNull()
    const { own } = await board(run, late)
    expect(own).toMatchObject({ place: 3, score: 100, rounds: 1 })
    expect(own!.around.map(({ place, name, isOwn }) => [place, name, isOwn])).toEqual([
      [1, 'Au***', false],
      [2, 'Ea***', false],
      [3, 'Latecomer', true],
    ])
    await app.db.asOwner("UPDATE identity.players SET shows_nickname = true WHERE nickname = 'Aurora'")
    await expect.poll(async () => (await board(run)).top.map(({ name }) => name)).toEqual(['Aurora', 'Ea***', 'La***'])
  })

  // Shows: attack 125
  test('shows players the same place in the top and among their neighbours right after the round that moved them', async () => {
    const run = await runOf()
    const [first, second] = [await newPlayer('Aurora'), await newPlayer('Bartholomew')]
    const places = async () => {
      const { top, own } = await board(run, second)
      expect(own!.around).toEqual(top)
      return { place: own!.place, score: own!.score, inTop: top.find(({ isOwn }) => isOwn)?.place }
    }
    await round(first, { stake: 100 })
    await round(second, { stake: 50 })
    await catchUp()
    expect(await places()).toEqual({ place: 2, score: 50, inTop: 2 })
    await round(second, { stake: 150 })
    await catchUp()
    expect(await places()).toEqual({ place: 1, score: 200, inTop: 1 })
  })

  test('of an unknown tournament is 404', async () => {
    expect((await call('GET', '/api/retention/tournaments/none/leaderboard')).status).toBe(404)
    expect((await call('GET', '/api/retention/tournaments/none')).status).toBe(404)
  })
})

describe('joining', () => {
  const join = (run: string, by: Player) => call('POST', `/api/retention/tournaments/${run}/join`, by)

  // Shows: pair second tab/tournaments
  test('twice at once changes nothing the second time, and it is shown', async () => {
    const run = await runOf({ entry: 'confirmed' })
    const player = await newPlayer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(run, player)))
    expect(answers.map(({ status, body }) => [status, body.isJoined])).toEqual(answers.map(() => [200, true]))
    expect((await call('GET', `/api/retention/tournaments/${run}`, player)).body.isJoined).toBe(true)
    expect((await call('GET', `/api/retention/tournaments/${run}`)).body.isJoined).toBe(false)
  })

  // Shows: pair exclusion/tournaments
  test('is refused to an excluded or limited player, after the end, and for an unknown tournament', async () => {
    const run = await runOf({ entry: 'confirmed' })
    const [excluded, limited, player] = [await newPlayer(), await newPlayer(), await newPlayer()]
    await call('POST', '/api/player/limits', excluded, { definition: 5, period: '1-day' })
    await app.db.asOwner('UPDATE identity.players SET status = 2 WHERE id = $1', [limited.id])
    expect((await join(run, excluded)).body.error.name).toBe('playerExcluded')
    expect((await join(run, limited)).body.error.name).toBe('playerLimited')
    expect((await join('none', player)).status).toBe(404)
    setClock(hourMs + 1000)
    expect((await join(run, player)).body.error.name).toBe('tournamentOver')
  })
})

describe('prizes', () => {
  async function played(stakes: number[], over: Data = {}) {
    const run = await runOf(over)
    const players: Player[] = []
    for (const stake of stakes) {
      const player = await newPlayer()
      await round(player, { stake })
      players.push(player)
    }
    return { run, players }
  }

  // Shows: 3.25.1, 7.7.6
  test('are paid by place from the pool and announced; what no place wins is returned', async () => {
    const { run, players } = await played([100, 300])
    expect((await rowOf(run)).pool).toBe(9000n)
    const row = await end(run)
    expect(row).toMatchObject({ state: 'finished', returned: 2000n })
    expect(await Promise.all(players.map((player) => balance(player)))).toEqual([2000, 5000])
    const moves = await app.db.asOwner(
      `SELECT detail -> 'before' ->> 'state' AS before, detail -> 'after' ->> 'state' AS after FROM identity.audit
       WHERE action = 'tournament-moved' AND detail ->> 'identity' = $1 ORDER BY id`,
      [run],
    )
    expect(moves.rows).toEqual([
      { before: 'published', after: 'running' },
      { before: 'running', after: 'finalising' },
      { before: 'finalising', after: 'finished' },
    ])
    const { body } = await call('GET', `/api/retention/tournaments/${run}`, players[1])
    expect(body.prizes).toMatchObject([
      {
        place: 1,
        title: '€50.00',
        amount: null,
        cash: 5000,
        entry: { playerId: players[1]!.id, name: 'Marguerite', score: 300 },
      },
      { place: 2, title: '€20.00', entry: { playerId: players[0]!.id, name: 'Ma***', score: 100 } },
      { place: 3, entry: null },
    ])
    const { rows } = await app.db.asOwner(
      `SELECT event, payload FROM outbox.events WHERE channel = 'tournaments' AND payload ->> 'identity' = $1`,
      [run],
    )
    expect(rows).toEqual([
      {
        event: 'tournament.completed',
        payload: {
          identity: run,
          title: 'Harbour race',
          prizes: [
            { place: 1, title: '€50.00', entry: { playerId: players[1]!.id } },
            { place: 2, title: '€20.00', entry: { playerId: players[0]!.id } },
            { place: 3, title: '€20.00', entry: null },
          ],
        },
      },
    ])
  })

  test('wait for the hold period and until the consumer has counted every round', async () => {
    const { run, players } = await played([100])
    setClock(hourMs + 1000)
    await moveRuns(app.deps, job)
    expect((await rowOf(run)).state).toBe('finalising')
    setClock(hourMs + 600_000 + 1000)
    await moveRuns(app.deps, job)
    expect((await rowOf(run)).state).toBe('finalising')
    expect(await balance(players[0]!)).toBe(0)
    expect((await end(run)).state).toBe('finished')
    expect(await balance(players[0]!)).toBe(5000)
  })

  // Shows: attack 131, pair kill/tournaments
  test('are each paid once by jobs at the same time, and by one that is killed in the middle and repeated', async () => {
    const { run, players } = await played([100, 200, 300])
    setClock(hourMs + 600_000 + 1000)
    await moveRuns(app.deps, job)
    await catchUp()
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
    expect(await grants(run)).toMatchObject([{ status: 'paid' }])
    await Promise.all(Array.from({ length: 4 }, () => moveRuns(app.deps, job)))
    expect((await rowOf(run)).state).toBe('finished')
    expect(await Promise.all(players.map((player) => balance(player)))).toEqual([2000, 2000, 5000])
  })

  // Shows: attack 132, pair exclusion/tournaments
  test('of an excluded player keep the place, and are paid when the exclusion is over', async () => {
    const { run, players } = await played([300, 100])
    await call('POST', '/api/player/limits', players[0], { definition: 5, period: '1-day' })
    await end(run)
    expect(await grants(run)).toMatchObject([
      { player_id: players[0]!.id, status: 'due', amount: 5000 },
      { player_id: players[1]!.id, status: 'paid', amount: 2000 },
    ])
    setClock(3 * 24 * hourMs)
    const status = async () =>
      (
        await app.db.asOwner('SELECT prize_status FROM rewards.tournament_scores WHERE player_id = $1', [
          players[0]!.id,
        ])
      ).rows
    expect(await settleDuePrizes(app.deps)).toBe(0)
    expect(await status()).toEqual([{ prize_status: 'due' }])
    await payDue(app.deps)
    expect(await balance(players[0]!)).toBe(5000)
    expect(await Promise.all([settleDuePrizes(app.deps), settleDuePrizes(app.deps)])).toContain(1)
    expect(await status()).toEqual([{ prize_status: 'paid' }])
  })

  // Shows: attack 132, pair closure/tournaments
  test('skip a closed account: the next player moves up', async () => {
    const { run, players } = await played([300, 100])
    await catchUp()
    expect((await call('POST', '/api/player/profile/closure', players[0], {})).status).toBeLessThan(300)
    expect(await scores(run)).toEqual([100])
    await end(run)
    expect(await grants(run)).toMatchObject([{ player_id: players[1]!.id, status: 'paid', amount: 5000 }])
  })

  test('of an account that closes while its prize is due are returned to the operator', async () => {
    const { run, players } = await played([300])
    await call('POST', '/api/player/limits', players[0], { definition: 5, period: '1-day' })
    await end(run)
    expect((await call('POST', '/api/player/profile/closure', players[0], {})).status).toBeLessThan(300)
    expect((await rowOf(run)).returned).toBe(9000n)
  })

  // Shows: attack 132, pair closure/tournaments
  test('and closing the account at the same moment: paid and open, or skipped and closed', async () => {
    for (let n = 0; n < 4; n++) {
      const { run, players } = await played([300, 100])
      await catchUp()
      setClock(hourMs + 600_000 + 1000)
      const [closed] = await Promise.all([
        call('POST', '/api/player/profile/closure', players[0], {}),
        moveRuns(app.deps, job),
      ])
      expect((await end(run)).state).toBe('finished')
      if (closed.status < 300) expect(await balance(players[0]!)).toBe(0)
      else expect(await balance(players[0]!)).toBe(5000)
      setClock(0)
    }
  })

  test('need a score above zero', async () => {
    const { run, players } = await played([300], { score: { by: 'net' } })
    expect((await end(run)).returned).toBe(9000n)
    expect(await balance(players[0]!)).toBe(0)
  })
})

test('cancelled at the desk by two at once it is cancelled once, and the second reads who did it', async () => {
  const identity = await runOf()
  const cancel = (name: string, of = identity) =>
    cancelTournamentRun({ ...deskCtx(app.deps), actor: { ...operator, name } }, { identity: of, reason: 'a fault' })
  const [ann, bea] = await Promise.all([cancel('ann'), cancel('bea')])
  expect([ann.ok, bea.ok].toSorted()).toEqual([false, true])
  const winner = ann.ok ? 'ann' : 'bea'
  expect(ann.ok ? bea : ann).toMatchObject({ refusal: 'tournamentOver', message: `${winner} has cancelled it.` })
  // Its answer was lost.
  expect(await cancel(winner)).toMatchObject({ ok: true })
  expect(await cancel('ann', 'no-such-run')).toMatchObject({ refusal: 'tournamentNotFound' })
})

describe('recomputing', () => {
  test('finds the scores equal to the ledger, and names one that was changed', async () => {
    const run = await runOf({ score: { by: 'multipliers', first: 2 } })
    const [player, other] = [await newPlayer(), await newPlayer()]
    for (const won of [150, 0, 900]) await round(player, { stake: 100, won })
    await round(other, { stake: 150, won: 200, currency: 'USD' })
    await catchUp()
    const recount = () => recountTournamentRun(deskCtx(app.deps), { identity: run })
    expect(await recount()).toEqual({ ok: true, value: { scores: 2, differing: 0, differences: [] } })
    await app.db.asOwner('UPDATE rewards.tournament_scores SET score = score + 1 WHERE player_id = $1', [player.id])
    expect(await recount()).toMatchObject({
      value: {
        scores: 2,
        differing: 1,
        differences: [
          { playerId: player.id, stored: { score: '151', rounds: 3 }, recounted: { score: '150', rounds: 3 } },
        ],
      },
    })
    const listed = await listTournamentRuns(deskCtx(app.deps), {})
    expect(listed.ok && listed.value.runs.find(({ identity }) => identity === run)).toMatchObject({
      state: 'running',
      players: 2,
      pool: { amount: '90.00', currency: 'EUR' },
      returned: { amount: '0.00', currency: 'EUR' },
      entries: null,
      isRanked: false,
    })
  })
})

const noMarks: Marks = { every: 500, marks: [] }
const neighbourhoodOf = (runId: number, own: Score, { every, marks } = noMarks) =>
  readNeighbourhood(app.deps.db, runId, own, { every, marks, reach: 3 })
/** `score`, `reached`: SQL over `n`, from 1 to `players`. */
async function rank(players: number, score: string, reached: string): Promise<{ id: number; order: Score[] }> {
  const { id } = await rowOf(await runOf())
  await app.db.asOwner(
    `INSERT INTO rewards.tournament_scores (run_id, player_id, score, reached, rounds)
    SELECT $1, gen_random_uuid(), ${score}, ${reached}, 1 FROM generate_series(1, $2) AS n`,
    [id, players],
  )
  return { id, order: await readTop(app.deps.db.kysely, id, { limit: players }) }
}

test('among many players with equal scores, the place and its neighbours are those of the whole order', async () => {
  const { id, order } = await rank(2000, 'n % 40', 'n / 2')
  expect(new Set(order.map(({ player_id }) => player_id)).size).toBe(2000)
  for (const index of [0, 1, 2, 99, 1000, 1998, 1999]) {
    const first = Math.max(0, index - 3)
    expect(await neighbourhoodOf(id, order[index]!)).toEqual(
      order.slice(first, index + 4).map((score, offset) => ({ ...score, place: first + offset + 1 })),
    )
  }
})

test('far down, the place counted from a mark is the place counted from the top, whatever scores are equal', async () => {
  const { id, order } = await rank(4000, 'CASE WHEN n < 2000 THEN 7 ELSE n % 300 END', 'n / 3')
  const marks = await readMarks(app.deps.db.kysely, id, 130)
  expect(marks.marks.map((mark) => order.findIndex(({ player_id }) => player_id === mark.player_id))).toEqual(
    Array.from({ length: 31 }, (_, index) => index * 130),
  )
  for (const index of [0, 999, 1000, 1001, 1040, 1169, 1170, 2222, 3333, 3998, 3999]) {
    const around = await neighbourhoodOf(id, order[index]!, marks)
    expect(around.find(({ player_id }) => player_id === order[index]!.player_id)!.place).toBe(index + 1)
  }
})

// Shows: attack 125
test('whoever has passed a mark since they were read has the place of their present score', async () => {
  const { id, order } = await rank(1000, 'n', 'n')
  const marks = await readMarks(app.deps.db.kysely, id, 100)
  const last = order.at(-1)!
  await app.db.asOwner('UPDATE rewards.tournament_scores SET score = 651 WHERE player_id = $1', [last.player_id])
  const around = await neighbourhoodOf(id, last, marks)
  expect(around.map(({ place, score }) => [place, score])).toEqual(
    [654n, 653n, 652n, 651n, 651n, 650n, 649n].map((score, index) => [347 + index, score]),
  )
  expect(around[3]!.player_id).toBe(last.player_id)
})

describe('cancelling', () => {
  const cancel = (identity: string) => cancelRun({ ...app.deps, actor: operator }, { identity, reason: 'a fault' })

  test('returns the whole pool once, and nobody wins', async () => {
    const run = await runOf()
    const player = await newPlayer()
    await round(player, { stake: 100 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(run)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await end(run)).toMatchObject({ state: 'cancelled', returned: 9000n, cancel_reason: 'a fault' })
    expect(await balance(player)).toBe(0)
  })

  test('is refused once prizes are assigned', async () => {
    const run = await runOf()
    await end(run)
    expect(await cancel(run)).toMatchObject({ ok: false, refusal: 'tournamentOver' })
  })
})

test('the rules of a published run cannot be altered', async () => {
  const run = await runOf()
  await expect(
    app.db.asOwner(`UPDATE rewards.tournament_runs SET ends_at = ends_at + interval '1 day' WHERE identity = $1`, [
      run,
    ]),
  ).rejects.toThrow('never altered')
})
