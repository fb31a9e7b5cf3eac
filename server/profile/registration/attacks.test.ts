import { SignJWT } from 'jose'
import { solve } from '#web/api/captcha/solve.ts'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import type { TestAnswer } from '#tests/setup/app.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { deriveKey } from '../../kernel/secret.ts'
import { readAccessToken } from '../../identity/sessions/access-token.ts'
import { checkSession } from '../../identity/sessions/check-session.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp({
    TRUST_PROXY: '1',
    RATE_LIMIT_PER_MINUTE: '100000',
    STRANGER_SIGN_IN_FAILURES: '100000',
    CAPTCHA_BITS: '4',
  })
})
afterAll(() => app.close())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
/** The full test suite runs a shorter attack; `PAIRS=10000` runs a long one. */
const pairs = Number(process.env.PAIRS ?? 2000)

let lastIp = 0
/** A separate address for each test, so that limits do not leak between them. */
const freshIp = () => `198.51.${Math.floor(++lastIp / 200)}.${lastIp % 200}`

async function newPlayer(): Promise<{ email: string; token: string }> {
  const body = app.registration()
  const answer = await app.post('/api/player/register', body, undefined, from(freshIp()))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { email: body.email, token: answer.body.accessToken }
}
const refresh = (token: string) => app.post('/api/player/sessions/refresh', undefined, token)
const isLet = async (token: string) => (await app.get('/api/player/profile', token)).status

describe('tokens', () => {
  // Shows: attack 24, ASVS 9.1.2, ASVS 9.2.3
  test('a token without a signature, or with another algorithm, key, purpose or audience is refused', async () => {
    const { token } = await newPlayer()
    const claims = (await readAccessToken(app.deps, token))!
    const [header, payload, signature] = token.split('.') as [string, string, string]
    const kid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid
    const key = Buffer.from(deriveKey(app.deps.settings.secret, 'access-token'))
    const launchKey = Buffer.from(deriveKey(app.deps.settings.secret, 'launch-token'))
    const none = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', kid })).toString('base64url')}.${payload}.`
    const sign = (alg: string, secret: Uint8Array, audience = 'fairhouse:session', kidSent = kid) =>
      new SignJWT({ sid: claims.sessionId, gen: 1 })
        .setProtectedHeader({ alg, typ: 'JWT', kid: kidSent })
        .setSubject(claims.playerId)
        .setAudience(audience)
        .setIssuedAt(claims.expiresAt.getTime() / 1000 - 600)
        .setExpirationTime(claims.expiresAt.getTime() / 1000)
        .sign(secret)
    const forged = [
      none,
      `${none}x`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      `${header}.${Buffer.from(JSON.stringify({ sub: claims.playerId })).toString('base64url')}.${signature}`,
      await sign('HS512', key),
      await sign('HS256', launchKey),
      await sign('HS256', key, 'fairhouse:launch'),
      await sign('HS256', key, 'fairhouse:session', 'old'),
      'a.b.c',
      'x'.repeat(5000),
    ]
    for (const bad of forged) expect(await isLet(bad), bad.slice(0, 60)).toBe(401)
    expect(await isLet(await sign('HS256', key))).toBe(200)
    for (const header of ['', 'Bearer', 'Basic abc', `Bearer ${token} x`, `bearer  ${token}`]) {
      expect((await app.get('/api/player/profile', undefined, { authorization: header })).status, header).toBe(401)
    }
  })

  test('a cookie alone neither signs in nor changes anything', async () => {
    const { token } = await newPlayer()
    const cookie = { cookie: `access_token=${token}` }
    expect((await app.get('/api/player/profile', undefined, cookie)).status).toBe(401)
    expect((await app.post('/api/player/sessions/logout', {}, undefined, cookie)).status).toBe(401)
    expect((await app.post('/api/player/sessions/refresh', {}, undefined, cookie)).status).toBe(401)
    expect(await isLet(token)).toBe(200)
  })

  // Shows: ASVS 9.2.1
  test('an expired token is refused, but can be refreshed', async () => {
    const { token } = await newPlayer()
    app.moveClock(601_000)
    expect(await isLet(token)).toBe(401)
    expect(await checkSession(app.deps, token)).toBeNull()
    const swapped = await refresh(token)
    expect(swapped.status).toBe(200)
    expect(await isLet(swapped.body.accessToken)).toBe(200)
  })

  // Shows: ASVS 7.3.2
  test('a session ends after 90 days, however often it was refreshed', async () => {
    let { token } = await newPlayer()
    for (let day = 0; day < 80; day += 20) {
      app.moveClock(20 * 86_400_000)
      const { status, body } = await refresh(token)
      expect([day, status]).toEqual([day, 200])
      token = body.accessToken
    }
    app.moveClock(10 * 86_400_000)
    expect((await refresh(token)).status).toBe(401)
    expect(await isLet(token)).toBe(401)
  })

  // Shows: ASVS 7.3.1
  test('a session that was unused for 30 days has ended', async () => {
    const { token } = await newPlayer()
    app.moveClock(31 * 86_400_000)
    expect((await refresh(token)).status).toBe(401)
  })
})

describe('refreshing', () => {
  // Shows: attack 25, ASVS 7.2.4
  test('20 concurrent refreshes return one successor, and the old token remains valid for 30 s', async () => {
    const { token } = await newPlayer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const successors = new Set(answers.map(({ body }) => body.accessToken))
    expect(successors.size).toBe(1)
    const [successor] = successors as Set<string>
    expect(await isLet(successor!)).toBe(200)
    app.moveClock(29_000)
    expect(await isLet(token)).toBe(200)
    expect((await refresh(token)).body.accessToken).toBe(successor)
    app.moveClock(2_000)
    expect(await isLet(token)).toBe(401)
    expect(await isLet(successor!)).toBe(200)
  })

  test('if the answer is lost, the old token can be refreshed and used until its successor is used', async () => {
    const { token } = await newPlayer()
    const lost = (await refresh(token)).body.accessToken
    app.moveClock(300_000)
    expect(await isLet(token)).toBe(200)
    expect((await refresh(token)).body.accessToken).toBe(lost)
    expect(await isLet(lost)).toBe(200)
    // Another tab still has the old token: it gets the same successor and does not end the session.
    app.moveClock(29_000)
    expect(await isLet(token)).toBe(200)
    expect((await refresh(token)).body.accessToken).toBe(lost)
    app.moveClock(2_000)
    expect(await isLet(token)).toBe(401)
    expect((await refresh(token)).status).toBe(401)
    expect(await isLet(lost)).toBe(401)
  })

  // Shows: attack 25, ASVS 16.3.3
  test('refreshing with an older generation revokes the family: every token of the session, and its sockets', async () => {
    const { token } = await newPlayer()
    const second = (await refresh(token)).body.accessToken
    const third = (await refresh(second)).body.accessToken
    expect(await isLet(third)).toBe(200)
    expect((await refresh(token)).status).toBe(401)
    for (const each of [token, second, third]) expect(await isLet(each)).toBe(401)
    expect((await refresh(third)).status).toBe(401)
    const { sessionId } = (await readAccessToken(app.deps, token))!
    expect(app.closedSessions).toContain(sessionId)
    const { rows } = await app.db.pool.query(
      `SELECT s.close_reason, a.action FROM identity.sessions s JOIN identity.audit a ON a.session_id = s.id AND a.action = 'token-reused' WHERE s.id = $1`,
      [sessionId],
    )
    expect(rows).toEqual([{ close_reason: 'token-reused', action: 'token-reused' }])
  })

  test('using an old token for anything but refreshing is refused without ending the session', async () => {
    const { token } = await newPlayer()
    const second = (await refresh(token)).body.accessToken
    expect(await isLet(second)).toBe(200)
    app.moveClock(31_000)
    expect(await isLet(token)).toBe(401)
    expect(await isLet(second)).toBe(200)
  })

  test('a closed session, a blocked player and an unknown token cannot refresh', async () => {
    const { token } = await newPlayer()
    await app.post('/api/player/sessions/logout', {}, token)
    expect((await refresh(token)).status).toBe(401)
    const other = await newPlayer()
    await app.db.pool.query('UPDATE identity.players SET status = 3 WHERE email = $1', [other.email])
    expect((await refresh(other.token)).status).toBe(401)
    expect((await app.post('/api/player/sessions/refresh')).status).toBe(401)
  })
})

describe('guessing', () => {
  // Shows: attack 163
  test('of 50 concurrent offer codes from one address 20 are checked; repeating a code is not counted', async () => {
    const ip = freshIp()
    const fault = async (bonusCode: string) => {
      const { body } = await app.post(
        '/api/player/register',
        { ...app.registration({ bonusCode }), password: 'x' },
        undefined,
        from(ip),
      )
      return body.error.fields?.bonusCode?.[0] ?? body.error.name
    }
    const unknown = 'This code is not valid. Check it, or leave the field empty.'
    expect([await fault('WRONG'), await fault(' wrong ')]).toEqual([unknown, unknown])
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => fault(`CODE${index}`)))
    expect(answers.filter((answer) => answer === unknown)).toHaveLength(19)
    expect(await fault('HARBOUR50')).toBe('captchaRequired')
  })

  const refusals = async () =>
    Number(
      (await app.db.pool.query(`SELECT count(*) FROM identity.audit WHERE action = 'sign-in-refused'`)).rows[0].count,
    )

  // Shows: attack 20
  longTest(`of ${pairs} pairs from one address at most 100 reach the hash`, async () => {
    const ip = '203.0.113.9'
    const before = await refusals()
    for (let batch = 0; batch < pairs / 100; batch++) {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          app.post(
            '/api/player/sessions',
            { login: `u${batch}-${index}@example.com`, password: 'guess' },
            undefined,
            from(ip),
          ),
        ),
      )
    }
    expect((await refusals()) - before).toBeLessThanOrEqual(100)
    expect(
      await app.post('/api/player/sessions', { login: 'someone@example.com', password: 'guess' }, undefined, from(ip)),
    ).toMatchObject({ status: 429, body: { error: { name: 'captchaRequired' } } })
  })

  // Shows: attack 20
  longTest('pairs from 250 addresses of one block are limited by the block', async () => {
    const before = await refusals()
    await Promise.all(
      Array.from({ length: 250 }, (_, index) =>
        app.post(
          '/api/player/sessions',
          { login: `v${index}@example.com`, password: 'guess' },
          undefined,
          from(`192.0.2.${index}`),
        ),
      ),
    )
    expect((await refusals()) - before).toBeLessThanOrEqual(60)
  })

  // Shows: ASVS 6.3.1
  longTest(
    'an account locks after ten wrong passwords from anywhere, known or not, and opens again in time',
    async () => {
      const { email } = await newPlayer()
      for (const login of [email, 'unknown@example.com']) {
        for (let guess = 0; guess < 10; guess++)
          expect(
            (
              await app.post(
                '/api/player/sessions',
                { login, password: 'guess' },
                undefined,
                from(`10.${guess}.${freshIp().split('.').slice(2).join('.')}`),
              )
            ).status,
          ).toBe(401)
        expect(
          (await app.post('/api/player/sessions', { login, password: validPassword }, undefined, from('10.99.0.1')))
            .status,
        ).toBe(429)
      }
      app.moveClock(901_000)
      expect(
        (
          await app.post(
            '/api/player/sessions',
            { login: email, password: validPassword },
            undefined,
            from('10.99.0.1'),
          )
        ).status,
      ).toBe(200)
    },
  )

  test('counters whose window has ended are deleted', async () => {
    app.moveClock(7_200_000)
    await app.db.asOwner(
      `INSERT INTO identity.attempts SELECT 'over ' || each, 1, $1 FROM generate_series(1, 200) AS each`,
      [app.deps.clock.now()],
    )
    app.moveClock(1)
    const before = Number((await app.db.pool.query('SELECT count(*) FROM identity.attempts')).rows[0].count)
    for (let time = 0; time < 20; time++)
      await app.post(
        '/api/player/sessions',
        { login: 'someone@example.com', password: 'guess' },
        undefined,
        from('172.17.0.1'),
      )
    const after = Number((await app.db.pool.query('SELECT count(*) FROM identity.attempts')).rows[0].count)
    expect(after).toBeLessThanOrEqual(before - 20 * 8 + 3)
  })

  longTest('right passwords use up nothing', async () => {
    const { email } = await newPlayer()
    for (let time = 0; time < 25; time++)
      expect(
        (
          await app.post(
            '/api/player/sessions',
            { login: email, password: validPassword },
            undefined,
            from('172.16.0.9'),
          )
        ).status,
      ).toBe(200)
  })

  // Shows: attack 37
  test('a known and an unknown address get the same body in the same time', async () => {
    type Timed = { took: number; answer: TestAnswer }
    const fastest = (runs: Timed[]) => Math.min(...runs.map(({ took }) => took))
    let blocks = 0
    const time = async (login: string): Promise<Timed> => {
      // Each attempt comes from another block of addresses, because blocks are limited too.
      const ip = from(`100.64.${blocks++}.7`)
      const started = performance.now()
      const answer = await app.post('/api/player/sessions', { login, password: 'guess' }, undefined, ip)
      return { took: performance.now() - started, answer }
    }
    const known: Timed[] = []
    const unknown: Timed[] = []
    const difference = () => Math.abs(fastest(known) - fastest(unknown))
    const allowed = () => 0.3 * fastest(known) + 5
    // Other work on the machine only lengthens times, so the fastest runs converge unless one login skips a hash.
    for (let attempt = 0; attempt < 4 && (attempt === 0 || difference() >= allowed()); attempt++) {
      // Each player gets nine attempts, because the tenth would be limited.
      const { email } = await newPlayer()
      for (let round = 0; round < 9; round++) {
        known.push(await time(email))
        unknown.push(await time(`nobody-${attempt}-${round}@example.com`))
      }
    }
    expect(
      new Set([...known, ...unknown].map(({ answer }) => `${answer.status} ${JSON.stringify(answer.body)}`)).size,
    ).toBe(1)
    expect(difference()).toBeLessThan(allowed())
  })

  const named = (name: string) => ({ body: { error: { name } } })
  const asGuest = async (ip: string) => (await app.post('/api/support/chat/guest', {}, undefined, from(ip))).body.token
  const register = (over: object) => () => app.registration({ ...over })
  const calls: Array<[string, () => object, ((ip: string) => Promise<string>)?]> = [
    ['sessions', () => ({ login: 'x@example.com', password: 'x' })],
    ['sessions/token', () => ({ token: 'x' })],
    ['sessions/passkey/options', () => ({})],
    ['sessions/passkey', () => ({ assertion: {} })],
    ['sessions/social', () => ({ provider: 'auth0', query: { code: 'x', state: 'x' } })],
    ['sessions/social/code', () => ({ ticket: 'x', code: '1' })],
    ['sessions/approval', () => ({ email: 'x@example.com' })],
    ['sessions/approval/confirm', () => ({ code: 'x' })],
    ['passwords/reset', () => ({ email: 'x@example.com' })],
    ['passwords/confirm', () => ({ code: 'x', password: validPassword, password_confirmation: validPassword })],
    ['profile/confirmations/email', () => ({ code: 'x' })],
    ['otp/send', () => ({ phone: '+4915123450177', reason: 'registration' })],
    ['otp/verify', () => ({ phone: '+4915123450177', reason: 'registration', code: '123456' })],
    ['register/phone', register({ email: undefined, phone: '+4915123450177', code: '123456' })],
    ['register', register({})],
    ['register', register({ email: 'taken@example.com' })],
    ['register', register({ bonusCode: 'GUESSED' })],
    ['../support/chat/guest', () => ({})],
    ['../support/chat/messages', () => ({ id: crypto.randomUUID(), text: 'Hello' }), asGuest],
    ['../notification/communications', () => ({ email: 'x@example.com', message: 'Hello, can you help me?' })],
  ]
  // Shows: attack 49
  test.each(calls)(
    '%s: a caller who solves a captcha is not refused by counters that strangers have filled',
    async (path, body, by) => {
      const ip = `100.64.${++lastIp}.1`
      const token = await by?.(ip)
      const call = (proof: Record<string, string> = {}) =>
        app.post(new URL(path, 'http://x/api/player/').pathname, body(), token, { ...from(ip), ...proof })
      await app.post(
        '/api/player/register',
        app.registration({ email: 'taken@example.com' }),
        undefined,
        from('192.0.2.7'),
      )
      expect(await call()).not.toMatchObject(named('captchaRequired'))
      for (const table of ['identity.attempts', 'messages.communication_counts'])
        await app.db.asOwner(`UPDATE ${table} SET count = 1000 WHERE key LIKE '%:' || $1 OR key LIKE '%:' || $2`, [
          addressOf(ip),
          prefixOf(ip),
        ])
      expect(await call()).toMatchObject({ status: 429, ...named('captchaRequired') })
      expect(await call({ 'x-captcha': 'not.a.solution' })).toMatchObject({ status: 429 })
      const { challenge, difficulty } = (await app.get('/api/player/captcha', undefined, from(ip))).body
      const proof = { 'x-captcha': solve(challenge, difficulty) }
      expect((await call(proof)).status).not.toBe(429)
      // A solution is valid for one call.
      expect(await call(proof)).toMatchObject({ status: 429 })
    },
  )

  test('learning that addresses are taken is limited', async () => {
    const { email } = await newPlayer()
    const ip = freshIp()
    const answers = []
    for (let time = 0; time < 12; time++)
      answers.push(await app.post('/api/player/register', app.registration({ email }), undefined, from(ip)))
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(422))
    expect(answers.slice(10).map(({ status }) => status)).toEqual([429, 429])
  })

  // Shows: attack 49
  longTest(
    '900 registrations from 60 addresses of one block: 120 are judged without a proof of work, the next block is free',
    async () => {
      const limited = await testIdentityApp({ TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '100000' })
      // Limits are counted before the address is looked up, so an invalid registration counts without costing a hash.
      const email = limited.registration().email
      const register = (ip: string) =>
        limited.post('/api/player/register', limited.registration({ email }), undefined, from(ip))
      expect((await register('203.0.112.1')).status).toBe(200)
      const answers = await Promise.all(Array.from({ length: 900 }, (_, index) => register(`203.0.113.${index % 60}`)))
      const { rows } = await limited.db.pool.query(
        `SELECT count FROM identity.attempts WHERE key = 'register:block:203.0.113'`,
      )
      expect(rows).toEqual([{ count: 900 }])
      expect(answers.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(120)
      expect((await register('203.0.114.1')).status).toBe(422)
      // Another person behind that address can still register after solving a captcha.
      const neighbour = (more: Record<string, unknown>) =>
        limited.post('/api/player/register', limited.registration(more), undefined, from('203.0.113.77'))
      expect((await neighbour({})).body.error.name).toBe('captchaRequired')
      const { challenge, difficulty } = (await limited.get('/api/player/captcha', undefined, from('203.0.113.77'))).body
      expect((await neighbour({ captcha: `${challenge}:1` })).body.error.fields).toHaveProperty('captcha')
      expect((await neighbour({ captcha: solve(challenge, difficulty) })).status).toBe(200)
      await limited.close()
    },
    60_000,
  )

  test('addresses of one household and one block are counted together', () => {
    expect(addressOf('10.0.0.1')).toBe('10.0.0.1')
    expect(addressOf('2001:db8:1:2:3:4:5:6')).toBe(addressOf('2001:DB8:1:2::9'))
    expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0')
    expect(prefixOf('10.0.0.1')).toBe(prefixOf('10.0.0.200'))
    expect(prefixOf('2001:db8:1:2::9')).toBe(prefixOf('2001:db8:1:ffff::1'))
  })
})

describe('garbage', () => {
  const values: unknown[] = [
    null,
    0,
    -1,
    1e9,
    true,
    [],
    [1],
    {},
    '',
    ' ',
    '٣',
    'x'.repeat(100_000),
    '\u0000',
    '\ud800',
    { $ne: null },
    { toString: 1 },
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    ['a', { b: 'c' }],
  ]
  const bodies = (fields: string[]): unknown[] => [
    ...values,
    ...fields.flatMap((field) =>
      values.map((value) => ({ ...Object.fromEntries(fields.map((each) => [each, 'a@b.co'])), [field]: value })),
    ),
    { __proto__: { admin: true }, constructor: 1 },
  ]
  const calls: Array<[string, string, string[]]> = [
    [
      'POST',
      '/api/player/register',
      ['email', 'password', 'country', 'currency', 'nickname', 'agreements', 'fingerprint'],
    ],
    ['POST', '/api/player/sessions', ['login', 'password', 'fingerprint']],
    ['PUT', '/api/player/profile', ['firstName', 'locale']],
    ['PUT', '/api/player/sessions/x/close', []],
    ['POST', '/api/player/sessions/refresh', []],
  ]
  test.each(calls)('%s %s never answers with a 5xx', async (method, url, fields) => {
    const { token } = await newPlayer()
    for (const payload of bodies(fields)) {
      const answer = await app.send({
        method: method,
        url,
        payload: JSON.stringify(payload),
        token,
        headers: { 'content-type': 'application/json', ...from(freshIp()) },
      })
      expect(answer.status, JSON.stringify(payload).slice(0, 100)).toBeLessThan(500)
    }
    for (const raw of ['{', 'nul', '"', '\u0000', '[[[[', '{"email":"\\ud800"}']) {
      const answer = await app.send({
        method: method,
        url,
        payload: raw,
        token,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status, raw).toBeLessThan(500)
    }
  })

  test('malformed ids and pages are 4xx', async () => {
    const { token } = await newPlayer()
    for (const url of [
      '/api/player/sessions?page=0',
      '/api/player/sessions?page=NaN',
      '/api/player/sessions?perPage=1e9',
      '/api/player/sessions?page[]=1&page[]=2',
      '/api/player/fields/validations',
    ])
      expect((await app.get(url, token)).status).toBe(422)
    for (const id of ['x', '00000000-0000-0000-0000-00000000000', '%00', "'"])
      expect((await app.put(`/api/player/sessions/${id}/close`, {}, token)).status).toBeLessThan(500)
  })
})
