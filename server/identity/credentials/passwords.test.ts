import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlayerStatus } from '#contract/identity.ts'
import { barredMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { countWaiting } from '#tests/setup/lock-waits.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { statementsOf } from '#tests/setup/statements.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { lockPlayer, readPlayer } from '../players/players.ts'
import { readSecurityAnswer, storeSecurityAnswer } from '../players/security-answer.ts'
import { issueAutologinToken } from '../sessions/autologin.ts'
import { setPassword } from '../sessions/set-password.ts'

const nextPassword = 'an even quieter harbour'
let app: TestIdentityApp
let inbox: Inbox
beforeAll(async () => {
  app = await testIdentityApp({ TRUST_PROXY: '1', PUBLIC_URL: 'https://house.test' })
  inbox = inboxOf(app)
})
afterAll(() => app.close())

let lastIp = 0
const from = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++lastIp / 200)}.${lastIp % 200}` })
const idOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub as string

/** A registered player who has confirmed the address. */
async function newPlayer(over: Record<string, unknown> = {}): Promise<{ id: string; email: string; token: string }> {
  const body = app.registration(over)
  const {
    body: { accessToken: token },
  } = await app.post('/api/player/register', body, undefined, from())
  await inbox.next({ to: body.email })
  return { id: idOf(token), email: body.email, token }
}
const signIn = (login: string, password: string) =>
  app.post('/api/player/sessions', { login, password }, undefined, from())
const forget = (email: string, headers = from()) =>
  app.post('/api/player/passwords/reset', { email }, undefined, headers)
const reset = (code: string, password = nextPassword, password_confirmation = password) =>
  app.post('/api/player/passwords/confirm', { code, password, password_confirmation }, undefined, from())
const change = (
  token: string | undefined,
  currentPassword: string,
  newPassword = nextPassword,
  repeatNewPassword = newPassword,
) => app.put('/api/player/passwords', { currentPassword, newPassword, repeatNewPassword }, token)
const codeIn = (link: string | undefined) => new URL(link!).searchParams.get('resetCode')!
async function resetCode(email: string): Promise<string> {
  await forget(email)
  for (;;) {
    const { subject, links } = await inbox.next({ to: email })
    if (subject.startsWith('Reset')) return codeIn(links[0])
  }
}

// Shows: 7.3.4
test('after a forgotten password the link in the mail sets a new password, which signs in', async () => {
  const { id, email, token } = await newPlayer()
  expect(await forget(email)).toMatchObject({ status: 200, body: {} })
  const mail = await inbox.next({ to: email })
  expect(mail.links[0]).toMatch(/^https:\/\/house\.test\/password-reset\?resetCode=[\w-]{43}$/)
  const code = codeIn(mail.links[0])
  expect(await reset(code)).toMatchObject({ status: 200 })
  expect((await app.get('/api/player/profile', token)).status).toBe(401)
  expect(app.closedSessions).toContain(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid)
  expect((await signIn(email, validPassword)).status).toBe(401)
  const { body } = await signIn(email, nextPassword)
  expect((await app.get('/api/player/profile', body.accessToken)).body).toMatchObject({ isEmailConfirmed: true })
  expect((await inbox.next({ to: email })).subject).toBe('Your password at Fairhouse was changed')
  const { rows } = await app.db.pool.query('SELECT action FROM identity.audit WHERE player_id = $1 ORDER BY id', [id])
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['password-reset-asked', 'password-reset', 'email-confirmed']),
  )
})

test('a reset and a change of the password invalidate passkey challenges created before them', async () => {
  const open = async (id: string) => {
    const { rows } = await app.db.asOwner('SELECT FROM credentials.challenges WHERE player_id = $1', [id])
    return rows.length
  }
  const { id, email, token } = await newPlayer()
  await app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE player_id = $1', [
    id,
    app.deps.clock.now(),
  ])
  const begin = (by: string) => app.post('/api/player/passkeys/options', {}, by)
  expect([(await begin(token)).status, await open(id)]).toEqual([200, 1])
  await change(token, validPassword)
  expect([await open(id), (await begin(token)).status]).toEqual([0, 200])
  await reset(await resetCode(email), 'another calm harbour')
  expect(await open(id)).toBe(0)
})

// Shows: attack 23, ASVS 6.4.3
test('the code is valid once, for an hour; of twenty concurrent uses one succeeds and invalidates earlier codes', async () => {
  const { email } = await newPlayer()
  const [older, code] = [await resetCode(email), await resetCode(email)]
  const answers = await Promise.all(Array.from({ length: 20 }, () => reset(code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.error?.name === 'codeInvalid')).toHaveLength(19)
  expect(await reset(older)).toMatchObject({ status: 422, body: { error: { name: 'codeInvalid' } } })
  const late = await resetCode(email)
  app.moveClock(3_600_001)
  expect(await reset(late)).toMatchObject({ status: 422, body: { error: { name: 'codeInvalid' } } })
})

test('an invalid new password does not consume the code', async () => {
  const { email } = await newPlayer()
  const code = await resetCode(email)
  for (const [password, confirmation, field] of [
    ['short', 'short', 'password'],
    ['password123', 'password123', 'password'],
    ['', '', 'password'],
    [nextPassword, 'another', 'password_confirmation'],
  ] as const) {
    expect((await reset(code, password, confirmation)).body.error.fields, password).toHaveProperty(field)
  }
  expect((await reset(code)).status).toBe(200)
})

// Shows: pair closure/password
test('unknown, blocked and closed accounts get the same answer as all others, and no mail', async () => {
  const players = await Promise.all(
    [3, 4].map(async (status) => {
      const player = await newPlayer()
      await app.db.pool.query('UPDATE identity.players SET status = $2 WHERE id = $1', [player.id, status])
      return player.email
    }),
  )
  for (const email of [...players, `${randomUUID()}@example.com`]) {
    const before = (await inbox.all({ to: email })).length
    expect(await forget(email)).toMatchObject({ status: 200, body: {} })
    expect(await inbox.all({ to: email })).toHaveLength(before)
  }
})

// Shows: attack 37
test('37: the call does the same work for a known and an unknown address', async () => {
  const { email } = await newPlayer()
  await forget(email)
  const known = await statementsOf(app.deps, () => forget(email))
  const unknown = await statementsOf(app.deps, () => forget(`${randomUUID()}@example.com`))
  expect(known.length).toBeGreaterThan(1)
  expect(known).toEqual(unknown)
})

// Shows: pair address change/password, pair block/password
test('a code sent to a former address, or before a block, is refused', async () => {
  const left = await newPlayer()
  const code = await resetCode(left.email)
  await app.db.pool.query(`UPDATE identity.players SET email = 'moved-' || email WHERE id = $1`, [left.id])
  expect((await reset(code)).status).toBe(422)
  const blocked = await newPlayer()
  const second = await resetCode(blocked.email)
  await app.db.pool.query('UPDATE identity.players SET status = 3 WHERE id = $1', [blocked.id])
  expect((await reset(second)).status).toBe(422)
})

test('at most four mails an hour are sent to one mailbox, and ten requests accepted from one address', async () => {
  const { email } = await newPlayer()
  for (let index = 0; index < 6; index++) expect((await forget(email)).status).toBe(200)
  expect((await inbox.all({ to: email })).filter(({ subject }) => subject.startsWith('Reset'))).toHaveLength(4)
  const headers = from()
  const statuses = []
  for (let index = 0; index < 12; index++) statuses.push((await forget(`${randomUUID()}@example.com`, headers)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
})

test('an invalid address is reported at its field', async () => {
  for (const email of ['', 'x', 'a@b\r\nBcc: c@example.com', `${'x'.repeat(250)}@example.com`])
    expect([422], email).toContain((await forget(email)).status)
  expect((await forget('x')).body.error.fields).toEqual({ email: ['Value is not a valid email address'] })
})

// Shows: 5.3.1, 7.3.4, ASVS 6.2.3, ASVS 7.4.3
test('changing the password requires the current one, ends other sessions but not this one, and sends a mail', async () => {
  const { email, token } = await newPlayer()
  const other = (await signIn(email, validPassword)).body.accessToken
  expect((await change(token, 'not it')).body.error.fields).toEqual({ currentPassword: ['Incorrect password'] })
  expect((await change(token, '', 'short', 'other')).body.error.fields).toEqual({
    currentPassword: ['Value is required'],
    newPassword: ['This field should be at least 6 characters long'],
    repeatNewPassword: ['The passwords do not match'],
  })
  expect((await change(token, validPassword)).status).toBe(200)
  expect([
    (await app.get('/api/player/profile', token)).status,
    (await app.get('/api/player/profile', other)).status,
  ]).toEqual([200, 401])
  expect((await signIn(email, nextPassword)).status).toBe(200)
  const mail = await inbox.next({ to: email })
  expect(mail.subject).toBe('Your password at Fairhouse was changed')
  expect(mail.text).toContain('November 21, 2026')
  expect((await change(undefined, validPassword)).status).toBe(401)
})

test.each([
  ['en', 'https://house.test/?forgot-pass=true'],
  ['de', 'https://house.test/de?forgot-pass=true'],
])('the mail about a changed password leads to a page in its language: %s', async (locale, link) => {
  const { email, token } = await newPlayer({ locale })
  expect((await change(token, validPassword)).status).toBe(200)
  expect((await inbox.next({ to: email })).links[0]).toBe(link)
})

// Shows: attack 77, pair second tab/password
test('a session may repeat a change whose answer was lost; another session may not, and neither may it later', async () => {
  const { email, token } = await newPlayer()
  for (const answer of await Promise.all([change(token, validPassword), change(token, validPassword)]))
    expect(answer.status).toBe(200)
  expect((await change(token, validPassword)).status).toBe(200)
  const mails = (await inbox.all({ to: email })).filter(({ subject }) => subject.startsWith('Your password'))
  expect(mails).toHaveLength(1)
  expect((await change(token, validPassword, 'a password of another kind')).body.error.fields).toHaveProperty(
    'currentPassword',
  )
  const { body } = await signIn(email, nextPassword)
  expect((await change(body.accessToken, validPassword)).body.error.fields).toHaveProperty('currentPassword')
  app.moveClock(600_001)
  const later = await app.post('/api/player/sessions/refresh', {}, token)
  expect((await change(later.body.accessToken, validPassword)).body.error.fields).toHaveProperty('currentPassword')
})

test('a stolen session cannot be used to guess the password: after ten attempts not even the right one is accepted for 15 minutes', async () => {
  const { token } = await newPlayer()
  for (let index = 0; index < 10; index++) await change(token, `guess ${index}`)
  expect((await change(token, validPassword)).status).toBe(429)
  app.moveClock(15 * 60_000)
  const again = (await app.post('/api/player/sessions/refresh', undefined, token)).body.accessToken
  expect((await change(again, validPassword)).status).toBe(200)
})

/** Adds an authenticator and a passkey, as if they had been set up. */
async function addFactors(id: string): Promise<void> {
  const now = app.deps.clock.now()
  await app.db.pool.query(
    'INSERT INTO credentials.totps (player_id, secret, enabled_at, created_at) VALUES ($1, $2, $3, $3)',
    [id, Buffer.alloc(20), now],
  )
  await app.db.pool.query(
    `INSERT INTO credentials.passkeys (id, player_id, credential_id, public_key, counter, transports, name, created_at) VALUES ($1, $2, $1::uuid::text, '', 0, '', 'Theirs', $3)`,
    [randomUUID(), id, now],
  )
}
const addAnswer = (playerId: string) =>
  app.deps.db.transaction((tx) =>
    storeSecurityAnswer(tx, { playerId, question: 'pet', hash: 'x', at: app.deps.clock.now() }),
  )
const factorsOf = async (id: string) =>
  (
    await app.db.pool.query(
      'SELECT (SELECT count(*)::int FROM credentials.totps WHERE player_id = $1) AS totps, (SELECT count(*)::int FROM credentials.passkeys WHERE player_id = $1) AS passkeys',
      [id],
    )
  ).rows[0]
const both = { totps: 1, passkeys: 1 }
const confirm = async (email: string) => {
  const { links } = (await inbox.all({ to: email })).find(({ links: [link] }) => link?.includes('confirmCode'))!
  return app.post('/api/player/profile/confirmations/email', {
    code: new URL(links[0]!).searchParams.get('confirmCode'),
  })
}

// Shows: pair password/social sign-in
test('a reset by the owner of the mailbox removes what another person set up: phone, social account, destinations, chat', async () => {
  const { id, email, token } = await newPlayer()
  const { body: guest } = await app.post('/api/support/chat/guest', {}, undefined, from())
  const write = (by: string, text: string) =>
    app.post('/api/support/chat/messages', { id: randomUUID(), text, attachmentIds: [] }, by, from())
  expect((await write(guest.token, 'I am the owner')).status).toBe(200)
  expect((await app.post('/api/support/chat/guest/take-over', { token: guest.token }, token)).status).toBe(200)
  const posted = await app.deps.ledger.post({
    kind: 'deposit',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [{ from: 'clearing:test:EUR', to: `player:${id}:cash:EUR`, amount: 1000n as never }],
  })
  expect(posted).toMatchObject({ ok: true })
  await app.db.asOwner('UPDATE identity.players SET phone = $2, phone_confirmed_at = now() WHERE id = $1', [
    id,
    '4915123450199',
  ])
  await app.db.pool.query(
    `INSERT INTO identity.social_identities (provider, subject, player_id, linked_at) VALUES ('telegram', $2, $1, now())`,
    [id, randomUUID()],
  )
  await app.db.pool.query(
    `INSERT INTO payments.addresses (player_id, name, method, currency, fields, destination, created_at) VALUES ($1, 'Theirs', 'x', 'EUR', '{}', 'x', now())`,
    [id],
  )
  await addFactors(id)
  expect((await reset(await resetCode(email))).status).toBe(200)
  expect(await factorsOf(id)).toEqual({ totps: 0, passkeys: 0 })
  const { rows } = await app.db.pool.query(
    `SELECT (SELECT count(*)::int FROM identity.social_identities WHERE player_id = $1) AS linked,
       (SELECT count(*)::int FROM payments.addresses WHERE player_id = $1) AS destinations`,
    [id],
  )
  expect(rows).toEqual([{ linked: 0, destinations: 0 }])
  expect((await signIn('+4915123450199', nextPassword)).status).toBe(401)
  const { body } = await signIn(email, nextPassword)
  expect((await app.get('/api/player/profile', body.accessToken)).body).toMatchObject({
    phone: null,
    isPhoneConfirmed: false,
  })
  const methods = (await app.get('/api/player/step-up', body.accessToken)).body
  expect(methods).toMatchObject({ methods: expect.not.arrayContaining(['otp']) })
  const none = { state: null, messages: [] }
  const ownChat = async (by: string) => (await app.get('/api/support/chat', by, from())).body
  expect([await ownChat(body.accessToken), await ownChat(guest.token)]).toEqual([none, none])
  expect((await write(body.accessToken, 'Hello')).status).toBe(200)
  // Support keeps what was written before.
  expect((await app.db.asOwner("SELECT FROM chat.messages WHERE body = 'I am the owner'")).rows).toHaveLength(1)
})

// Shows: attack 23, pair second factor/password
test('the owner of the mailbox takes over an account that someone else registered with its address', async () => {
  const { id, email } = await newPlayer()
  await addFactors(id)
  await addAnswer(id)
  expect((await reset(await resetCode(email))).status).toBe(200)
  expect(await factorsOf(id)).toEqual({ totps: 0, passkeys: 0 })
  // Whoever registered must not be recognised by support as the owner.
  expect(await readSecurityAnswer(app.deps.db.kysely, id)).toBeNull()
  await addAnswer(id)
  await addFactors(id)
  expect((await reset(await resetCode(email), 'one more harbour')).status).toBe(200)
  expect(await factorsOf(id)).toEqual(both)
  expect(await readSecurityAnswer(app.deps.db.kysely, id)).not.toBeNull()
})

describe('a call authorised by the former password while a reset is committed', () => {
  /** Starts the call inside the transaction of the reset, which commits once the call waits for it or has finished. */
  async function duringReset<T>(id: string, begin: () => Promise<T>): Promise<T> {
    const player = await readPlayer(app.deps.db.kysely, id)
    const ctx = contextOf(app.deps, { id, sessionId: randomUUID() })
    const passwordHash = await hashPassword(nextPassword, app.deps.randomBytes(16))
    let isOver = false
    const { started } = await app.deps.db.transaction(async (tx) => {
      await setPassword(tx, ctx, player, { passwordHash, keptSessionId: null })
      const started = begin().finally(() => (isOver = true))
      await expect
        .poll(async () => isOver || (await countWaiting(app.db)) > 0, { interval: 5, timeout: 10_000 })
        .toBe(true)
      return { started }
    })
    return started
  }

  // Shows: attack 55, pair sign-out/password
  test('a sign-in opens no session', async () => {
    const { id, email } = await newPlayer()
    expect((await duringReset(id, () => signIn(email, validPassword))).status).toBe(401)
    const { rows } = await app.db.pool.query(
      'SELECT id FROM identity.sessions WHERE player_id = $1 AND closed_at IS NULL',
      [id],
    )
    expect(rows).toEqual([])
    expect((await signIn(email, nextPassword)).status).toBe(200)
  })

  // Shows: attack 57, pair block/password, pair closure/password
  test.each([
    ['a closure', PlayerStatus.closed, 401],
    ['a block', PlayerStatus.blocked, 403],
  ])('%s instead of a reset: a sign-in opens no session', async (_, status, answer) => {
    const { id, email } = await newPlayer()
    const answered = await barredMeanwhile(app, id, status, () => signIn(email, validPassword))
    expect(answered.status).toBe(answer)
    const open = await app.db.pool.query('SELECT FROM identity.sessions WHERE player_id = $1 AND closed_at IS NULL', [
      id,
    ])
    expect(open.rows).toEqual([])
  })

  // Shows: attack 55
  test('a sign-in by a link that was mailed before opens no session', async () => {
    const { id } = await newPlayer()
    const token = await app.db.transaction((tx) => issueAutologinToken(tx, app.deps, id))
    const use = () => app.post('/api/player/sessions/token', { token, fingerprint: null })
    const player = await readPlayer(app.deps.db.kysely, id)
    const ctx = contextOf(app.deps, { id, sessionId: randomUUID() })
    const passwordHash = await hashPassword(nextPassword, app.deps.randomBytes(16))
    const { begun } = await app.deps.db.transaction(async (tx) => {
      await lockPlayer(tx, id)
      const begun = use()
      await expect.poll(() => countWaiting(app.db), { interval: 5, timeout: 10_000 }).toBeGreaterThan(0)
      await setPassword(tx, ctx, player, { passwordHash, keptSessionId: null })
      return { begun }
    })
    expect(await begun).toMatchObject({ status: 422, body: { error: { name: 'tokenInvalid' } } })
    const { rows } = await app.db.pool.query(
      'SELECT id FROM identity.sessions WHERE player_id = $1 AND closed_at IS NULL',
      [id],
    )
    expect(rows).toEqual([])
  })

  // Shows: attack 55, pair second tab/password
  test('another change of the password is refused', async () => {
    const { id, email, token } = await newPlayer()
    const thirdPassword = 'a third and quietest harbour'
    expect(await duringReset(id, () => change(token, validPassword, thirdPassword))).toMatchObject({
      status: 422,
      body: { error: { fields: { currentPassword: [expect.any(String)] } } },
    })
    expect((await signIn(email, thirdPassword)).status).toBe(401)
    expect((await signIn(email, nextPassword)).status).toBe(200)
  })
})

// Shows: ASVS 6.4.3, pair address change/second factor
describe('access to the mailbox alone removes no second factor', () => {
  async function moveTo(token: string): Promise<string> {
    const email = `moved-${randomUUID()}@example.com`
    expect((await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)).status).toBe(
      200,
    )
    expect((await app.put('/api/player/profile', { email }, token)).status).toBe(200)
    return email
  }

  test('once an address was confirmed, not even through another address', async () => {
    const { id, email, token } = await newPlayer()
    expect((await confirm(email)).status).toBe(200)
    const moved = await moveTo(token)
    await addFactors(id)
    expect((await reset(await resetCode(moved))).status).toBe(200)
    expect(await factorsOf(id)).toEqual(both)
    expect(await signIn(moved, nextPassword)).toMatchObject({
      status: 422,
      body: { error: { name: 'secondFactorRequired' } },
    })
  })

  test('once the identity was verified by a document', async () => {
    const { id, email } = await newPlayer()
    await app.db.asOwner('UPDATE identity.players SET identity_verified_at = now() WHERE id = $1', [id])
    await addFactors(id)
    expect((await reset(await resetCode(email))).status).toBe(200)
    expect(await factorsOf(id)).toEqual(both)
  })

  // Shows: pair address change/password
  test('while the address is changed concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email, token } = await newPlayer()
      expect((await confirm(email)).status).toBe(200)
      await addFactors(id)
      const code = await resetCode(email)
      const [answer] = await Promise.all([reset(code), moveToWithoutProof(token)])
      expect([200, 422]).toContain(answer.status)
      expect(await factorsOf(id)).toEqual(both)
    }
  })
  /** The address is changed directly, as after a step-up a minute ago. */
  async function moveToWithoutProof(token: string) {
    await app.db.pool.query('UPDATE identity.sessions SET stepped_up_at = $2 WHERE id = $1', [
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid,
      app.deps.clock.now(),
    ])
    return app.put('/api/player/profile', { email: `moved-${randomUUID()}@example.com` }, token)
  }
})
