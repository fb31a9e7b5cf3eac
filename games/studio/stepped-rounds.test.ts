/**
 * Tests rounds of several steps: an act counts once, a round can be resumed anywhere, ends by a published rule, and
 * reveals nothing early.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { longTest, sampled, test } from '#tests/setup/length.ts'
import type { Act } from '#contract/rounds.ts'
import { sha256Hex } from '#games/fairness.ts'
import { verifyRound } from '#tests/setup/verify-round.ts'
import type { OperatorWallet } from '#games/studio/operator-wallet.ts'
import type { StudioRound } from '#games/studio-api.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { issueAccessToken } from '#server/identity/sessions/access-token.ts'
import { allInvariants } from '#server/modules.ts'
import { type Casino, casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { openHands, type Seat, stepped } from '#tests/setup/open-hands.ts'
import { possibleAct } from '#tests/setup/stepped-play.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())
afterEach(() => fixture.replaceWallet(null))

const { seat, play, begin, send, dealt, stateOf, booked, recover, ctxOf } = openHands(() => fixture)
const pace = () => fixture.app.moveClock(2_500)
const day = 24 * 3_600_000

/** Returns an act that continues the round, or cashes out after `steps` acts if the game has a cash-out. */
const nextAct = (round: StudioRound, steps: number): Act =>
  round.progress!.acts > steps && round.progress!.view.game !== 'blackjack'
    ? { type: 'cashOut' }
    : possibleAct(round.progress!.view)

/** Finds the safe tiles from the secret seed, which only a test can read. */
async function hiddenOf(round: StudioRound): Promise<{ safe: number[]; mined: number[] }> {
  const { rows } = await fixture.app.db.asOwner(
    `SELECT seeds.server_seed, seeds.client_seed FROM studio.rounds AS round JOIN studio.seeds ON seeds.id = round.seed_id WHERE round.id = $1`,
    [round.id],
  )
  const facts = {
    game: 'mines',
    mathsVersion: '1.0.0',
    serverSeed: rows[0]!.server_seed as string,
    clientSeed: rows[0]!.client_seed as string,
    nonce: round.nonce,
    stake: round.stake,
    choice: round.choice,
  }
  // Reveals tiles until a mine is hit, because that outcome shows all mines.
  for (let tile = 0, acts: Act[] = []; ; tile++) {
    acts = [...acts, { type: 'reveal', at: tile }]
    const found = await verifyRound({ ...facts, acts }).catch(() => null)
    if (!found || !('acts' in found.outcome) || found.outcome.view.game !== 'mines') continue
    const mined = found.outcome.view.mines!
    return { mined, safe: [...Array(25).keys()].filter((at) => !mined.includes(at)) }
  }
}
test.each(sampled(stepped, 3))(
  '%s: a round is opened, acted in and paid, and verified once its seed is revealed',
  async (game) => {
    const at = await seat(game)
    let settled = 1_000_00
    for (let turn = 0; turn < 4; turn++) {
      pace()
      let round = await begin(at, 2_00)
      const expected = () => settled - round.stake - round.extraStake + round.payout
      expect(await fixture.balance(at.player)).toBe(BigInt(expected()))
      for (let acts = 1; round.status === 'playing'; acts++) {
        const { status, body } = await send(at, round, nextAct(round, turn))
        expect(status).toBe(200)
        round = body.round
        expect(body.balance).toBe(expected())
        expect(round.progress!.acts).toBe(acts)
      }
      settled = expected()
      expect(await fixture.balance(at.player)).toBe(BigInt(settled))
      await fixture.studioApi('POST', 'seeds', at.token, {})
      const { body: shown } = await fixture.studioApi('GET', `rounds/${round.id}`)
      expect(await sha256Hex(shown.serverSeed)).toBe(shown.serverSeedHash)
      expect((await verifyRound({ ...shown, acts: shown.outcome.acts })).outcome).toEqual(shown.outcome)
    }
    expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
  },
)

test.each(sampled(stepped, 3))(
  '%s: demo play has the same rounds, with play money and without a ledger entry',
  async (game) => {
    const token = await fixture.launch(game, {})
    const at = { token, game, player: null as never }
    const before = (await fixture.studioApi('GET', 'session', token)).body.balance
    let round = await begin(at)
    const session = await fixture.studioApi('GET', 'session', token)
    expect(session.body).toMatchObject({ balance: before - 100 + round.payout, lastRound: round })
    while (round.status === 'playing') round = (await send(at, round, nextAct(round, 0))).body.round
    expect((await fixture.studioApi('GET', 'session', token)).body.balance).toBe(
      before - 100 - round.extraStake + round.payout,
    )
    expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
  },
)

// Shows: attack 133
test('no reply before the end reveals where the mines are: two rounds with other mines answer in the same bytes', async () => {
  const bytes: string[][] = []
  const hidden = new Set<string>()
  for (let each = 0; each < 4; each++) {
    const at = await seat()
    const opened = await play(at)
    let round = opened.body.round as StudioRound
    const { safe, mined } = await hiddenOf(round)
    hidden.add(String(mined))
    const received = [JSON.stringify(opened.body)]
    for (const act of [{ type: 'reveal', at: safe[0]! }] as Act[]) {
      const answer = await send(at, round, act)
      received.push(JSON.stringify(answer.body).replaceAll(`[${safe[0]}]`, '[first]'))
      round = answer.body.round
    }
    const others = [
      await fixture.studioApi('GET', `rounds/${round.id}`),
      await fixture.studioApi('GET', 'session', at.token),
      await fixture.studioApi('POST', 'seeds', at.token, {}),
      await fixture.app.send({ method: 'GET', url: `/api/game/rounds/${round.id}`, token: at.player.token }),
      await fixture.app.send({ method: 'POST', url: `/api/game/rounds/${round.id}/reveal`, token: at.player.token }),
      await fixture.app.send({ method: 'GET', url: '/api/game/open-rounds', token: at.player.token }),
    ]
    expect(others[2]!.status).toBe(409)
    expect(others[4]!.status).toBe(409)
    received.push(...others.map(({ body }) => JSON.stringify(body).replaceAll(`[${safe[0]}]`, '[first]')))
    // Fields that differ between players and reveal nothing about the round.
    bytes.push(
      received.map((text) =>
        text.replace(/"(id|playId|clientSeed|serverSeedHash|place|createdAt|requestId)":"[^"]*"/g, '"$1":"…"'),
      ),
    )
    expect(others[0]!.body).toMatchObject({ status: 'open', outcome: null, serverSeed: null })
  }
  expect(hidden.size).toBeGreaterThan(1)
  for (const other of bytes.slice(1)) expect(other).toEqual(bytes[0])
})

// Shows: attack 135
test('a repeated act id acts once and gets the present state; with another act it is a conflict', async () => {
  const at = await seat()
  const round = await begin(at)
  const { safe } = await hiddenOf(round)
  const actId = randomUUID()
  const first = await send(at, round, { type: 'reveal', at: safe[0]! }, { actId })
  const again = await Promise.all([1, 2, 3].map(() => send(at, round, { type: 'reveal', at: safe[0]! }, { actId })))
  for (const { status, body } of again) expect([status, body.round]).toEqual([200, first.body.round])
  expect(await send(at, round, { type: 'reveal', at: safe[1]! }, { actId })).toMatchObject({
    status: 409,
    body: { error: { name: 'playConflict' } },
  })
  const out = await send(at, first.body.round, { type: 'cashOut' }, { actId: randomUUID() })
  const balance = await fixture.balance(at.player)
  expect(balance).toBe(BigInt(1_000_00 - 100 + out.body.round.payout))
  const late = await send(at, round, { type: 'reveal', at: safe[0]! }, { actId })
  expect(late.body.round).toEqual(out.body.round)
  expect(await fixture.balance(at.player)).toBe(balance)
})

// Shows: attack 135, pair open round/second tab
test('two tabs acting at once: one acts, the other learns that the round has moved on', async () => {
  const at = await seat()
  const round = await begin(at)
  const { safe } = await hiddenOf(round)
  const answers = await Promise.all(safe.slice(0, 6).map((tile) => send(at, round, { type: 'reveal', at: tile })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const others = answers.filter(({ status }) => status !== 200)
  expect(others.map(({ body }) => body.error.name)).toEqual(Array(5).fill('actConflict'))
  const seen = (await fixture.studioApi('GET', 'session', at.token)).body.lastRound
  expect(seen.progress).toMatchObject({ acts: 1, view: { revealed: [expect.any(Number)] } })
  const ends = await Promise.all(Array.from({ length: 8 }, () => send(at, seen, { type: 'cashOut' })))
  const paid = ends.filter(({ status }) => status === 200)
  expect(paid).toHaveLength(1)
  expect(await fixture.balance(at.player)).toBe(BigInt(1_000_00 - 100 + paid[0]!.body.round.payout))
})

test('a tab that begins a round while another waits for its player is led to that one, and nothing is staked', async () => {
  const at = await seat()
  await begin(at)
  pace()
  expect(await play(at, 1_00)).toMatchObject({ status: 409, body: { error: { name: 'actConflict' } } })
  expect(await fixture.balance(at.player)).toBe(BigInt(1_000_00 - 100))
})

// Shows: attack 135
test('acts out of order, of another round, of another player, after the end or of no form are refused and change nothing', async () => {
  const at = await seat()
  const other = await seat()
  const round = await begin(at)
  const { safe } = await hiddenOf(round)
  const name = async (answer: Promise<{ status: number; body: { error?: { name: string } } }>) => {
    const { status, body } = await answer
    return [status, body.error?.name]
  }
  const reveal: Act = { type: 'reveal', at: safe[0]! }
  expect(await name(send(at, round, reveal, { after: 1 }))).toEqual([409, 'actConflict'])
  expect(await name(send(at, round, { type: 'cashOut' }))).toEqual([422, 'actInvalid'])
  expect(await name(send(at, round, { type: 'climb', at: 0 }))).toEqual([422, 'actInvalid'])
  expect(await name(send(at, round, { type: 'reveal' }))).toEqual([422, 'actInvalid'])
  expect(await name(send(at, round, { type: 'reveal', at: 25 }))).toEqual([422, 'validation'])
  expect(await name(send(other, round, reveal))).toEqual([404, 'roundNotFound'])
  expect(await name(send(at, { ...round, id: randomUUID() }, reveal))).toEqual([404, 'roundNotFound'])
  const towers = { ...at, token: await fixture.launch('towers', { player: at.player }) }
  expect(await name(send(towers, round, reveal))).toEqual([404, 'roundNotFound'])
  expect((await fixture.studioApi('GET', 'session', at.token)).body.lastRound).toEqual(round)
  const next = (await send(at, round, reveal)).body.round
  expect(await name(send(at, next, reveal))).toEqual([422, 'actInvalid'])
  const done = (await send(at, next, { type: 'cashOut' })).body.round
  expect(await name(send(at, done, { type: 'reveal', at: safe[1]! }))).toEqual([409, 'roundEnded'])
  expect(await name(send(at, done, { type: 'cashOut' }))).toEqual([409, 'roundEnded'])
})

// Shows: pair open round/account switch
test('while a round is played no other is opened in its currency, from any tab; another currency has its own', async () => {
  const at = await seat('mines', { EUR: 100_00n, USD: 100_00n })
  const round = await begin(at)
  pace()
  expect((await play(at)).status).toBe(409)
  const inDollars = { ...at, token: await fixture.launch('mines', { player: at.player, currency: 'USD' }) }
  const second = await begin(inDollars)
  expect(second.id).not.toBe(round.id)
  const open = await fixture.app.send({ method: 'GET', url: '/api/game/open-rounds', token: at.player.token })
  expect(open.body).toEqual([
    { gameId: 'mines', currency: 'USD' },
    { gameId: 'mines', currency: 'EUR' },
  ])
  expect((await fixture.studioApi('POST', 'seeds', inDollars.token, {})).status).toBe(409)
  expect((await send(inDollars, round, { type: 'reveal', at: 0 })).status).toBe(404)
})

test('an open round is resumed with a new launch on any device, as it was left', async () => {
  const at = await seat()
  const round = await begin(at)
  const { safe } = await hiddenOf(round)
  const left = (await send(at, round, { type: 'reveal', at: safe[3]! })).body.round
  fixture.app.moveClock(6 * 3_600_000)
  expect((await fixture.studioApi('GET', 'session', at.token)).status).toBe(401)
  const { id: playerId, sessionId } = at.player
  const issuedAt = fixture.deps.clock.now()
  const token = await issueAccessToken(fixture.deps, { playerId, sessionId, generation: 1, issuedAt })
  const player = { ...at.player, token }
  const back = { ...at, player, token: await fixture.launch('mines', { player }) }
  const { body } = await fixture.studioApi('GET', 'session', back.token)
  expect(body.lastRound).toEqual(left)
  expect((await send(back, body.lastRound, { type: 'cashOut' })).body.round.payout).toBeGreaterThan(100)
})

test('after 24 hours a round is cashed out at its current value; one without an act gets its stake back', async () => {
  const [acted, idle] = [await seat(), await seat()]
  const round = await begin(acted)
  const { safe } = await hiddenOf(round)
  await send(acted, round, { type: 'reveal', at: safe[0]! })
  const untouched = await begin(idle)
  fixture.app.moveClock(day - 60_000)
  await recover()
  expect((await stateOf(round.id)).state).toBe('playing')
  fixture.app.moveClock(60_000)
  await recover()
  const ended = await stateOf(round.id)
  expect(ended.state).toBe('settled')
  expect([112n, 113n]).toContain(ended.payout)
  expect(await fixture.balance(acted.player)).toBe(1_000_00n - 100n + ended.payout)
  expect(await stateOf(untouched.id)).toMatchObject({ state: 'cancelled', payout: 0n })
  expect(await fixture.balance(idle.player)).toBe(1_000_00n)
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

/** The wallet does what is requested, but its answer never arrives. */
const losesAnswer =
  (verb: 'bet' | 'win') =>
  (real: OperatorWallet): Partial<OperatorWallet> => ({
    [verb]: async (call: never) => {
      await real[verb](call)
      return { kind: 'unknown', reason: 'connection lost' }
    },
  })

// Shows: pair open round/kill
test('killed between the stake and the first step: recovery opens the round that was paid for', async () => {
  const at = await seat()
  fixture.replaceWallet(losesAnswer('bet'))
  const lost = await play(at)
  expect([lost.status, lost.body.round.status, lost.body.round.progress]).toEqual([202, 'open', null])
  fixture.replaceWallet(null)
  fixture.app.moveClock(20_000)
  await recover()
  const { body } = await fixture.studioApi('GET', 'session', at.token)
  expect(body).toMatchObject({ balance: 1_000_00 - 100, lastRound: { status: 'playing', progress: { acts: 0 } } })
})

// Shows: pair open round/kill
test('killed between the last act and the payout: the win is paid once', async () => {
  const at = await seat()
  const round = await begin(at)
  const { safe } = await hiddenOf(round)
  const next = (await send(at, round, { type: 'reveal', at: safe[0]! })).body.round
  fixture.replaceWallet(losesAnswer('win'))
  const out = await send(at, next, { type: 'cashOut' })
  expect([out.status, out.body.round.status]).toEqual([200, 'open'])
  fixture.replaceWallet(null)
  fixture.app.moveClock(120_000)
  await recover()
  const { payout } = await stateOf(round.id)
  expect(await fixture.balance(at.player)).toBe(1_000_00n - 100n + payout)
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

async function coolOff({ id }: CasinoPlayer): Promise<void> {
  const now = fixture.deps.clock.now()
  await fixture.app.db.asOwner('INSERT INTO limits.players (player_id) VALUES ($1) ON CONFLICT DO NOTHING', [id])
  await fixture.app.db.asOwner(
    `INSERT INTO limits.limits (id, player_id, definition, period, created_at, ends_at) VALUES (gen_random_uuid(), $1, 5, '1-day', $2, $3)`,
    [id, now, new Date(now.getTime() + day)],
  )
}
/** A limit counts from the moment at which it is set. */
async function limitStake(player: CasinoPlayer): Promise<void> {
  expect(await addLimit(ctxOf(player), { definition: 1, period: 'daily', amount: 50, currency: 'EUR' })).toMatchObject({
    ok: true,
  })
}

// Shows: pair open round/exclusion
test('a player who is excluded or in a cooling-off period finishes the open round and opens no other', async () => {
  const at = await seat()
  const round = await begin(at)
  const { safe } = await hiddenOf(round)
  await coolOff(at.player)
  const next = await send(at, round, { type: 'reveal', at: safe[0]! })
  expect(next.status).toBe(200)
  expect((await send(at, next.body.round, { type: 'cashOut' })).status).toBe(200)
  pace()
  expect((await play(at)).body.error.name).toBe('playerExcluded')
})

// Shows: pair open round/sign-out
test('after a sign-out the old tab acts no more; the round waits for the next session', async () => {
  const at = await seat()
  const round = await begin(at)
  await fixture.app.db.asOwner("UPDATE identity.sessions SET closed_at = $2, close_reason = 'sign-out' WHERE id = $1", [
    at.player.sessionId,
    fixture.deps.clock.now(),
  ])
  expect(await send(at, round, { type: 'reveal', at: 0 })).toMatchObject({
    status: 401,
    body: { error: { name: 'launchTokenInvalid' } },
  })
  expect((await stateOf(round.id)).state).toBe('playing')
  fixture.app.moveClock(day)
  await recover()
  expect((await stateOf(round.id)).state).toBe('cancelled')
  expect(await fixture.balance(at.player)).toBe(1_000_00n)
})

test('a stake above what the board allows is not offered', async () => {
  const at = await seat()
  const stake = async (mines: number, amount: number) =>
    (await fixture.studioApi('POST', 'play', at.token, { playId: randomUUID(), stake: amount, choice: { mines } })).body
      .error?.name
  expect(await stake(12, 20)).toBe('stakeInvalid')
  expect(await stake(12, 10)).toBeUndefined()
})

test('a double is a second stake of the same round, and its win pays both', async () => {
  const { at, round } = await dealt('double', 1_000_00n)
  const { status, body } = await send(at, round, { type: 'double' })
  expect(status).toBe(200)
  expect(body.round).toMatchObject({ status: 'settled', extraStake: 100 })
  expect(await booked(round.id)).toEqual({ stake: 200, won: body.round.payout, bets: 2, status: 'settled' })
  expect(await fixture.balance(at.player)).toBe(BigInt(1_000_00 - 200 + body.round.payout))
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

// Shows: pair open round/limits
test('a double that the balance, a limit or an exclusion refuses takes nothing, and the hand continues', async () => {
  const refusedBy = async (at: Seat, round: StudioRound, name: string) => {
    const before = await fixture.balance(at.player)
    const actId = randomUUID()
    for (let each = 0; each < 2; each++)
      expect(await send(at, round, { type: 'double' }, { actId })).toMatchObject({ body: { error: { name } } })
    expect(await fixture.balance(at.player)).toBe(before)
    const now = (await fixture.studioApi('GET', 'session', at.token)).body.lastRound
    expect(now).toEqual(round)
    const { status, body } = await send(at, round, { type: 'stand' })
    expect([status, body.round.status]).toEqual([200, 'settled'])
    expect(await booked(round.id)).toMatchObject({ stake: 100, bets: 1 })
  }
  const poor = await dealt('double', 1_50n)
  await refusedBy(poor.at, poor.round, 'insufficientFunds')
  const excluded = await dealt('double', 1_000_00n)
  await coolOff(excluded.at.player)
  await refusedBy(excluded.at, excluded.round, 'playerExcluded')
  const limited = await dealt('double', 1_000_00n)
  await limitStake(limited.at.player)
  await refusedBy(limited.at, limited.round, 'limitReached')
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

// Shows: pair open round/kill
test('a double whose answer is lost counts once: repeated by the player, or by recovery', async () => {
  for (const isRepeated of [true, false]) {
    const { at, round } = await dealt('double', 1_000_00n)
    const actId = randomUUID()
    fixture.replaceWallet(losesAnswer('bet'))
    expect(await send(at, round, { type: 'double' }, { actId })).toMatchObject({
      body: { error: { name: 'playInFlight' } },
    })
    expect(await send(at, round, { type: 'stand' })).toMatchObject({ body: { error: { name: 'playInFlight' } } })
    fixture.replaceWallet(null)
    if (!isRepeated) {
      fixture.app.moveClock(20_000)
      await recover()
    }
    const { status, body } = await send(at, round, { type: 'double' }, { actId })
    expect([status, body.round.status]).toEqual([200, 'settled'])
    expect(await booked(round.id)).toMatchObject({ stake: 200, bets: 2, status: 'settled' })
    expect(await fixture.balance(at.player)).toBe(BigInt(1_000_00 - 200 + body.round.payout))
  }
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

// Shows: pair open round/kill
test('a double that stays unanswered for a minute is taken back, and the hand continues', async () => {
  const { at, round } = await dealt('double', 1_000_00n)
  fixture.replaceWallet(() => ({ bet: async () => ({ kind: 'unknown', reason: 'timeout' }) }))
  await send(at, round, { type: 'double' })
  fixture.replaceWallet(null)
  fixture.app.moveClock(120_000)
  await recover()
  expect(await fixture.balance(at.player)).toBe(1_000_00n - 100n)
  const { status, body } = await send(at, round, { type: 'stand' })
  expect([status, body.round.status, body.round.extraStake]).toEqual([200, 'settled', 0])
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

// Shows: pair open round/second tab
test('two tabs doubling at once stake once', async () => {
  const { at, round } = await dealt('double', 1_000_00n)
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(at, round, { type: 'double' })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await booked(round.id)).toMatchObject({ stake: 200, bets: 2 })
})

longTest('insurance and splits are stakes of the round, and an abandoned hand stands', async () => {
  const insured = await dealt('insure', 1_000_00n)
  const { body } = await send(insured.at, insured.round, { type: 'insure' })
  expect(body.round.extraStake).toBe(50)
  const split = await dealt('split', 1_000_00n)
  const after = (await send(split.at, split.round, { type: 'split' })).body.round
  expect(after.extraStake).toBe(100)
  fixture.app.moveClock(day)
  await recover()
  for (const id of [insured.round.id, split.round.id]) expect(await stateOf(id)).toMatchObject({ state: 'settled' })
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

test('the hole card is in no reply before the end', async () => {
  const { at, round } = await dealt('double', 1_000_00n)
  expect(round.progress!.view).toMatchObject({ dealer: [expect.any(Number)] })
  const { body } = await fixture.studioApi('GET', 'session', at.token)
  expect(body.lastRound).toEqual(round)
  const open = await fixture.studioApi('GET', `rounds/${round.id}`)
  expect(open.body).toMatchObject({ status: 'open', outcome: null, serverSeed: null })
  const done = (await send(at, round, { type: 'stand' })).body.round
  expect(done.progress.view.dealer.length).toBeGreaterThan(1)
})
