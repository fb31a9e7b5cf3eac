/** Reality checks: no round begins while one is due, on any device and in any currency, until its player acknowledges it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLimit } from '#server/protection/add-limit.ts'
import { issueAccessToken } from '#server/identity/sessions/access-token.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { contextOf } from '#tests/setup/contexts.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())

const minutes = (count: number) => fixture.app.moveClock(count * 60_000)
/** Clocks move by days here, beyond the life of an access token. */
const tokenOf = ({ id: playerId, sessionId }: CasinoPlayer) =>
  issueAccessToken(fixture.deps, { playerId, sessionId, generation: 1, issuedAt: fixture.deps.clock.now() })
const call = async (player: CasinoPlayer, method: 'GET' | 'POST' | 'PUT', path = '', payload?: object) =>
  fixture.app.send({
    method,
    url: `/api/game/reality-check${path}`,
    token: await tokenOf(player),
    ...(payload && { payload }),
  })
const read = async (player: CasinoPlayer) => (await call(player, 'GET')).body
const acknowledge = (player: CasinoPlayer, dueAt: string) => call(player, 'POST', '/acknowledge', { dueAt })
const choose = (player: CasinoPlayer, intervalMinutes: number) => call(player, 'PUT', '', { intervalMinutes })

type Seat = { player: CasinoPlayer; token: string; currency: string }
async function seat(player?: CasinoPlayer, currency = 'EUR'): Promise<Seat> {
  const owner = player ?? (await fixture.player({ EUR: 100_00n, USD: 100_00n }))
  const seated = { ...owner, token: await tokenOf(owner) }
  return { player: seated, currency, token: await fixture.launch('dice', { player: seated, currency }) }
}
const betOf = ({ token, currency }: Seat, amount = 1_00) => ({
  token,
  currency,
  gameId: 'dice',
  roundId: randomUUID(),
  transactionId: randomUUID(),
  amount,
})
const bet = async (at: Seat, amount = 1_00) => (await fixture.walletCall('bet', betOf(at, amount))).body
async function round(at: Seat, won = 0) {
  const staked = betOf(at)
  const taken = await fixture.walletCall('bet', staked)
  if (taken.status !== 200) return taken.body.error.name as string
  await fixture.walletCall('win', { ...staked, transactionId: randomUUID(), amount: won })
  return 'played'
}
/** Plays a round every 20 minutes, so that play continues. */
async function playFor(at: Seat, time: number) {
  for (let passed = 0; passed < time; passed += 20) {
    minutes(Math.min(20, time - passed))
    if (passed + 20 < time) expect(await round(at)).toBe('played')
  }
}
async function due(interval = 30): Promise<{ at: Seat; dueAt: string }> {
  const at = await seat()
  await choose(at.player, interval)
  await round(at)
  await playFor(at, interval)
  const { play } = await read(at.player)
  expect(play.dueInSeconds).toBe(0)
  return { at, dueAt: play.dueAt }
}

// Shows: 10.17
test('player protection 17: at the interval that the player set, bets and launches are refused until it is acknowledged', async () => {
  const at = await seat()
  expect(await choose(at.player, 30)).toMatchObject({ status: 200, body: { intervalMinutes: 30, play: null } })
  expect(await round(at, 3_00)).toBe('played')
  minutes(20)
  expect(await round(at)).toBe('played')
  expect((await read(at.player)).play).toMatchObject({ elapsedSeconds: 1200, dueInSeconds: 600 })
  minutes(10)
  expect(await round(at)).toBe('realityCheckDue')
  await expect(seat(at.player)).rejects.toThrow('realityCheckDue')
  const { play } = await read(at.player)
  expect(play).toMatchObject({
    elapsedSeconds: 1800,
    dueInSeconds: 0,
    totals: [{ currency: 'EUR', staked: 2_00, won: 3_00, net: 1_00 }],
  })
  const acknowledged = await acknowledge(at.player, play.dueAt)
  expect(acknowledged).toMatchObject({ status: 200, body: { play: { elapsedSeconds: 1800, dueInSeconds: 1800 } } })
  expect(await round(at)).toBe('played')
})

test('player protection 17: every half hour by default; nothing is due to a player who does not play, or who took half an hour off', async () => {
  const at = await seat()
  expect(await read(at.player)).toMatchObject({
    intervalMinutes: 30,
    choices: expect.arrayContaining([15, 30, 60]),
    play: null,
  })
  await round(at)
  await playFor(at, 30)
  expect(await round(at)).toBe('realityCheckDue')

  const other = await seat()
  await choose(other.player, 60)
  await round(other)
  minutes(29)
  await round(other)
  minutes(30)
  expect((await read(other.player)).play).toBeNull()
  minutes(2)
  expect(await round(other)).toBe('played')
  expect((await read(other.player)).play).toMatchObject({
    elapsedSeconds: 0,
    dueInSeconds: 3600,
    totals: [{ staked: 1_00 }],
  })
})

// Shows: 10.17, attack 157
test('player protection 17: a check that is due stays due over days, on other devices and in other currencies', async () => {
  const { at, dueAt } = await due()
  minutes(2 * 24 * 60)
  expect(await read(at.player)).toMatchObject({ play: { dueAt, dueInSeconds: 0 } })
  await expect(seat(at.player, 'USD')).rejects.toThrow('realityCheckDue')
  // Choosing a longer interval does not put it off.
  await choose(at.player, 60)
  expect(await read(at.player)).toMatchObject({ intervalMinutes: 60, play: { dueAt, dueInSeconds: 0 } })
})

// Shows: attack 174
test('play in several currencies at once is one play, with the result of each', async () => {
  const euros = await seat()
  await choose(euros.player, 60)
  const dollars = await seat(euros.player, 'USD')
  await Promise.all([round(euros), round(dollars, 5_00), round(euros), round(dollars)])
  await playFor(euros, 40)
  await round(dollars)
  minutes(20)
  expect([await round(euros), await round(dollars)]).toEqual(['realityCheckDue', 'realityCheckDue'])
  expect((await read(euros.player)).play.totals).toEqual([
    { currency: 'EUR', staked: 3_00, won: 0, inPlay: 0, net: -3_00 },
    { currency: 'USD', staked: 3_00, won: 5_00, inPlay: 0, net: 2_00 },
  ])
})

// Shows: attack 157
test('a round of several steps that is open may be finished, and only that round', async () => {
  const at = await seat()
  await choose(at.player, 15)
  const first = betOf(at)
  await fixture.walletCall('bet', first)
  minutes(15)
  expect((await bet(at)).error.name).toBe('realityCheckDue')
  const step = { ...first, transactionId: randomUUID(), amount: 50 }
  expect((await fixture.walletCall('bet', step)).status).toBe(200)
  // Not even a step puts the check off.
  expect((await read(at.player)).play.dueInSeconds).toBe(0)
  expect((await fixture.walletCall('win', { ...first, transactionId: randomUUID(), amount: 3_00 })).status).toBe(200)
  expect((await fixture.walletCall('bet', { ...first, transactionId: randomUUID() })).body.error.name).toBe(
    'realityCheckDue',
  )
  // A repetition of an accepted bet gets the answer of the first.
  expect(await fixture.walletCall('bet', step)).toMatchObject({ status: 200, body: { isReplay: true } })
})

// Shows: attack 157
test('of bets and acknowledgements at once each is decided: refused before, accepted after', async () => {
  const { at, dueAt } = await due(15)
  const before = await fixture.balance(at.player)
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => bet(at)),
    ...Array.from({ length: 5 }, () => acknowledge(at.player, dueAt)),
    ...Array.from({ length: 10 }, () => bet(at)),
  ])
  const taken = answers.filter((answer) => 'transactionId' in answer).length
  const refused = answers.filter((answer) => 'error' in answer && answer.error.name === 'realityCheckDue').length
  expect(taken + refused).toBe(20)
  expect(await fixture.balance(at.player)).toBe(before - BigInt(taken) * 1_00n)
  expect(await round(at)).toBe('played')
})

// Shows: attack 157
test('acknowledged in two tabs it counts once, and a tab with an earlier check acknowledges nothing', async () => {
  const { at, dueAt } = await due(15)
  const answers = await Promise.all([acknowledge(at.player, dueAt), acknowledge(at.player, dueAt)])
  expect(answers.map(({ status, body }) => [status, body.play.dueInSeconds])).toEqual([
    [200, 900],
    [200, 900],
  ])
  const { rows } = await fixture.app.db.asOwner(
    `SELECT detail FROM identity.audit WHERE player_id = $1 AND action = 'reality-check-acknowledged'`,
    [at.player.id],
  )
  expect(rows).toMatchObject([{ detail: { dueAt, totals: [{ staked: 1_00 }] } }])
  const events = await fixture.app.db.asOwner(`SELECT event FROM outbox.events WHERE channel = $1`, [
    `game:bets#${at.player.id}`,
  ])
  expect(events.rows.filter(({ event }) => event === 'game.reality-check')).toHaveLength(2)
  await round(at)
  minutes(15)
  expect(await round(at)).toBe('realityCheckDue')
  expect((await acknowledge(at.player, dueAt)).body.play.dueInSeconds).toBe(0)
  expect(await round(at)).toBe('realityCheckDue')
})

test('a shorter interval applies to the coming check, a longer one after it; others are not offered', async () => {
  const at = await seat()
  await choose(at.player, 60)
  await round(at)
  minutes(20)
  await round(at)
  expect((await choose(at.player, 30)).body.play.dueInSeconds).toBe(600)
  expect((await choose(at.player, 45)).body.play.dueInSeconds).toBe(600)
  expect((await choose(at.player, 15)).body.play.dueInSeconds).toBe(0)
  expect(await round(at)).toBe('realityCheckDue')
  for (const interval of [0, -15, 61, 1e15])
    expect(await choose(at.player, interval)).toMatchObject({
      status: 422,
      body: { error: { name: 'fieldsInvalid', fields: { intervalMinutes: [expect.any(String)] } } },
    })
  expect((await read(at.player)).intervalMinutes).toBe(15)
})

// Shows: attack 174
test('a break or an exclusion comes first; a check that is due can still be read and acknowledged during a break', async () => {
  const { at, dueAt } = await due(15)
  const ctx = contextOf(fixture.deps, at.player)
  expect((await addLimit(ctx, { definition: 5, period: '1-day' })).ok).toBe(true)
  expect((await bet(at)).error.name).toBe('playerExcluded')
  expect((await acknowledge(at.player, dueAt)).status).toBe(200)
  expect((await bet(at)).error.name).toBe('playerExcluded')
})

test('demo play has no reality check', async () => {
  const { at } = await due(15)
  const demo = await fixture.launch('dice', {})
  expect(demo).not.toBe('')
  expect(
    (
      await fixture.studioApi('POST', 'play', demo, {
        playId: randomUUID(),
        stake: 100,
        choice: { target: 4950, direction: 'under' },
      })
    ).status,
  ).toBe(200)
  expect((await read(at.player)).play.dueInSeconds).toBe(0)
})

// Shows: attack 174
test('where the policy requires a pause after the check, nothing is staked before it is over', async () => {
  const german = await casino({ env: { LICENCES: 'DE' } })
  try {
    const player = await german.player({ EUR: 100_00n })
    const token = await german.launch('dice', { player })
    const ask = async (method: 'GET' | 'POST' | 'PUT', path = '', payload?: object) =>
      german.app.send({
        method,
        url: `/api/game/reality-check${path}`,
        token: player.token,
        ...(payload && { payload }),
      })
    const stake = async () => (await german.walletCall('bet', betOf({ player, token, currency: 'EUR' }))).body
    await ask('PUT', '', { intervalMinutes: 15 })
    await stake()
    german.app.moveClock(15 * 60_000)
    const { dueAt } = (await ask('GET')).body.play
    expect((await ask('POST', '/acknowledge', { dueAt })).body.play).toMatchObject({
      dueInSeconds: 20 * 60,
      resumesInSeconds: 5 * 60,
    })
    german.app.moveClock(5 * 60_000 - 1)
    expect((await stake()).error.name).toBe('realityCheckDue')
    await expect(german.launch('dice', { player })).rejects.toThrow('realityCheckDue')
    german.app.moveClock(1)
    expect(await stake()).toMatchObject({ isReplay: false })
  } finally {
    await german.close()
  }
})

// Shows: attack 79
test("a bet that is refused asks the player's pages to read the check, which another device may have made due", async () => {
  const { at } = await due()
  const asked = async () =>
    (
      await fixture.app.db.asOwner(
        `SELECT count(*)::int AS count FROM outbox.events WHERE event = 'game.reality-check' AND channel LIKE $1`,
        [`%${at.player.id}`],
      )
    ).rows[0].count
  const before = await asked()
  expect(await round(at)).toBe('realityCheckDue')
  expect(await asked()).toBe(before + 1)
})
