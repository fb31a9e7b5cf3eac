/** The player's second factor during social sign-in. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { sandboxClient, sandboxIssuer } from '#sandbox/social/keys.ts'
import { testApp, type TestAnswer, type TestApp } from '#tests/setup/app.ts'
import { passProvider } from '#tests/setup/social.ts'
import { createOidcLogin } from '../../partners/social-login/oidc.ts'

const secret = 'the secret shared with the sandbox'
let sandbox: Sandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, operatorUrl: 'http://127.0.0.1:9', secret, statePath: null })
  const login = createOidcLogin({
    ...sandboxClient(secret),
    issuer: sandboxIssuer(sandbox.url),
    id: 'auth0',
    name: 'Auth0',
    hasConnections: true,
  })
  app = await testApp({
    env: { PUBLIC_URL: 'http://house.test', TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'TR:2' },
    deps: (deps) => ({ partners: { ...deps.partners, socialLogins: [login] } }),
  })
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

/** A separate address for each test. */
let ip = ''
let last = 0
beforeEach(() => {
  ip = `198.51.100.${++last}`
})

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.send({ method: 'POST', url, payload, headers: { 'x-forwarded-for': ip, ...headers } })
const give = (payload: object, headers?: Record<string, string>) =>
  post('/api/player/sessions/social/code', payload, headers)
let persons = 0
const someone = () => ({ email: `Guarded${++persons}@social.example`, verified: 'on' })
const profileOf = async (answer: TestAnswer) =>
  (await app.send({ method: 'GET', url: '/api/player/profile', token: answer.body.accessToken })).body
const sessions = async () => Number((await app.db.pool.query('SELECT count(*) FROM identity.sessions')).rows[0].count)
const refused = (name: string, status = 422) => ({ status, body: { error: { name } } })

/** Follows the redirect and the provider's page, and returns the request of the callback page. */
async function callback(form: Record<string, string>, name = 'google-oauth2') {
  const led = await app.send({
    method: 'GET',
    url: `/api/player/sessions/social/auth0/redirect?${new URLSearchParams({ state: JSON.stringify({ backRoute: '/games/dice?x=1' }), connection: name })}`,
  })
  return { query: await passProvider(new URL(String(led.headers.location)), form), provider: name }
}
const signIn = async (form: Record<string, string>, name?: string) =>
  post('/api/player/sessions/social', await callback(form, name))
const codeAt = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.deps.clock.now().getTime() })

/** A player who registered through a provider and then set up an authenticator; the clock is past its first code. */
async function playerWithTotp(form = someone()) {
  const first = await signIn(form)
  const token = first.body.accessToken as string
  const { secret } = (await app.send({ method: 'POST', url: '/api/player/totp', payload: {}, token })).body as {
    secret: string
  }
  const { recoveryCodes } = (
    await app.send({ method: 'POST', url: '/api/player/totp/confirm', payload: { code: codeAt(secret) }, token })
  ).body as { recoveryCodes: string[] }
  app.moveClock(60_000)
  return { form, secret, recoveryCodes, id: (await profileOf(first)).id as string }
}

// Shows: attack 26, ASVS 6.3.4
test('is required once, after the provider, and opens a session that returns to the starting page', async () => {
  const { form, secret, id } = await playerWithTotp()
  const before = await sessions()
  const challenged = await signIn(form)
  expect(challenged).toMatchObject({
    status: 200,
    body: { accessToken: null, ticket: expect.any(String), isNewlyRegistered: false },
  })
  expect(await sessions()).toBe(before)
  const { ticket } = challenged.body
  expect(await give({ ticket, code: '' })).toMatchObject({
    status: 422,
    body: { error: { name: 'secondFactorWrong', code: 12002 } },
  })
  expect(await give({ ticket, code: '12345x' })).toMatchObject(refused('secondFactorWrong'))
  const entered = await give({ ticket, code: codeAt(secret), fingerprint: 'f'.repeat(32) })
  expect(entered).toMatchObject({
    status: 200,
    body: { accessToken: expect.any(String), backRoute: '/games/dice?x=1' },
  })
  expect((await profileOf(entered)).id).toBe(id)
  app.moveClock(60_000)
  expect(await give({ ticket, code: codeAt(secret) })).toMatchObject(refused('ticketInvalid'))
  expect(await sessions()).toBe(before + 1)
})

// Shows: ASVS 6.8.4
test('is not required if the provider asserts more than one factor', async () => {
  const { form, id } = await playerWithTotp()
  const entered = await signIn({ ...form, multifactor: 'on' })
  expect(entered).toMatchObject({ status: 200, body: { accessToken: expect.any(String), ticket: null } })
  expect((await profileOf(entered)).id).toBe(id)
})

// Shows: pair second factor/social sign-in
test('is required before linking: without the code nothing is linked', async () => {
  const { form, recoveryCodes, id } = await playerWithTotp()
  const linked = async () =>
    (
      await app.db.pool.query('SELECT count(*)::int AS count FROM identity.social_identities WHERE player_id = $1', [
        id,
      ])
    ).rows[0].count
  const {
    body: { ticket },
  } = await signIn(form, 'facebook')
  expect(await linked()).toBe(1)
  expect(await give({ ticket, code: recoveryCodes[0]! })).toMatchObject({ status: 200 })
  expect(await linked()).toBe(2)
})

test('after five wrong codes further ones are refused for a while, for all callers', async () => {
  const { form, secret } = await playerWithTotp()
  const {
    body: { ticket },
  } = await signIn(form)
  const answers = await Promise.all(Array.from({ length: 20 }, () => give({ ticket, code: '000000' })))
  expect(answers.filter(({ body }) => body.error.name === 'secondFactorWrong')).toHaveLength(5)
  expect(await give({ ticket, code: codeAt(secret) })).toMatchObject(refused('tooManyAttempts', 429))
})

test('of many concurrent calls with one ticket and different codes, one gets a session', async () => {
  const { form, recoveryCodes } = await playerWithTotp()
  const before = await sessions()
  const {
    body: { ticket },
  } = await signIn(form)
  const answers = await Promise.all(recoveryCodes.slice(0, 5).map((each) => give({ ticket, code: each })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
  expect(await sessions()).toBe(before + 1)
})

// Shows: pair second factor/social sign-in
test('an altered ticket, a state, a ticket of ten minutes ago, and one of a changed account are refused', async () => {
  const { form, secret, recoveryCodes, id } = await playerWithTotp()
  const {
    body: { ticket },
  } = await signIn(form, 'facebook')
  const { query } = await callback(form)
  for (const bad of [
    '',
    'x',
    'x'.repeat(8000),
    `${ticket.slice(0, -6)}AAAAAA`,
    ticket.slice(8),
    `${ticket}AAAA`,
    query.state!,
    query.state!.split('.')[1]!,
  ])
    expect(await give({ ticket: bad, code: codeAt(secret) }), bad).toMatchObject(refused('ticketInvalid'))
  await app.db.asOwner('UPDATE identity.players SET email = $2 WHERE id = $1', [id, `moved-${form.email}`])
  expect(await give({ ticket, code: recoveryCodes[0]! })).toMatchObject(refused('ticketInvalid'))
  const { body: late } = await signIn(form)
  app.moveClock(601_000)
  expect(await give({ ticket: late.ticket, code: codeAt(secret) })).toMatchObject(refused('ticketInvalid'))
})

test.each([
  [3, 'blocked'],
  [4, 'closed'],
])('status %i (%s) and a restricted country are refused after a correct code too', async (status) => {
  const { form, secret, recoveryCodes, id } = await playerWithTotp()
  const {
    body: { ticket },
  } = await signIn(form)
  expect(await give({ ticket, code: codeAt(secret) }, { 'cf-ipcountry': 'TR' })).toMatchObject(
    refused('countryRestricted'),
  )
  await app.db.asOwner('UPDATE identity.players SET status = $2 WHERE id = $1', [id, status])
  expect(await give({ ticket, code: recoveryCodes[0]! })).toMatchObject(refused('accountBlocked', 403))
})
