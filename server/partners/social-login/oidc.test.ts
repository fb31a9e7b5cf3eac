import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { sandboxClient, sandboxIssuer } from '#sandbox/social/keys.ts'
import { passProvider } from '#tests/setup/social.ts'
import { newFlow, socialLoginConformance } from './conformance.ts'
import { createOidcLogin } from './oidc.ts'

const secret = 'the secret shared with the sandbox'
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, operatorUrl: 'http://127.0.0.1:9', secret, statePath: null })
})
afterAll(() => sandbox.close())

describe('against a real provider', () => {
  const login = (issuer: string) => createOidcLogin({ id: 'auth0', name: 'Auth0', issuer, ...sandboxClient(secret) })
  const remembered = new Map<string, ReturnType<typeof login>>()
  const real = () => remembered.get('real') ?? remembered.set('real', login(sandboxIssuer(sandbox.url))).get('real')!
  socialLoginConformance(() => ({
    login: real(),
    unreachable: login('http://127.0.0.1:9/oidc'),
    agree: (to) => passProvider(to, { person: 'sol' }),
    expected: { email: 'sol@social.example', isEmailVerified: true },
  }))

  // Shows: ASVS 10.2.1
  test('requests with PKCE S256 and passes the connection', async () => {
    const begun = await real().begin({ ...newFlow(), connection: 'google-oauth2' })
    if (!begun.ok) throw new Error(begun.message)
    expect(Object.fromEntries(begun.value.searchParams)).toMatchObject({
      connection: 'google-oauth2',
      code_challenge_method: 'S256',
      response_type: 'code',
      scope: 'openid email profile',
    })
  })

  test('a used code and a code with another verifier are refused', async () => {
    const flow = newFlow()
    const begun = await real().begin({ ...flow, connection: null })
    if (!begun.ok) throw new Error(begun.message)
    const query = await passProvider(begun.value, { person: 'sol' })
    expect(await real().finish({ ...flow, verifier: newFlow().verifier, query, now: new Date() })).toMatchObject({
      ok: false,
      refusal: 'refused',
    })
    expect(await real().finish({ ...flow, query, now: new Date() })).toMatchObject({ ok: true })
    expect(await real().finish({ ...flow, query, now: new Date() })).toMatchObject({ ok: false, refusal: 'refused' })
  })

  test('an unverified address is reported as unverified', async () => {
    const flow = newFlow()
    const begun = await real().begin({ ...flow, connection: null })
    if (!begun.ok) throw new Error(begun.message)
    const query = await passProvider(begun.value, { person: 'uma' })
    expect(await real().finish({ ...flow, query, now: new Date() })).toMatchObject({
      ok: true,
      value: { email: 'uma@social.example', isEmailVerified: false },
    })
  })
})

/** A provider whose responses each test defines. */
describe('against a malicious or failing provider', () => {
  type Reply = {
    status?: number
    /** Overrides those of a valid token; undefined leaves one out. */
    claims?: Record<string, unknown>
    userinfo?: object
    alg?: string
    foreignKey?: boolean
    hang?: boolean
  }
  let reply: Reply = {}
  let server: Server
  let issuer = ''
  let keys: Awaited<ReturnType<typeof generateKeyPair>>
  let foreign: typeof keys
  const flow = newFlow()
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true })
    foreign = await generateKeyPair('RS256', { extractable: true })
    server = createServer(async (request, response) => {
      const json = (body: unknown, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.url === '/.well-known/openid-configuration') {
        return json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/me`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      }
      if (request.url === '/jwks')
        return json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] })
      if (request.url === '/me') return json(reply.userinfo ?? {})
      if (reply.hang) return
      if (reply.status) return json({ error: 'invalid_grant' }, reply.status)
      return json({ access_token: 'at', token_type: 'bearer', id_token: await idToken() })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.closeAllConnections() ?? server.close())

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims: Record<string, unknown> = {
      iss: issuer,
      aud: 'house',
      sub: 'one',
      nonce: flow.nonce,
      iat: now,
      exp: now + 60,
      email: 'a@example.com',
      email_verified: true,
      ...reply.claims,
    }
    if (reply.alg === 'none')
      return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(reply.foreignKey ? foreign.privateKey : keys.privateKey)
  }
  async function finish(what: Reply) {
    reply = what
    const login = createOidcLogin({
      id: 'google',
      name: 'Google',
      issuer,
      clientId: 'house',
      clientSecret: 'x',
      timeoutSeconds: 0.3,
    })
    return login.finish({ ...flow, query: { state: flow.state, code: 'c' }, now: new Date() })
  }

  test('accepts a valid ID token', async () => {
    expect(await finish({})).toMatchObject({
      ok: true,
      value: { subject: 'one', email: 'a@example.com', isEmailVerified: true, note: null },
    })
  })

  // Shows: ASVS 6.8.4
  test('more than one factor is accepted only from a claim of the signed token', async () => {
    expect(await finish({ claims: { amr: ['pwd', 'mfa'] } })).toMatchObject({
      ok: true,
      value: { hasSecondFactor: true },
    })
    for (const amr of [undefined, [], ['pwd'], ['otp'], 'mfa', { mfa: true }, [['mfa']], null])
      expect(await finish({ claims: { amr } })).toMatchObject({
        ok: true,
        value: { hasSecondFactor: false },
      })
    expect(
      await finish({
        claims: { email: undefined },
        userinfo: { sub: 'one', email: 'b@example.com', email_verified: true, amr: ['mfa'] },
      }),
    ).toMatchObject({ ok: true, value: { hasSecondFactor: false } })
  })

  const minute = Math.floor(Date.now() / 1000)
  // Shows: ASVS 6.8.2, ASVS 10.2.2, ASVS 10.5.1, ASVS 10.5.3, ASVS 10.5.4
  test.each<[string, Reply]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['several audiences without being meant', { claims: { aud: ['house', 'another'], azp: 'another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an expired ID token', { claims: { exp: minute - 3600 } }],
    ['a signature by another key', { foreignKey: true }],
    ['no signature', { alg: 'none' }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that cannot be kept', { claims: { sub: 'a\u0000b' } }],
    ['an endless subject', { claims: { sub: 'x'.repeat(300) } }],
    ['an expired code', { status: 400 }],
  ])('refuses %s', async (_name, what) => {
    expect(await finish(what)).toMatchObject({ ok: false, refusal: 'refused' })
  })

  test.each<[string, Reply]>([
    ['a fault of the provider', { status: 503 }],
    ['too many requests', { status: 429 }],
    ['no answer in time', { hang: true }],
  ])('reports %s as unavailable', async (_name, what) => {
    expect(await finish(what)).toMatchObject({ ok: false, refusal: 'unavailable' })
  })

  // Shows: ASVS 10.2.1
  test('another state is refused before any request', async () => {
    const login = createOidcLogin({ id: 'google', name: 'Google', issuer, clientId: 'house', clientSecret: 'x' })
    reply = {}
    expect(await login.finish({ ...flow, query: { state: 'another', code: 'c' }, now: new Date() })).toMatchObject({
      ok: false,
      refusal: 'refused',
    })
  })

  test('claims of unexpected types are ignored, and an address missing from the token is read from userinfo', async () => {
    expect(
      await finish({
        claims: {
          email: 7,
          email_verified: 'yes',
          given_name: ['x'],
          nickname: 'a\u0007b',
          family_name: 'x'.repeat(70),
        },
      }),
    ).toMatchObject({
      ok: true,
      value: { email: null, isEmailVerified: false, firstName: null, nickname: null, lastName: null },
    })
    expect(
      await finish({
        claims: { email: undefined },
        userinfo: { sub: 'one', email: 'b@example.com', email_verified: 'true' },
      }),
    ).toMatchObject({ ok: true, value: { email: 'b@example.com', isEmailVerified: true } })
    expect(
      await finish({
        claims: { email: undefined },
        userinfo: { sub: 'another', email: 'b@example.com', email_verified: true },
      }),
    ).toMatchObject({ ok: false, refusal: 'refused' })
  })
})
