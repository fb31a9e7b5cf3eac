/** Markers of harm and households at the desk: decided once, by whom, and without ending other protection. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let rita: DeskPerson
let rob: DeskPerson
let sam: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  rita = await desk.person('rita', 'risk')
  rob = await desk.person('rob', 'risk')
  sam = await desk.person('sam', 'support')
})
afterAll(() => desk.close())

async function newPlayer(): Promise<string> {
  const id = randomUUID()
  await desk.app.db.asOwner(
    `INSERT INTO identity.players (id, email, first_name, country, currency, locale, created_at, updated_at) VALUES ($1, $2, 'Ada', 'DE', 'EUR', 'en', $3, $3)`,
    [id, `${id}@example.test`, desk.app.deps.clock.now()],
  )
  return id
}

async function newMarker(
  playerId: string,
  { level = 'strong', contest = null }: { level?: string; contest?: string | null } = {},
): Promise<string> {
  const { rows } = await desk.app.db.asOwner(
    `INSERT INTO harm.markers (player_id, rule, indicator, measure, level, definition_version, day, days, counted, threshold, raised_at, acted_at, contested_at, contest)
     VALUES ($1, $2, 'spend', 'netDeposits', $3, 1, $4::timestamptz::date, 7, 123456, 100000, $4::timestamptz, $4::timestamptz, CASE WHEN $5::text IS NULL THEN NULL ELSE $4::timestamptz END, $5) RETURNING id`,
    [playerId, randomUUID(), level, desk.app.deps.clock.now(), contest],
  )
  return String(rows[0]!.id)
}
const decide = (by: DeskPerson, id: string, decision: string, seen = 'open') =>
  by.call({ method: 'POST', url: `/api/markers/${id}/decision`, body: { decision, reason: 'Spoke to them', seen } })
const acts = async (playerId: string, action: string) =>
  (
    await desk.app.db.asOwner('SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = $2', [
      playerId,
      action,
    ])
  ).rows

test('contested markers come first, then strong ones; one is decided and waits no more', async () => {
  const playerId = await newPlayer()
  const notice = await newMarker(playerId, { level: 'notice' })
  const strong = await newMarker(playerId)
  const contested = await newMarker(playerId, { level: 'notice', contest: 'I won that money before' })
  const waiting = async () =>
    (await sam.call({ url: '/api/markers' })).body.markers.map(({ id }: { id: string }) => id) as string[]
  expect(await waiting()).toEqual([contested, strong, notice])
  expect((await sam.call({ url: '/api/markers' })).body.markers[1]).toMatchObject({
    counted: { amount: '1234.56', currency: 'EUR' },
    threshold: { amount: '1000.00', currency: 'EUR' },
  })
  expect((await decide(sam, strong, 'upheld')).status).toBe(403)
  expect((await decide(rita, strong, 'upheld')).body).toMatchObject({ state: 'upheld', decision: { by: 'rita' } })
  expect(await waiting()).toEqual([contested, notice])
  expect((await sam.call({ url: `/api/players/${playerId}/markers` })).body).toHaveLength(3)
  expect(await acts(playerId, 'harm-marker-decided')).toMatchObject([
    { actor: 'operator:rita', detail: { before: 'open', after: 'upheld', reason: 'Spoke to them' } },
  ])
})

test('of two operators who decide a marker at once, one does, and the other reads who did what', async () => {
  for (let round = 0; round < 10; round++) {
    const playerId = await newPlayer()
    const id = await newMarker(playerId)
    const answers = await Promise.all([decide(rita, id, 'upheld'), decide(rob, id, 'dismissed')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { decision, state } = answers.find(({ status }) => status === 200)!.body
    const loser = answers.find(({ status }) => status === 409)!
    expect(loser.body.error.message).toBe(`${decision.by} has ${state} this marker.`)
    const own = await decide(decision.by === 'rita' ? rita : rob, id, state)
    expect(own.body.state).toBe(state)
    expect(await acts(playerId, 'harm-marker-decided')).toHaveLength(1)
  }
})

test('a concern is recorded once, also if it is sent again, and not of an unknown player', async () => {
  const playerId = await newPlayer()
  const body = { id: randomUUID(), reason: 'Her sister called' }
  const record = (player: string) => sam.call({ method: 'POST', url: `/api/players/${player}/concerns`, body })
  expect((await record(playerId)).status).toBe(200)
  expect((await record(playerId)).status).toBe(200)
  expect(await acts(playerId, 'harm-concern-recorded')).toHaveLength(1)
  const { rows } = await desk.app.db.asOwner(
    `SELECT count(*)::int FROM facts.facts WHERE kind = 'concernRecorded' AND player_id = $1`,
    [playerId],
  )
  expect(rows).toEqual([{ count: 1 }])
  expect((await record(randomUUID())).body.error.name).toBe('playerNotFound')
})

test('a household is shown with both players, and of two decisions at once one counts', async () => {
  const [player, other] = [await newPlayer(), await newPlayer()]
  const id = randomUUID()
  await desk.app.db.asOwner(
    `INSERT INTO bonuses.household_flags (id, player_id, other_player_id, matches, flagged_at) VALUES ($1, $2, $3, '{device,address}', $4)`,
    [id, player, other, desk.app.deps.clock.now()],
  )
  expect((await sam.call({ url: '/api/households' })).body.households).toMatchObject([
    { id, player: { id: player, name: 'Ada' }, other: { id: other }, matches: ['device', 'address'], decision: null },
  ])
  const answers = await Promise.all(
    [
      { by: rita, decision: 'allowed' },
      { by: rob, decision: 'declined' },
    ].map(({ by, decision }) =>
      by.call({
        method: 'POST',
        url: `/api/households/${id}/decision`,
        body: { decision, reason: 'Two flats' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [decided] = (await sam.call({ url: '/api/households?state=decided' })).body.households
  const loser = answers.find(({ status }) => status === 409)!
  expect(loser.body.error.message).toBe(`${decided.decision.by} has ${decided.decision.to} this household.`)
})
