/** Sessions of players, ended at the desk. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let rita: DeskPerson
let sam: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  rita = await desk.person('rita', 'risk')
  sam = await desk.person('sam', 'support')
})
afterAll(() => desk.close())

async function signedIn() {
  const email = `${randomUUID()}@example.test`
  const { body } = await desk.app.send({
    method: 'POST',
    url: '/api/player/register',
    payload: { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 },
  })
  const { rows } = await desk.app.db.asOwner('SELECT id FROM identity.players WHERE email = $1', [email])
  const isSignedIn = async () =>
    (await desk.app.send({ method: 'GET', url: '/api/player/profile', token: body.accessToken })).status === 200
  return { id: rows[0].id as string, isSignedIn }
}
const end = (url: string, body: object, by = sam) => by.call({ method: 'POST', url: `/api/${url}`, body })
const reason = 'a stolen phone'

// Shows: ASVS 7.4.5
test('the sessions of a player, then of everyone, are ended with a reason, and their sockets are closed', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  expect((await end(`players/${one.id}/sessions/end`, {})).status).toBe(422)
  expect((await end(`players/${randomUUID()}/sessions/end`, { reason })).body.error.name).toBe('playerNotFound')
  expect((await end('sessions/end', { reason })).body.error.name).toBe('notPermitted')
  expect([await one.isSignedIn(), await other.isSignedIn()]).toEqual([true, true])
  const ended = await Promise.all([1, 2].map(() => end(`players/${one.id}/sessions/end`, { reason })))
  expect(ended.map(({ body }) => body.sessions).toSorted()).toEqual([0, 1])
  expect([await one.isSignedIn(), await other.isSignedIn()]).toEqual([false, true])
  expect((await end('sessions/end', { reason: 'a leaked key' }, rita)).body.sessions).toBe(1)
  expect(await other.isSignedIn()).toBe(false)
  const { rows } = await desk.app.db.asOwner(
    "SELECT actor, player_id, detail->>'reason' AS reason FROM identity.audit WHERE action = 'session-closed' ORDER BY id",
  )
  expect(rows).toEqual([
    { actor: 'operator:sam', player_id: one.id, reason },
    { actor: 'operator:rita', player_id: other.id, reason: 'a leaked key' },
  ])
  const { rows: sent } = await desk.app.db.asOwner(
    "SELECT count(*)::int FROM outbox.events WHERE channel = 'internal:sessions'",
  )
  expect(sent[0].count).toBeGreaterThanOrEqual(2)
})
