import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword, type TestHouse, testHouse } from '#tests/setup/identity.ts'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { statementsOf } from '#tests/setup/statements.ts'

const nextPassword = 'an even quieter harbour'
let house: TestHouse
let inbox: Inbox
beforeAll(async () => {
  house = await testHouse({ TRUST_PROXY: '1', PUBLIC_URL: 'https://house.test' })
  inbox = inboxOf(house)
})
afterAll(() => house.close())

let lastIp = 0
const from = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++lastIp / 200)}.${lastIp % 200}` })
const idOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub as string

/** A registered player whose first mail was read. */
async function newPlayer(over: Record<string, unknown> = {}): Promise<{ id: string; email: string; token: string }> {
  const body = house.registration(over)
  const {
    body: { accessToken: token },
  } = await house.post('/api/player/register', body, undefined, from())
  await inbox.next({ to: body.email })
  return { id: idOf(token), email: body.email, token }
}
const signIn = (login: string, password: string) =>
  house.post('/api/player/sessions', { login, password }, undefined, from())
const forget = (email: string, headers = from()) =>
  house.post('/api/player/passwords/reset', { email }, undefined, headers)
const reset = (code: string, password = nextPassword, password_confirmation = password) =>
  house.post('/api/player/passwords/confirm', { code, password, password_confirmation }, undefined, from())
const change = (
  token: string | undefined,
  currentPassword: string,
  newPassword = nextPassword,
  repeatNewPassword = newPassword,
) => house.put('/api/player/passwords', { currentPassword, newPassword, repeatNewPassword }, token)
const codeIn = (link: string | undefined) => new URL(link!).searchParams.get('resetCode')!
async function resetCode(email: string): Promise<string> {
  await forget(email)
  for (;;) {
    const { subject, links } = await inbox.next({ to: email })
    if (subject.startsWith('Choose')) return codeIn(links[0])
  }
}

test('a forgotten password: a mail, a link, a new password, and the way in with it', async () => {
  const { id, email, token } = await newPlayer()
  expect(await forget(email)).toMatchObject({ status: 200, body: {} })
  const mail = await inbox.next({ to: email })
  expect(mail.links[0]).toMatch(/^https:\/\/house\.test\/password-reset\?resetCode=[\w-]{43}$/)
  const code = codeIn(mail.links[0])
  expect(await reset(code)).toMatchObject({ status: 200 })
  expect((await house.get('/api/player/profile', token)).status).toBe(401)
  expect(house.closedSessions).toContain(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid)
  expect((await signIn(email, goodPassword)).status).toBe(401)
  const { body } = await signIn(email, nextPassword)
  expect((await house.get('/api/player/profile', body.accessToken)).body).toMatchObject({ isEmailConfirmed: true })
  expect((await inbox.next({ to: email })).subject).toBe('Your password at Fairhouse was changed')
  const { rows } = await house.db.pool.query('SELECT action FROM identity.audit WHERE player_id = $1 ORDER BY id', [id])
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['password-reset-asked', 'password-reset', 'email-confirmed']),
  )
})

test('the code is good once, for an hour; twenty uses together: one succeeds; another code of before is void then', async () => {
  const { email } = await newPlayer()
  const [older, code] = [await resetCode(email), await resetCode(email)]
  const answers = await Promise.all(Array.from({ length: 20 }, () => reset(code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.error?.name === 'codeInvalid')).toHaveLength(19)
  expect(await reset(older)).toMatchObject({ status: 422, body: { error: { name: 'codeInvalid' } } })
  const late = await resetCode(email)
  house.moveClock(3_600_001)
  expect(await reset(late)).toMatchObject({ status: 422, body: { error: { name: 'codeInvalid' } } })
})

test('a password that may not stand leaves the code good', async () => {
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

test('unknown, blocked and closed ones get the answer that everybody gets, and no mail', async () => {
  const players = await Promise.all(
    [3, 4].map(async (status) => {
      const player = await newPlayer()
      await house.db.pool.query('UPDATE identity.players SET status = $2 WHERE id = $1', [player.id, status])
      return player.email
    }),
  )
  for (const email of [...players, `${randomUUID()}@example.com`]) {
    const before = (await inbox.all({ to: email })).length
    expect(await forget(email)).toMatchObject({ status: 200, body: {} })
    expect(await inbox.all({ to: email })).toHaveLength(before)
  }
})

test('37: the call does the same work for a known and an unknown address', async () => {
  const { email } = await newPlayer()
  await forget(email)
  const known = await statementsOf(house.deps, () => forget(email))
  const unknown = await statementsOf(house.deps, () => forget(`${randomUUID()}@example.com`))
  expect(known.length).toBeGreaterThan(1)
  expect(known).toEqual(unknown)
})

test('a code that was sent to an address which the player has left, or after a block, opens nothing', async () => {
  const left = await newPlayer()
  const code = await resetCode(left.email)
  await house.db.pool.query(`UPDATE identity.players SET email = 'moved-' || email WHERE id = $1`, [left.id])
  expect((await reset(code)).status).toBe(422)
  const blocked = await newPlayer()
  const second = await resetCode(blocked.email)
  await house.db.pool.query('UPDATE identity.players SET status = 3 WHERE id = $1', [blocked.id])
  expect((await reset(second)).status).toBe(422)
})

test('no more than four mails an hour come to one mailbox, and ten questions from one address', async () => {
  const { email } = await newPlayer()
  for (let index = 0; index < 6; index++) expect((await forget(email)).status).toBe(200)
  expect((await inbox.all({ to: email })).filter(({ subject }) => subject.startsWith('Choose'))).toHaveLength(4)
  const headers = from()
  const statuses = []
  for (let index = 0; index < 12; index++) statuses.push((await forget(`${randomUUID()}@example.com`, headers)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
})

test('what is no address is said at its field', async () => {
  for (const email of ['', 'x', 'a@b\r\nBcc: c@example.com', `${'x'.repeat(250)}@example.com`])
    expect([422], email).toContain((await forget(email)).status)
  expect((await forget('x')).body.error.fields).toEqual({ email: ['Value is not a valid email address'] })
})

test('changing the password: the current one is asked for, other sessions end, this one stays, a mail says so', async () => {
  const { email, token } = await newPlayer()
  const other = (await signIn(email, goodPassword)).body.accessToken
  expect((await change(token, 'not it')).body.error.fields).toEqual({ currentPassword: ['The password is not right'] })
  expect((await change(token, '', 'short', 'other')).body.error.fields).toMatchObject({
    currentPassword: expect.anything(),
    newPassword: expect.anything(),
    repeatNewPassword: expect.anything(),
  })
  expect((await change(token, goodPassword)).status).toBe(200)
  expect([
    (await house.get('/api/player/profile', token)).status,
    (await house.get('/api/player/profile', other)).status,
  ]).toEqual([200, 401])
  expect((await signIn(email, nextPassword)).status).toBe(200)
  const mail = await inbox.next({ to: email })
  expect(mail.subject).toBe('Your password at Fairhouse was changed')
  expect(mail.text).toContain('November 21, 2026')
  expect((await change(undefined, goodPassword)).status).toBe(401)
})

test('a stolen session is no way to guess the password: ten tries, then not even the right one for a quarter of an hour', async () => {
  const { token } = await newPlayer()
  for (let index = 0; index < 10; index++) await change(token, `guess ${index}`)
  expect((await change(token, goodPassword)).status).toBe(429)
  house.moveClock(15 * 60_000)
  const again = (await house.post('/api/player/sessions/refresh', undefined, token)).body.accessToken
  expect((await change(again, goodPassword)).status).toBe(200)
})

test('who proves the mailbox first takes the account over from whoever gave its address', async () => {
  const { id, email } = await newPlayer()
  const now = house.deps.clock.now()
  const plant = async () => {
    await house.db.pool.query(
      'INSERT INTO credentials.totps (player_id, secret, enabled_at, created_at) VALUES ($1, $2, $3, $3)',
      [id, Buffer.alloc(20), now],
    )
    await house.db.pool.query(
      `INSERT INTO credentials.passkeys (id, player_id, credential_id, public_key, counter, transports, name, created_at) VALUES ($1, $2, $1::uuid::text, '', 0, '', 'Theirs', $3)`,
      [randomUUID(), id, now],
    )
  }
  const left = async () =>
    (
      await house.db.pool.query(
        'SELECT (SELECT count(*)::int FROM credentials.totps WHERE player_id = $1) AS totps, (SELECT count(*)::int FROM credentials.passkeys WHERE player_id = $1) AS passkeys',
        [id],
      )
    ).rows[0]
  await plant()
  expect((await reset(await resetCode(email))).status).toBe(200)
  expect(await left()).toEqual({ totps: 0, passkeys: 0 })
  await plant()
  expect((await reset(await resetCode(email), 'one more harbour')).status).toBe(200)
  expect(await left()).toEqual({ totps: 1, passkeys: 1 })
})
