import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Tx } from '#server/kernel/db/connect.ts'
import { changedMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { longTest, test } from '#tests/setup/length.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { createNoSms } from '../../partners/sms/no-sms.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { voidOtherStepUps } from '../sessions/step-up.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp()
})
afterAll(() => app.close())

const stepMs = 30_000
async function newPlayer() {
  const body = app.registration()
  const token = (await app.post('/api/player/register', body)).body.accessToken as string
  return { email: body.email, token }
}
const prove = (token: string, method: string, proof: string) =>
  app.post('/api/player/step-up', { method, proof }, token)
/** The code of an authenticator app, `steps` of 30 s from now. */
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.deps.clock.now().getTime() + steps * stepMs,
  })
const signIn = (email: string, code?: string) =>
  app.post('/api/player/sessions', { login: email, password: validPassword, ...(code === undefined ? {} : { code }) })
const remove = (token: string) => app.send({ method: 'DELETE', url: '/api/player/totp', token })

/** A player with an authenticator; the clock is one step past its first code. */
async function playerWithTotp() {
  const player = await newPlayer()
  await prove(player.token, 'password', validPassword)
  const { secret } = (await app.post('/api/player/totp', {}, player.token)).body as { secret: string }
  const confirmed = await app.post('/api/player/totp/confirm', { code: codeAt(secret) }, player.token)
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
  app.moveClock(2 * stepMs)
  return { ...player, secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

describe('setup', () => {
  // Shows: ASVS 7.5.1
  test('requires a step-up and a correct code, and returns ten recovery codes once', async () => {
    const { token, email } = await newPlayer()
    expect(await app.post('/api/player/totp', {}, token)).toMatchObject({
      status: 422,
      body: { error: { name: 'stepUpRequired', code: 12003 } },
    })
    await prove(token, 'password', validPassword)
    const { secret, uri } = (await app.post('/api/player/totp', {}, token)).body
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain(encodeURIComponent(email))
    expect((await app.get('/api/player/totp', token)).body).toEqual({
      isEnabled: false,
      enabledAt: null,
      recoveryCodesLeft: 0,
    })
    // No code is required before the first one is confirmed.
    expect((await signIn(email)).status).toBe(200)
    expect(await app.post('/api/player/totp/confirm', { code: codeAt(secret, 5) }, token)).toMatchObject({
      status: 422,
      body: { error: { name: 'codeWrong', code: 12002, fields: { code: [expect.any(String)] } } },
    })
    const { recoveryCodes } = (await app.post('/api/player/totp/confirm', { code: codeAt(secret) }, token)).body
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await app.get('/api/player/totp', token)).body).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10 })
    expect((await app.post('/api/player/totp', {}, token)).body.error.name).toBe('alreadyEnabled')
  })

  // Shows: attack 76
  test('a repeated confirmation returns the same codes soon after the first, and only with a step-up', async () => {
    const { email, token } = await newPlayer()
    await prove(token, 'password', validPassword)
    const { secret } = (await app.post('/api/player/totp', {}, token)).body
    const confirm = (code: string, by = token) => app.post('/api/player/totp/confirm', { code }, by)
    const first = (await confirm(codeAt(secret))).body.recoveryCodes as string[]
    const again = (await confirm(codeAt(secret))).body.recoveryCodes as string[]
    expect(again).toEqual(first)
    expect((await signIn(email, first[0])).status).toBe(200)
    expect((await confirm(codeAt(secret))).body.recoveryCodes).toEqual(first)
    expect((await signIn(email, first[0])).status).toBe(422)
    expect((await signIn(email, again[1])).status).toBe(200)
    await app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = NULL')
    expect((await confirm(codeAt(secret))).body.error.name).toBe('codeWrong')
    app.moveClock(2 * stepMs)
    await prove(token, 'totp', codeAt(secret))
    expect((await confirm(codeAt(secret, -1))).status).toBe(422)
    expect((await confirm(codeAt(secret))).status).toBe(200)
    await app.db.asOwner(`UPDATE credentials.totps SET enabled_at = enabled_at - interval '11 minutes'`)
    expect((await confirm(codeAt(secret))).body.error.name).toBe('codeWrong')
  })

  test('ten concurrent confirmations return one list of recovery codes', async () => {
    const { token } = await newPlayer()
    await prove(token, 'password', validPassword)
    const { secret } = (await app.post('/api/player/totp', {}, token)).body
    const confirm = () => app.post('/api/player/totp/confirm', { code: codeAt(secret) }, token)
    const answers = await Promise.all(Array.from({ length: 10 }, confirm))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.recoveryCodes))).size).toBe(1)
    expect(answers[0]!.body.recoveryCodes).toHaveLength(10)
    expect((await app.get('/api/player/totp', token)).body.recoveryCodesLeft).toBe(10)
  })

  // Shows: ASVS 6.5.2
  test('the secret and the recovery codes cannot be read in the database', async () => {
    const { secret, recoveryCodes } = await playerWithTotp()
    const { rows } = await app.db.pool.query(`SELECT encode(secret, 'hex') AS kept FROM credentials.totps`)
    const plain = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex')
    for (const { kept } of rows) expect(kept).not.toContain(plain)
    const { rows: hashes } = await app.db.pool.query(
      `SELECT encode(code_hash, 'escape') AS kept FROM credentials.recovery_codes`,
    )
    for (const { kept } of hashes) for (const code of recoveryCodes) expect(kept).not.toContain(code.slice(0, 5))
  })

  test('attempts at the first code are limited', async () => {
    const { token } = await newPlayer()
    await prove(token, 'password', validPassword)
    await app.post('/api/player/totp', {}, token)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => app.post('/api/player/totp/confirm', { code: 'x' }, token)),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })
})

describe('adding an authenticator', () => {
  const confirmIn = (tx: Tx, id: string) =>
    tx
      .insertInto('credentials.totps')
      .values({ player_id: id, secret: Buffer.alloc(20), created_at: new Date(), enabled_at: new Date() })
      .execute()
  const idOf = async (token: string) => (await app.get('/api/player/profile', token)).body.id as string

  // Shows: ASVS 7.4.3, pair second factor/password
  test('invalidates the step-ups of other sessions, but not that of its own', async () => {
    const { email, token } = await newPlayer()
    const other = (await signIn(email)).body.accessToken as string
    await prove(token, 'password', validPassword)
    await prove(other, 'password', validPassword)
    const { secret } = (await app.post('/api/player/totp', {}, token)).body as { secret: string }
    expect((await app.post('/api/player/totp/confirm', { code: codeAt(secret) }, token)).status).toBe(200)
    expect(await remove(other)).toMatchObject({ status: 422, body: { error: { name: 'stepUpRequired' } } })
    expect((await app.get('/api/player/step-up', other)).body).toMatchObject({ validUntil: null })
    app.moveClock(2 * stepMs)
    expect((await prove(other, 'totp', codeAt(secret))).status).toBe(200)
    expect((await remove(token)).status).toBe(200)
  })

  // Shows: pair second factor/password
  test('during a step-up by password makes that step-up fail', async () => {
    const { token } = await newPlayer()
    const id = await idOf(token)
    const answer = await changedMeanwhile(
      app,
      id,
      () => prove(token, 'password', validPassword),
      (tx) => confirmIn(tx, id),
    )
    expect(answer).toMatchObject({ status: 422, body: { error: { name: 'methodUnavailable' } } })
    expect((await app.get('/api/player/step-up', token)).body.validUntil).toBeNull()
  })

  // Shows: pair second factor/password
  test('during a sign-in by password makes that sign-in require the code', async () => {
    const { email, token } = await newPlayer()
    const id = await idOf(token)
    const answer = await changedMeanwhile(
      app,
      id,
      () => signIn(email),
      (tx) => confirmIn(tx, id),
    )
    expect(answer).toMatchObject({ status: 422, body: { error: { name: 'secondFactorRequired' } } })
  })

  test('during its removal with an earlier step-up makes that removal fail', async () => {
    const { email, token } = await newPlayer()
    const id = await idOf(token)
    const other = (await signIn(email)).body.accessToken as string
    await prove(other, 'password', validPassword)
    const answer = await changedMeanwhile(
      app,
      id,
      () => remove(other),
      async (tx) => {
        await confirmIn(tx, id)
        await voidOtherStepUps(tx, contextOf(app.deps, { id, sessionId: randomUUID() }))
      },
    )
    expect(answer).toMatchObject({ status: 422, body: { error: { name: 'stepUpRequired' } } })
    expect((await app.get('/api/player/totp', token)).body).toMatchObject({ isEnabled: true })
  })
})

describe('signing in', () => {
  // Shows: ASVS 6.3.3
  test('the code is required only after a correct password', async () => {
    const { email, secret } = await playerWithTotp()
    expect(await signIn(email)).toMatchObject({
      status: 422,
      body: { error: { name: 'secondFactorRequired', code: 12001 } },
    })
    expect(
      await app.post('/api/player/sessions', { login: email, password: 'wrong', code: codeAt(secret) }),
    ).toMatchObject({ status: 401, body: { error: { name: 'wrongCredentials' } } })
    expect(await signIn(email, '12345x')).toMatchObject({
      status: 422,
      body: { error: { name: 'secondFactorWrong', code: 12002 } },
    })
    expect((await signIn(email, codeAt(secret))).status).toBe(200)
  })

  // Shows: attack 53, ASVS 6.5.1, ASVS 6.5.5, pair second factor/second tab
  test('a code is valid once, even if used five times concurrently; one step early or late is accepted, two are not', async () => {
    const { email, secret } = await playerWithTotp()
    const code = codeAt(secret)
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    app.moveClock(901_000)
    expect((await signIn(email, codeAt(secret, 2))).status).toBe(422)
    expect((await signIn(email, codeAt(secret, -2))).status).toBe(422)
    expect((await signIn(email, codeAt(secret, 1))).status).toBe(200)
    // Codes of earlier steps are invalid too.
    expect((await signIn(email, codeAt(secret, 0))).status).toBe(422)
    app.moveClock(3 * stepMs)
    expect((await signIn(email, codeAt(secret, -1))).status).toBe(200)
    // The code as typed on an Arabic keyboard, in two groups.
    const typed = codeAt(secret).replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    expect((await signIn(email, `${typed.slice(0, 3)} ${typed.slice(3)}`)).status).toBe(200)
  })

  test('a used code is reported as used, with the seconds until the next, only after the correct password', async () => {
    const { email, secret } = await playerWithTotp()
    const code = codeAt(secret)
    expect((await signIn(email, code)).status).toBe(200)
    const seconds = 30 - (Math.floor(app.deps.clock.now().getTime() / 1000) % 30)
    const again = await signIn(email, code)
    expect(again.body.error).toMatchObject({
      name: 'secondFactorWrong',
      message: `This code was already used. Your app shows the next one in ${seconds} s.`,
      retryAfterSeconds: seconds,
    })
    const wrong = (await signIn(email, '000000')).body.error
    expect(wrong.message).toMatch(/^Incorrect code/)
    expect(wrong).not.toHaveProperty('retryAfterSeconds')
    app.moveClock(stepMs)
    expect((await signIn(email, codeAt(secret))).status).toBe(200)
  })

  // Shows: attack 53
  longTest('of 30 concurrent attempts five are checked', async () => {
    const { email, secret } = await playerWithTotp()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(email, String(index).padStart(6, '0'))),
    )
    expect(answers.filter(({ body }) => body.error.name === 'secondFactorWrong').length).toBeLessThanOrEqual(5)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(25)
    expect((await signIn(email, codeAt(secret))).status).toBe(429)
    app.moveClock(901_000)
    expect((await signIn(email, codeAt(secret))).status).toBe(200)
  })

  // Shows: ASVS 6.4.4
  test('a recovery code replaces the authenticator once', async () => {
    const {
      email,
      recoveryCodes: [first, second],
    } = await playerWithTotp()
    expect((await signIn(email, first)).status).toBe(200)
    expect((await signIn(email, first)).body.error.name).toBe('secondFactorWrong')
    const { accessToken } = (await signIn(email, second!.toUpperCase().replace('-', ''))).body
    expect((await app.get('/api/player/totp', accessToken)).body.recoveryCodesLeft).toBe(8)
    const { email: other } = await playerWithTotp()
    expect((await signIn(other, second)).body.error.name).toBe('secondFactorWrong')
  })
})

describe('step-up', () => {
  // Shows: pair sign-out/second factor
  test('is valid for ten minutes of its own session', async () => {
    const { token, email } = await newPlayer()
    expect((await app.get('/api/player/step-up', token)).body).toEqual({ methods: ['password'], validUntil: null })
    const { status, body } = await prove(token, 'password', validPassword)
    expect([status, body.validUntil]).toEqual([200, new Date(app.deps.clock.now().getTime() + 600_000).toISOString()])
    const other = (await signIn(email)).body.accessToken
    expect((await app.get('/api/player/step-up', other)).body.validUntil).toBeNull()
    app.moveClock(599_000)
    expect(
      (
        await app.get(
          '/api/player/step-up',
          (await app.post('/api/player/sessions/refresh', undefined, token)).body.accessToken,
        )
      ).body.validUntil,
    ).toBe(body.validUntil)
    app.moveClock(1_000)
    expect(
      (
        await app.post(
          '/api/player/totp',
          {},
          (await app.post('/api/player/sessions/refresh', undefined, token)).body.accessToken,
        )
      ).body.error.name,
    ).toBe('stepUpRequired')
  })

  // Shows: attack 54, ASVS 16.3.1
  test('a wrong proof is a 422, never a 401, is recorded, and is limited', async () => {
    const { token } = await newPlayer()
    const answers = []
    for (let time = 0; time < 12; time++) answers.push(await prove(token, 'password', 'wrong'))
    expect(answers[0]).toMatchObject({
      status: 422,
      body: { error: { name: 'proofWrong', code: 12002, fields: { proof: [expect.any(String)] } } },
    })
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429, 429])
    expect((await prove(token, 'password', validPassword)).status).toBe(429)
    const { rows } = await app.db.pool.query(
      `SELECT count(*)::int AS refused FROM identity.audit WHERE action = 'step-up-refused' AND player_id = (SELECT player_id FROM identity.sessions ORDER BY created_at DESC LIMIT 1)`,
    )
    expect(rows[0].refused).toBeGreaterThanOrEqual(10)
    app.moveClock(901_000)
    const fresh = (await app.post('/api/player/sessions/refresh', undefined, token)).body.accessToken
    expect((await prove(fresh, 'password', validPassword)).status).toBe(200)
  })

  test('signing in with password and code counts as a step-up for ten minutes; with the password alone it does not', async () => {
    const { email, secret } = await playerWithTotp()
    const { accessToken } = (await signIn(email, codeAt(secret))).body
    const { validUntil } = (await app.get('/api/player/step-up', accessToken)).body
    expect(validUntil).toBe(new Date(app.deps.clock.now().getTime() + 600_000).toISOString())
    app.moveClock(600_000)
    const later = (await app.post('/api/player/sessions/refresh', undefined, accessToken)).body.accessToken
    expect((await app.get('/api/player/step-up', later)).body.validUntil).toBeNull()
    const plain = await newPlayer()
    const signedIn = (await signIn(plain.email)).body.accessToken
    expect((await app.get('/api/player/step-up', signedIn)).body.validUntil).toBeNull()
  })

  // Shows: attack 82
  test('is never weaker than signing in: with an authenticator the password alone is refused', async () => {
    const { token, secret } = await playerWithTotp()
    expect((await app.get('/api/player/step-up', token)).body.methods).toEqual(['totp'])
    expect((await prove(token, 'password', validPassword)).body.error.name).toBe('methodUnavailable')
    expect((await prove(token, 'totp', '000000')).body.error.name).toBe('proofWrong')
    const code = codeAt(secret)
    expect((await prove(token, 'totp', code)).status).toBe(200)
    expect((await prove(token, 'totp', code)).body.error).toMatchObject({
      name: 'proofWrong',
      fields: { proof: [expect.stringMatching(/^This code was already used/)] },
      retryAfterSeconds: expect.any(Number),
    })
    for (const method of ['passkey', 'otp'])
      expect((await prove(token, method, '123456')).body.error.name).toBe('methodUnavailable')
  })

  // Shows: ASVS 6.6.1, pair second factor/phone
  test('a code to the confirmed phone is accepted once; an unconfirmed phone is refused', async () => {
    const { token, email } = await newPlayer()
    const phone = '4915112345678'
    await app.db.pool.query('UPDATE identity.players SET phone = $2 WHERE email = $1', [email, phone])
    expect((await app.get('/api/player/step-up', token)).body.methods).toEqual(['password'])
    await app.db.pool.query('UPDATE identity.players SET phone_confirmed_at = now() WHERE email = $1', [email])
    expect((await app.get('/api/player/step-up', token)).body.methods).toEqual(['password', 'otp'])
    const { sms } = app.deps.partners
    app.deps.partners.sms = createNoSms()
    expect((await app.get('/api/player/step-up', token)).body.methods).toEqual(['password'])
    expect((await app.post('/api/player/otp/send', { phone, reason: 'step-up' }, token)).body.error).toMatchObject({
      name: 'limitReached',
      message: 'Text messages cannot be sent at the moment.',
    })
    app.deps.partners.sms = sms
    expect((await app.post('/api/player/otp/send', { phone, reason: 'step-up' }, token)).status).toBe(200)
    const { code } = await inboxOf(app).next({ to: phone })
    expect((await prove(token, 'otp', 'AAAAAA')).body.error.name).toBe('proofWrong')
    expect((await prove(token, 'otp', code!)).status).toBe(200)
    expect((await prove(token, 'otp', code!)).body.error.name).toBe('proofWrong')
  })

  test('is required to remove the authenticator, which also removes the recovery codes', async () => {
    const { token, email, secret } = await playerWithTotp()
    app.moveClock(600_000)
    const fresh = (await app.post('/api/player/sessions/refresh', undefined, token)).body.accessToken
    expect((await remove(fresh)).body.error.name).toBe('stepUpRequired')
    await prove(fresh, 'totp', codeAt(secret))
    expect((await remove(fresh)).status).toBe(200)
    expect((await remove(fresh)).body.error.name).toBe('notEnabled')
    expect((await signIn(email)).status).toBe(200)
    expect((await app.get('/api/player/totp', fresh)).body.recoveryCodesLeft).toBe(0)
  })
})
