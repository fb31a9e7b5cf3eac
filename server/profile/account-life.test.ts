import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { sendOtp } from '../identity/otp/send-otp.ts'
import { verifyOtp } from '../identity/otp/verify-otp.ts'
import { updateProfile } from './update-profile.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp({ TRUST_PROXY: '1' })
})
afterAll(() => app.close())

const phone = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1',
  'x-forwarded-for': '203.0.113.7',
  'cf-ipcountry': 'BR',
}
const laptop = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  'x-forwarded-for': '198.51.100.4',
  'cf-ipcountry': 'DE',
}

async function newPlayer(over: Record<string, unknown> = {}) {
  const body = app.registration({ fingerprint: 'laptop-mark', ...over })
  const token = (await app.post('/api/player/register', body, undefined, laptop)).body.accessToken as string
  const { id } = (await app.get('/api/player/profile', token)).body
  return { id: id as string, email: body.email, token }
}
const signIn = async (login: string, from: Record<string, string>, fingerprint: string | null = null) =>
  (await app.post('/api/player/sessions', { login, password: validPassword, fingerprint }, undefined, from)).body
    .accessToken as string
const prove = (token: string) => app.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
/** The mails under test that were sent to an address. */
async function mailsTo(to: string): Promise<string[]> {
  const { rows } = await app.db.pool.query(
    `SELECT template FROM deliveries.deliveries WHERE recipient = $1 AND template IN ('new-device', 'account-closed') ORDER BY created_at, template`,
    [to],
  )
  return rows.map(({ template }) => template)
}
const titlesOf = async (token: string) =>
  (await app.get('/api/notification/messenger/messages', token)).body.data.map(
    (message: { content: { title: string } }) => message.content.title,
  )

// Shows: 10.19
describe('player protection 19: a device not seen before', () => {
  test("is announced by mail and message in the player's language, except at registration", async () => {
    const { email, token } = await newPlayer({ locale: 'de' })
    expect(await mailsTo(email)).toEqual([])
    await signIn(email, phone, 'phone-mark')
    const mail = (await inboxOf(app).all({ to: email })).find(({ text }) => text.includes('iPhone'))!
    expect(mail.text).toContain('Safari · iPhone')
    expect(mail.text).toContain('Brasilien')
    expect(mail.links.some((link) => link.endsWith('/de/profile/security'))).toBe(true)
    expect(await titlesOf(token)).toEqual(['Neue Anmeldung in deinem Konto'])
  })

  test('is recognised by its fingerprint, or by its browser in the same block of addresses', async () => {
    const { email } = await newPlayer()
    await signIn(email, { ...laptop, 'x-forwarded-for': '192.0.2.1' }, 'laptop-mark')
    await signIn(email, { ...laptop, 'x-forwarded-for': '198.51.100.200' }, null)
    expect(await mailsTo(email)).toEqual([])
    await signIn(email, { ...laptop, 'x-forwarded-for': '203.0.113.99' }, 'another-mark')
    expect(await mailsTo(email)).toHaveLength(1)
    await signIn(email, { ...laptop, 'x-forwarded-for': '203.0.113.98' }, null)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is announced again after the player ended its session from another one, but not after a sign-out', async () => {
    const { email, token } = await newPlayer()
    await signIn(email, phone, 'stranger-mark')
    const { data } = (await app.get('/api/player/sessions', token)).body
    const { id } = data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    expect((await app.put(`/api/player/sessions/${id}/close`, {}, token)).status).toBe(200)
    const again = await signIn(email, phone, 'stranger-mark')
    expect(await mailsTo(email)).toHaveLength(2)
    await app.post('/api/player/sessions/logout', {}, again)
    await signIn(email, phone, 'stranger-mark')
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('the previous sign-in is shown with device, place and time', async () => {
    const { email, token } = await newPlayer()
    expect((await app.get('/api/player/profile', token)).body.previousSignIn).toBeNull()
    const at = app.deps.clock.now().toISOString()
    app.moveClock(60_000)
    const next = await signIn(email, phone)
    expect((await app.get('/api/player/profile', next)).body.previousSignIn).toEqual({
      at,
      device: 'Firefox · Linux',
      country: 'DE',
      ip: '198.51.100.4',
    })
  })
})

describe('closing an account', () => {
  const close = (token: string, reason?: string) =>
    app.post('/api/player/profile/closure', reason ? { reason } : {}, token)

  // Shows: ASVS 7.4.2, pair closure/second factor, pair closure/sign-out
  test('takes a step-up, ends every session and socket, and signing in is refused like a wrong password', async () => {
    const { id, email, token } = await newPlayer()
    const other = await signIn(email, phone)
    expect(await close(token)).toMatchObject({ status: 422, body: { error: { name: 'stepUpRequired', code: 12003 } } })
    await prove(token)
    const sessions = (await app.get('/api/player/sessions', token)).body.data.map((row: { id: string }) => row.id)
    expect((await close(token, 'Enough')).status).toBe(200)
    for (const each of [token, other]) expect((await app.get('/api/player/profile', each)).status).toBe(401)
    for (const each of [token, other])
      expect((await app.post('/api/player/sessions/refresh', undefined, each)).status).toBe(401)
    expect(app.closedSessions).toEqual(expect.arrayContaining(sessions))
    const answer = await app.post('/api/player/sessions', { login: email, password: validPassword }, undefined, laptop)
    const wrong = await app.post('/api/player/sessions', { login: email, password: 'wrong' }, undefined, laptop)
    expect([answer.status, answer.body]).toEqual([401, wrong.body])
    expect((await mailsTo(email)).toSorted()).toEqual(['account-closed', 'new-device'])
    const { rows } = await app.db.pool.query(
      `SELECT detail FROM identity.audit WHERE player_id = $1 AND action = 'account-closed'`,
      [id],
    )
    expect(rows).toEqual([{ detail: { reason: 'Enough' } }])
  })

  // Shows: attack 86, pair closure/address change
  test('its address stays taken: nobody can register with it', async () => {
    const { email, token } = await newPlayer()
    await prove(token)
    expect((await close(token)).status).toBe(200)
    expect(await app.post('/api/player/register', app.registration({ email }))).toMatchObject({
      status: 422,
      body: { error: { name: 'fieldsInvalid' } },
    })
  })

  describe('and a change of its address', () => {
    const move = (token: string, email: string) => app.put('/api/player/profile', { email }, token)
    const addressOf = async (id: string) =>
      (await app.db.pool.query('SELECT email, status::int FROM identity.players WHERE id = $1', [id])).rows[0]
    const isTaken = async (email: string) =>
      (await app.post('/api/player/register', app.registration({ email }))).status === 422

    // Shows: pair closure/address change, pair closure/details
    test('a call authenticated before the closure changes nothing of the closed account', async () => {
      const { id, email, token } = await newPlayer()
      await prove(token)
      const { rows } = await app.db.pool.query('SELECT id FROM identity.sessions WHERE player_id = $1', [id])
      const ctx = contextOf(app.deps, { id, sessionId: rows[0].id })
      expect((await close(token)).status).toBe(200)
      expect(await updateProfile(ctx, { email: app.registration().email })).toMatchObject({
        ok: false,
        refusal: 'accountClosed',
      })
      expect(await addressOf(id)).toEqual({ email, status: 4 })
    })

    // Shows: pair closure/address change, pair closure/phone
    test('a call authenticated before the closure does not change the phone of the closed account', async () => {
      const { id, token } = await newPlayer()
      await prove(token)
      const { rows } = await app.db.pool.query('SELECT id FROM identity.sessions WHERE player_id = $1', [id])
      const ctx = contextOf(app.deps, { id, sessionId: rows[0].id })
      const newPhone = '4915123459871'
      const change = { phone: newPhone, reason: 'phone-change' } as const
      expect((await sendOtp(ctx, change)).ok).toBe(true)
      const { code } = (await inboxOf(app).all({ to: newPhone })).at(-1)!
      expect((await close(token)).status).toBe(200)
      expect(await verifyOtp(ctx, { ...change, code: code! })).toMatchObject({ ok: false, refusal: 'codeInvalid' })
      const kept = await app.db.pool.query('SELECT phone, status::int FROM identity.players WHERE id = $1', [id])
      expect(kept.rows).toEqual([{ phone: null, status: 4 }])
    })

    // Shows: pair closure/address change
    longTest('in both orders and at once: the account closes, and neither address can be registered', async () => {
      for (let round = 0; round < 8; round++) {
        const { id, email, token } = await newPlayer()
        await prove(token)
        const next = app.registration().email
        const acts = [() => move(token, next), () => close(token)]
        const [moved, closed] =
          round === 0 ? [await acts[0]!(), await acts[1]!()] : await Promise.all(acts.map((act) => act()))
        expect(closed!.status).toBe(200)
        expect([200, 401, 422]).toContain(moved!.status)
        expect(await addressOf(id)).toEqual({ email: moved!.status === 200 ? next : email, status: 4 })
        expect(await isTaken(email)).toBe(true)
        expect(await isTaken(next)).toBe(moved!.status === 200)
      }
    })
  })

  // Shows: pair withdrawal/closure
  test.each(['cash', 'bonus', 'held', 'vault'])(
    'with money in %s it is refused and changes nothing',
    async (bucket) => {
      const { id, token } = await newPlayer()
      await prove(token)
      const post = (kind: string, from: string, to: string) =>
        app.deps.ledger.post({
          kind,
          actor: 'test',
          idempotencyKey: randomUUID(),
          requestHash: '',
          reference: { kind: 'other', id: 'test' },
          transfers: [{ from, to, amount: 1n as never }],
        })
      const account = (name: string) => `player:${id}:${name}:EUR`
      if (bucket === 'bonus')
        expect(await post('bonus-granted', 'house:bonus-expense:EUR', account('bonus'))).toMatchObject({ ok: true })
      else expect(await post('deposit', 'clearing:test:EUR', account('cash'))).toMatchObject({ ok: true })
      if (bucket === 'held')
        expect(await post('withdrawal-hold', account('cash'), account('held'))).toMatchObject({ ok: true })
      if (bucket === 'vault')
        expect(await post('vault-in', account('cash'), account('vault'))).toMatchObject({ ok: true })
      expect(await close(token)).toMatchObject({ status: 422, body: { error: { name: 'moneyLeft' } } })
      expect((await app.get('/api/player/profile', token)).body.status).toBe(1)
    },
  )

  // Shows: pair open round/closure
  test('an open round or a pending payment prevents it', async () => {
    const { id, token } = await newPlayer()
    await prove(token)
    const now = app.deps.clock.now()
    await app.db.asOwner(
      `INSERT INTO games.rounds (id, studio, game_id, player_id, currency, status, bets, first_movement_id, last_movement_id) VALUES ($1, 'house', 'g', $2, 'EUR', 'open', 1, 1, 1)`,
      [randomUUID(), id],
    )
    expect((await close(token)).body.error.name).toBe('moneyLeft')
    await app.db.asOwner(`UPDATE games.rounds SET status = 'settled' WHERE player_id = $1`, [id])
    const account = (await app.get('/api/wallet/accounts', token)).body[0].id
    await app.db.asOwner(
      `INSERT INTO payments.invoices (id, player_id, account_id, type, partner, method, currency, amount, created_at, updated_at) VALUES ($1, $2, $3, 1, 'p', 'm', 'EUR', 100, $4, $4)`,
      [randomUUID(), id, account, now],
    )
    expect((await close(token)).body.error.name).toBe('moneyLeft')
    await app.db.asOwner(`UPDATE payments.invoices SET status = 3 WHERE player_id = $1`, [id])
    expect((await close(token)).status).toBe(200)
  })
})

// Shows: attack 27
test('a session closed by its player ends its token and its sockets, and is listed as closed', async () => {
  const { email, token } = await newPlayer()
  const other = await signIn(email, phone)
  const row = (await app.get('/api/player/sessions', token)).body.data.find(
    (session: { isCurrent: boolean }) => !session.isCurrent,
  )
  expect(row).toMatchObject({ device: 'Safari · iPhone', country: 'BR', ip: '203.0.113.7', method: 'password' })
  expect((await app.put(`/api/player/sessions/${row.id}/close`, {}, token)).status).toBe(200)
  expect((await app.get('/api/player/profile', other)).status).toBe(401)
  expect(app.closedSessions).toContain(row.id)
  expect((await app.get('/api/player/sessions', token)).body.meta.total).toBe(1)
})

describe('the export', () => {
  const read = (token: string) => app.get('/api/player/profile/export', token)

  // Shows: ASVS 14.2.4, ASVS 15.3.1, pair password/export, pair second factor/export
  test('has a section of every module, only the data of this player, and no secret', async () => {
    const [{ id, email, token }, other] = [await newPlayer(), await newPlayer()]
    expect(await read(token)).toMatchObject({ status: 422, body: { error: { name: 'stepUpRequired' } } })
    await prove(token)
    const { status, body } = await read(token)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(Object.keys(body.sections)).toEqual(
      expect.arrayContaining([
        'messages',
        'communications',
        'deliveries',
        'accounts',
        'ledger',
        'profile',
        'sessions',
        'audit',
        'authenticator',
        'passkeys',
        'socialAccounts',
        'documents',
        'identityCheck',
        'invoices',
        'rounds',
        'favorites',
      ]),
    )
    expect(body.sections.profile).toMatchObject({ id, email, country: 'DE', hasPassword: true })
    expect(body.sections.sessions).toMatchObject([{ device: 'Firefox · Linux', method: 'password' }])
    expect(body.sections.audit.map((row: { action: string }) => row.action)).toEqual(
      expect.arrayContaining(['registered', 'stepped-up']),
    )
    expect(body.sections.accounts).toMatchObject([{ currency: 'EUR', cash: 0 }])
    const text = JSON.stringify(body)
    expect(text).not.toContain('argon2')
    expect(text).not.toContain(other.id)
    expect(text).not.toContain(other.email)
  })

  test('is limited to a few an hour', async () => {
    const { token } = await newPlayer()
    await prove(token)
    const answers = []
    for (let time = 0; time < 6; time++) answers.push((await read(token)).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})
