import { expect, test } from 'vitest'
import { isSitePath } from '#contract/fields/site-path.ts'
import { type Callback, finishSocial, type FinishParts, finishWithCode } from './finish-social.ts'
import { backRouteOf, providersOf, withCode } from './providers.ts'

const mark = 'abcdefghijklmnop'
const state = `${mark}.sealed`
const callback = (overrides: Partial<Callback> = {}): Callback => ({
  connection: 'google-oauth2',
  search: `?code=c&state=${state}`,
  hash: '',
  isSecure: false,
  ...overrides,
})

function browser(
  cookies: Record<string, string>,
  signIn: FinishParts['signIn'] = async ({ backRoute }) => ({ accessToken: 'token', ticket: null, backRoute }),
) {
  const recorded = {
    tokens: [] as string[],
    bodies: [] as Array<Parameters<FinishParts['signIn']>[0]>,
    cookies: { ...cookies },
  }
  const parts: FinishParts = {
    readCookie: (name) => recorded.cookies[name] ?? null,
    removeCookie: (name) => void delete recorded.cookies[name],
    storeToken: (token) => void recorded.tokens.push(token),
    signIn: (body) => (recorded.bodies.push(body), signIn(body)),
  }
  return { recorded, parts }
}
const refusal = (name: string) => async () => {
  throw Object.assign(new Error(name), { name })
}

test('a callback that this browser started creates a session, returns to the page and removes the state cookie', async () => {
  const { recorded, parts } = browser({ [`social-${mark}`]: '/de/games?x=1' })
  expect(await finishSocial(callback(), parts)).toEqual({ kind: 'go', to: '/de/games?x=1' })
  expect(recorded).toMatchObject({
    tokens: ['token'],
    cookies: {},
    bodies: [{ query: { code: 'c', state }, provider: 'google-oauth2', backRoute: '/de/games?x=1' }],
  })
})

// Shows: ASVS 10.1.2
test('a callback started by another browser is rejected', async () => {
  for (const cookies of [{}, { 'social-ponmlkjihgfedcba': '/' }, { [`social-${mark}x`]: '/' }] as Array<
    Record<string, string>
  >) {
    const { recorded, parts } = browser(cookies)
    expect(await finishSocial(callback(), parts)).toEqual({ kind: 'foreign' })
    expect(recorded).toMatchObject({ bodies: [], tokens: [] })
  }
  for (const search of ['', '?state=', '?state=.', '?state=undefined', '?code=c', `?state=${mark}`]) {
    expect(
      await finishSocial(callback({ search }), browser({ 'social-undefined': '/', 'social-': '/' }).parts),
    ).toEqual({ kind: 'foreign' })
  }
})

// Shows: ASVS 3.3.3
test('over https only the __Host- cookie is accepted', async () => {
  expect(await finishSocial(callback({ isSecure: true }), browser({ [`social-${mark}`]: '/' }).parts)).toEqual({
    kind: 'foreign',
  })
  expect(await finishSocial(callback({ isSecure: true }), browser({ [`__Host-social-${mark}`]: '/' }).parts)).toEqual({
    kind: 'go',
    to: '/',
  })
})

test.each([
  ['emailUnverified', 'social-email'],
  ['socialRefused', 'social-refused'],
  ['providerUnavailable', 'social-unavailable'],
  ['unreachable', 'social-unavailable'],
  ['accountBlocked', 'social-blocked'],
  ['tooManyAttempts', 'social-busy'],
  ['countryRestricted', 'true'],
  ['toString', 'social-refused'],
])('the refusal %s returns to the sign-in with the flag %s', async (name, flag) => {
  const { recorded, parts } = browser({ [`social-${mark}`]: '/games?x=1#top' }, refusal(name))
  expect(await finishSocial(callback(), parts)).toEqual({ kind: 'go', to: `/games?x=1&sign-in=${flag}#top` })
  expect(recorded.tokens).toEqual([])
})

test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example'])(
  '33: a return path of %j is never followed',
  async (evil) => {
    expect(
      await finishSocial(
        callback(),
        browser({ [`social-${mark}`]: evil }, async () => ({ accessToken: 'token', ticket: null, backRoute: evil }))
          .parts,
      ),
    ).toEqual({ kind: 'go', to: '/' })
    expect(
      await finishSocial(callback(), browser({ [`social-${mark}`]: evil }, refusal('socialRefused')).parts),
    ).toEqual({ kind: 'go', to: '/?sign-in=social-refused' })
  },
)

test('with an authenticator the session starts only after the code; a wrong code throws, a final refusal returns to the sign-in', async () => {
  const { recorded, parts } = browser({ [`social-${mark}`]: '/games?x=1' }, async () => ({
    accessToken: null,
    ticket: 'sealed',
    backRoute: '/games?x=1',
  }))
  expect(await finishSocial(callback(), parts)).toEqual({ kind: 'code', ticket: 'sealed', backRoute: '/games?x=1' })
  expect(recorded.tokens).toEqual([])
  const stored: string[] = []
  const finish = (send: () => Promise<{ accessToken: string; backRoute: string }>) =>
    finishWithCode(send, '/games?x=1', (token) => void stored.push(token))
  for (const name of ['secondFactorWrong', 'tooManyAttempts', 'unreachable'])
    await expect(finish(refusal(name))).rejects.toMatchObject({ name })
  for (const [name, flag] of [
    ['ticketInvalid', 'social-refused'],
    ['accountBlocked', 'social-blocked'],
    ['countryRestricted', 'true'],
  ])
    expect(await finish(refusal(name!))).toBe(`/games?x=1&sign-in=${flag}`)
  expect(stored).toEqual([])
  expect(await finish(async () => ({ accessToken: 'token', backRoute: '//evil.example' }))).toBe('/')
  expect(await finish(async () => ({ accessToken: 'token', backRoute: '/de' }))).toBe('/de')
  expect(stored).toEqual(['token', 'token'])
})

test("Telegram's fragment is added to the query without replacing its values", async () => {
  const hash = `#tgAuthResult=${Buffer.from(JSON.stringify({ id: 42, first_name: 'Tärä', auth_date: 1, hash: 'h', state: 'forged' })).toString('base64url')}`
  const { recorded, parts } = browser({ [`social-${mark}`]: '/' })
  await finishSocial(callback({ search: `?state=${state}`, hash, connection: 'telegram' }), parts)
  expect(recorded.bodies[0]!.query).toEqual({ id: '42', first_name: 'Tärä', auth_date: '1', hash: 'h', state })
  for (const garbage of ['#tgAuthResult=', '#tgAuthResult=%%%', '#tgAuthResult=eA', '#tgAuthResult=bnVsbA', '#x']) {
    expect(await finishSocial(callback({ hash: garbage }), browser({ [`social-${mark}`]: '/' }).parts)).toEqual({
      kind: 'go',
      to: '/',
    })
  }
})

const place = { pathname: '/games', search: '?x=1' }

// Shows: 3.4.1, 7.3.3
test('providersOf returns the providers that content lists and the server has enabled, in the order of the content', () => {
  const content = {
    socialAuth0Connections: [{ id: 'google-oauth2', label: 'Google', icon: 'google' as const }],
    socialDirectConnections: [{ id: 'telegram' }, { id: 'plainpass' }],
  }
  expect(providersOf([], content, place)).toEqual([])
  expect(
    providersOf(
      [
        { id: 'telegram', name: 'Telegram' },
        { id: 'auth0', name: 'Auth0' },
      ],
      content,
      place,
    ).map(({ id, name, icon }) => [id, name, icon]),
  ).toEqual([
    ['google-oauth2', 'Google', 'google'],
    ['telegram', 'Telegram', 'user'],
  ])
  expect(providersOf([{ id: 'auth0', name: 'Auth0' }], content, place)[0]!.href).toBe(
    `/api/player/sessions/social/auth0/redirect?${new URLSearchParams({ state: '{"backRoute":"/games?x=1"}', connection: 'google-oauth2' })}`,
  )
  expect(providersOf([{ id: 'auth0', name: 'Auth0' }], {}, place)).toEqual([])
  const named = (label?: string) =>
    providersOf(
      [{ id: 'telegram', name: 'Telegram' }],
      { socialDirectConnections: [{ id: 'telegram', ...(label && { label }) }] },
      place,
    )
  expect([named('By Telegram')[0]!.name, named()[0]!.name]).toEqual(['By Telegram', 'Telegram'])
})

test('withCode adds a bonus code with any characters to the state of the link', () => {
  const [provider] = providersOf(
    [{ id: 'plainpass', name: 'Plainpass' }],
    { socialDirectConnections: [{ id: 'plainpass' }] },
    place,
  )
  const code = 'A&B="50" %'
  const url = new URL(withCode(provider!.href, code), 'https://site.test')
  expect(url.pathname).toBe('/api/player/sessions/social/plainpass/redirect')
  expect(JSON.parse(url.searchParams.get('state')!)).toEqual({ backRoute: '/games?x=1', bonusCode: code })
})

// Shows: 7.3.3
test('the return path omits sign-in modals, the affiliate tag and pages that complete a sign-in', () => {
  expect(backRouteOf('/de/games', '?sign-in=true&x=1&stag=a&sign-up=true')).toBe('/de/games?x=1')
  expect(backRouteOf('/', '?sign-in=social-refused')).toBe('/')
  expect([
    backRouteOf('/de/auth/autologin', '?token=x'),
    backRouteOf('/auth/social/google/callback', '?code=x'),
  ]).toEqual(['/de', '/'])
  expect(isSitePath(backRouteOf('/games', '?a=//b'))).toBe(true)
})
