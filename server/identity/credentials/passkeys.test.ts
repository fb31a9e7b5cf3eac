import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlayerStatus } from '#contract/identity.ts'
import { barredMeanwhile, changedMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { authenticator } from '#tests/setup/authenticator.ts'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'

let app: TestIdentityApp
let inbox: Inbox
beforeAll(async () => {
  app = await testIdentityApp({ TRUST_PROXY: '1' })
  inbox = inboxOf(app)
})
afterAll(() => app.close())

async function newPlayer() {
  const body = app.registration()
  const token = (await app.post('/api/player/register', body)).body.accessToken as string
  return { email: body.email, token }
}
const proveByPassword = (token: string) =>
  app.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
const remove = (id: string, token: string) => app.send({ method: 'DELETE', url: `/api/player/passkeys/${id}`, token })

/** A player with one passkey, and its authenticator. */
async function holder() {
  const player = await newPlayer()
  await proveByPassword(player.token)
  const key = authenticator()
  const { challenge } = (await app.post('/api/player/passkeys/options', {}, player.token)).body
  const added = await app.post(
    '/api/player/passkeys',
    { name: ' Laptop ', attestation: key.create({ challenge }) },
    player.token,
  )
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  return { ...player, key, passkey: added.body as { id: string; name: string } }
}
const signInChallenge = async () =>
  (await app.post('/api/player/sessions/passkey/options', {})).body.challenge as string
/** Confirms the address first: a reset at an unconfirmed address would remove the passkey. */
async function resetCode(email: string): Promise<string> {
  await app.db.pool.query('UPDATE identity.players SET email_confirmed_at = now() WHERE email = $1', [email])
  await app.post('/api/player/passwords/reset', { email })
  for (;;) {
    const { subject, links } = await inbox.next({ to: email })
    if (subject.startsWith('Reset')) return new URL(links[0]!).searchParams.get('resetCode')!
  }
}
let lastAddress = 0
/** Each call comes from a different address, so that tests do not share limits. */
const signIn = (assertion: object) =>
  app.post('/api/player/sessions/passkey', { assertion }, undefined, { 'x-forwarded-for': `10.1.${++lastAddress}.1` })

describe('managing a passkey', () => {
  // Shows: attack 27
  test('requires a step-up, lists the passkey with its name, and removes it', async () => {
    const stranger = await newPlayer()
    expect(await app.post('/api/player/passkeys/options', {}, stranger.token)).toMatchObject({
      status: 422,
      body: { error: { name: 'stepUpRequired', code: 12003 } },
    })
    expect(await app.post('/api/player/passkeys', { name: 'x', attestation: {} }, stranger.token)).toMatchObject({
      status: 422,
      body: { error: { name: 'stepUpRequired' } },
    })
    const { token, passkey } = await holder()
    expect((await app.get('/api/player/passkeys', token)).body).toEqual([
      { id: passkey.id, name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null },
    ])
    expect((await remove(passkey.id, stranger.token)).body.error.name).toBe('stepUpRequired')
    await proveByPassword(stranger.token)
    expect(await remove(passkey.id, stranger.token)).toMatchObject({
      status: 404,
      body: { error: { name: 'passkeyNotFound' } },
    })
    expect((await remove(passkey.id, token)).status).toBe(200)
    expect((await app.get('/api/player/passkeys', token)).body).toEqual([])
  })

  test('the options require a discoverable, verified passkey of this host and exclude existing ones', async () => {
    const { token, key } = await holder()
    const { body } = await app.post('/api/player/passkeys/options', {}, token)
    expect(body).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    })
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { partyId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
  ])('an attestation %s is refused', async (_, over) => {
    const { token } = await newPlayer()
    await proveByPassword(token)
    const { challenge } = (await app.post('/api/player/passkeys/options', {}, token)).body
    expect(
      await app.post(
        '/api/player/passkeys',
        { name: 'x', attestation: authenticator().create({ challenge, ...over }) },
        token,
      ),
    ).toMatchObject({ status: 422, body: { error: { name: 'attestationInvalid' } } })
  })

  test("a challenge is valid once, for five minutes, for its own player; another player's passkey is not taken over", async () => {
    const [one, other] = [await holder(), await newPlayer()]
    await proveByPassword(other.token)
    const challengeOf = async (token: string) =>
      (await app.post('/api/player/passkeys/options', {}, token)).body.challenge as string
    const add = (attestation: object, token: string) =>
      app.post('/api/player/passkeys', { name: 'x', attestation }, token)
    const foreign = await challengeOf(one.token)
    expect((await add(authenticator().create({ challenge: foreign }), other.token)).status).toBe(422)
    expect((await add(one.key.create({ challenge: await challengeOf(other.token) }), other.token)).status).toBe(422)
    const challenge = await challengeOf(one.token)
    expect((await add(authenticator().create({ challenge }), one.token)).status).toBe(200)
    expect((await add(authenticator().create({ challenge }), one.token)).status).toBe(422)
    const late = await challengeOf(one.token)
    app.moveClock(300_001)
    expect((await add(authenticator().create({ challenge: late }), one.token)).status).toBe(422)
  })
})

describe('signing in', () => {
  test('a passkey alone is enough, and the session records the method', async () => {
    const { key, passkey } = await holder()
    const answer = await signIn(key.get({ challenge: await signInChallenge() }))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const token = answer.body.accessToken
    const sessions = (await app.get('/api/player/sessions', token)).body.data
    expect(sessions.map((row: { method: string }) => row.method).toSorted()).toEqual(['passkey', 'password'])
    expect((await app.get('/api/player/passkeys', token)).body[0]).toMatchObject({
      id: passkey.id,
      lastUsedAt: expect.any(String),
    })
  })

  // Shows: 6.3.1
  test('a player who is blocked or closed gets no session', async () => {
    const { key, email } = await holder()
    const use = async () => {
      const { status, body } = await signIn(key.get({ challenge: await signInChallenge() }))
      return [status, body.error?.name]
    }
    for (const [status, refusal] of [
      [PlayerStatus.blocked, [403, 'accountBlocked']],
      [PlayerStatus.closed, [422, 'passkeyUnknown']],
      [PlayerStatus.active, [200, undefined]],
    ] as const) {
      await app.db.asOwner('UPDATE identity.players SET status = $2 WHERE email = $1', [email, status])
      expect(await use()).toEqual(refusal)
    }
  })

  // Shows: attack 83, ASVS 6.5.1
  test('15 concurrent uses of one response open one session', async () => {
    const { key } = await holder()
    const assertion = key.get({ challenge: await signInChallenge() })
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(assertion)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.name))).toEqual(
      new Set(['passkeyUnknown']),
    )
  })

  // Shows: attack 83
  test('a decreased counter indicates a cloned key, and is refused', async () => {
    const { key } = await holder()
    expect((await signIn(key.get({ challenge: await signInChallenge(), counter: 10 }))).status).toBe(200)
    for (const counter of [10, 9, 0])
      expect((await signIn(key.get({ challenge: await signInChallenge(), counter }))).body.error.name).toBe(
        'passkeyUnknown',
      )
    expect((await signIn(key.get({ challenge: await signInChallenge(), counter: 11 }))).status).toBe(200)
  })

  // Shows: attack 83
  test.each([
    ['another origin', { origin: 'http://localhost:3999' }],
    ['another host', { partyId: 'evil.example' }],
    ['no verification', { isVerified: false }],
    ['a challenge of the client', { challenge: 'AAAA' }],
  ])('%s is refused', async (_, over) => {
    const { key } = await holder()
    expect(await signIn(key.get({ challenge: await signInChallenge(), ...over }))).toMatchObject({
      status: 422,
      body: { error: { name: 'passkeyUnknown' } },
    })
  })

  // Shows: ASVS 11.6.1
  test('an unknown passkey, a forged signature and a challenge for a step-up get the same refusal', async () => {
    const { key, token } = await holder()
    const forged = key.get({ challenge: await signInChallenge() })
    forged.response.signature = authenticator().get({ challenge: 'AAAA' }).response.signature
    const stepUpChallenge = (await app.post('/api/player/passkeys/challenge', {}, token)).body.challenge
    for (const assertion of [
      authenticator().get({ challenge: await signInChallenge() }),
      forged,
      key.get({ challenge: stepUpChallenge }),
    ]) {
      expect(await signIn(assertion)).toMatchObject({ status: 422, body: { error: { name: 'passkeyUnknown' } } })
    }
  })

  test('a blocked player is informed, a closed account is unknown', async () => {
    const { key, email } = await holder()
    const setStatus = (status: number) =>
      app.db.pool.query('UPDATE identity.players SET status = $1 WHERE email = $2', [status, email])
    await setStatus(3)
    expect(await signIn(key.get({ challenge: await signInChallenge() }))).toMatchObject({
      status: 403,
      body: { error: { name: 'accountBlocked' } },
    })
    await setStatus(4)
    expect(await signIn(key.get({ challenge: await signInChallenge() }))).toMatchObject({
      status: 422,
      body: { error: { name: 'passkeyUnknown' } },
    })
  })

  // Shows: attack 57
  test.each([
    ['a closure', PlayerStatus.closed],
    ['a block', PlayerStatus.blocked],
  ])('%s at the same moment opens no session', async (_, status) => {
    const { key, token } = await holder()
    const { sub: id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
    const assertion = key.get({ challenge: await signInChallenge() })
    const answered = await barredMeanwhile(app, id, status, () => signIn(assertion))
    expect(answered).toMatchObject(
      status === PlayerStatus.blocked
        ? { status: 403, body: { error: { name: 'accountBlocked' } } }
        : { status: 422, body: { error: { name: 'passkeyUnknown' } } },
    )
    const sessions = await app.db.pool.query(
      'SELECT FROM identity.sessions WHERE player_id = $1 AND closed_at IS NULL',
      [id],
    )
    expect(sessions.rows).toEqual([])
  })

  // Shows: attack 60
  test('a passkey that is removed at the same moment opens no session', async () => {
    const { key, passkey, token } = await holder()
    const { sub: id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
    const assertion = key.get({ challenge: await signInChallenge() })
    const answered = await changedMeanwhile(
      app,
      id,
      () => signIn(assertion),
      (tx) => tx.deleteFrom('credentials.passkeys').where('id', '=', passkey.id).execute(),
    )
    expect(answered).toMatchObject({ status: 422, body: { error: { name: 'passkeyUnknown' } } })
    expect((await app.get('/api/player/sessions', token)).body.data).toHaveLength(1)
  })

  test.each([
    ['reset', 'password-reset'],
    ['changed', 'password-changed'],
  ])('a challenge from before the password was %s opens no session, a later one does', async (_, action) => {
    const { email, key, token } = await holder()
    const earlier = key.get({ challenge: await signInChallenge() })
    app.moveClock(1_000)
    const nextPassword = 'an even quieter harbour'
    const done =
      action === 'password-changed'
        ? await app.put(
            '/api/player/passwords',
            { currentPassword: validPassword, newPassword: nextPassword, repeatNewPassword: nextPassword },
            token,
          )
        : await app.post('/api/player/passwords/confirm', {
            code: await resetCode(email),
            password: nextPassword,
            password_confirmation: nextPassword,
          })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    app.moveClock(1_000)
    expect(await signIn(earlier)).toMatchObject({ status: 422, body: { error: { name: 'passkeyUnknown' } } })
    expect((await signIn(key.get({ challenge: await signInChallenge() }))).status).toBe(200)
  })

  test('garbage is refused without a fault', async () => {
    const { key } = await holder()
    const good = key.get({ challenge: await signInChallenge() })
    const malformed = [
      {},
      { id: 1 },
      { ...good, id: '*' },
      { ...good, response: {} },
      { ...good, response: { ...good.response, clientDataJSON: 'bm90IGpzb24' } },
      { ...good, response: { ...good.response, authenticatorData: 'AAAA' } },
      { ...good, type: 'password' },
    ]
    for (const assertion of malformed)
      expect((await signIn(assertion)).status, JSON.stringify(assertion).slice(0, 80)).toBe(422)
  })
})

test('attempts from one address are limited', async () => {
  const answers = []
  for (let time = 0; time < 22; time++)
    answers.push((await app.post('/api/player/sessions/passkey', { assertion: {} })).status)
  expect(answers).toEqual([...Array(20).fill(422), 429, 429])
})

test('as a step-up: the strongest method is offered first, and is accepted', async () => {
  const { key, token } = await holder()
  app.moveClock(600_001)
  const fresh = (await signIn(key.get({ challenge: await signInChallenge() }))).body.accessToken as string
  expect((await app.get('/api/player/step-up', fresh)).body).toEqual({
    methods: ['passkey', 'password'],
    validUntil: null,
  })
  const { challenge, allowCredentials } = (await app.post('/api/player/passkeys/challenge', {}, fresh)).body
  expect(allowCredentials).toMatchObject([{ id: key.id }])
  expect(
    await app.post('/api/player/step-up', { method: 'passkey', assertion: authenticator().get({ challenge }) }, fresh),
  ).toMatchObject({ status: 422, body: { error: { name: 'proofWrong', code: 12002 } } })
  const secondChallenge = (await app.post('/api/player/passkeys/challenge', {}, fresh)).body.challenge
  expect(
    (
      await app.post(
        '/api/player/step-up',
        { method: 'passkey', assertion: key.get({ challenge: secondChallenge }) },
        fresh,
      )
    ).status,
  ).toBe(200)
  expect((await app.get('/api/player/step-up', fresh)).body.validUntil).toEqual(expect.any(String))
  expect(token).not.toBe(fresh)
})
