/** A round at the desk: proved while its seed is secret, with each step, movement and refund. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'

let fixture: Casino
let desk: Awaited<ReturnType<typeof deskOf>>
let manager: DeskPerson
beforeAll(async () => {
  fixture = await casino({ env: deskEnvironment })
  desk = await deskOf(fixture.app.deps, fixture.app.moveClock)
  manager = await desk.person('mona', 'manager')
})
afterAll(async () => {
  await desk.close()
  await fixture.close()
})

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
  expect(acts.body.rows[0]).toMatchObject({ what: 'act', detail: 'round-read · operator:mona' })
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
