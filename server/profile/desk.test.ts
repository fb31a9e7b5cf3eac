/** What operators do for a player: access, contact data, status, export and erasure. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboxOf } from '#tests/setup/inbox.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let rita: DeskPerson
let rob: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  rita = await desk.person('rita', 'risk')
  rob = await desk.person('rob', 'risk')
})
afterAll(() => desk.close())

let players = 0
async function newPlayer(): Promise<{ id: string; token: string; email: string }> {
  const email = `player${++players}@example.com`
  const payload = { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 }
  const { body } = await desk.app.send({ method: 'POST', url: '/api/player/register', payload })
  const { rows } = await desk.app.db.asOwner('SELECT id FROM identity.players WHERE email = $1', [email])
  return { id: rows[0]!.id, token: body.accessToken, email }
}
const act = (id: string, path: string, body?: object, by = rita, method: 'POST' | 'PUT' = 'POST') =>
  by.call({ method, url: `/api/players/${id}/${path}`, ...(body && { body }) })
const name = ({ body }: { body: any }) => body.error?.name
const reason = 'Identified on the phone'

test('a reset link goes to the address of the account, and not to one of a player who may not sign in', async () => {
  const { id, email } = await newPlayer()
  expect((await act(id, 'reset-link')).status).toBe(200)
  const { rows } = await desk.app.db.asOwner('SELECT kind, email FROM identity.mail_requests WHERE email = $1', [email])
  expect(rows).toEqual([{ kind: 'password-reset', email }])
  await act(id, 'status', { status: 'blocked', reason, seen: 'active' }, rita, 'PUT')
  expect(name(await act(id, 'reset-link'))).toBe('mayNotSignIn')
  expect(name(await act(randomUUID(), 'reset-link'))).toBe('playerNotFound')
})

test('of two operators who change a status at once, one does, and the other is told', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await newPlayer()
    const answers = await Promise.all([
      act(id, 'status', { status: 'blocked', reason, seen: 'active' }, rita, 'PUT'),
      act(id, 'status', { status: 'limited', reason, seen: 'active' }, rob, 'PUT'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.map(name)).toContain('changedMeanwhile')
  }
})

test('lost factors are removed once a second person approves, and the player is told by mail', async () => {
  const { id, email } = await newPlayer()
  expect(name(await act(id, 'factors/reset', { hasPasskeys: true, reason }))).toBe('nothingToRemove')
  await desk.app.db.asOwner(
    `INSERT INTO credentials.totps (player_id, secret, created_at, enabled_at) VALUES ($1, '\\x00', now(), now())`,
    [id],
  )
  const asked = await act(id, 'factors/reset', { hasPasskeys: true, reason })
  expect(asked.status).toBe(202)
  const factors = async () =>
    (await desk.app.db.asOwner('SELECT count(*)::int FROM credentials.totps WHERE player_id = $1', [id])).rows[0]!.count
  expect(await factors()).toBe(1)
  expect((await desk.approved(asked)).body).toEqual({ authenticators: 1, passkeys: 0 })
  expect(await factors()).toBe(0)
  expect((await inboxOf(desk.app).all({ to: email })).map(({ subject }) => subject).join()).toContain(
    'sign-in protection',
  )
})

test('a request to remove factors is void once the player has changed them', async () => {
  const { id } = await newPlayer()
  const add = (at: string) =>
    desk.app.db.asOwner(
      `INSERT INTO credentials.totps (player_id, secret, created_at, enabled_at) VALUES ($1, '\\x00', now(), $2)
       ON CONFLICT (player_id) DO UPDATE SET enabled_at = excluded.enabled_at`,
      [id, at],
    )
  await add('2026-01-01')
  const asked = await act(id, 'factors/reset', { hasPasskeys: false, reason })
  await add('2026-02-02')
  expect((await desk.approved(asked)).status).toBe(409)
})

test('a new address is set once a second person approves; the old one is told, and the new one confirms', async () => {
  const { id, email } = await newPlayer()
  const other = await newPlayer()
  const change = (to: string) => act(id, 'email', { email: to, reason }, rita, 'PUT')
  expect(name(await change('not an address'))).toBe('emailInvalid')
  expect(name(await change(email.toUpperCase()))).toBe('unchanged')
  expect(name(await change(other.email))).toBe('emailTaken')
  const asked = await change('new.address@example.com')
  expect(asked.status).toBe(202)
  expect((await desk.approved(asked)).status).toBe(200)
  const { rows } = await desk.app.db.asOwner('SELECT email, email_confirmed_at FROM identity.players WHERE id = $1', [
    id,
  ])
  expect(rows).toEqual([{ email: 'new.address@example.com', email_confirmed_at: null }])
  expect((await inboxOf(desk.app).all({ to: email })).map(({ subject }) => subject).join()).toContain('was changed')
  const audited = await desk.app.db.asOwner(
    `SELECT actor, detail FROM identity.audit WHERE action = 'email-changed' AND player_id = $1`,
    [id],
  )
  expect(audited.rows).toMatchObject([
    { actor: 'operator:rita', detail: { before: email, after: 'new.address@example.com', reason } },
  ])
})

test('the export has the sections of all modules, and is an act on the player', async () => {
  const { id } = await newPlayer()
  const file = await desk.server.inject({ url: `/api/players/${id}/export`, headers: { cookie: rita.cookie } })
  expect(file.headers['content-disposition']).toContain(`player-${id}.json`)
  expect(Object.keys(file.json().sections)).toEqual(expect.arrayContaining(['limits', 'documents', 'supportChat']))
  const { rows } = await desk.app.db.asOwner(
    `SELECT actor FROM identity.audit WHERE action = 'profile-exported' AND player_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor: 'operator:rita' }])
})

test('of a closed account the chat and undecided documents are erased, and approved ones stay', async () => {
  const { id, token } = await newPlayer()
  expect(name(await act(id, 'erasure', { reason }))).toBe('accountOpen')
  const message = { id: randomUUID(), text: 'My telephone number is 030 …', attachmentIds: [] }
  await desk.app.send({ method: 'POST', url: '/api/support/chat/messages', token, payload: message })
  for (const status of [1, 2, 3])
    await desk.app.db.asOwner(
      `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, status, decided_at, created_at)
       VALUES ($1, $2, 'identity', 'passport.png', 'image/png', 5, $3::int, CASE WHEN $3::int > 1 THEN now() END, now())`,
      [randomUUID(), id, status],
    )
  await desk.app.db.asOwner('UPDATE identity.players SET status = 4, closed_at = now() WHERE id = $1', [id])
  const erased = await desk.approved(await act(id, 'erasure', { reason }))
  expect(erased.body.erased).toMatchObject({ documents: 2, conversations: 1 })
  const left = await desk.app.db.asOwner('SELECT status FROM verification.documents WHERE player_id = $1', [id])
  expect(left.rows).toEqual([{ status: 2 }])
  const messages = await desk.app.db.asOwner('SELECT id FROM chat.messages WHERE id = $1', [message.id])
  expect(messages.rows).toEqual([])
})
