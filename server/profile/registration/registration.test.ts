import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticator } from '#tests/setup/authenticator.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { demoPassword, demoPlayer, demoPlayers, seedPlayers } from './seed.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp()
})
afterAll(() => app.close())

async function newPlayer(over: Record<string, unknown> = {}): Promise<{ email: string; token: string }> {
  const body = app.registration(over)
  const answer = await app.post('/api/player/register', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { email: body.email, token: answer.body.accessToken }
}
const signIn = (login: string, password = validPassword, headers: Record<string, string> = {}) =>
  app.post('/api/player/sessions', { login, password }, undefined, headers)

// Shows: 3.10.1, 7.3.1, ASVS 11.4.2
test('registering creates a player, an active account, a session and an audit row, and signs in', async () => {
  const { email, token } = await newPlayer({
    email: '  New.Player@Example.com ',
    currency: 'BRL',
    country: 'BR',
    locale: 'pt-BR',
    bonusCode: 'HARBOUR50',
    affiliateTag: 'aff-1',
    fingerprint: 'f-1',
    receiveEmailPromo: 1,
  })
  const profile = await app.get('/api/player/profile', token)
  expect(profile.body).toMatchObject({
    email: email.trim(),
    nickname: 'New.Player',
    country: 'BR',
    locale: 'pt-BR',
    status: 1,
    isNewlyRegistered: true,
    id: expect.any(String),
    firstName: null,
    lastName: null,
    phone: null,
    freshchatRestoreId: null,
    pwaInstalled: false,
  })
  const { rows } = await app.db.pool.query('SELECT currency, status FROM wallet.accounts WHERE player_id = $1', [
    profile.body.id,
  ])
  expect(rows).toEqual([{ currency: 'BRL', status: 1 }])
  const stored = await app.db.pool.query(
    'SELECT password_hash, bonus_code, affiliate_tag, fingerprint, receives_email_promo, receives_sms_promo FROM identity.players WHERE id = $1',
    [profile.body.id],
  )
  expect(stored.rows[0]).toMatchObject({
    bonus_code: 'HARBOUR50',
    affiliate_tag: 'aff-1',
    fingerprint: 'f-1',
    receives_email_promo: true,
    receives_sms_promo: false,
  })
  for (const consent of [{ receiveEmailPromo: 0 }, {}]) {
    const { email: other } = await newPlayer(consent)
    const { rows: others } = await app.db.pool.query(
      'SELECT receives_email_promo AS mails, receives_sms_promo AS texts FROM identity.players WHERE email = $1',
      [other],
    )
    expect(others).toEqual([{ mails: false, texts: false }])
  }
  expect(stored.rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

// Shows: 8.4.1, 9.2.1, ASVS 2.2.1
test('every invalid field is named, and nothing is stored', async () => {
  const answer = await app.post('/api/player/register', {
    email: 'x',
    password: '123',
    country: 'ZZ',
    currency: 'XYZ',
    agreements: 0,
  })
  expect(answer.status).toBe(422)
  expect(answer.body.error.name).toBe('fieldsInvalid')
  expect(answer.body.error.fields).toMatchObject({
    email: ['Value is not a valid email address'],
    password: ['This field should be at least 6 characters long'],
    agreements: ['Please confirm to continue'],
  })
  expect(Object.keys(answer.body.error.fields).sort()).toEqual([
    'agreements',
    'country',
    'currency',
    'email',
    'password',
  ])
  const empty = await app.post('/api/player/register', {})
  expect(empty.body.error.fields).toMatchObject({
    email: ['Value is required'],
    password: ['Value is required'],
    country: ['Value is required'],
  })
})

test('the agreement accepts every value that its rule allows, and no other', async () => {
  const faults = async (agreements: unknown) =>
    (await app.post('/api/player/register', app.registration({ email: 'x', agreements }))).body.error.fields
  const email = [expect.any(String)]
  for (const yes of ['yes', 'on', '1', 'true', 1, true]) expect(await faults(yes)).toEqual({ email })
  for (const no of ['no', 'off', '0', 'false', 0, false])
    expect(await faults(no)).toEqual({ email, agreements: ['Please confirm to continue'] })
  expect(await faults('maybe')).toEqual({ agreements: [expect.any(String)] })
})

test("messages come in the caller's language", async () => {
  const answer = await app.post('/api/player/register', {}, undefined, { 'x-locale': 'de' })
  expect(answer.body.error.fields.email).toEqual(['Bitte ausfüllen'])
})

// Shows: ASVS 6.2.12
test('common passwords of any length, excluded countries and a different confirmation are refused', async () => {
  const answer = await app.post(
    '/api/player/register',
    app.registration({ password: 'Password123', country: 'US', password_confirmation: 'Password124' }),
  )
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.error.fields).sort()).toEqual(['country', 'password', 'password_confirmation'])
  for (const password of ['qazwsxedc', 'Fairhouse2026'])
    expect((await app.post('/api/player/register', app.registration({ password }))).body.error.fields).toEqual({
      password: [expect.stringContaining('too common')],
    })
})

test('one address registers once, in upper or lower case; 20 concurrent registrations create one player', async () => {
  const body = app.registration({ email: 'Race@Example.com' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      app.post('/api/player/register', { ...body, email: index % 2 ? 'race@example.com' : body.email }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await app.db.pool.query(
    `SELECT count(*)::int AS players, (SELECT count(*)::int FROM wallet.accounts a JOIN identity.players p ON p.id = a.player_id WHERE lower(p.email) = 'race@example.com') AS accounts FROM identity.players WHERE lower(email) = 'race@example.com'`,
  )
  expect(rows).toEqual([{ players: 1, accounts: 1 }])
})

// Shows: 5.1.1, 8.1.1
test('signing in works only with the right password', async () => {
  const { email } = await newPlayer()
  expect((await signIn(` ${email.toUpperCase()} `)).status).toBe(200)
  expect(await signIn(email, 'something else')).toMatchObject({
    status: 401,
    body: { error: { name: 'wrongCredentials' } },
  })
  expect(await signIn('', '')).toMatchObject({
    status: 422,
    body: { error: { fields: { login: ['Value is required'], password: ['Value is required'] } } },
  })
  expect(await signIn('no-address')).toMatchObject({
    status: 422,
    body: { error: { fields: { login: ['Value is not a valid email address'] } } },
  })
})

// Shows: 6.3.1, attack 27, ASVS 7.4.2
test('a blocked player gets 403, but only with the right password; sessions end with the block', async () => {
  const { email, token } = await newPlayer()
  await app.db.pool.query('UPDATE identity.players SET status = 3 WHERE email = $1', [email])
  expect(await signIn(email)).toMatchObject({ status: 403, body: { error: { name: 'accountBlocked' } } })
  expect((await signIn(email, 'wrong one')).status).toBe(401)
  expect((await app.get('/api/player/profile', token)).status).toBe(401)
})

test('a closed account gets the same answer as an unknown one', async () => {
  const { email } = await newPlayer()
  await app.db.pool.query('UPDATE identity.players SET status = 4 WHERE email = $1', [email])
  expect((await signIn(email)).body).toEqual((await signIn('nobody@example.com')).body)
})

// Shows: 2.4.1
test('if the operator switched registration by e-mail off, it is refused for that reason, not for the country', async () => {
  const closed = await testIdentityApp({ REGISTRATION_EMAIL: 'false' })
  expect(await closed.post('/api/player/register', closed.registration())).toMatchObject({
    status: 422,
    body: { error: { name: 'registrationOff', message: expect.stringContaining('not offered') } },
  })
  await closed.close()
})

// Shows: 6.4.1, pair restricted country/password
test('a country with restrictType 2 may neither sign in nor up', async () => {
  const restricted = await testIdentityApp({ TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'SE:2,NO:1' })
  const from = (country: string) => ({ 'cf-ipcountry': country, 'x-forwarded-for': '203.0.113.7' })
  expect(await restricted.post('/api/player/register', restricted.registration(), undefined, from('SE'))).toMatchObject(
    { status: 422, body: { error: { name: 'countryRestricted' } } },
  )
  expect(
    await restricted.post('/api/player/sessions', { login: 'a@b.co', password: 'x' }, undefined, from('SE')),
  ).toMatchObject({ status: 422, body: { error: { name: 'countryRestricted' } } })
  const form = restricted.registration()
  const registration = await restricted.post('/api/player/register', form, undefined, from('NO'))
  expect(registration.status).toBe(200)
  const { data } = (await restricted.get('/api/player/sessions', registration.body.accessToken, from('NO'))).body
  expect(data).toMatchObject([{ country: 'NO', ip: '203.0.113.7' }])
  expect(
    (await restricted.post('/api/player/register', restricted.registration({ country: 'SE' }), undefined, from('DE')))
      .body.error.fields,
  ).toHaveProperty('country')
  const credentials = { login: form.email, password: form.password }
  const signedInFrom = async (country: string) =>
    (await restricted.post('/api/player/sessions', credentials, undefined, from(country))).body
  expect((await signedInFrom('SE')).error.name).toBe('countryRestricted')
  expect(await signedInFrom('NO')).toMatchObject({ accessToken: expect.any(String) })
  const doors = [
    ['sessions/token', { token: 'x'.repeat(43) }],
    ['sessions/passkey', { assertion: authenticator().get({ challenge: 'AAAA' }) }],
    ['otp/send', { phone: '4915123456789', reason: 'registration' }],
  ] as const
  for (const [door, body] of doors) {
    const refusalFrom = async (country: string) =>
      (await restricted.post(`/api/player/${door}`, body, undefined, from(country))).body.error?.name
    expect([door, await refusalFrom('SE')]).toEqual([door, 'countryRestricted'])
    expect([door, await refusalFrom('NO')]).not.toEqual([door, 'countryRestricted'])
  }
  await restricted.close()
})

// Shows: ASVS 7.2.4, ASVS 7.4.1
test('signing out ends the session at once, here and on the socket, and leaves the others', async () => {
  const { email, token } = await newPlayer()
  const other = (await signIn(email)).body.accessToken
  const { body } = await app.get('/api/player/sessions', token)
  const current = body.data.find((row: { isCurrent: boolean }) => row.isCurrent)
  expect((await app.post('/api/player/sessions/logout', {}, token)).status).toBe(200)
  expect((await app.get('/api/player/profile', token)).status).toBe(401)
  expect((await app.get('/api/player/profile', other)).status).toBe(200)
  expect(app.closedSessions).toContain(current.id)
})

// Shows: 3.26.5, 7.3.5
test('the session list shows open sessions with their device, newest use first, in pages', async () => {
  const { email, token } = await newPlayer()
  app.moveClock(1000)
  await signIn(email, validPassword, {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  })
  const first = await app.get('/api/player/sessions?perPage=1', token)
  const at = app.deps.clock.now().toISOString()
  const other = { device: 'Safari · iPhone', ip: '127.0.0.1', country: null, method: 'password', isCurrent: false }
  expect(first.body).toEqual({
    data: [{ id: expect.any(String), ...other, createdAt: at, lastUsedAt: at }],
    meta: { total: 2, page: 1, perPage: 1 },
  })
  expect((await app.get('/api/player/sessions?perPage=1&page=2', token)).body.data).toMatchObject([{ isCurrent: true }])
  expect((await app.get('/api/player/sessions?perPage=2&page=2', token)).body.data).toEqual([])
  expect((await app.get('/api/player/sessions')).status).toBe(401)
})

// Shows: 7.3.5
test("a player can end an own session, but not another player's", async () => {
  const mine = await newPlayer()
  const foreign = await newPlayer()
  const second = (await signIn(mine.email)).body.accessToken
  const id = (await app.get('/api/player/sessions', second)).body.data.find(
    (row: { isCurrent: boolean }) => row.isCurrent,
  ).id
  expect((await app.put(`/api/player/sessions/${id}/close`, undefined, foreign.token)).status).toBe(404)
  expect((await app.get('/api/player/profile', second)).status).toBe(200)
  expect((await app.put(`/api/player/sessions/${id}/close`, undefined, mine.token)).status).toBe(200)
  expect((await app.get('/api/player/profile', second)).status).toBe(401)
  expect((await app.put(`/api/player/sessions/${id}/close`, undefined, mine.token)).status).toBe(404)
  expect((await app.put(`/api/player/sessions/${id}/close`)).status).toBe(401)
  expect(app.closedSessions.filter((closed) => closed === id)).toHaveLength(1)
})

// Shows: 3.10.1, ASVS 8.2.3
test('a profile changes in its editable fields; status and balance are ignored, and an e-mail without a step-up refuses all', async () => {
  const { email, token } = await newPlayer()
  const changed = await app.put(
    '/api/player/profile',
    {
      firstName: ' Ada ',
      lastName: 'Lovelace',
      locale: 'de',
      status: 4,
      balance: 1e9,
      id: 'x',
      isNewlyRegistered: false,
      country: 'BR',
      freshchatRestoreId: 'chat-1',
      pwaInstalled: true,
    },
    token,
  )
  expect(changed.body).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    locale: 'de',
    status: 1,
    email,
    country: 'DE',
    isNewlyRegistered: true,
    freshchatRestoreId: 'chat-1',
    pwaInstalled: true,
  })
  expect(await app.put('/api/player/profile', { firstName: 'A', nickname: '', locale: 'xx' }, token)).toMatchObject({
    status: 422,
    body: {
      error: {
        fields: { firstName: [expect.any(String)], nickname: [expect.any(String)], locale: [expect.any(String)] },
      },
    },
  })
  expect(await app.put('/api/player/profile', { firstName: 'Eve', email: 'evil@example.com' }, token)).toMatchObject({
    status: 422,
    body: { error: { name: 'stepUpRequired' } },
  })
  expect((await app.get('/api/player/profile', token)).body).toMatchObject({ firstName: 'Ada', email })
  expect((await app.put('/api/player/profile', { firstName: 'Ada' })).status).toBe(401)
})

// Shows: 3.6.1, 5.7.1
test('the forms are described by the server: order, rules, what is hidden', async () => {
  const { body } = await app.get('/api/player/fields/validations?scenario=registration')
  expect(body.map(({ id }: { id: string }) => id)).toEqual([
    'email',
    'phone',
    'password',
    'country',
    'currency',
    'nickname',
    'bonusCode',
    'agreements',
    'receiveEmailPromo',
    'receiveSmsPromo',
  ])
  expect(body.map(({ position }: { position: number }) => position)).toEqual(
    body.map((_: unknown, at: number) => at + 1),
  )
  expect(body.find(({ id }: { id: string }) => id === 'password')).toMatchObject({
    name: 'Password',
    description: null,
    editable: true,
    value: null,
    isVisible: true,
    isRequired: true,
    rules: { required: true, minLength: 6 },
  })
  expect(body.find(({ id }: { id: string }) => id === 'nickname')).toMatchObject({ isVisible: false })
  expect(body.find(({ id }: { id: string }) => id === 'bonusCode')).toMatchObject({ isRequired: false })
  const profile = await app.get('/api/player/fields/validations?scenario=profile')
  expect(profile.body.find(({ id }: { id: string }) => id === 'email')).toMatchObject({ editable: false })
  expect((await app.get('/api/player/fields/validations?scenario=other')).status).toBe(422)
})

// Shows: ASVS 16.3.1, ASVS 16.4.2
test('the audit log records actions and cannot be changed', async () => {
  const { email } = await newPlayer()
  await signIn(email, 'wrong one')
  const { rows } = await app.db.pool.query(
    'SELECT a.action, a.id FROM identity.audit a JOIN identity.players p ON p.id = a.player_id WHERE p.email = $1 ORDER BY a.id',
    [email],
  )
  expect(rows.map(({ action }) => action)).toEqual(['registered', 'sign-in-refused'])
  for (const statement of [
    'UPDATE identity.audit SET action = action',
    'DELETE FROM identity.audit',
    'TRUNCATE identity.audit',
  ]) {
    await expect(app.db.asOwner(statement)).rejects.toThrow('append-only')
  }
})

// Shows: 3.10.1
test('seeding twice creates the demo players once, and each can sign in as its state allows', async () => {
  await seedPlayers(app.deps)
  await seedPlayers(app.deps)
  const { rows } = await app.db.pool.query(
    `SELECT email, status FROM identity.players WHERE email LIKE '%@fairhouse.example' ORDER BY email`,
  )
  expect(rows).toHaveLength(demoPlayers.length)
  expect((await signIn(demoPlayer.email, demoPassword)).status).toBe(200)
  expect((await signIn('blocked@fairhouse.example', demoPassword)).status).toBe(403)
  expect((await signIn('closed@fairhouse.example', demoPassword)).status).toBe(401)
  const { body } = await signIn('limited@fairhouse.example', demoPassword)
  expect((await app.get('/api/player/profile', body.accessToken)).body.status).toBe(2)
})
