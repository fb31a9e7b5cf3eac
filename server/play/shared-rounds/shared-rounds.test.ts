/**
 * Shared rounds: run by one process at a time, paid by the clock, silent about the crash point, and ended by a
 * published rule.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { beaconTime, firstRoundAfter } from '#contract/beacon.ts'
import { isGenuine, isSignedBy } from '#contract/check-beacon.ts'
import * as contract from '#contract/desk/shared-rounds.ts'
import type { SharedTable } from '#contract/shared-rounds.ts'
import { maths, reachedAt } from '#games/crash/maths.ts'
import type { PlayReply } from '#games/studio-api.ts'
import { hashBefore } from '#games/shared.ts'
import { recomputeShared } from '#games/verifier/recompute.ts'
import { beaconPath, beaconRoutes, sandboxBeaconChain } from '#sandbox/beacon.ts'
import { createRouter } from '#sandbox/router.ts'
import { registry } from '#server/kernel/http/metrics.ts'
import { createDrand } from '#server/partners/beacon/drand.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { lifecycle } from '#server/play/games/module.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { setStatus } from '#server/identity/sessions/set-status.ts'
import { allInvariants } from '#server/modules.ts'
import { type Casino, casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { untilOneWaits } from '#tests/setup/lock-waits.ts'
import { operator } from '#tests/setup/operator.ts'
import { replaceMaths } from '#tests/setup/replace-maths.ts'
import { measureBeacons } from './beacons.ts'
import { chainInUse, enterSalt, publishChain, readChains } from './chains.ts'
import { listHashChains } from './desk.ts'
import { drawOf, linksFrom, makeChain, placeIn } from './internal/hash-chain.ts'
import { Leader, leaseMs, LeaseLost, tickMs } from './lead.ts'
import { sharedRoundsJob } from './run-shared-rounds.ts'
import { thisProcess, watchedForMs } from './tables.ts'

const rules = maths.shared
const actor = { kind: 'operator', id: randomUUID(), name: 'test' } as never
const salt = 'hash-of-a-block-that-was-not-mined-yet'
let fixture: Casino
beforeAll(async () => {
  fixture = await casino({ env: { SEED: 'false' } })
})
afterAll(() => fixture.close())
afterEach(() => fixture.replaceWallet(null))

const sqlOf = async (text: string, values: unknown[] = []) => (await fixture.app.db.asOwner(text, values)).rows
const enter = (more: { lastHash: string; salt?: string }) =>
  enterSalt({ ...fixture.deps, actor }, { game: 'crash', salt, source: 'a block', ...more })
const wait = (ms: number) => fixture.app.moveClock(ms)
const leaderOf = (holder: string = thisProcess) =>
  new Leader('crash', {
    deps: fixture.deps,
    studio: fixture.parts,
    settle: fixture.studio.settle,
    holder,
    databaseNow: async () => fixture.deps.clock.now(),
  })
async function step(leader: Leader): Promise<number | null> {
  const next = await leader.step()
  await leader.quiet()
  return next
}

type Seat = { player: CasinoPlayer; token: string }
async function seat(funds: Record<string, bigint> = { EUR: 100_00n }): Promise<Seat> {
  const player = await fixture.player(funds)
  return { player, token: await fixture.launch('crash', { player }) }
}
const table = async (token: string): Promise<SharedTable> => (await fixture.studioApi('GET', 'table', token)).body
/** Rounds run only while somebody has looked at the table lately. */
const watch = async () => table(await fixture.launch('crash', {}))
const bet = (
  at: { token: string },
  round: number,
  cashOutAt: number | null = null,
  stake = 10_00,
  playId: string = randomUUID(),
) => fixture.studioApi('POST', 'play', at.token, { playId, stake, choice: { round, cashOutAt } })
async function placed(
  at: { token: string },
  round: number,
  cashOutAt: number | null = null,
  stake = 10_00,
): Promise<PlayReply['round']> {
  const { status, body } = await bet(at, round, cashOutAt, stake)
  expect([status, body.round?.status]).toEqual([200, 'playing'])
  return body.round
}
const leave = (at: { token: string }, roundId: string, more: object = {}) =>
  fixture.studioApi('POST', 'act', at.token, {
    roundId,
    actId: randomUUID(),
    after: 0,
    act: { type: 'cashOut' },
    ...more,
  })
const balance = async ({ player }: Seat) => Number(await fixture.balance(player))
const stateOf = async (id: string) =>
  (await sqlOf('SELECT state, payout::int, refusal, outcome FROM studio.rounds WHERE id = $1', [id]))[0]!
const roundOf = async (number: number) => (await sqlOf('SELECT * FROM shared.rounds WHERE number = $1', [number]))[0]!
/** Only a test knows and sets where a round crashes. */
const crashAt = (number: number, point: number) =>
  sqlOf('UPDATE shared.rounds SET point = $2 WHERE number = $1 AND point IS NOT NULL', [number, point])
const events = () =>
  sqlOf("SELECT event, payload FROM outbox.events WHERE channel = 'game:round:crash' ORDER BY id") as Promise<
    Array<{ event: string; payload: any }>
  >

/** A round that accepts bets, run by a new leader of this process. */
async function open(point = 200, holder?: string): Promise<{ leader: Leader; number: number }> {
  const leader = leaderOf(holder)
  expect(await leader.elect()).toBe(true)
  // Demo bets of the test before are ended first.
  for (let steps = 0; steps < 3; steps++) await step(leader)
  const [round] = await sqlOf("SELECT number FROM shared.rounds WHERE phase = 'betting'")
  await crashAt(Number(round!.number), point)
  return { leader, number: Number(round!.number) }
}
/** As a running leader does: a step whenever one is due. */
async function run(leader: Leader, ms: number): Promise<void> {
  for (let left = ms; left > 0;) {
    const next = Math.max(1, Math.min(left, tickMs))
    wait(next)
    left -= next
    await step(leader)
  }
}
async function start(leader: Leader): Promise<void> {
  await run(leader, rules.bettingMs)
  expect((await sqlOf("SELECT 1 FROM shared.rounds WHERE phase = 'running'")).length).toBe(1)
}
const untilEnd = (point: number) => rules.endsAfter(point)

/** Ends what the test before has left, by the rule of interrupted rounds. */
async function interruptAll(): Promise<void> {
  await sqlOf('DELETE FROM shared.leaders')
  await sqlOf(
    `UPDATE shared.rounds SET phase = 'ended', is_interrupted = true, started_at = coalesce(started_at, bets_until), ended_at = bets_until
    WHERE phase <> 'ended'`,
  )
  wait(60_000)
  for (let turns = 0; turns < 3; turns++) await fixture.studio.recover()
}

beforeEach(async () => {
  await interruptAll()
  if (!chainInUse(await readChains(fixture.deps.db.kysely, 'crash'))) {
    const published = await publishChain({ ...fixture.deps, actor, randomBytes }, 'crash', {
      length: 500,
      event: 'a block',
    })
    if (published.ok) await enter({ lastHash: published.value.lastHash })
  }
  await sqlOf('DELETE FROM shared.watched')
  expect((await watch()).chain).toMatchObject({ salt, isDemo: false })
})

test('a chain is stored as checkpoints and gives the same hashes as the whole of it', async () => {
  const made = await makeChain(9_000, randomBytes(32))
  expect(made.checkpoints.length).toBe(3 * 32)
  let link = made.lastHash
  for (const place of [1, 2, 3, 903, 904, 905, 906, 5_000, 9_000]) {
    const { checkpoint, steps } = placeIn(made, place)
    const hash = linksFrom(made.checkpoints.subarray(checkpoint * 32, checkpoint * 32 + 32), steps).at(-1)!
    if (place <= 3) {
      expect(await hashBefore(hash)).toBe(link)
      link = hash
    }
    let last = hash
    for (let step = 0; step < place; step++) last = linksFrom(Buffer.from(last, 'hex'), 1).at(-1)!
    expect(last).toBe(made.lastHash)
  }
})

// Shows: attack 141
test('nobody plays before the salt is entered; it is entered once, for the oldest chain, with its source', async () => {
  const [row] = await sqlOf('SELECT id, last_hash AS "lastHash" FROM shared.chains')
  await sqlOf('UPDATE shared.chains SET salt = NULL, salt_source = NULL, salted_at = NULL')
  const leader = leaderOf()
  await leader.elect()
  const at = await seat()
  expect(await step(leader)).toBeNull()
  expect((await table(at.token)).phase).toBe('closed')
  expect((await bet(at, 1)).body.error.name).toBe('betsClosed')
  expect(await balance(at)).toBe(100_00)
  const { body } = contract.enterSalt
  expect(body.safeParse({ salt: 'short', source: 'a block' }).success).toBe(false)
  expect(body.safeParse({ salt, source: '  ' }).success).toBe(false)
  const { lastHash } = row!
  expect(await enter({ lastHash: '0'.repeat(64) })).toMatchObject({ refusal: 'noChain' })
  const both = await Promise.all([enter({ lastHash }), enter({ lastHash, salt: `${salt}-2` })])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(both.find(({ ok }) => !ok)).toMatchObject({ refusal: 'saltedBefore' })
  // Repeated, because its answer was lost.
  expect(
    (await Promise.all([enter({ lastHash }), enter({ lastHash, salt: `${salt}-2` })])).map(({ ok }) => ok),
  ).toEqual(both.map(({ ok }) => ok))
  const listed = await listHashChains(fixture.deps as never, { game: 'crash' })
  expect(listed).toMatchObject({
    value: [{ lastHash, event: 'a block', saltSource: 'a block', played: expect.any(Number) }],
  })
  await sqlOf('UPDATE shared.chains SET salt = $2 WHERE id = $1', [row!.id, salt])
  const publishing = (length: number, event: string) =>
    publishChain({ ...fixture.deps, actor, randomBytes }, 'crash', { length, event })
  expect(await publishing(0, 'x')).toMatchObject({ refusal: 'lengthInvalid' })
  expect(await publishing(10_000_001, 'x')).toMatchObject({ refusal: 'lengthInvalid' })
  expect(await publishing(5, ' ')).toMatchObject({ refusal: 'eventMissing' })
})

// Shows: 11.5
test('a round is bet on, runs, crashes and is followed by the next one; its hash belongs to the chain and gives its point', async () => {
  const leader = leaderOf()
  await leader.elect()
  const before = (await events()).length
  await step(leader)
  const [{ number }] = (await sqlOf("SELECT number::int FROM shared.rounds WHERE phase = 'betting'")) as [
    { number: number },
  ]
  const { point, hash, chain_id: chainId, place } = await roundOf(number)
  expect(rules.pointOf(drawOf(salt, hash))).toBe(point)
  const [chain] = await sqlOf('SELECT last_hash FROM shared.chains WHERE id = $1', [chainId])
  const [last] = await sqlOf('SELECT hash FROM shared.rounds WHERE chain_id = $1 AND place = $2', [chainId, place - 1])
  expect(await hashBefore(hash)).toBe(last?.hash ?? chain!.last_hash)
  await crashAt(number, 150)
  await start(leader)
  await run(leader, untilEnd(150) + 50)
  await run(leader, rules.pauseMs + 50)
  const names = (await events()).slice(before).map(({ event }) => event)
  expect(names.filter((name) => name !== 'round.tick')).toEqual([
    'round.betting',
    'round.started',
    'round.ended',
    'round.betting',
  ])
  const { body } = await fixture.app.send({ method: 'GET', url: `/api/game/shared-rounds/crash/${number}` })
  expect(body).toMatchObject({ round: { number, hash, point: 150 }, chain: { salt } })
})

// Shows: attack 139
test('a cash-out is worth what the clock shows at its receipt, to the last millisecond before the crash', async () => {
  const { leader, number } = await open(200)
  const [first, last, late] = [await seat(), await seat(), await seat()]
  const bets = [await placed(first, number), await placed(last, number), await placed(late, number)]
  expect(await balance(first)).toBe(90_00)
  expect((await leave(first, bets[0]!.id)).body.error.name).toBe('actInvalid')
  await start(leader)
  expect((await leave(first, bets[0]!.id)).body.error.name).toBe('actInvalid')
  await run(leader, reachedAt(150))
  const left = await leave(first, bets[0]!.id)
  expect(left.body).toMatchObject({
    balance: 105_00,
    round: { status: 'settled', payout: 15_00, outcome: { view: { cashedOutAt: 150 } } },
  })
  expect((await leave(first, bets[0]!.id)).body.error.name).toBe('roundEnded')
  await run(leader, untilEnd(200) - reachedAt(150) - 1)
  expect((await leave(last, bets[1]!.id)).body.round).toMatchObject({
    payout: 20_00,
    outcome: { view: { cashedOutAt: 200 } },
  })
  wait(1)
  expect((await leave(late, bets[2]!.id)).body.error.name).toBe('roundEnded')
  await step(leader)
  await run(leader, 2_600)
  expect(await stateOf(bets[2]!.id)).toMatchObject({
    state: 'settled',
    payout: 0,
    outcome: { view: { crashedAt: 200 } },
  })
  expect([await balance(first), await balance(last), await balance(late)]).toEqual([105_00, 110_00, 90_00])
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

// Shows: attack 139
test('a cash-out that arrived before the crash counts although it is stored after it', async () => {
  const { leader, number } = await open(150)
  const at = await seat()
  const { id } = await placed(at, number)
  await start(leader)
  await run(leader, untilEnd(150) - 1)
  let answer: ReturnType<typeof leave> | undefined
  // The bet's row is locked by something slow; meanwhile the round crashes.
  await fixture.deps.db.transaction(async (tx) => {
    await tx.selectFrom('studio.rounds').select('id').where('id', '=', id).forUpdate().execute()
    answer = leave(at, id)
    await untilOneWaits(fixture.app.db)
    wait(1)
    await leader.step()
    expect((await roundOf(number)).phase).toBe('ended')
  })
  expect((await answer!).body.round).toMatchObject({ payout: 15_00 })
})

// Shows: 11.5
test('an automatic cash-out is exact, and one at the crash point itself is paid', async () => {
  const { leader, number } = await open(237)
  const seats = await Promise.all([0, 0, 0, 0].map(() => seat()))
  const targets = [101, 236, 237, 238]
  const bets = []
  for (const [index, at] of seats.entries()) bets.push(await placed(at, number, targets[index]))
  await start(leader)
  await run(leader, untilEnd(237) + 3_000)
  expect(await Promise.all(bets.map(async ({ id }) => (await stateOf(id)).payout))).toEqual([10_10, 23_60, 23_70, 0])
  // A press after the automatic one is too late for more.
  expect((await leave(seats[0]!, bets[0]!.id)).body.error.name).toBe('roundEnded')
})

test('a press beyond the automatic cash-out, before it is stored, pays exactly the automatic one', async () => {
  const { leader, number } = await open(900)
  const at = await seat()
  const { id } = await placed(at, number, 150)
  await start(leader)
  await run(leader, 100)
  wait(reachedAt(400) - 100)
  expect((await leave(at, id)).body.round).toMatchObject({ payout: 15_00 })
})

test('whoever is still in at the highest multiplier is cashed out there', async () => {
  const { leader, number } = await open(1_000_000)
  const at = await seat()
  const { id } = await placed(at, number, null, 10)
  await start(leader)
  await leader.elect()
  wait(reachedAt(1_000_000) - 1_000)
  // The lease is renewed at each step; here one ended, and this process takes over without a break in the test's clock.
  await sqlOf('UPDATE shared.leaders SET leased_until = $1, renewed_at = $1', [
    new Date(fixture.deps.clock.now().getTime() + leaseMs),
  ])
  await run(leader, 1_500)
  expect(await stateOf(id)).toMatchObject({ state: 'settled', payout: 10 * 10_000 })
})

// Shows: attack 140
test('bets are accepted before the start only: a stake whose answer came too late goes back', async () => {
  const { leader, number } = await open()
  const at = await seat()
  expect((await bet(at, number + 1)).body.error.name).toBe('betsClosed')
  fixture.replaceWallet((real) => ({
    round: undefined,
    async bet(call) {
      const answer = await real.bet(call)
      await start(leader)
      return answer
    },
  }))
  const late = await bet(at, number)
  expect([late.status, late.body.error.name]).toEqual([409, 'betsClosed'])
  expect(await balance(at)).toBe(100_00)
  fixture.replaceWallet(null)
  wait(2_500)
  expect((await bet(at, number)).body.error.name).toBe('betsClosed')
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

// Shows: attack 140
test('a bet without an answer from the wallet is taken back once bets are closed, or counts if the answer was yes in time', async () => {
  const { leader, number } = await open()
  const at = await seat()
  fixture.replaceWallet((real) => ({
    round: undefined,
    async bet(call) {
      await real.bet(call)
      return { kind: 'unknown', reason: 'lost' }
    },
  }))
  const playId = randomUUID()
  expect((await bet(at, number, 150, 10_00, playId)).status).toBe(202)
  fixture.replaceWallet(null)
  await start(leader)
  wait(1_000)
  await fixture.studio.recover()
  expect(await balance(at)).toBe(100_00)
  expect((await bet(at, number, 150, 10_00, playId)).body.error.name).toBe('betsClosed')
})

// Shows: attack 140
test('of 50 simultaneous bets of the last balance one is taken', async () => {
  const { number } = await open()
  const at = await seat({ EUR: 10_00n })
  const answers = await Promise.all(Array.from({ length: 50 }, () => bet(at, number, 150)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.name as string)
  expect(others.filter((name) => !['actConflict', 'tooFast', 'insufficientFunds'].includes(name))).toEqual([])
  expect(await balance(at)).toBe(0)
})

// Shows: 11.5, attack 137, pair open round/kill
test.each(['betting', 'running', 'ended'] as const)(
  'a leader that dies while a round is %s is followed by another',
  async (phase) => {
    const { leader, number } = await open(300, randomUUID())
    const [auto, high, manual, gone] = [await seat(), await seat(), await seat(), await seat()]
    const bets = [
      await placed(auto, number, 150),
      await placed(high, number, 400),
      await placed(manual, number),
      await placed(gone, number),
    ]
    if (phase !== 'betting') await start(leader)
    if (phase === 'running') {
      await run(leader, reachedAt(120))
      expect((await leave(gone, bets[3]!.id)).body.round.payout).toBe(12_00)
    }
    if (phase === 'ended') {
      await run(leader, untilEnd(300) - 100)
      wait(200)
      // Killed right after the crash was stored: nothing was paid at the end.
      await leader.step()
    }
    // Silence of the dead: until its lease is over nobody else may lead.
    const next = leaderOf()
    expect(await next.elect()).toBe(false)
    wait(leaseMs)
    expect(await next.elect()).toBe(true)
    if (phase === 'betting') {
      await step(next)
      expect((await roundOf(number)).phase).toBe('betting')
      expect((await table(auto.token)).msLeft).toBe(rules.bettingMs)
      await start(next)
      await run(next, untilEnd(300) + 3_000)
    } else {
      await step(next)
      await run(next, 3_000)
    }
    const states = await Promise.all(bets.map(({ id }) => stateOf(id)))
    expect(states[0]).toMatchObject({ state: 'settled', payout: 15_00 })
    // By the published rule: an interrupted round returns what is still in it.
    const open4 = phase === 'running' ? { state: 'cancelled', refusal: 'interrupted' } : { state: 'settled', payout: 0 }
    expect(states[1]).toMatchObject(open4)
    expect(states[2]).toMatchObject(open4)
    expect(states[3]).toMatchObject(
      phase === 'running' ? { state: 'settled', payout: 12_00 } : { state: 'settled', payout: 0 },
    )
    expect((await roundOf(number)).is_interrupted).toBe(phase === 'running')
    expect(await balance(manual)).toBe(phase === 'running' ? 100_00 : 90_00)
    expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
  },
)

// Shows: attack 137
test('a leader that releases its lease is replaced at once, and the round continues', async () => {
  const { leader, number } = await open(300, randomUUID())
  const at = await seat()
  const { id } = await placed(at, number, 250)
  await start(leader)
  await run(leader, reachedAt(150))
  await leader.release()
  const next = leaderOf()
  wait(200)
  expect(await next.elect()).toBe(true)
  await run(next, untilEnd(300))
  expect((await roundOf(number)).is_interrupted).toBe(false)
  expect((await stateOf(id)).payout).toBe(25_00)
})

// Shows: change 6, change 7
test.each(['betting', 'running'])(
  'a round that is %s while the maths is replaced ends by its own rules, takes no bet of the new version, and agrees with its chain',
  async (phase) => {
    const drawn = async (number: number) => rules.pointOf(drawOf(salt, (await roundOf(number)).hash as string))
    let { leader, number } = await open()
    // A round that crashes at once is never running.
    while ((await drawn(number)) === 100) {
      await interruptAll()
      await watch()
      ;({ leader, number } = await open())
    }
    const point = await drawn(number)
    await crashAt(number, point)
    const [inTime, late] = [await seat(), await seat()]
    // The lowest automatic cash-out.
    const bet = await placed(inTime, number, 101)
    if (phase === 'running') await start(leader)
    await leader.release()
    await replaceMaths('crash', (code) =>
      code.replace('99n * draws', '90n * draws').replace('growth = 6e-5', 'growth = 12e-5'),
    )
    const next = leaderOf()
    expect(await next.elect()).toBe(true)
    const { body } = await fixture.studioApi('POST', 'play', late.token, {
      playId: randomUUID(),
      stake: 10_00,
      choice: { round: number, cashOutAt: null },
    })
    expect([body.error.name, await balance(late)]).toEqual(['betsClosed', 100_00])
    if (phase === 'betting') await start(next)
    await run(next, untilEnd(point) - 1)
    expect((await roundOf(number)).phase).toBe('running')
    await run(next, 3_000)
    expect(await stateOf(bet.id)).toMatchObject({ state: 'settled', payout: 10_10 })
    const url = `/api/game/shared-rounds/crash/${number}`
    const shown = (await fixture.app.send({ method: 'GET', url })).body
    expect(shown.round).toMatchObject({ number, point, mathsVersion: '1.0.0' })
    expect(await recomputeShared('crash', shown.round, shown.chain, () => false)).toBe(true)
    // After a long round nobody watches any more.
    await table(late.token)
    await run(next, rules.pauseMs + 1_000)
    expect(await roundOf(number + 1)).toMatchObject({ maths_version: '1.1.0' })
    expect((await placed(late, number + 1)).status).toBe('playing')
    // Other tests run the version that is replaced here.
    await interruptAll()
    await sqlOf("UPDATE shared.rounds SET maths_version = '1.0.0'")
  },
)

// Shows: attack 137
test('a leader paused past its lease writes nothing, whether or not another was elected', async () => {
  const { leader, number } = await open(150, randomUUID())
  const at = await seat()
  const { id } = await placed(at, number, 120)
  await start(leader)
  const before = (await events()).length
  wait(leaseMs + untilEnd(150))
  await expect(leader.step()).rejects.toBeInstanceOf(LeaseLost)
  const next = leaderOf()
  expect(await next.elect()).toBe(true)
  await expect(leader.step()).rejects.toBeInstanceOf(LeaseLost)
  expect((await roundOf(number)).phase).toBe('running')
  expect((await stateOf(id)).state).toBe('playing')
  expect((await events()).length).toBe(before)
  // What it gives back is no longer its own.
  await leader.release()
  expect(await leaderOf(randomUUID()).elect()).toBe(false)
  await step(next)
  expect((await events()).slice(before).map(({ event }) => event)).toEqual(['round.ended'])
})

// Shows: 11.5, attack 137
test('a leader paused past its lease ends no bet whose automatic cash-out was reached meanwhile', async () => {
  const { leader, number } = await open(1_000, randomUUID())
  const at = await seat()
  const { id } = await placed(at, number, 120)
  await start(leader)
  wait(leaseMs + reachedAt(120))
  await expect(leader.step()).rejects.toBeInstanceOf(LeaseLost)
  await expect(leader.quiet()).rejects.toBeInstanceOf(LeaseLost)
  expect((await stateOf(id)).state).toBe('playing')
})

test('ticks do not wait for bets that are being ended', async () => {
  const at = await seat()
  const { leader, number } = await open(500)
  const { id } = await placed(at, number, 110)
  await start(leader)
  // Whatever delays the bets: here what they write is locked.
  const client = await fixture.app.db.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('LOCK TABLE studio.acts IN EXCLUSIVE MODE')
    wait(3_000)
    const before = (await events()).length
    await leader.step()
    wait(tickMs)
    await Promise.race([leader.step(), new Promise((_done, fail) => setTimeout(fail, 3_000, new Error('no tick')))])
    expect((await events()).length).toBeGreaterThan(before)
    expect((await stateOf(id)).state).toBe('playing')
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
  await leader.quiet()
  expect((await stateOf(id)).payout).toBe(11_00)
})

// Shows: attack 137
test('two processes elect one leader', async () => {
  const leaders = Array.from({ length: 8 }, () => leaderOf(randomUUID()))
  const elected = await Promise.all(leaders.map((leader) => leader.elect()))
  expect(elected.filter(Boolean)).toHaveLength(1)
})

// Shows: attack 139
test('where another process leads, its database and not this clock decides when the round is over', async () => {
  const { leader, number } = await open(150, randomUUID())
  const [inTime, late] = [await seat(), await seat()]
  const bets = [await placed(inTime, number), await placed(late, number)]
  await start(leader)
  await run(leader, reachedAt(130))
  expect((await leave(inTime, bets[0]!.id)).body.round.payout).toBe(13_00)
  // The leader's clock is ahead: it has ended the round and published it, while this clock is still before the end.
  await sqlOf("UPDATE shared.rounds SET phase = 'ended', ended_at = $2 WHERE number = $1", [
    number,
    fixture.deps.clock.now(),
  ])
  expect((await leave(late, bets[1]!.id)).body.error.name).toBe('roundEnded')
})

// Shows: attack 138
test('nothing that is sent before a round has crashed depends on where it crashes', async () => {
  const runs: string[][] = []
  for (const point of [180, 90_000]) {
    await interruptAll()
    await table(await fixture.launch('crash', {}))
    const received: string[] = []
    const before = (await events()).length
    const { leader, number } = await open(point)
    const { hash } = await roundOf(number)
    const [watcher, player] = [await seat(), await seat()]
    const collect = async (...answers: Array<Promise<{ body: unknown }>>) => {
      for (const { body } of await Promise.all(answers)) received.push(JSON.stringify(body))
    }
    const readAll = (id: string) =>
      collect(
        fixture.studioApi('GET', 'table', watcher.token),
        fixture.studioApi('GET', 'session', player.token),
        fixture.studioApi('GET', `rounds/${id}`),
        fixture.app.send({ method: 'GET', url: '/api/game/shared-rounds/crash' }),
        fixture.app.send({ method: 'GET', url: `/api/game/shared-rounds/crash/${number}` }),
        fixture.studioApi('POST', 'seeds', player.token, {}),
      )
    const other = await placed(player, number, 170)
    await readAll(other.id)
    await start(leader)
    await run(leader, reachedAt(160))
    const own = await placed(watcher, number).catch(() => null)
    expect(own).toBeNull()
    await readAll(other.id)
    await collect(leave(player, other.id))
    received.push(JSON.stringify((await events()).slice(before)))
    expect(received.join('\n')).not.toContain(hash)
    runs.push(
      received.map((text) =>
        text
          .replace(/"recent":\[.*?\],"chain"/g, '"recent":[…],"chain"')
          .replace(/"(id|playId|clientSeed|serverSeedHash|place|createdAt|requestId|saltedAt)":"[^"]*"/g, '"$1":"…"')
          .replaceAll(`"number":${number}`, '"number":"n"')
          .replaceAll(`"round":${number}`, '"round":"n"'),
      ),
    )
  }
  expect(runs[1]).toEqual(runs[0])
})

test('the players of a round are listed with masked names, without demo play, and with their cash-outs', async () => {
  const { leader, number } = await open(300)
  const at = await seat()
  const demo = await fixture.launch('crash', {})
  const { id } = await placed(at, number, 150)
  await placed({ token: demo }, number)
  const before = (await events()).length
  await start(leader)
  await run(leader, reachedAt(160))
  const ticks = (await events()).slice(before).filter(({ event }) => event === 'round.tick')
  expect(ticks.flatMap(({ payload }) => payload.bets)).toEqual([
    { id, name: 'Ma***', currency: 'EUR', stake: 10_00, cashedOutAt: null },
  ])
  expect(ticks.flatMap(({ payload }) => payload.cashOuts)).toEqual([{ id, at: 150 }])
  expect((await table(at.token)).bets).toEqual([{ id, name: 'Ma***', currency: 'EUR', stake: 10_00, cashedOutAt: 150 }])
})

// Shows: 11.11
test('a player who has agreed is listed with the nickname', async () => {
  const { number } = await open(300)
  const at = await seat()
  await fixture.app.db.asOwner('UPDATE identity.players SET shows_nickname = true')
  const { id } = await placed(at, number, 150)
  expect((await table(at.token)).bets).toMatchObject([{ id, name: 'Marguerite' }])
  await fixture.app.db.asOwner('UPDATE identity.players SET shows_nickname = false')
  expect((await table(at.token)).bets).toMatchObject([{ id, name: 'Ma***' }])
})

test('demo play is in the same round with play money: cashed out, automatic, lost and interrupted', async () => {
  const { leader, number } = await open(200)
  const tokens = await Promise.all([0, 0, 0].map(() => fixture.launch('crash', {})))
  const purse = async (token: string) => (await fixture.studioApi('GET', 'session', token)).body.balance
  const full = await purse(tokens[0]!)
  const bets = [
    await placed({ token: tokens[0]! }, number),
    await placed({ token: tokens[1]! }, number, 150),
    await placed({ token: tokens[2]! }, number),
  ]
  await start(leader)
  await run(leader, reachedAt(130))
  expect((await leave({ token: tokens[0]! }, bets[0]!.id)).body.balance).toBe(full + 3_00)
  await run(leader, untilEnd(200) + 3_000)
  expect([await purse(tokens[1]!), await purse(tokens[2]!)]).toEqual([full + 5_00, full - 10_00])
})

// Shows: attack 139
test("another's bet cannot be cashed out, an act of another kind is refused, and a repeated one pays once", async () => {
  const { leader, number } = await open(500)
  const [at, thief] = [await seat(), await seat()]
  const { id } = await placed(at, number)
  await start(leader)
  await run(leader, reachedAt(140))
  expect((await leave(thief, id)).status).toBe(404)
  for (const act of [
    { type: 'crash', hundredths: 100 },
    { type: 'cashOut', hundredths: 400 },
    { type: 'reveal', at: 1 },
  ])
    expect((await leave(at, id, { act })).body.error.name).toBe('actInvalid')
  const actId = randomUUID()
  const [one, two] = await Promise.all([leave(at, id, { actId }), leave(at, id, { actId })])
  expect([one.body.round.payout, two.body.round.payout]).toEqual([14_00, 14_00])
  expect(await balance(at)).toBe(104_00)
})

// Shows: pair open round/second tab
test('of two tabs one places the bet, the other is led to it, and only one cash-out counts', async () => {
  const { leader, number } = await open(500)
  const at = await seat()
  const other = { player: at.player, token: await fixture.launch('crash', { player: at.player }) }
  const { id } = await placed(at, number)
  await run(leader, 2_500)
  expect((await bet(other, number)).body.error.name).toBe('actConflict')
  expect((await fixture.studioApi('GET', 'session', other.token)).body.lastRound).toMatchObject({
    id,
    status: 'playing',
  })
  await run(leader, rules.bettingMs - 2_500)
  await run(leader, reachedAt(150))
  const answers = await Promise.all([leave(at, id), leave(other, id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await balance(at)).toBe(105_00)
})

const ctxOf = ({ player }: Seat) => contextOf(fixture.deps, player)

// Shows: pair open round/block, pair open round/closure, pair open round/exclusion, pair open round/limits
// Shows: pair open round/sign-out
test('a sign-out, an exclusion, a break, a limit and a block leave the bet in: it is paid automatically, or by a last press', async () => {
  const { leader, number } = await open(500)
  const [signedOut, presses, excluded, cooling, limited, blocked] = await Promise.all(
    Array.from({ length: 6 }, () => seat()),
  )
  const bets = []
  for (const [at, target] of [
    [signedOut, 150],
    [presses, null],
    [excluded, 160],
    [cooling, null],
    [limited, null],
    [blocked, null],
  ] as const)
    bets.push(await placed(at!, number, target))
  await start(leader)
  await sqlOf(
    "UPDATE identity.sessions SET closed_at = $2, close_reason = 'sign-out' WHERE player_id = ANY($1::uuid[])",
    [[signedOut!.player.id, presses!.player.id], fixture.deps.clock.now()],
  )
  for (const [at, limit] of [
    [excluded!, { definition: 4, period: '6-months' }],
    [cooling!, { definition: 5, period: '1-day' }],
    [limited!, { definition: 1, period: 'daily', amount: 5_00, currency: 'EUR' }],
  ] as const)
    expect(await addLimit(ctxOf(at), limit)).toMatchObject({ ok: true })
  const status = { playerId: blocked!.player.id, status: 'blocked', reason: 'test' } as const
  expect(await setStatus({ ...fixture.deps, actor: operator }, status)).toMatchObject({ ok: true })
  // A bet that is open prevents the closure of the account.
  expect(await fixture.deps.db.transaction((tx) => lifecycle.keepsOpen!(tx, limited!.player.id))).toBe(true)
  await run(leader, reachedAt(140))
  // All that a launch can still do is to have its player paid.
  expect((await leave(presses!, bets[1]!.id)).body.round.payout).toBe(14_00)
  expect((await leave(cooling!, bets[3]!.id)).body.round.payout).toBe(14_00)
  expect((await leave(limited!, bets[4]!.id)).body.round.payout).toBe(14_00)
  expect((await leave(blocked!, bets[5]!.id)).body.round.payout).toBe(14_00)
  await run(leader, reachedAt(170) - reachedAt(140))
  const all = [signedOut!, presses!, excluded!, cooling!, limited!, blocked!]
  expect(await Promise.all(all.map(balance))).toEqual([105_00, 104_00, 106_00, 104_00, 104_00, 104_00])
  await run(leader, untilEnd(500) - reachedAt(170) + rules.pauseMs + 500)
  const [next] = await sqlOf("SELECT number::int FROM shared.rounds WHERE phase = 'betting'")
  const refusals = await Promise.all(all.map(async (at) => (await bet(at, next!.number)).body.error.name))
  expect(refusals).toEqual([
    'launchTokenInvalid',
    'launchTokenInvalid',
    'launchTokenInvalid',
    'playerExcluded',
    'limitReached',
    'launchTokenInvalid',
  ])
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

// Shows: pair open round/account switch
test('an account that is switched while a bet is open has its own bet in the other currency', async () => {
  const { leader, number } = await open(500)
  const player = await fixture.player({ EUR: 100_00n, USD: 100_00n })
  const euro = { player, token: await fixture.launch('crash', { player, currency: 'EUR' }) }
  const dollar = { player, token: await fixture.launch('crash', { player, currency: 'USD' }) }
  const first = await placed(euro, number, 150)
  await run(leader, 2_500)
  const second = await placed(dollar, number, 200)
  expect((await leave(dollar, first.id)).status).toBe(404)
  await run(leader, rules.bettingMs - 2_500)
  await run(leader, reachedAt(210))
  expect([await fixture.balance(player, 'EUR'), await fixture.balance(player, 'USD')]).toEqual([105_00n, 110_00n])
  expect((await stateOf(second.id)).payout).toBe(20_00)
})

test('rounds stop when nobody watches and no bet is open, and begin again with the first page', async () => {
  const { leader, number } = await open(120)
  await start(leader)
  await run(leader, untilEnd(120))
  wait(watchedForMs)
  await sqlOf('UPDATE shared.leaders SET leased_until = $1', [new Date(fixture.deps.clock.now().getTime() + 1)])
  await step(leader)
  expect(await step(leader)).toBeNull()
  await leader.release()
  expect(await sqlOf("SELECT 1 FROM shared.rounds WHERE phase <> 'ended'")).toEqual([])
  expect((await fixture.app.send({ method: 'GET', url: '/api/game/shared-rounds/crash' })).body).toMatchObject({
    phase: 'waiting',
    number,
  })
  wait(1_000)
  await table(await fixture.launch('crash', {}))
  const next = leaderOf()
  expect(await next.elect()).toBe(true)
  await step(next)
  expect((await roundOf(number + 1)).phase).toBe('betting')
})

test('a tick waits for none of the connections on which players bet and cash out', async () => {
  const { leader } = await open()
  await leader.release()
  const { pool } = fixture.deps.db
  const busy = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const earlier = (await events()).length
  const stop = new AbortController()
  const needs = { deps: fixture.deps, studio: fixture.parts, settle: fixture.studio.settle }
  const running = sharedRoundsJob(needs).run(stop.signal, { kind: 'system', job: 'shared-rounds' })
  try {
    await expect.poll(async () => (await events()).slice(earlier).map(({ event }) => event)).toContain('round.tick')
  } finally {
    stop.abort()
    for (const client of busy) client.release()
    await running
  }
})

describe('by a beacon', () => {
  const secret = 'a secret for the sandbox'
  const faults = { isBeaconSilent: false }
  /** How far the beacon's clock is ahead of ours. */
  let aheadMs = 0
  let router: ReturnType<typeof createRouter>
  let url: string
  const beaconWith = (urls: string[], key = secret) =>
    createDrand({ urls, chain: () => sandboxBeaconChain(key), isDemo: true, clock: fixture.deps.clock, timeoutMs: 500 })
  const beaconNow = () => new Date(fixture.deps.clock.now().getTime() + aheadMs)

  beforeAll(async () => {
    router = createRouter(beaconRoutes(secret, faults, beaconNow))
    url = `${await router.listen({ port: 0, host: '127.0.0.1' })}${beaconPath}`
  })
  /** So that the game is not paused after the cancelled rounds of other tests. */
  const forgetBeacons = () =>
    sqlOf(
      `UPDATE shared.rounds SET point = coalesce(point, 100), beacon_chain = NULL, beacon_round = NULL, closed_at = NULL,
        beacon_signature = NULL`,
    )
  beforeEach(async () => {
    await forgetBeacons()
    faults.isBeaconSilent = false
    aheadMs = 0
    fixture.deps.partners.beacon = beaconWith([url])
  })
  afterAll(async () => {
    fixture.deps.partners.beacon = null
    await interruptAll()
    await forgetBeacons()
    await router.close()
  })

  /** Until bets are closed, and no longer: a round with a low point could run and end meanwhile. */
  async function close(leader: Leader): Promise<{ beaconRound: number; closedAt: Date }> {
    for (let left = rules.bettingMs; left > 0; left -= tickMs) {
      await run(leader, tickMs)
      const [round] = await sqlOf(
        'SELECT beacon_round::int AS "beaconRound", closed_at AS "closedAt" FROM shared.rounds WHERE phase = \'drawing\'',
      )
      if (round) return round as { beaconRound: number; closedAt: Date }
    }
    throw new Error('bets are still accepted')
  }
  /** Until the beacon has answered, or the round is cancelled. */
  async function draw(leader: Leader): Promise<void> {
    for (let turn = 0; turn < 300; turn++) {
      if ((await sqlOf("SELECT 1 FROM shared.rounds WHERE phase = 'drawing'")).length === 0) return
      wait(100)
      await step(leader)
    }
    throw new Error('the round is still drawn')
  }

  // Shows: attack 138, 11.6
  test('a point exists only once the beacon has signed a round whose time is after bets were closed', async () => {
    const { leader, number } = await open()
    const at = await seat()
    const { id } = await placed(at, number, 101)
    const before = (await events()).length
    expect(await roundOf(number)).toMatchObject({ point: null, beacon_round: null, beacon_signature: null })
    expect(await table(at.token)).toMatchObject({ beacon: { name: 'sandbox', isDemo: true }, beaconRound: null })
    const { beaconRound, closedAt } = await close(leader)
    const chain = await sandboxBeaconChain(secret)
    expect(beaconTime(chain, beaconRound)).toBeGreaterThan(closedAt.getTime() + 300)
    expect(beaconTime(chain, beaconRound - 1)).toBeLessThanOrEqual(closedAt.getTime() + 334)
    expect((await roundOf(number)).point).toBeNull()
    expect(await table(at.token)).toMatchObject({ phase: 'drawing', beaconRound, ended: null })
    expect((await bet(await seat(), number)).body.error.name).toBe('betsClosed')
    expect((await leave(at, id)).body.error.name).toBe('actInvalid')
    await draw(leader)
    const { point, hash, beacon_signature: signature, started_at: startedAt } = await roundOf(number)
    expect(isSignedBy(chain.publicKey, beaconRound, signature)).toBe(true)
    expect(point).toBe(rules.pointOf(drawOf(signature, hash)))
    expect(startedAt.getTime()).toBeGreaterThanOrEqual(beaconTime(chain, beaconRound))
    expect((await events()).slice(before).filter(({ event }) => event !== 'round.tick')).toMatchObject([
      { event: 'round.closed', payload: { number, beaconRound } },
      { event: 'round.started' },
    ])
    await run(leader, untilEnd(point) + 3_000)
    expect(await stateOf(id)).toMatchObject({ state: 'settled', payout: point > 100 ? 10_10 : 0 })
    const { body } = await fixture.app.send({ method: 'GET', url: `/api/game/shared-rounds/crash/${number}` })
    expect(body).toMatchObject({
      round: { point, isCancelled: false, beacon: { chainHash: chain.chainHash, round: beaconRound, signature } },
      beacon: { ...chain, isDemo: true },
    })
    expect(await recomputeShared('crash', body.round, body.chain, (named) => isGenuine(body.beacon, named))).toBe(true)
    expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
  })

  test('bets that are being accepted while they close are waited for, and the beacon is later than they are', async () => {
    const { leader, number } = await open()
    wait(rules.bettingMs - 3_000)
    let closing: Promise<number | null> | undefined
    let acceptedAt = 0
    await fixture.deps.db.transaction(async (tx) => {
      expect(await fixture.parts.shared!.isOpen(tx, 'crash', { number, version: maths.version })).toBe(true)
      wait(3_000)
      closing = leader.step()
      await untilOneWaits(fixture.app.db)
      wait(5_000)
      acceptedAt = fixture.deps.clock.now().getTime()
    })
    await closing
    const { beacon_round: beaconRound, closed_at: closedAt } = await roundOf(number)
    expect(closedAt.getTime()).toBe(acceptedAt)
    expect(beaconTime(await sandboxBeaconChain(secret), Number(beaconRound))).toBeGreaterThan(acceptedAt)
  })

  // Shows: attack 226
  longTest(
    'a beacon that does not answer cancels the round and returns each stake once; after three the game pauses until it answers',
    async () => {
      const at = await seat()
      const demo = { token: await fixture.launch('crash', {}) }
      const purse = async () => (await fixture.studioApi('GET', 'session', demo.token)).body.balance
      const full = await purse()
      faults.isBeaconSilent = true
      const { leader, number } = await open()
      for (const each of [number, number + 1, number + 2]) {
        const bets = [await placed(at, each, 150), await placed(demo, each)]
        expect([await balance(at), await purse()]).toEqual([90_00, full - 10_00])
        await close(leader)
        await run(leader, 15_000)
        expect((await roundOf(each)).phase).toBe('drawing')
        await draw(leader)
        await run(leader, 1_000)
        for (const { id } of bets)
          expect(await stateOf(id)).toMatchObject({ state: 'cancelled', refusal: 'interrupted', outcome: null })
        expect((await leave(at, bets[0]!.id)).body.error.name).toBe('roundEnded')
        await fixture.studio.recover()
        expect([await balance(at), await purse()]).toEqual([100_00, full])
        expect((await events()).at(-1)).toMatchObject({
          event: 'round.ended',
          payload: { number: each, point: 100, isInterrupted: true, isCancelled: true, beacon: { signature: null } },
        })
        expect((await table(at.token)).phase).toBe(each === number + 2 ? 'paused' : 'ended')
        await run(leader, rules.pauseMs + 500)
      }
      expect((await table(at.token)).phase).toBe('paused')
      measureBeacons(fixture.deps)
      expect(await registry.getSingleMetricAsString('fairhouse_shared_rounds_cancelled')).toContain('{game="crash"} 3')
      await run(leader, 10_000)
      expect(await sqlOf("SELECT 1 FROM shared.rounds WHERE phase <> 'ended'")).toEqual([])
      faults.isBeaconSilent = false
      await run(leader, 4_000)
      expect((await table(at.token)).phase).toBe('betting')
      const { id } = await placed(at, number + 3, 101)
      await close(leader)
      await draw(leader)
      expect((await roundOf(number + 3)).phase).toBe('running')
      await crashAt(number + 3, 150)
      await run(leader, untilEnd(150) + 3_000)
      expect((await stateOf(id)).payout).toBe(10_10)
      expect(await registry.getSingleMetricAsString('fairhouse_shared_rounds_cancelled')).toContain('{game="crash"} 0')
      expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
    },
  )

  // Shows: attack 137, attack 227, pair open round/kill
  test.each(['answers', 'is silent'])(
    'a leader that dies before the beacon %s is followed by another, with the same round of the beacon and each stake once',
    async (then) => {
      const { leader, number } = await open(200, randomUUID())
      const [auto, manual] = [await seat(), await seat()]
      const bets = [await placed(auto, number, 101), await placed(manual, number)]
      const { beaconRound } = await close(leader)
      faults.isBeaconSilent = then === 'is silent'
      const next = leaderOf()
      expect(await next.elect()).toBe(false)
      wait(leaseMs)
      expect(await next.elect()).toBe(true)
      await step(next)
      expect(await roundOf(number)).toMatchObject({ phase: 'drawing', is_interrupted: false })
      await draw(next)
      expect(Number((await roundOf(number)).beacon_round)).toBe(beaconRound)
      // The first one wakes up: it neither starts nor cancels anything.
      await expect(leader.step().then(() => leader.quiet())).rejects.toThrow(LeaseLost)
      if (then === 'answers') {
        await crashAt(number, 150)
        await run(next, untilEnd(150) + 3_000)
        expect(await Promise.all([auto, manual].map(balance))).toEqual([100_10, 90_00])
      } else {
        // Killed right after the cancellation was stored: another one, or recovery, returns the stakes.
        wait(leaseMs)
        const third = leaderOf(randomUUID())
        expect(await third.elect()).toBe(true)
        await step(third)
        await fixture.studio.recover()
        await step(third)
        expect(await Promise.all([auto, manual].map(balance))).toEqual([100_00, 100_00])
        expect(await Promise.all(bets.map(async ({ id }) => (await stateOf(id)).state))).toEqual([
          'cancelled',
          'cancelled',
        ])
      }
      expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
    },
  )

  // Shows: attack 226
  test('a signature that exists before its time cancels the round: our clock is behind', async () => {
    const { leader, number } = await open()
    aheadMs = 3_000
    await close(leader)
    // It asks for the latest round, and finds that the deciding one exists.
    for (let steps = 0; steps < 2; steps++) await step(leader)
    expect(await roundOf(number)).toMatchObject({ phase: 'ended', point: null, beacon_signature: null })
  })

  // Shows: attack 226
  longTest('a replayed signature decides nothing', async () => {
    const chain = await sandboxBeaconChain(secret)
    const last = firstRoundAfter(chain, beaconNow().getTime()) - 1
    const { signature } = (await (await fetch(`${url}/${chain.chainHash}/public/${last}`)).json()) as {
      signature: string
    }
    const replaying = createServer((request, response) => {
      const round = Number(request.url!.split('/').at(-1)) || last
      response.end(JSON.stringify({ round, signature }))
    })
    await new Promise<void>((resolve) => replaying.listen(0, '127.0.0.1', resolve))
    fixture.deps.partners.beacon = beaconWith([`http://127.0.0.1:${(replaying.address() as AddressInfo).port}`])
    const { leader, number } = await open()
    const at = await seat()
    await placed(at, number)
    await close(leader)
    await draw(leader)
    expect(await roundOf(number)).toMatchObject({ phase: 'ended', point: null, beacon_signature: null })
    await run(leader, 1_000)
    expect(await balance(at)).toBe(100_00)
    replaying.close()
  })

  // Shows: attack 228
  test('each round names the beacon with which it opened; one that the settings no longer have cancels it', async () => {
    const other = createRouter(beaconRoutes('another secret of a sandbox', faults, beaconNow))
    const otherUrl = `${await other.listen({ port: 0, host: '127.0.0.1' })}${beaconPath}`
    const { leader, number } = await open()
    fixture.deps.partners.beacon = beaconWith([otherUrl], 'another secret of a sandbox')
    await close(leader)
    await step(leader)
    await run(leader, rules.pauseMs + 500)
    const [first, second] = [await sandboxBeaconChain(secret), await sandboxBeaconChain('another secret of a sandbox')]
    expect(await roundOf(number)).toMatchObject({ phase: 'ended', point: null, beacon_chain: first.chainHash })
    expect((await table(await fixture.launch('crash', {}))).beacon).toEqual({ ...second, isDemo: true })
    await close(leader)
    await draw(leader)
    expect(await roundOf(number + 1)).toMatchObject({ phase: 'running', beacon_chain: second.chainHash })
    // Switched off between two rounds: the next one is decided by the salt, and says so.
    fixture.deps.partners.beacon = null
    await crashAt(number + 1, 101)
    await run(leader, untilEnd(101) + rules.pauseMs + 3_000)
    expect(await roundOf(number + 2)).toMatchObject({ phase: 'betting', beacon_chain: null, point: expect.any(Number) })
    expect((await table(await fixture.launch('crash', {}))).beacon).toBeNull()
    await other.close()
  })
})

test('when a chain has no hash left, the next one that has a salt follows', async () => {
  await sqlOf(
    'UPDATE shared.chains SET length = (SELECT coalesce(max(place), 0) + 1 FROM shared.rounds WHERE chain_id = chains.id) WHERE salt IS NOT NULL',
  )
  // The last hash of the shortened chain is another one: only the order matters here.
  const made = await publishChain({ ...fixture.deps, actor, randomBytes }, 'crash', {
    length: 300,
    event: 'the next block',
  })
  const leader = leaderOf()
  await leader.elect()
  await step(leader)
  const [round] = await sqlOf("SELECT number::int, place FROM shared.rounds WHERE phase = 'betting'")
  await crashAt(round!.number, 101)
  await start(leader)
  await run(leader, untilEnd(101) + rules.pauseMs + 100)
  expect((await sqlOf("SELECT 1 FROM shared.rounds WHERE phase = 'betting'")).length).toBe(0)
  expect((await enter({ lastHash: made.ok ? made.value.lastHash : '' })).ok).toBe(true)
  await sqlOf('DELETE FROM shared.rounds WHERE chain_id IN (SELECT id FROM shared.chains WHERE last_hash <> $1)', [
    made.ok ? made.value.lastHash : '',
  ])
  await sqlOf('DELETE FROM shared.leaders')
  await table(await fixture.launch('crash', {}))
  const next = leaderOf()
  await next.elect()
  await step(next)
  expect(await sqlOf("SELECT place FROM shared.rounds WHERE phase = 'betting'")).toEqual([{ place: 1 }])
})
