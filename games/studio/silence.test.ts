/**
 * Tests that no output of the server reveals the hidden part of a round early. Two players with the same stake, choice
 * and visible past, but with seeds that lead to different ends, get the same bytes: in every reply, refusal and push,
 * and so does whoever else asks.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Act } from '#contract/rounds.ts'
import { placeOf } from '#contract/seed-pair.ts'
import { openDraw, playOut, sha256Hex } from '#games/fairness.ts'
import { games } from '#games/games.ts'
import { type GameMaths, isStepped, type PlayedMaths, type SteppedMaths } from '#games/maths.ts'
import { isShared } from '#games/shared.ts'
import type { OperatorWallet } from '#games/studio/operator-wallet.ts'
import type { StudioRound } from '#games/studio-api.ts'
import { eventForms } from '#server/event-forms.ts'
import { lifecycle } from '#server/play/games/module.ts'
import { type Casino, casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { firstChoice } from '#tests/setup/first-choice.ts'
import { possibleAct, aRoundOf } from '#tests/setup/stepped-play.ts'
import { sampled } from '#tests/setup/length.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())
afterEach(() => fixture.replaceWallet(null))

const clientSeed = 'mine'
/** A multiple of every game's unit. */
const stake = 2_00
const seedOf = (index: number) => index.toString(16).padStart(64, '0')
const drawOf = (index: number) => openDraw(seedOf(index), clientSeed, 0)

/** Leaves out the cards of a poker hand: all are shown, and they do not determine the cards that will replace them. */
const written = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)).replaceAll(
    /"cards":\[[\d,]*\],"held":null/g,
    '"cards":"…","held":null',
  )

/**
 * Returns the views that the player has seen after this many acts, and the final round of the seed; null if it ends
 * earlier.
 */
async function pathOf(maths: SteppedMaths, index: number, acts: number): Promise<{ seen: string; end: string } | null> {
  const draw = await drawOf(index)
  let step = await maths.open(draw, stake, maths.firstChoice())
  const seen = [written(step.view)]
  for (let made = 0; made < acts && !step.isFinal; made++) {
    const act = possibleAct(step.view)
    step = (await maths.act(draw, step.state, act))!
    seen.push(written([act, step.view]))
  }
  if (step.isFinal) return null
  return { seen: seen.join(), end: JSON.stringify(await aRoundOf(maths, await drawOf(index), stake, 99)) }
}

/** Finds two seeds whose rounds look the same after this many acts and end differently. */
async function twins(maths: SteppedMaths, acts: number): Promise<[number, number]> {
  const known = new Map<string, { index: number; end: string }>()
  for (let index = 0; ; index++) {
    const path = await pathOf(maths, index, acts)
    if (!path) continue
    const twin = known.get(path.seen)
    if (twin && twin.end !== path.end) return [twin.index, index]
    if (!twin) known.set(path.seen, { index, end: path.end })
  }
}
async function differentSeeds(maths: PlayedMaths): Promise<[number, number]> {
  const endOf = async (index: number) =>
    JSON.stringify(await playOut(maths, await drawOf(index), { stake, choice: firstChoice(maths, stake) }))
  const first = await endOf(0)
  for (let index = 1; ; index++) if ((await endOf(index)) !== first) return [0, index]
}

type Seat = {
  player: CasinoPlayer
  token: string
  maths: GameMaths
  seed: string
  hash: string
  /** Place of the seed pair, which differs between players. */
  place: string
  from: number
  received: string[]
}

async function seated(maths: GameMaths, index: number): Promise<Seat> {
  const player = await fixture.player({ EUR: 1_000_00n })
  const token = await fixture.launch(maths.slug, { player })
  await fixture.studioApi('GET', 'session', token)
  const seed = seedOf(index)
  const hash = await sha256Hex(seed)
  const changed = await fixture.app.db.asOwner(
    'UPDATE studio.seeds SET server_seed = $3, server_seed_hash = $4, client_seed = $5 WHERE owner = $1 AND game = $2 RETURNING id',
    [player.id, maths.slug, seed, hash, clientSeed],
  )
  expect(changed.rows).toHaveLength(1)
  const { rows } = await fixture.app.db.asOwner('SELECT coalesce(max(id), 0)::text AS last FROM outbox.events')
  const place = await placeOf({ owner: player.id, game: maths.slug, number: 1 })
  return { player, token, maths, seed, hash, place, from: Number(rows[0]!.last), received: [] }
}

/** Replaces values that differ between any two players and rounds, and counters of the whole site. */
const alike = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/"(version|id|movementId|lastMovementId)":"?\d+"?/g, '"$1":0')

type Answer = { status: number; body: unknown; headers: Record<string, unknown> }
/** Checks that the output lacks the server seed, and replaces its hash, which differs between seeds. */
function receive(at: Seat, value: unknown): void {
  const text = written(value)
  expect(text).not.toContain(at.seed)
  at.received.push(alike(text.replaceAll(at.hash, 'commitment').replaceAll(at.place, 'place')))
}
const receiveAnswer = (at: Seat, { status, body, headers }: Answer) =>
  receive(at, [status, body, headers['retry-after']])

const studioCall = async (at: Seat, method: 'GET' | 'POST', path: string, body?: unknown) =>
  receiveAnswer(at, await fixture.studioApi(method, path, at.token, body))
const siteCall = async (at: Seat, method: 'GET' | 'POST', path: string, by?: CasinoPlayer) =>
  receiveAnswer(at, await fixture.app.send({ method, url: `/api/${path}`, token: by?.token }))

/** Makes every request that the player can make while the round is open, and collects all pushes. */
async function listen(at: Seat, { id, playId }: StudioRound): Promise<void> {
  const { player, maths } = at
  const choice = firstChoice(maths, stake)
  await studioCall(at, 'GET', 'session')
  await studioCall(at, 'POST', 'play', { playId, stake, choice })
  await studioCall(at, 'POST', 'play', { playId: randomUUID(), stake, choice })
  await studioCall(at, 'POST', 'seeds', {})
  await studioCall(at, 'GET', `rounds/${id}`)
  await siteCall(at, 'GET', `game/rounds/${id}`, player)
  await siteCall(at, 'POST', `game/rounds/${id}/reveal`, player)
  await siteCall(at, 'GET', 'game/spins?page=1&perPage=10', player)
  await siteCall(at, 'GET', 'wallet/entries?currency=EUR&page=1&perPage=10', player)
  const { rows } = await fixture.app.db.asOwner(
    'SELECT channel, event, form, payload, version::int FROM outbox.events WHERE id > $1 ORDER BY id',
    [at.from],
  )
  for (const { channel, event, form, payload, version } of rows) {
    const sent = form ? eventForms[form as string]!(payload, version as number) : payload
    receive(at, [channel, event, sent])
  }
}

/** Tries every other request in a round of several steps, also as another player. */
async function probe(at: Seat, { id, playId, progress }: StudioRound): Promise<void> {
  const other = await fixture.player()
  const choice = firstChoice(at.maths, stake)
  const act = (after: number, chosen: object) =>
    studioCall(at, 'POST', 'act', { roundId: id, actId: randomUUID(), after, act: chosen })
  await studioCall(at, 'POST', 'play', { playId, stake: stake * 2, choice })
  for (const chosen of [{ type: 'reveal', at: 0 }, { type: 'hit' }, { type: 'draw', hold: [0] }, { type: 'cashOut' }])
    await act(7, chosen)
  await act(0, { type: 'reveal', at: 99 })
  // These acts are not possible in any game at this step.
  for (const chosen of [{ type: 'draw' }, { type: 'draw', hold: [1, 1] }, { type: 'climb', at: 24 }])
    await act(progress!.acts, chosen)
  for (const by of [other, undefined]) {
    await siteCall(at, 'GET', `game/rounds/${id}`, by)
    await siteCall(at, 'POST', `game/rounds/${id}/reveal`, by)
  }
  for (const path of ['open-rounds', 'games/played', 'play-session?currency=EUR', 'spins/winners'])
    await siteCall(at, 'GET', `game/${path}`, at.player)
  await siteCall(at, 'GET', 'wallet/accounts', at.player)
  const kept = await Promise.all(Object.values(lifecycle.sections).map((read) => read(fixture.deps, at.player.id)))
  receive(at, kept)
}

/** Video poker has only one act. Shared rounds are tested in server/play/shared-rounds. */
const stepped = games
  .filter(isStepped)
  .filter((maths) => !isShared(maths))
  .flatMap((maths) => ('pays' in maths.definition ? [0] : [0, 1]).map((acts) => [maths.slug, acts, maths] as const))
const played = games
  .filter((maths): maths is PlayedMaths => !isStepped(maths))
  .map((maths) => [maths.slug, maths] as const)

// Shows: attack 133
test.each(sampled(stepped, 5))(
  '%s after %i acts: no reply, refusal or push depends on what is hidden',
  async (_slug, acts, maths) => {
    const received: string[][] = []
    const ends: string[] = []
    for (const index of await twins(maths, acts)) {
      const at = await seated(maths, index)
      const opened = await fixture.studioApi('POST', 'play', at.token, {
        playId: randomUUID(),
        stake,
        choice: maths.firstChoice(),
      })
      receiveAnswer(at, opened)
      let round = opened.body.round as StudioRound
      for (let made = 0; made < acts; made++) {
        const act: Act = possibleAct(round.progress!.view)
        const answer = await fixture.studioApi('POST', 'act', at.token, {
          roundId: round.id,
          actId: randomUUID(),
          after: made,
          act,
        })
        receiveAnswer(at, answer)
        round = answer.body.round
      }
      expect(round.status).toBe('playing')
      await listen(at, round)
      await probe(at, round)
      received.push(at.received)
      // Confirms that the seed of this test decided the round.
      ends.push(JSON.stringify(await aRoundOf(maths, await drawOf(index), stake, 99)))
    }
    expect(ends[0]).not.toBe(ends[1])
    expect(received[0]!.length).toBeGreaterThan(25)
    expect(received[1]).toEqual(received[0])
  },
)

/** A wallet that takes the stake but whose answer never arrives. */
const losesAnswer = (real: OperatorWallet): Partial<OperatorWallet> => ({
  bet: async (call) => {
    await real.bet(call)
    return { kind: 'unknown', reason: 'connection lost' }
  },
})

// Shows: attack 133
test.each(sampled(played, 5))(
  '%s: while its stake is in doubt, nothing depends on the result',
  async (_slug, maths) => {
    const received: string[][] = []
    for (const index of await differentSeeds(maths)) {
      const at = await seated(maths, index)
      fixture.replaceWallet(losesAnswer)
      const opened = await fixture.studioApi('POST', 'play', at.token, {
        playId: randomUUID(),
        stake,
        choice: firstChoice(maths, stake),
      })
      expect([opened.status, opened.body.round.status]).toEqual([202, 'open'])
      receiveAnswer(at, opened)
      await listen(at, opened.body.round)
      received.push(at.received)
      fixture.replaceWallet(null)
    }
    expect(received[1]).toEqual(received[0])
  },
)
