/** What operators do for a player: access, contact data, status, export and erasure. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { invariants as auditInvariants, sealAudit } from '#server/kernel/audit/seal.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let rita: DeskPerson
let rob: DeskPerson
beforeAll(async () => {
  desk = await testDesk({ env: { REGISTRATION_FIELDS: 'securityQuestion' } })
  rita = await desk.person('rita', 'risk')
  rob = await desk.person('rob', 'risk')
})
afterAll(() => desk.close())

let players = 0
const password = 'a quiet harbour'
async function newPlayer(more: object = {}): Promise<{ id: string; token: string; email: string }> {
  const email = `player${++players}@example.com`
  const payload = { email, password, country: 'DE', currency: 'EUR', agreements: 1, ...more }
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

test('an answer to the security question is compared five times a day, each of which is recorded', async () => {
  const { id } = await newPlayer({ securityQuestion: 'pet', securityAnswer: 'Rex' })
  const compare = (answer: string, playerId = id) => act(playerId, 'security-answer/check', { answer })
  expect((await compare('Luna')).body).toEqual({ question: 'pet', isRight: false })
  expect((await compare(' rex')).body).toEqual({ question: 'pet', isRight: true })
  for (let attempt = 0; attempt < 3; attempt++) await compare('Luna')
  expect(await compare('Rex')).toMatchObject({ status: 429, body: { error: { name: 'tooManyAttempts' } } })
  const { rows } = await desk.app.db.asOwner(
    `SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = 'security-answer-checked' ORDER BY id`,
    [id],
  )
  expect(rows.slice(0, 2)).toMatchObject([{ detail: { isRight: false } }, { detail: { isRight: true } }])
  expect(rows).toHaveLength(5)
  expect(JSON.stringify(rows)).not.toContain('Luna')
  expect(name(await compare('Rex', (await newPlayer()).id))).toBe('noSecurityAnswer')
  expect(name(await compare('Rex', randomUUID()))).toBe('playerNotFound')
  expect((await compare(' ')).status).toBe(422)
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

test('a change of address by the player is in the timeline, as an act of the player and without either address', async () => {
  const { id, token, email } = await newPlayer()
  const send = (method: 'POST' | 'PUT', url: string, payload: object) => desk.app.send({ method, url, token, payload })
  const moved = `moved.${email}`
  expect((await send('POST', '/api/player/step-up', { method: 'password', proof: password })).status).toBe(200)
  expect((await send('PUT', '/api/player/profile', { email: moved })).status).toBe(200)
  const mona = await desk.person('mona', 'manager')
  const { body } = await mona.call({ url: `/api/players/${id}/timeline` })
  expect(body.rows).toContainEqual(
    expect.objectContaining({
      what: 'act',
      detail: [
        { key: 'act.email-changed', values: {} },
        { key: 'player', values: {} },
      ],
    }),
  )
  const mails = body.rows.filter(({ kind }: { kind: string }) => kind === 'mails')
  expect(mails.map(({ detail }: { detail: Array<{ key: string }> }) => detail[0]!.key)).toContain(
    'word.template.email-changed',
  )
  for (const address of [email, moved]) expect(JSON.stringify(body)).not.toContain(address)
  // Only the address that the account has now leads to it.
  const found = async (text: string) =>
    (await rita.call({ url: `/api/find?text=${encodeURIComponent(text)}` })).body.map(
      ({ path }: { path: string }) => path,
    )
  expect(await found(moved)).toEqual([`/players/${id}`])
  expect(await found(email)).toEqual([])
})

longTest('of two players who confirm one phone number at once, and an operator who sets it, one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const phone = `49151234570${10 + round}`
    const players = [await newPlayer(), await newPlayer()]
    const other = await newPlayer()
    const send = (token: string, url: string, payload: object) => desk.app.send({ method: 'POST', url, token, payload })
    const confirmations: Array<() => Promise<{ status: number; body: any }>> = []
    for (const { token } of players) {
      await send(token, '/api/player/step-up', { method: 'password', proof: password })
      expect((await send(token, '/api/player/otp/send', { phone, reason: 'phone-change' })).status).toBe(200)
      const { code } = (await inboxOf(desk.app).all({ to: phone })).at(-1)!
      confirmations.push(() => send(token, '/api/player/otp/verify', { phone, reason: 'phone-change', code }))
    }
    const asked = await act(other.id, 'phone', { phone: `+${phone}`, reason }, rita, 'PUT')
    expect(asked.status).toBe(202)
    const answers = await Promise.all([...confirmations.map((confirm) => confirm()), desk.approved(asked)])
    const statuses = answers.map(({ status }) => status)
    expect([round, statuses.filter((status) => status === 200).length]).toEqual([round, 1])
    expect(Math.max(...statuses)).toBeLessThan(500)
    const { rows } = await desk.app.db.asOwner('SELECT id FROM identity.players WHERE phone = $1', [phone])
    expect(rows).toEqual([{ id: [...players, other][statuses.indexOf(200)]!.id }])
    const acts = await desk.app.db.asOwner(
      `SELECT count(*)::int AS count FROM identity.audit
       WHERE action IN ('phone-confirmed', 'phone-changed') AND player_id = ANY ($1)`,
      [[...players, other].map(({ id }) => id)],
    )
    expect(acts.rows).toEqual([{ count: 1 }])
  }
})

test('a new phone is set once a second person approves; the player is told by mail, and at the former number', async () => {
  const { id, email } = await newPlayer()
  const other = await newPlayer()
  await desk.app.db.asOwner(`UPDATE identity.players SET phone = '4915123456701' WHERE id = $1`, [other.id])
  await desk.app.db.asOwner(
    `UPDATE identity.players SET phone = '4915123456702', phone_confirmed_at = now(), locale = 'de',
       details = details || '{"timeZone": "America/New_York"}' WHERE id = $1`,
    [id],
  )
  const change = (phone: string) => act(id, 'phone', { phone, reason }, rita, 'PUT')
  for (const phone of ['', 'call me', '030 123456', '+49 30 123456', '151 23456703'])
    expect(name(await change(phone))).toBe('phoneInvalid')
  expect(name(await change('+49 (0) 151 23456702'))).toBe('unchanged')
  expect(name(await change('+49 151 23456701'))).toBe('phoneTaken')
  const late = await change('+49 151 23456709')
  const asked = await change('+49 151 23456703')
  expect(asked.status).toBe(202)
  expect((await desk.approved(asked)).status).toBe(200)
  expect((await desk.approved(late)).body.error.name).toBe('subjectChanged')
  const { rows } = await desk.app.db.asOwner('SELECT phone, phone_confirmed_at FROM identity.players WHERE id = $1', [
    id,
  ])
  expect(rows).toEqual([{ phone: '4915123456703', phone_confirmed_at: null }])
  const inbox = inboxOf(desk.app)
  expect((await inbox.all({ to: '4915123456702' })).map(({ text }) => text).join()).toContain('Telefonnummer')
  const mail = (await inbox.all({ to: email })).find(({ subject }) => subject?.includes('Telefonnummer'))!
  expect(mail.text).toMatch(/auf •••703 geändert/)
  expect(mail.text).toMatch(/am \d{1,2}\. \S+ \d{4} um \d\d:\d\d GMT-[45]/)
  const audited = await desk.app.db.asOwner(
    `SELECT actor, detail FROM identity.audit WHERE action = 'phone-changed' AND player_id = $1`,
    [id],
  )
  expect(audited.rows).toMatchObject([
    { actor: 'operator:rita', detail: { before: '4915123456702', after: '4915123456703', reason } },
  ])
})

test('a block, a limit and the admission are told by mail, and what happens to the money', async () => {
  const { id, email } = await newPlayer()
  for (const [status, seen] of [
    ['limited', 'active'],
    ['blocked', 'limited'],
    ['active', 'blocked'],
  ])
    expect((await act(id, 'status', { status, reason, seen }, rita, 'PUT')).status).toBe(200)
  const mails = await inboxOf(desk.app).all({ to: email })
  const found = (title: string) => mails.find(({ subject }) => subject?.endsWith(title))?.text
  expect(found('has been limited')).toContain('You can still play and withdraw your money')
  expect(found('has been blocked')).toContain('Your money stays yours')
  expect(found('is open again')).toContain('your money is unchanged')
})

test('a player without an address is told of a block by text message', async () => {
  const { id } = await newPlayer()
  await desk.app.db.asOwner(`UPDATE identity.players SET email = NULL, phone = '4915123456704' WHERE id = $1`, [id])
  await act(id, 'status', { status: 'blocked', reason, seen: 'active' }, rita, 'PUT')
  const texts = await inboxOf(desk.app).all({ to: '4915123456704' })
  expect(texts.map(({ text }) => text)).toEqual([
    expect.stringContaining('Your account has been blocked. We blocked it'),
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

/** Where an address may remain: counters of attempts and requests for mails, which end by themselves. */
const passing = ['identity.attempts', 'identity.mail_requests']

test('no table of the database has an address or a browser of an erased player any more, and the audit log stays sealed', async () => {
  const ip = '203.0.113.77'
  const agent = 'Mozilla/5.0 (X11; erased player)'
  const headers = { 'x-forwarded-for': ip, 'user-agent': agent }
  const email = `player${++players}@example.com`
  const send = (method: 'POST' | 'GET' | 'PUT' | 'DELETE', url: string, payload?: object, token?: string) =>
    desk.app.send({ method, url, headers, ...(payload && { payload }), ...(token && { token }) })
  const password = 'a quiet harbour'
  const { body } = await send('POST', '/api/player/register', {
    email,
    password,
    country: 'DE',
    currency: 'EUR',
    agreements: 1,
  })
  const { rows } = await desk.app.db.asOwner('SELECT id FROM identity.players WHERE email = $1', [email])
  const id: string = rows[0]!.id
  await send('POST', '/api/player/sessions', { login: email, password: 'not the right one' })
  const again = await send('POST', '/api/player/sessions', { login: email, password })
  expect(again.status).toBe(200)
  await send('POST', '/api/player/passwords/reset', { email })
  const token = body.accessToken
  await send('PUT', '/api/player/profile', { nickname: 'Gone soon' }, token)
  await send('POST', '/api/support/chat/messages', { id: randomUUID(), text: 'Hello', attachmentIds: [] }, token)
  await send('POST', '/api/player/limits', { definition: 3, period: 'daily', amount: 100, currency: 'EUR' }, token)
  await send('GET', '/api/player/profile', undefined, token)
  const tables = async () => {
    const { rows: names } = await desk.app.db.asOwner(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    )
    const found: string[] = []
    for (const { name } of names) {
      const { rows: hits } = await desk.app.db.asOwner(
        `SELECT 1 FROM ${name} AS row WHERE position($1 IN row::text) > 0 OR position($2 IN row::text) > 0 LIMIT 1`,
        [ip, agent],
      )
      if (hits.length > 0 && !passing.includes(name)) found.push(name)
    }
    return found
  }
  expect(await tables()).toEqual(expect.arrayContaining(['identity.audit', 'identity.sessions']))
  await sealAudit(desk.app.deps)
  await desk.app.db.asOwner('UPDATE identity.players SET status = 4, closed_at = now() WHERE id = $1', [id])
  const erased = await desk.approved(await act(id, 'erasure', { reason }))
  expect(erased, JSON.stringify(erased)).toMatchObject({ status: 200 })
  expect(erased.body.erased.sessions).toBeGreaterThanOrEqual(2)
  expect(erased.body.erased.addresses).toBeGreaterThanOrEqual(3)
  expect(await tables()).toEqual([])
  expect(await findBreaches(desk.app.deps.db.pool, auditInvariants)).toEqual([])
  const audited = await desk.app.db.asOwner(
    `SELECT detail FROM identity.audit WHERE action = 'personal-data-erased' AND player_id = $1`,
    [id],
  )
  expect(audited.rows).toMatchObject([{ detail: { before: erased.body.erased, after: { sessions: 0 }, reason } }])
})
