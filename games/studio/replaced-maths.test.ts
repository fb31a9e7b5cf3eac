/**
 * Tests a new build with replaced maths on the same database, while players have its page, a round or free spins open.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mathsOf } from '#games/games.ts'
import type { PlayReply, StudioRound } from '#games/studio-api.ts'
import { recompute } from '#games/verifier/recompute.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Casino, casino } from '#tests/setup/casino.ts'
import { openHands } from '#tests/setup/open-hands.ts'
import { replaceMaths } from '#tests/setup/replace-maths.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.replaceWallet(null)
  expect(await findBreaches(fixture.deps.db.pool, allInvariants)).toEqual([])
})

const { seat, open, send, recover } = openHands(() => fixture)
const nameOf = ({ body }: { body: { error?: { name: string } } }) => body.error?.name

const under = { target: 4_500, direction: 'under' as const }
const dice = (token: string, more: object = {}) =>
  fixture.studioApi('POST', 'play', token, { playId: randomUUID(), stake: 100, choice: under, ...more })

// Shows: change 1
test('a page that was opened before shows other odds: its next round is refused, takes nothing, and is played once it has reloaded', async () => {
  const at = await seat('dice')
  const shown = async () => (await fixture.studioApi('GET', 'session', at.token)).body.game.mathsVersion as string
  const mathsVersion = await shown()
  const first = { playId: randomUUID(), mathsVersion }
  const played = (await dice(at.token, first)).body as PlayReply
  expect(played.round.status).toBe('settled')
  await replaceMaths('dice', (code) => code.replace('rtp = 9900', 'rtp = 9000'))
  fixture.app.moveClock(5_000)
  // As if the answer was lost: the repeated play is answered with the same round.
  expect((await dice(at.token, first)).body.round).toEqual(played.round)
  const before = await fixture.balance(at.player)
  const refused = await dice(at.token, { mathsVersion })
  expect([refused.status, nameOf(refused)]).toEqual([409, 'mathsReplaced'])
  expect(await fixture.balance(at.player)).toBe(before)
  expect((await dice(at.token, { mathsVersion: await shown() })).status).toBe(200)
})

// Shows: change 3, change 4
test.each(['real', 'demo'])(
  'a %s round whose answer was lost is returned by its play id, even if the new version does not offer its choice',
  async (mode) => {
    const token = await fixture.launch('dice', mode === 'real' ? { player: await fixture.player() } : {})
    const wanted = { playId: randomUUID(), stake: 100, choice: under, mathsVersion: '1.0.0' }
    const played = (await dice(token, wanted)).body as PlayReply
    await replaceMaths('dice', (code) => code)
    Object.assign(mathsOf('dice')!, { readChoice: () => undefined })
    fixture.app.moveClock(5_000)
    expect(nameOf(await dice(token))).toBe('choiceInvalid')
    const again = await dice(token, wanted)
    expect([again.status, again.body.round]).toEqual([200, played.round])
    // As a page that finds the round open when it loads.
    const { playId, stake, choice } = wanted
    expect((await dice(token, { playId, stake, choice })).body.round).toEqual(played.round)
    expect(nameOf(await dice(token, { ...wanted, stake: 200 }))).toBe('playConflict')
  },
)

// Shows: change 5
test.each(['recovery', 'the page'])(
  'a round whose process ended between bet and outcome is decided and paid under its version by %s',
  async (driver) => {
    const at = await seat('dice', { EUR: 100_00n })
    fixture.replaceWallet((real) => ({
      async bet(call) {
        await real.bet(call)
        throw new Error('the process ended')
      },
    }))
    const wanted = { playId: randomUUID(), mathsVersion: '1.0.0' }
    expect((await dice(at.token, wanted)).status).toBe(500)
    fixture.replaceWallet(null)
    expect(await fixture.balance(at.player)).toBe(99_00n)
    await replaceMaths('dice', (code) => code.replace('rtp = 9900', 'rtp = 9000'))
    if (driver === 'the page') expect((await dice(at.token, wanted)).status).toBe(200)
    fixture.app.moveClock(16_000)
    await recover()
    const lastRound = (await fixture.studioApi('GET', 'session', at.token)).body.lastRound as StudioRound
    expect(lastRound).toMatchObject({ playId: wanted.playId, status: 'settled' })
    expect(await fixture.balance(at.player)).toBe(BigInt(99_00 + lastRound.payout))
    const { revealed } = (await fixture.studioApi('POST', 'seeds', at.token, {})).body
    const facts = { game: 'dice', ...revealed, nonce: lastRound.nonce, stake: 100, choice: under }
    expect((await recompute({ ...facts, mathsVersion: '1.0.0' })).outcome).toEqual(lastRound.outcome)
  },
)

// Shows: change 2
test('the page of an open round shows the version that decides it, and the next round waits until it has reloaded', async () => {
  const { at, round } = await open('mines')
  await replaceMaths('mines', (code) => code.replace('factor(99n, 100n)', 'factor(90n, 100n)'))
  const session = (await fixture.studioApi('GET', 'session', at.token)).body
  const [board] = session.definition.stepped.boards
  expect([session.game.mathsVersion, session.game.rtp, session.lastRound.id]).toEqual(['1.0.0', 99, round.id])
  expect(session.definition.stepped.version).toBe('1.0.0')
  const demo = (await fixture.studioApi('GET', 'session', await fixture.launch('mines', {}))).body
  expect(demo.game.mathsVersion).toBe('1.1.0')
  expect(board.multipliers[0]).toBeGreaterThan(demo.definition.stepped.boards[0].multipliers[0])
  let last: StudioRound = (await send(at, round, { type: 'reveal', at: 0 })).body.round
  if (last.status === 'playing') last = (await send(at, last, { type: 'cashOut' })).body.round
  expect(last.status).toBe('settled')
  fixture.app.moveClock(5_000)
  const next = { playId: randomUUID(), stake: 1_00, choice: { mines: 3 }, mathsVersion: session.game.mathsVersion }
  expect(nameOf(await fixture.studioApi('POST', 'play', at.token, next))).toBe('mathsReplaced')
  const after = (await fixture.studioApi('GET', 'session', at.token)).body.game.mathsVersion
  expect(after).toBe('1.1.0')
  expect((await fixture.studioApi('POST', 'play', at.token, { ...next, mathsVersion: after })).status).toBe(200)
})

// Shows: change 3
test('a demo round of several steps that is open goes on and is paid under its version', async () => {
  for (;;) {
    const token = await fixture.launch('mines', {})
    const wanted = { playId: randomUUID(), stake: 1_00, choice: { mines: 1 } }
    const { round, balance } = (await fixture.studioApi('POST', 'play', token, wanted)).body as PlayReply
    const act = (after: number, acted: object) =>
      fixture.studioApi('POST', 'act', token, { roundId: round.id, actId: randomUUID(), after, act: acted })
    const revealed = (await act(0, { type: 'reveal', at: 0 })).body as PlayReply
    // One of 25 tiles has a mine.
    if (revealed.round.status !== 'playing') continue
    await replaceMaths('mines', (code) => code.replace('factor(99n, 100n)', 'factor(50n, 100n)'))
    const paid = (await act(1, { type: 'cashOut' })).body as PlayReply
    // 25 / 24 of 99 %, and not of 50 %.
    expect(paid.round).toMatchObject({ status: 'settled', payout: expect.toSatisfy((payout) => payout >= 103) })
    expect(paid.balance).toBe(balance + paid.round.payout)
    return
  }
})
