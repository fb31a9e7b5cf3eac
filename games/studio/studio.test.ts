/**
 * Rounds of the in-house studio, with the wallet over real HTTP: nothing lost, nothing doubled, everything verifiable.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { sha256Hex } from '#games/fairness.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import { knownMaths } from '#games/games.ts'
import { leftRoundsQuery, roundsDue } from '#games/studio/recover.ts'
import type { OperatorWallet } from '#games/studio/operator-wallet.ts'
import { allInvariants } from '#server/modules.ts'
import { walletInProcess } from '#server/play/games/wallet-in-process.ts'
import { inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())
afterEach(() => fixture.replaceWallet(null))

const even = { target: 4_950, direction: 'under' as const }
const dicePlay = (stake = 100) => ({ playId: randomUUID(), stake, choice: even })
const slotPlay = (stake = 50) => ({ playId: randomUUID(), stake, choice: null })
const pace = () => fixture.app.moveClock(2_500)

async function seat(game = 'dice', funds = 1_000_00n): Promise<{ player: CasinoPlayer; token: string }> {
  const player = await fixture.player({ EUR: funds })
  return { player, token: await fixture.launch(game, { player }) }
}
const play = (token: string, body: unknown) => fixture.studioApi('POST', 'play', token, body)
const openRounds = async () =>
  (await fixture.app.db.asOwner(`SELECT state FROM studio.rounds WHERE state IN ('betting', 'accepted', 'cancelling')`))
    .rows.length
/** The wallet does what is requested, but its answer never arrives. */
const losesAnswer =
  (verb: 'bet' | 'win' | 'rollback') =>
  (real: OperatorWallet): Partial<OperatorWallet> => ({
    [verb]: async (call: never) => {
      await real[verb](call)
      return { kind: 'unknown', reason: 'connection lost' }
    },
  })

test('a session contains everything that the page needs', async () => {
  const { token } = await seat('ember-forge')
  const { status, body, headers } = await fixture.studioApi('GET', 'session', token)
  expect(status).toBe(200)
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(body).toMatchObject({
    game: { slug: 'ember-forge', kind: 'slot', name: 'Ember Forge', rtp: 96.23, cycleMs: 2_500 },
    mode: 'real',
    direction: 'ltr',
    balance: 1_000_00,
    currency: { code: 'EUR', subunitToUnit: 100 },
    stakes: { unit: 25, min: 25, default: 125 },
    lastRound: null,
    recentRounds: [],
    fairness: { nextNonce: 0 },
  })
  expect(body.definition.slot.strips).toHaveLength(5)
  expect(body.fairness.serverSeedHash).toMatch(/^[0-9a-f]{64}$/)
})

test('the balance follows every round, and every round can be recalculated once its seeds are revealed', async () => {
  const { player, token } = await seat('clockwork-orchard')
  const before = (await fixture.studioApi('GET', 'session', token)).body.fairness
  await fixture.studioApi('POST', 'seeds', token, { clientSeed: 'my own words' })
  let expected = 1_000_00
  const rounds: string[] = []
  for (let index = 0; index < 12; index++) {
    pace()
    const { status, body } = await play(token, slotPlay(200))
    expect(status).toBe(200)
    expected += body.round.payout - 200
    expect(body.balance).toBe(expected)
    expect(body.round.nonce).toBe(index)
    rounds.push(body.round.id)
  }
  expect(await fixture.balance(player)).toBe(BigInt(expected))
  const hidden = await fixture.studioApi('GET', `rounds/${rounds[0]}`)
  expect(hidden.body.serverSeed).toBeNull()
  const {
    body: { revealed },
  } = await fixture.studioApi('POST', 'seeds', token, {})
  expect(revealed).toMatchObject({ clientSeed: 'my own words', roundsPlayed: 12 })
  expect(before.serverSeedHash).not.toBe(revealed.serverSeedHash)
  for (const id of rounds) {
    const { body: round } = await fixture.studioApi('GET', `rounds/${id}`)
    expect(await sha256Hex(round.serverSeed)).toBe(round.serverSeedHash)
    const { outcome } = await verifyRound({ ...round, game: round.game })
    expect(outcome).toEqual(round.outcome)
    expect(round.payout).toBe(outcome.payout)
  }
})

test('a repeated play id is one bet and gets the first answer; with another stake it is a conflict', async () => {
  const { player, token } = await seat()
  const request = dicePlay()
  const first = await play(token, request)
  const again = await play(token, request)
  expect(again.status).toBe(200)
  expect(again.body.round).toEqual(first.body.round)
  expect(await play(token, { ...request, stake: 200 })).toMatchObject({
    status: 409,
    body: { error: { name: 'playConflict' } },
  })
  expect(await play(token, { ...request, choice: { ...even, direction: 'over' } })).toMatchObject({ status: 409 })
  expect(await play(token, { ...request, choice: { target: 5_049, direction: 'over' } })).toMatchObject({ status: 409 })
  expect(await fixture.balance(player)).toBe(BigInt(1_000_00 - 100 + first.body.round.payout))
})

// Shows: attack 160
test('a round of many bets stakes their sum once; other bets under its play id are a conflict, and a wrong sum is refused', async () => {
  const { player, token } = await seat('roulette')
  const bets = [
    { position: 'red', amount: 100 },
    { position: '0-1', amount: 20 },
  ]
  const request = { playId: randomUUID(), stake: 120, choice: { bets } }
  const first = await play(token, request)
  expect(first).toMatchObject({ status: 200, body: { round: { stake: 120, outcome: { game: 'roulette', bets } } } })
  expect((await play(token, request)).body.round).toEqual(first.body.round)
  const moved = [bets[0]!, { position: '0-2', amount: 20 }]
  expect(await play(token, { ...request, choice: { bets: moved } })).toMatchObject({
    status: 409,
    body: { error: { name: 'playConflict' } },
  })
  for (const [stake, wrong] of [
    [110, bets],
    [240, bets],
    [120, [...bets, { position: 'black', amount: 0 }]],
    [120, [bets[0]!, { position: 'constructor', amount: 20 }]],
  ] as const)
    expect(await play(token, { playId: randomUUID(), stake, choice: { bets: wrong } })).toMatchObject({
      status: 422,
      body: { error: { name: 'choiceInvalid' } },
    })
  expect(await fixture.balance(player)).toBe(BigInt(1_000_00 - 120 + first.body.round.payout))
})

// Shows: attack 19, pair open round/second tab
test('twenty plays at once on one seat: one is played, nonces stay unique', async () => {
  const { player, token } = await seat()
  const answers = await Promise.all(Array.from({ length: 20 }, () => play(token, dicePlay())))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409 || answer.status === 429)).toHaveLength(19)
  const { rows } = await fixture.app.db.asOwner(`SELECT nonce FROM studio.rounds WHERE owner = $1`, [player.id])
  expect(new Set(rows.map((row) => String(row.nonce))).size).toBe(rows.length)
})

test('twenty simultaneous copies of one play are one round', async () => {
  const { player, token } = await seat()
  const request = dicePlay()
  const answers = await Promise.all(Array.from({ length: 20 }, () => play(token, request)))
  expect(answers.filter((answer) => ![200, 202].includes(answer.status))).toEqual([])
  const settled = await play(token, request)
  expect(await fixture.balance(player)).toBe(BigInt(1_000_00 - 100 + settled.body.round.payout))
  const { rows } = await fixture.app.db.asOwner(`SELECT id FROM studio.rounds WHERE owner = $1`, [player.id])
  expect(rows).toHaveLength(1)
})

// Shows: 10.30
test('no turbo: a round within 2.5 s of the last is rejected in every case', async () => {
  const { token } = await seat('tidepool')
  expect((await play(token, slotPlay())).status).toBe(200)
  fixture.app.moveClock(2_499)
  expect(await play(token, slotPlay())).toMatchObject({
    status: 429,
    body: { error: { name: 'tooFast', retryAfterMs: 50 } },
  })
  await fixture.studioApi('POST', 'seeds', token, { clientSeed: 'a new pair is no way round' })
  expect((await play(token, slotPlay())).status).toBe(429)
  fixture.app.moveClock(1)
  expect((await play(token, slotPlay())).status).toBe(200)
})

test('stakes and choices that are not offered never reach the wallet', async () => {
  const { player, token } = await seat('tidepool')
  for (const stake of [1, 4, 7, 51, 100_05, 1e12])
    expect(await play(token, slotPlay(stake))).toMatchObject({
      status: 422,
      body: { error: { name: 'stakeInvalid' } },
    })
  for (const stake of [-5, 0, 1.5, '50', null])
    expect(await play(token, slotPlay(stake as number))).toMatchObject({
      status: 422,
      body: { error: { name: 'validation' } },
    })
  expect(await play(token, { playId: randomUUID(), stake: 50, choice: even })).toMatchObject({
    status: 422,
    body: { error: { name: 'choiceInvalid' } },
  })
  expect((await play(token, { playId: 'mine', stake: 50, choice: null })).status).toBe(422)
  for (const clientSeed of ['', 'x'.repeat(65), 'Ü', 'a\nb', 5])
    expect((await fixture.studioApi('POST', 'seeds', token, { clientSeed })).status).toBe(422)
  expect(await fixture.balance(player)).toBe(1_000_00n)
})

test('a bet without funds plays nothing, nor does the same play later', async () => {
  const { player, token } = await seat('dice', 50n)
  const request = dicePlay()
  expect(await play(token, request)).toMatchObject({ status: 422, body: { error: { name: 'insufficientFunds' } } })
  expect(await play(token, request)).toMatchObject({ status: 422, body: { error: { name: 'insufficientFunds' } } })
  expect(await fixture.balance(player)).toBe(50n)
  pace()
  expect((await play(token, dicePlay(50))).status).toBe(200)
})

test('a missing, forged or expired launch token gives no access', async () => {
  const { token } = await seat()
  for (const bad of [undefined, 'x', `${token}x`, token.replace(/\.[^.]+$/, '.')]) {
    expect(await fixture.studioApi('GET', 'session', bad)).toMatchObject({
      status: 401,
      body: { error: { name: 'launchTokenInvalid' } },
    })
    expect((await play(bad as string, dicePlay())).status).toBe(401)
  }
  fixture.app.moveClock(4 * 3_600_000)
  expect((await play(token, dicePlay())).status).toBe(401)
})

// Shows: 10.31, pair open round/kill
test('killed between bet and win: recovery pays the same outcome once', async () => {
  const { player, token } = await seat()
  fixture.replaceWallet(() => ({
    win: async () => {
      throw new Error('the process was killed here')
    },
  }))
  const request = dicePlay()
  expect((await play(token, request)).status).toBe(500)
  expect(await fixture.balance(player)).toBe(999_00n)
  expect((await fixture.studioApi('POST', 'seeds', token, {})).status).toBe(409)
  fixture.replaceWallet(null)
  fixture.app.moveClock(16_000)
  expect(await fixture.studio.recover()).toBe(1)
  expect(await fixture.studio.recover()).toBe(0)
  const { body } = await play(token, request)
  expect(body.round.status).toBe('settled')
  expect(await fixture.balance(player)).toBe(BigInt(999_00 + body.round.payout))
})

test('killed after the bet was sent and before its answer: the round is completed with that one stake', async () => {
  const { player, token } = await seat()
  fixture.replaceWallet((real) => ({
    bet: async (call) => {
      await real.bet(call)
      throw new Error('killed')
    },
  }))
  const request = dicePlay()
  expect((await play(token, request)).status).toBe(500)
  fixture.replaceWallet(null)
  fixture.app.moveClock(16_000)
  await Promise.all([fixture.studio.recover(), fixture.studio.recover(), play(token, request)])
  const { body } = await play(token, request)
  expect(body.round.status).toBe('settled')
  expect(await fixture.balance(player)).toBe(BigInt(999_00 + body.round.payout))
})

// Shows: change 26
test('a round whose maths this build does not have is neither tried nor returned, and is reported', async () => {
  const { player, token } = await seat()
  fixture.replaceWallet((real) => ({
    bet: async (call) => {
      await real.bet(call)
      throw new Error('killed')
    },
  }))
  await play(token, dicePlay())
  fixture.replaceWallet(null)
  const version = (to: string) =>
    fixture.app.db.asOwner(`UPDATE studio.rounds SET maths_version = $1 WHERE state = 'betting'`, [to])
  const rows = async () =>
    (await fixture.app.db.asOwner(`SELECT state, attempts FROM studio.rounds WHERE owner LIKE '%' || $1`, [player.id]))
      .rows
  const { rows: before } = await fixture.app.db.asOwner(
    `SELECT maths_version FROM studio.rounds WHERE state = 'betting'`,
  )
  await version('99.0.0')
  for (const seconds of [16, 90]) {
    fixture.app.moveClock(seconds * 1000)
    expect(await fixture.studio.recover()).toBe(0)
  }
  expect(await rows()).toEqual([{ state: 'betting', attempts: 0 }])
  const ask = async (query: string, ...values: unknown[]) => (await fixture.deps.db.pool.query(query, values)).rows
  expect(await ask(roundsDue())).toEqual([])
  expect(await ask(leftRoundsQuery, knownMaths())).toEqual([{ name: 'dice@99.0.0', count: 1 }])
  expect(await fixture.balance(player)).toBe(999_00n)
  await version(before[0]!.maths_version)
  await fixture.studio.recover()
  expect(await rows()).toMatchObject([{ state: 'cancelled' }])
  expect(await fixture.balance(player)).toBe(1_000_00n)
})

test('a lost answer to the bet: the page repeats the request and gets its round, staked once', async () => {
  const { player, token } = await seat()
  fixture.replaceWallet(losesAnswer('bet'))
  const request = dicePlay()
  expect(await play(token, request)).toMatchObject({
    status: 202,
    body: { round: { status: 'open', outcome: null, payout: 0 } },
  })
  fixture.replaceWallet(null)
  const { status, body } = await play(token, request)
  expect(status).toBe(200)
  expect(await fixture.balance(player)).toBe(BigInt(999_00 + body.round.payout))
})

test('a lost answer to the win: paid once', async () => {
  const { player, token } = await seat()
  fixture.replaceWallet(losesAnswer('win'))
  const request = dicePlay()
  expect((await play(token, request)).status).toBe(202)
  const paid = await fixture.balance(player)
  fixture.replaceWallet(null)
  fixture.app.moveClock(16_000)
  await fixture.studio.recover()
  expect((await play(token, request)).body.round.status).toBe('settled')
  expect(await fixture.balance(player)).toBe(paid)
})

test('a bet unknown for more than a minute is returned, and its round stays cancelled', async () => {
  const { player, token } = await seat()
  fixture.replaceWallet(losesAnswer('bet'))
  const request = dicePlay()
  await play(token, request)
  expect(await fixture.balance(player)).toBe(999_00n)
  fixture.replaceWallet(losesAnswer('rollback'))
  fixture.app.moveClock(61_000)
  await fixture.studio.recover()
  fixture.replaceWallet(null)
  fixture.app.moveClock(61_000)
  await fixture.studio.recover()
  expect(await fixture.balance(player)).toBe(1_000_00n)
  expect(await openRounds()).toBe(0)
  expect((await play(token, request)).status).toBe(503)
  expect((await play(token, dicePlay())).status).toBe(200)
})

// Shows: 10.31, change 26
test.each([
  ['by recovery', 'recovers'],
  ['by recovery in a build that no longer has its maths', 'lacksMaths'],
  ['when the page repeats its request', 'repeats'],
] as const)('a round whose return the wallet did not answer is returned %s', async (_, way) => {
  const { player, token } = await seat()
  fixture.replaceWallet((real) => ({
    ...losesAnswer('bet')(real),
    rollback: async () => ({ kind: 'unknown', reason: 'connection lost' }),
  }))
  const request = dicePlay()
  await play(token, request)
  fixture.app.moveClock(61_000)
  await fixture.studio.recover()
  const states = async () =>
    (await fixture.app.db.asOwner(`SELECT state FROM studio.rounds WHERE owner LIKE '%' || $1`, [player.id])).rows
  expect([await states(), await fixture.balance(player)]).toEqual([[{ state: 'cancelling' }], 999_00n])
  fixture.replaceWallet(null)
  if (way === 'lacksMaths')
    await fixture.app.db.asOwner(`UPDATE studio.rounds SET maths_version = '99.0.0' WHERE state = 'cancelling'`)
  fixture.app.moveClock(61_000)
  if (way === 'repeats') expect((await play(token, request)).status).toBe(503)
  else expect(await fixture.studio.recover()).toBe(1)
  expect([await states(), await fixture.balance(player)]).toEqual([[{ state: 'cancelled' }], 1_000_00n])
})

test('killed after the win and before it was recorded: minutes later the round is settled as paid', async () => {
  const { player, token } = await seat()
  fixture.replaceWallet((real) => ({
    win: async (call) => {
      await real.win(call)
      throw new Error('killed')
    },
  }))
  const request = dicePlay()
  expect((await play(token, request)).status).toBe(500)
  const paid = await fixture.balance(player)
  fixture.replaceWallet(null)
  fixture.app.moveClock(300_000)
  expect(await fixture.studio.recover()).toBe(1)
  expect(await openRounds()).toBe(0)
  const { body } = await play(token, request)
  expect(body.round.status).toBe('settled')
  expect(paid).toBe(BigInt(999_00 + body.round.payout))
  expect(await fixture.balance(player)).toBe(paid)
})

/** The operator's wallet in the studio's own process, which takes a bet and its win in one posting. */
const inProcess = (change: (real: OperatorWallet) => Partial<OperatorWallet> = () => ({})) =>
  fixture.replaceWallet(() => {
    const real = walletInProcess(fixture.deps, inHouseStudioSlug)
    return { ...real, ...change(real) }
  })
const movementsOf = async (player: CasinoPlayer) =>
  (
    await fixture.app.db.asOwner(
      `SELECT kind FROM ledger.movements WHERE actor LIKE 'studio:%' AND wallet_id IN (SELECT id FROM wallet.accounts WHERE player_id = $1) ORDER BY id`,
      [player.id],
    )
  ).rows.map(({ kind }) => kind)

test('in process, a round is one posting of two movements, and can be recalculated like any other', async () => {
  const { player, token } = await seat('clockwork-orchard')
  inProcess(() => ({
    bet: () => Promise.reject(new Error('the bet goes with its win')),
    win: () => Promise.reject(new Error('the win goes with its bet')),
  }))
  const request = slotPlay(200)
  const { status, body } = await play(token, request)
  expect(status).toBe(200)
  expect(await movementsOf(player)).toEqual(['bet', 'win'])
  expect(body.balance).toBe(1_000_00 - 200 + body.round.payout)
  expect(await fixture.balance(player)).toBe(BigInt(body.balance))
  expect((await play(token, request)).body.round).toEqual(body.round)
  await fixture.studioApi('POST', 'seeds', token, {})
  const { body: round } = await fixture.studioApi('GET', `rounds/${body.round.id}`)
  expect((await verifyRound(round)).outcome).toEqual(body.round.outcome)
})

test.each([
  ['before bet and win were posted', async () => {}],
  ['after bet and win were posted and before that was written down', async (post: () => Promise<unknown>) => post()],
])('in one process, killed %s: the round ends as its seeds decide, staked and paid once', async (_when, before) => {
  for (const minutes of [0.3, 5]) {
    const { player, token } = await seat()
    inProcess(({ round }) => ({
      round: async (calls) => {
        await before(() => round!(calls))
        throw new Error('killed')
      },
    }))
    const request = dicePlay()
    expect((await play(token, request)).status).toBe(500)
    expect((await fixture.studioApi('POST', 'seeds', token, {})).status).toBe(409)
    inProcess()
    fixture.app.moveClock(minutes * 60_000)
    await fixture.studio.recover()
    const { status, body } = await play(token, request)
    const [kinds, balance] = [await movementsOf(player), await fixture.balance(player)]
    if (status === 503) {
      // Nobody is there any more, and nothing was staked: the round was called back by name.
      expect([kinds, balance]).toEqual([['rollback'], 1_000_00n])
      continue
    }
    expect(body.round.status).toBe('settled')
    expect([kinds, balance]).toEqual([['bet', 'win'], BigInt(999_00 + body.round.payout)])
  }
})

test('in process, after a lost answer the page repeats the request and gets its round, staked and paid once', async () => {
  const { player, token } = await seat()
  inProcess(({ round }) => ({
    round: async (calls) => {
      await round!(calls)
      const lost = { kind: 'unknown', reason: 'the connection was cut' } as const
      return { bet: lost, win: lost }
    },
  }))
  const request = dicePlay()
  expect(await play(token, request)).toMatchObject({ status: 202, body: { round: { status: 'open', outcome: null } } })
  inProcess()
  const { body } = await play(token, request)
  expect(body.round.status).toBe('settled')
  expect(await movementsOf(player)).toEqual(['bet', 'win'])
  expect(await fixture.balance(player)).toBe(BigInt(999_00 + body.round.payout))
})

test('in process, a bet without funds or in a closed session wins nothing with any seeds', async () => {
  const { player, token } = await seat('dice', 50n)
  inProcess()
  for (let turn = 0; turn < 10; turn++) {
    expect(await play(token, dicePlay())).toMatchObject({ status: 422, body: { error: { name: 'insufficientFunds' } } })
    pace()
  }
  await fixture.app.db.asOwner(
    `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
    [player.sessionId],
  )
  expect((await play(token, dicePlay(50))).status).toBe(401)
  expect(await movementsOf(player)).toEqual([])
  expect(await fixture.balance(player)).toBe(50n)
})

/** Seats whose page was opened, so that their seeds are committed. */
async function openSeats(count: number) {
  const seats = await Promise.all(Array.from({ length: count }, () => seat()))
  for (const { token } of seats) await fixture.studioApi('GET', 'session', token)
  return seats
}

longTest('forty players at once, one of them locked: all others are answered meanwhile', async () => {
  const seats = await openSeats(40)
  inProcess()
  const [held, ...others] = seats
  const books = await fixture.deps.db.pool.connect()
  await books.query('BEGIN')
  await books.query('SELECT FROM studio.seeds WHERE owner = $1 FOR UPDATE', [held!.player.id])
  const waiting = play(held!.token, dicePlay())
  const answers = await Promise.all(others.map(({ token }) => play(token, dicePlay())))
  expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
  await books.query('COMMIT')
  books.release()
  expect((await waiting).status).toBe(200)
  for (const { player } of seats) expect(await movementsOf(player)).toEqual(['bet', 'win'])
})

test('simultaneous plays on one seat are one round, whoever else plays, and no nonce is skipped', async () => {
  const seats = await openSeats(10)
  inProcess()
  const twin = dicePlay()
  const answers = await Promise.all([
    ...seats.map(({ token }) => play(token, dicePlay())),
    ...seats.slice(0, 2).flatMap(({ token }) => [play(token, twin), play(token, twin)]),
  ])
  expect(answers.slice(0, 10).filter(({ status }) => status !== 200).length).toBeLessThanOrEqual(2)
  const { rows } = await fixture.app.db.asOwner(
    `SELECT owner, count(*)::int AS rounds, max(nonce)::int AS last FROM studio.rounds WHERE owner = ANY ($1) GROUP BY owner`,
    [seats.map(({ player }) => player.id)],
  )
  expect(rows).toHaveLength(10)
  for (const { rounds, last } of rows) expect(last).toBe(rounds - 1)
})

test('with an unreachable wallet no money is taken, and the player sees why', async () => {
  const { player, token } = await seat()
  fixture.replaceWallet(() => ({
    bet: async () => ({ kind: 'unreachable' }),
    balance: async () => ({ kind: 'unreachable' }),
  }))
  expect(await play(token, dicePlay())).toMatchObject({ status: 503, body: { error: { name: 'operatorUnavailable' } } })
  expect((await fixture.studioApi('GET', 'session', token)).status).toBe(503)
  expect(await fixture.balance(player)).toBe(1_000_00n)
})

test('an open round never reveals its outcome', async () => {
  const { token } = await seat()
  fixture.replaceWallet(losesAnswer('win'))
  const { body } = await play(token, dicePlay())
  const shown = await fixture.studioApi('GET', `rounds/${body.round.id}`)
  expect(shown.body).toMatchObject({ status: 'open', outcome: null, payout: 0, serverSeed: null })
  expect((await fixture.studioApi('GET', 'session', token)).body.lastRound).toMatchObject({
    status: 'open',
    outcome: null,
  })
})

// Shows: 10.27
test('demo plays the same maths with play money and without wallet calls', async () => {
  fixture.replaceWallet(() => ({
    bet: async () => {
      throw new Error('demo must not call')
    },
    win: async () => {
      throw new Error('demo must not call')
    },
    balance: async () => {
      throw new Error('demo must not call')
    },
  }))
  const token = await fixture.launch('midnight-botanica', { currency: 'BTC', locale: 'ar' })
  const session = (await fixture.studioApi('GET', 'session', token)).body
  expect(session).toMatchObject({
    mode: 'demo',
    direction: 'rtl',
    currency: { code: 'BTC', display: { code: 'mBTC', subunitToUnit: 100_000 } },
    balance: session.stakes.default * 1_000,
  })
  const first = await play(token, slotPlay(session.stakes.default))
  expect(first.status).toBe(200)
  expect(first.body.balance).toBe(session.balance - session.stakes.default + first.body.round.payout)
  expect((await play(token, slotPlay(session.stakes.default))).status).toBe(429)
  await fixture.studioApi('POST', 'seeds', token, {})
  const { body: round } = await fixture.studioApi('GET', `rounds/${first.body.round.id}`)
  expect((await verifyRound(round)).outcome).toEqual(round.outcome)
})

test('finally the studio and the ledger agree', async () => {
  fixture.replaceWallet(null)
  fixture.app.moveClock(120_000)
  for (let turn = 0; turn < 5; turn++) {
    await fixture.studio.recover()
    fixture.app.moveClock(120_000)
  }
  expect(await openRounds()).toBe(0)
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

test('an unknown round gets 404, whatever its id', async () => {
  for (const id of [randomUUID(), 'x', "1'--", '%00'])
    expect((await fixture.studioApi('GET', `rounds/${id}`)).status).toBe(404)
})

test('an owner can open at most twenty seed pairs per minute, one by one or all at once', async () => {
  const { player, token } = await seat()
  const rotate = () => fixture.studioApi('POST', 'seeds', token, {})
  await Promise.all(Array.from({ length: 10 }, rotate))
  const statuses = []
  for (let time = 0; time < 20; time++) statuses.push((await rotate()).status)
  expect(statuses.slice(0, 9)).toEqual(Array(9).fill(200))
  expect(statuses.at(-1)).toBe(429)
  await Promise.all(Array.from({ length: 10 }, rotate))
  expect(await rotate()).toMatchObject({
    headers: { 'retry-after': '60' },
    body: { error: { name: 'tooManyReveals', retryAfterMs: 60_000 } },
  })
  const { rows } = await fixture.app.db.asOwner('SELECT count(*)::int AS count FROM studio.seeds WHERE owner = $1', [
    player.id,
  ])
  expect(rows[0].count).toBe(20)
  fixture.app.moveClock(60_000)
  expect((await rotate()).status).toBe(200)
})

test('a launch whose session has ended cannot rotate seeds', async () => {
  const { player, token } = await seat()
  expect((await fixture.studioApi('POST', 'seeds', token, {})).status).toBe(200)
  await fixture.app.db.asOwner(
    `UPDATE identity.sessions SET closed_at = now(), close_reason = 'signed-out' WHERE id = $1`,
    [player.sessionId],
  )
  expect((await fixture.studioApi('POST', 'seeds', token, {})).status).toBe(401)
})
