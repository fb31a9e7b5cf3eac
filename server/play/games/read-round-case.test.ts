/** A round at the desk: proved while its seed is secret, with each step, movement and refund. */
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Act } from '#contract/rounds.ts'
import { maths as crash } from '#games/crash/maths.ts'
import { createHub88Studio } from '#server/partners/game-studio/hub88/hub88.ts'
import { readPublicKey } from '#server/partners/game-studio/hub88/signature.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'
import { openHands } from '#tests/setup/open-hands.ts'
import { hub88Wallet, keyPair, listedGame, type StudioServer, studioServer } from '#tests/setup/outside-studio.ts'
import { possibleAct } from '#tests/setup/stepped-play.ts'
import { enterSalt, publishChain } from '../shared-rounds/chains.ts'
import { Leader, tickMs } from '../shared-rounds/lead.ts'
import { thisProcess } from '../shared-rounds/tables.ts'
import { mountStudios } from '../studios/mount.ts'
import { refreshGames } from '../studios/refresh-games.ts'
import { syncCatalogues } from '../studios/sync-catalogues.ts'

const [site, lantern] = [keyPair(), keyPair()]
let outside: StudioServer
let fixture: Casino
let desk: Awaited<ReturnType<typeof deskOf>>
let manager: DeskPerson
beforeAll(async () => {
  outside = await studioServer(site.publicKey)
  fixture = await casino({
    env: deskEnvironment,
    studios: [
      createHub88Studio({
        slug: 'lantern',
        name: 'Lantern Works',
        url: outside.url,
        operatorId: 7,
        privateKey: createPrivateKey(site.privateKey),
        publicKeys: [readPublicKey(lantern.publicKey)],
        tokenKey: 'a key of the site',
        timeoutMs: 2_000,
      }),
    ],
    plugins: (deps) => [(app) => mountStudios(app, deps)],
  })
  desk = await deskOf(fixture.app.deps, fixture.app.moveClock)
  manager = await desk.person('mona', 'manager')
})
afterAll(async () => {
  await desk.close()
  await fixture.close()
  await outside.close()
})
const hands = openHands(() => fixture)

const even = { target: 4_950, direction: 'under' as const }
const read = async (id: string) => (await manager.call({ url: `/api/rounds/${id}` })).body
async function playDice(player: CasinoPlayer): Promise<string> {
  const launch = await fixture.launch('dice', { player })
  fixture.app.moveClock(2_500)
  const play = { playId: randomUUID(), stake: 100, choice: even }
  return (await fixture.studioApi('POST', 'play', launch, play)).body.round.id
}

test('a round of the in-house studio is proved without showing its secret seed', async () => {
  const player = await fixture.player()
  const id = await playDice(player)
  const round = await read(id)
  expect(round).toMatchObject({
    id,
    studio: { id: 'fairhouse-studio' },
    game: { id: 'dice', title: 'Dice' },
    playerId: player.id,
    status: 'settled',
    stake: { amount: '1.00', currency: 'EUR' },
    fair: {
      state: 'settled',
      choice: even,
      serverSeed: null,
      pair: { proof: null },
      proof: { commitment: true, draw: true, outcome: true },
    },
    shared: null,
    others: [],
  })
  expect(round.movements[0]).toMatchObject({ kind: 'bet', amount: { amount: '1.00' }, undoes: null })
  const { rows } = await fixture.app.db.asOwner('SELECT server_seed FROM studio.seeds')
  for (const { server_seed } of rows) expect(JSON.stringify(round)).not.toContain(server_seed)
  const acts = await manager.call({ url: `/api/players/${player.id}/timeline?kind=acts` })
  expect(acts.body.rows[0]).toMatchObject({ what: 'act', detail: [{ key: 'act.round-read' }, 'operator:mona'] })
})

test('a round that was changed afterwards in the database is not proved', async () => {
  const id = await playDice(await fixture.player())
  await fixture.app.db.asOwner(`UPDATE studio.rounds SET outcome = jsonb_set(outcome, '{roll}', '1') WHERE id = $1`, [
    id,
  ])
  expect((await read(id)).fair.proof).toMatchObject({ commitment: true, draw: true, outcome: false })
})

test('the search and the timeline lead to the round, and an unknown one is refused', async () => {
  const player = await fixture.player()
  const id = await playDice(player)
  const path = `/rounds/${id}?studio=fairhouse-studio`
  expect((await manager.call({ url: `/api/find?text=${id}` })).body).toMatchObject([{ kind: 'round', path }])
  const { body } = await manager.call({ url: `/api/players/${player.id}/timeline?kind=play` })
  expect(body.rows[0]).toMatchObject({ what: 'round', path })
  for (const unknown of [randomUUID(), `${id}?studio=nobody`, '%27%3B'])
    expect((await manager.call({ url: `/api/rounds/${unknown}` })).status).toBe(404)
})

test('a round of several steps shows each of them, and is proved once it has ended', async () => {
  const { at, round } = await hands.open('mines')
  expect(await read(round.id)).toMatchObject({
    status: 'open',
    game: { id: 'mines' },
    fair: { state: 'playing', outcome: null, serverSeed: null, steps: [], proof: { commitment: true, outcome: null } },
  })
  const acts: Act[] = []
  let current = round
  while (current.status === 'playing') {
    const act: Act = acts.length === 2 ? { type: 'cashOut' } : possibleAct(current.progress!.view)
    acts.push(act)
    current = (await hands.send(at, current, act)).body.round
  }
  const { status, won, fair } = await read(round.id)
  expect([status, won.amount === '0.00']).toEqual(['settled', acts.length < 3])
  expect(fair.steps.map(({ act }: { act: Act }) => act)).toEqual(acts)
  expect(fair.steps.map(({ place, refusal }: { place: number; refusal: null }) => [place, refusal])).toEqual(
    acts.map((_act, place) => [place, null]),
  )
  expect(fair.proof).toEqual({ commitment: true, draw: true, outcome: true })
})

test('a bet on a shared round shows where it crashed only after its end', async () => {
  const actor = { kind: 'operator', id: randomUUID(), name: 'test' } as never
  const deps = { ...fixture.deps, actor, randomBytes }
  const published = await publishChain(deps, 'crash', { length: 50, event: 'a block' })
  if (!published.ok) throw new Error(published.refusal)
  const { lastHash } = published.value
  const salt = 'hash-of-a-block-that-was-not-mined-yet'
  expect((await enterSalt(deps, { game: 'crash', lastHash, salt, source: 'a block' })).ok).toBe(true)
  const player = await fixture.player()
  const token = await fixture.launch('crash', { player })
  await fixture.studioApi('GET', 'table', token)
  const leader = new Leader('crash', {
    deps: fixture.deps,
    studio: fixture.parts,
    settle: fixture.studio.settle,
    holder: thisProcess,
  })
  expect(await leader.elect()).toBe(true)
  const query = (text: string) => fixture.app.db.asOwner(text)
  const step = async () => {
    await leader.step()
    await leader.quiet()
  }
  await step()
  const { rows } = await query("SELECT number::int, point FROM shared.rounds WHERE phase = 'betting'")
  const { number, point } = rows[0]! as { number: number; point: number }
  const choice = { round: number, cashOutAt: 110 }
  const placed = await fixture.studioApi('POST', 'play', token, { playId: randomUUID(), stake: 10_00, choice })
  expect([placed.status, placed.body.round?.status]).toEqual([200, 'playing'])
  const { id } = placed.body.round
  expect(await read(id)).toMatchObject({ status: 'open', shared: null, fair: { outcome: null } })

  for (let left = crash.shared.bettingMs + crash.shared.endsAfter(point) + 5_000; left > 0; left -= tickMs) {
    fixture.app.moveClock(tickMs)
    await step()
  }
  const round = await read(id)
  expect(round).toMatchObject({
    status: 'settled',
    won: { amount: point >= 110 ? '11.00' : '0.00' },
    shared: {
      number,
      multiplier: (point / 100).toFixed(2),
      isInterrupted: false,
      isCancelled: false,
      chain: { lastHash, firstRound: 1, salt },
    },
  })
  expect(round.fair.proof.outcome).not.toBe(false)
})

test('a round of an outside studio shows its movements and refund, and that there are no seeds', async () => {
  outside.games.push(listedGame('moths'))
  await syncCatalogues(fixture.deps, { isForced: true })
  await refreshGames(fixture.deps)
  const player = await fixture.player()
  const launched = await fixture.app.send({
    method: 'POST',
    url: '/api/game/games/lantern-moths/play',
    token: player.token,
    payload: { mode: 'real' },
  })
  expect(launched.status).toBe(200)
  const { token } = outside.opened.at(-1)!
  const url = `${fixture.url}/api/partners/studios/lantern`
  const wallet = hub88Wallet({ url, privateKey: lantern.privateKey, codes: {} })
  const call = { token: token!, currency: 'EUR', gameId: 'moths' }
  const bet = async (roundId: string, amount: number) =>
    expect((await wallet.bet({ ...call, roundId, transactionId: `${roundId}-bet`, amount })).kind).toBe('accepted')
  await bet('r-1', 2_00)
  await wallet.win({ ...call, roundId: 'r-1', transactionId: 'r-1-win', amount: 5_00, isRoundFinished: true })
  await bet('r-2', 3_00)
  await wallet.rollback({ ...call, roundId: 'r-2', transactionId: 'r-2-undo', betTransactionId: 'r-2-bet' })
  const won = await read('r-1')
  expect(won).toMatchObject({
    studio: { id: 'lantern', name: 'Lantern Works' },
    game: { id: 'lantern-moths', title: 'Game moths' },
    playerId: player.id,
    status: 'settled',
    stake: { amount: '2.00' },
    won: { amount: '5.00' },
    net: { amount: '3.00' },
    fair: null,
    shared: null,
  })
  expect(won.movements.map(({ kind }: { kind: string }) => kind)).toEqual(['bet', 'win'])
  const refunded = await read('r-2')
  expect(refunded).toMatchObject({ status: 'rolled-back', won: { amount: '0.00' }, fair: null })
  expect(refunded.movements.at(-1)).toMatchObject({ kind: 'rollback', undoes: expect.stringContaining('r-2-bet') })
})
