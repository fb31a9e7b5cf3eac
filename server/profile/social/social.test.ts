import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PlayerStatus } from '#contract/identity.ts'
import { barredMeanwhile, changedMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { sandboxBotToken, sandboxClient, sandboxIssuer, sandboxTelegramUrl } from '#sandbox/social/keys.ts'
import { signTelegram } from '#sandbox/social/telegram.ts'
import { testApp, type TestAnswer, type TestApp } from '#tests/setup/app.ts'
import { passProvider } from '#tests/setup/social.ts'
import { createOidcLogin } from '../../partners/social-login/oidc.ts'
import { createTelegramLogin } from '../../partners/social-login/telegram.ts'
import { updatePlayer } from '../../identity/players/players.ts'

const secret = 'the secret shared with the sandbox'
const token = sandboxBotToken(secret)
let sandbox: Sandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, operatorUrl: 'http://127.0.0.1:9', secret, statePath: null })
  const options = { ...sandboxClient(secret), issuer: sandboxIssuer(sandbox.url) }
  app = await testApp({
    env: { PUBLIC_URL: 'http://house.test', TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'TR:2', LICENCES: 'BR' },
    deps: (deps) => ({
      partners: {
        ...deps.partners,
        socialLogins: [
          createOidcLogin({ ...options, id: 'auth0', name: 'Auth0', hasConnections: true }),
          createOidcLogin({ ...options, id: 'plainpass', name: 'Plainpass' }),
          createOidcLogin({ ...options, id: 'gone', name: 'Gone', issuer: 'http://127.0.0.1:9' }),
          createTelegramLogin({ token, authUrl: sandboxTelegramUrl(sandbox.url) }),
        ],
      },
    }),
  })
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

let ip = ''
let last = 0
/** A separate address and person for each test. */
beforeEach(() => {
  ip = `198.51.${Math.floor(++last / 200)}.${last % 200}`
})
let persons = 0
const someone = (verified = true) => ({
  email: `Person${++persons}@social.example`,
  ...(verified && { verified: 'on' }),
})

const connection = '/api/player/sessions/social/auth0/redirect'
const get = (url: string, query: Record<string, string>) =>
  app.send({ method: 'GET', url: `${url}?${new URLSearchParams(query)}`, headers: { 'x-forwarded-for': ip } })
const post = (payload: object, headers: Record<string, string> = {}) =>
  app.send({
    method: 'POST',
    url: '/api/player/sessions/social',
    payload,
    headers: { 'x-forwarded-for': ip, ...headers },
  })

/** Follows the redirect and the provider's page, and returns the request of the callback page. */
async function callback(
  form: Record<string, string>,
  { at = connection, name = 'google-oauth2', backRoute = '/games/dice?x=1', bonusCode = '' } = {},
) {
  const led = await get(at, {
    state: JSON.stringify({ backRoute, bonusCode }),
    ...(at === connection && { connection: name }),
  })
  expect(led.status, JSON.stringify(led.body)).toBe(302)
  return { query: await passProvider(new URL(String(led.headers.location)), form), provider: name }
}
const signIn = async (form: Record<string, string>, options?: Parameters<typeof callback>[1]) =>
  post(await callback(form, options))
const profileOf = async (answer: TestAnswer) =>
  (await app.send({ method: 'GET', url: '/api/player/profile', token: answer.body.accessToken })).body
const sessions = async () => Number((await app.db.pool.query('SELECT count(*) FROM identity.sessions')).rows[0].count)
const refused = (name: string, status = 422) => ({ status, body: { error: { name } } })

describe('the redirect to a provider', () => {
  test.each(['//e', '/\\e', '\\\\e', 'javascript:alert(1)', 'https://evil.example', '/\t/e', '/.//e', '', ' /', 'e'])(
    'a backRoute %j is refused by the redirect and the callback',
    async (backRoute) => {
      for (const url of [connection, '/api/player/sessions/social/telegram/redirect'])
        expect(await get(url, { state: JSON.stringify({ backRoute }), connection: 'google-oauth2' })).toMatchObject(
          refused('stateInvalid'),
        )
    },
  )
  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"bonusCode":1}',
    `{"bonusCode":"${'x'.repeat(65)}"}`,
    '"/"',
    '{"backRoute":1}',
    '{"backRoute":["/"]}',
    `{"backRoute":"/${'x'.repeat(2000)}"}`,
  ])('a state %j is refused', async (state) => {
    expect(await get(connection, { state, connection: 'google-oauth2' })).toMatchObject(refused('stateInvalid'))
  })
  test.each(['nobody', '../x', 'auth0', 'constructor', '__proto__'])(
    'an unlisted provider or connection %j is refused',
    async (name) => {
      expect((await get(`/api/player/sessions/social/${encodeURIComponent(name)}/redirect`, {})).status === 302).toBe(
        name === 'auth0',
      )
      expect(await get(connection, { connection: name })).toMatchObject(refused('providerUnknown', 404))
    },
  )
  // Shows: 7.3.3
  test("redirects to the provider with the connection, and sets this browser's mark", async () => {
    const led = await get(connection, { state: '{"backRoute":"/de/games?a=ä"}', connection: 'google-oauth2' })
    const to = new URL(String(led.headers.location))
    expect(to.searchParams.get('connection')).toBe('google-oauth2')
    expect(to.searchParams.get('redirect_uri')).toBe('http://house.test/auth/social/google-oauth2/callback')
    const mark = to.searchParams.get('state')!.split('.')[0]
    expect(led.headers['set-cookie']).toEqual([
      `social-${mark}=%2Fde%2Fgames%3Fa%3D%C3%A4; Path=/; Max-Age=600; SameSite=Lax`,
    ])
    expect(led.headers['cache-control']).toBe('no-store')
  })
  test("an unreachable provider is reported by a redirect, in the protocol's form", async () => {
    const led = await get('/api/player/sessions/social/gone/redirect', {})
    const to = new URL(String(led.headers.location))
    expect([led.status, to.origin + to.pathname, to.searchParams.get('error')]).toEqual([
      302,
      'http://house.test/auth/social/gone/callback',
      'temporarily_unavailable',
    ])
    expect(await post({ query: Object.fromEntries(to.searchParams), provider: 'gone' })).toMatchObject(
      refused('providerUnavailable', 503),
    )
  })
})

describe('the callback', () => {
  test('a new visitor is registered with the country of the header, its currency, and a confirmed address, and is the same player next time', async () => {
    const form = someone()
    const first = await post(
      { ...(await callback(form)), locale: 'pt-BR', fingerprint: 'f'.repeat(32), affiliateTag: 'tag' },
      { 'cf-ipcountry': 'BR' },
    )
    expect(first).toMatchObject({ status: 200, body: { backRoute: '/games/dice?x=1', isNewlyRegistered: true } })
    const profile = await profileOf(first)
    expect(profile).toMatchObject({
      email: form.email,
      country: 'BR',
      locale: 'pt-BR',
      isEmailConfirmed: true,
      hasPassword: false,
      status: 1,
      isNewlyRegistered: true,
    })
    const { rows } = await app.db.pool.query(
      'SELECT p.currency, p.fingerprint, p.affiliate_tag, s.method, s.fingerprint AS mark FROM identity.players p JOIN identity.sessions s ON s.player_id = p.id WHERE p.id = $1',
      [profile.id],
    )
    expect(rows).toEqual([
      { currency: 'BRL', fingerprint: 'f'.repeat(32), affiliate_tag: 'tag', method: 'social', mark: 'f'.repeat(32) },
    ])
    const second = await signIn(form)
    expect(second).toMatchObject({ status: 200, body: { isNewlyRegistered: false } })
    expect((await profileOf(second)).id).toBe(profile.id)
  })

  const codesOf = async (email: string) =>
    (
      await app.db.pool.query(
        `SELECT bonus_code AS entered, (SELECT array_agg(code) FROM bonuses.player_codes WHERE player_id = player.id) AS opened,
           (SELECT array_agg(key) FROM messages.messages WHERE player_id = player.id) AS messages
         FROM identity.players AS player WHERE email = $1`,
        [email],
      )
    ).rows[0]

  // Shows: attack 163, pair bonus/social sign-in
  test('opens the offer of the code from the form for a new visitor, once, also when it arrives twice at once', async () => {
    const form = someone()
    const arrived = await Promise.all([1, 2].map(() => callback(form, { bonusCode: ' harbour50 ' })))
    const answers = await Promise.all(arrived.map((each) => post(each)))
    expect(answers.map(({ status, body }) => [status, body.isNewlyRegistered]).toSorted()).toEqual([
      [200, false],
      [200, true],
    ])
    expect(await codesOf(form.email)).toEqual({ entered: 'harbour50', opened: ['HARBOUR50'], messages: null })
  })

  // Shows: attack 163
  test('registers a new visitor whose code is unknown, or not available in their country, with a message', async () => {
    for (const [bonusCode, country] of [
      ['NOPE', 'DE'],
      ['HARBOUR50', 'BR'],
    ] as const) {
      const form = someone()
      const answer = await post(await callback(form, { bonusCode }), { 'cf-ipcountry': country })
      expect(answer).toMatchObject({ status: 200, body: { isNewlyRegistered: true } })
      expect(await codesOf(form.email)).toEqual({ entered: bonusCode, opened: null, messages: ['bonus-code'] })
    }
  })

  // Shows: attack 163
  test('ignores the code of a player who is known', async () => {
    const form = someone()
    await signIn(form)
    expect(await signIn(form, { bonusCode: 'HARBOUR50' })).toMatchObject({ body: { isNewlyRegistered: false } })
    expect(await codesOf(form.email)).toEqual({ entered: null, opened: null, messages: null })
  })

  // Shows: ASVS 6.8.3, ASVS 7.6.1, pair second tab/social sign-in
  test('26: a replayed callback, twice or many times concurrently, gives one session', async () => {
    const once = await callback(someone())
    const before = await sessions()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(once)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(422)])
    expect(await post(once)).toMatchObject(refused('socialRefused'))
    expect(await sessions()).toBe(before + 1)
  })

  test('26: an unverified address gets no session, known here or not', async () => {
    const before = await sessions()
    expect(await signIn(someone(false))).toMatchObject({
      status: 422,
      body: { error: { name: 'emailUnverified', code: 12101 } },
    })
    const known = someone()
    await signIn(known)
    expect(await signIn({ email: known.email }, { name: 'facebook' })).toMatchObject(refused('emailUnverified'))
    expect(await sessions()).toBe(before + 1)
  })

  test('a confirmed address links the social account, in upper or lower case, and its owner is notified', async () => {
    const form = someone()
    const first = await profileOf(await signIn(form))
    const linked = await signIn({ ...form, email: form.email.toUpperCase() }, { name: 'facebook' })
    expect(linked).toMatchObject({ status: 200, body: { isNewlyRegistered: false } })
    expect((await profileOf(linked)).id).toBe(first.id)
    const { rows } = await app.db.pool.query(
      `SELECT detail FROM identity.audit WHERE action = 'social-linked' AND player_id = $1`,
      [first.id],
    )
    expect(rows).toEqual([{ detail: { provider: 'auth0', connection: 'facebook' } }])
    const mails = await app.db.pool.query(
      `SELECT recipient, values->>'provider' AS provider FROM deliveries.deliveries WHERE template = 'social-linked' AND player_id = $1`,
      [first.id],
    )
    expect(mails.rows).toEqual([{ recipient: form.email, provider: 'Facebook' }])
  })

  const readProfile = (token: string) => app.send({ method: 'GET', url: '/api/player/profile', token })
  const registerAhead = (email: string) =>
    app.send({
      method: 'POST',
      url: '/api/player/register',
      payload: { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 },
    })

  test('an account created in advance with an unconfirmed address goes to its owner, without the credentials set up before', async () => {
    const form = someone()
    const registered = await registerAhead(form.email)
    expect(registered.status).toBe(200)
    const before = registered.body.accessToken as string
    const { id } = (await readProfile(before)).body
    await app.db.pool.query(
      `INSERT INTO credentials.totps (player_id, secret, enabled_at, created_at) VALUES ($1, '', now(), now())`,
      [id],
    )
    await app.db.pool.query(
      `INSERT INTO identity.social_identities (provider, subject, player_id, linked_at) VALUES ('telegram', $1::uuid::text, $1::uuid, now())`,
      [id],
    )
    const entered = await signIn(form)
    expect(entered).toMatchObject({ status: 200, body: { isNewlyRegistered: false, accessToken: expect.any(String) } })
    expect(await profileOf(entered)).toMatchObject({ id, isEmailConfirmed: true })
    expect((await readProfile(before)).status).toBe(401)
    const again = await app.send({
      method: 'POST',
      url: '/api/player/sessions',
      payload: { login: form.email, password: 'a quiet harbour' },
    })
    expect(again.status).toBe(401)
    const { rows } = await app.db.pool.query('SELECT provider FROM identity.social_identities WHERE player_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ provider: 'auth0' }])
  })

  test('an account with another proof of its owner is not linked by an address that was never confirmed', async () => {
    const form = someone()
    const registered = await registerAhead(form.email)
    const before = registered.body.accessToken as string
    await app.db.asOwner('UPDATE identity.players SET had_confirmed_email = true WHERE email = $1', [form.email])
    expect(await signIn(form)).toMatchObject({ status: 422, body: { error: { name: 'emailUnverified', code: 12101 } } })
    expect((await readProfile(before)).status).toBe(200)
  })

  // Shows: ASVS 6.8.1, ASVS 10.5.2, pair address change/social sign-in
  test('a known account that changed its address at the provider remains the same player', async () => {
    const form = someone()
    const first = await profileOf(await signIn(form))
    await app.db.asOwner('UPDATE identity.players SET email = $2 WHERE id = $1', [first.id, `moved-${form.email}`])
    expect((await profileOf(await signIn(form))).id).toBe(first.id)
  })

  // Shows: pair second tab/social sign-in
  test('a new visitor in two tabs becomes one player', async () => {
    const form = someone()
    const callbacks = await Promise.all([callback(form), callback(form), callback(form, { name: 'facebook' })])
    const profiles = await Promise.all((await Promise.all(callbacks.map((each) => post(each)))).map(profileOf))
    expect(new Set(profiles.map(({ id }) => id)).size).toBe(1)
  })

  test.each([
    [3, 'blocked'],
    [4, 'closed'],
  ])('status %i (%s) gets no session', async (status) => {
    const form = someone()
    const { id } = await profileOf(await signIn(form))
    await app.db.asOwner('UPDATE identity.players SET status = $2 WHERE id = $1', [id, status])
    for (const name of ['google-oauth2', 'facebook'])
      expect(await signIn(form, { name })).toMatchObject(refused('accountBlocked', 403))
  })

  // Shows: attack 57, pair block/social sign-in, pair closure/social sign-in
  test.each([
    ['a closure', PlayerStatus.closed, true],
    ['a block', PlayerStatus.blocked, true],
    ['a closure', PlayerStatus.closed, false],
  ])('%s at the same moment opens no session, and links nothing', async (_, status, isLinked) => {
    const form = someone()
    const { id } = await profileOf(await signIn(form))
    const options = isLinked ? undefined : { name: 'facebook' }
    const payload = await callback(form, options)
    const answered = await barredMeanwhile(app, id, status, () => post(payload))
    expect(answered).toMatchObject(refused('accountBlocked', 403))
    const { rows } = await app.db.pool.query(
      `SELECT (SELECT count(*)::int FROM identity.sessions WHERE player_id = $1 AND closed_at IS NULL) AS open,
         (SELECT count(*)::int FROM identity.social_identities WHERE player_id = $1) AS linked`,
      [id],
    )
    expect(rows).toEqual([{ open: 0, linked: 1 }])
  })

  // Shows: pair address change/social sign-in
  test('an address that its player changes concurrently links nothing', async () => {
    const form = someone()
    const { id } = await profileOf(await signIn(form))
    const payload = await callback(form, { name: 'facebook' })
    const answered = await changedMeanwhile(
      app,
      id,
      () => post(payload),
      (tx) => updatePlayer(tx, id, { email: `moved-${form.email}` }),
    )
    expect(answered).toMatchObject(refused('emailUnverified'))
    const { rows } = await app.db.pool.query(
      'SELECT count(*)::int AS linked FROM identity.social_identities WHERE player_id = $1',
      [id],
    )
    expect(rows).toEqual([{ linked: 1 }])
  })

  // Shows: pair restricted country/social sign-in
  test('sign-in and registration are refused in a restricted or excluded country', async () => {
    const once = await callback(someone())
    for (const country of ['TR', 'US'])
      expect(await post(once, { 'cf-ipcountry': country })).toMatchObject(refused('countryRestricted'))
    expect((await post(once, { 'cf-ipcountry': 'DE' })).status).toBe(200)
  })

  test('declining at the provider is reported, and consumes the state', async () => {
    const once = await callback({ decline: 'yes' })
    expect(once.query.error).toBe('access_denied')
    expect(await post(once)).toMatchObject(refused('socialRefused'))
  })

  // Shows: ASVS 10.2.2
  test('a state that is altered, truncated, of another provider, or older than ten minutes is refused', async () => {
    const { query, provider } = await callback(someone())
    const state = query.state!
    const altered = [...Array(40).keys()]
      .map((step) => Math.floor((step * state.length) / 40))
      .map((at) => `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`)
    for (const bad of [...altered, state.slice(0, -4), state.slice(17), `${state}AAAA`, '', '.', 'x'.repeat(8000)])
      expect(await post({ query: { ...query, state: bad }, provider }), bad).toMatchObject(refused('socialRefused'))
    expect(await post({ query, provider: 'facebook' })).toMatchObject(refused('socialRefused'))
    expect(await post({ query: {}, provider })).toMatchObject(refused('socialRefused'))
    app.moveClock(601_000)
    expect(await post({ query, provider })).toMatchObject(refused('socialRefused'))
  })

  // Shows: ASVS 10.1.2
  test('a code of one sign-in is refused with the state of another', async () => {
    const [mine, theirs] = [await callback(someone()), await callback(someone())]
    expect(await post({ query: { ...mine.query, code: theirs.query.code! }, provider: mine.provider })).toMatchObject(
      refused('socialRefused'),
    )
  })

  // Shows: attack 49
  test('after repeated failures an address must solve a proof of work; successes are not counted', async () => {
    ip = '203.0.113.77'
    for (let time = 0; time < 3; time++) expect((await signIn(someone())).status).toBe(200)
    for (let time = 0; time < 60; time++)
      expect((await post({ query: { state: 'x' }, provider: 'google-oauth2' })).status).toBe(422)
    expect(await post({ query: { state: 'x' }, provider: 'google-oauth2' })).toMatchObject(
      refused('captchaRequired', 429),
    )
  })

  test('a used response is deleted once it has expired', async () => {
    await signIn(someone())
    app.moveClock(1_300_000)
    for (let time = 0; time < 20; time++) await signIn(someone())
    const { rows } = await app.db.pool.query(
      'SELECT count(*)::int AS count FROM identity.social_used WHERE expires_at <= $1',
      [app.deps.clock.now()],
    )
    expect(rows[0].count).toBe(0)
  })
})

describe('Telegram', () => {
  const at = '/api/player/sessions/social/telegram/redirect'
  async function signed(over: Record<string, string> = {}, ageSeconds = 0) {
    const state = new URL(
      new URL(String((await get(at, { state: '{"backRoute":"/favorites"}' })).headers.location)).searchParams.get(
        'return_to',
      )!,
    ).searchParams.get('state')!
    const authDate = String(Math.floor(app.deps.clock.now().getTime() / 1000) - ageSeconds)
    const note = signTelegram(token, {
      id: '7000000001',
      first_name: 'Tara',
      username: 'tara_t',
      auth_date: authDate,
      ...over,
    })
    return { query: { ...note, state } as Record<string, string>, provider: 'telegram' }
  }

  test('creates an account without an address, and opens the same one next time', async () => {
    const first = await post(await signed())
    expect(first).toMatchObject({ status: 200, body: { backRoute: '/favorites', isNewlyRegistered: true } })
    const profile = await profileOf(first)
    expect(profile).toMatchObject({
      email: null,
      phone: null,
      nickname: 'tara_t',
      firstName: 'Tara',
      isEmailConfirmed: false,
    })
    // A response signed in the same second would be identical.
    app.moveClock(1000)
    expect((await profileOf(await post(await signed()))).id).toBe(profile.id)
  })

  test('26: a hash that is stale, used before with any state, or of other fields gets no session', async () => {
    const before = await sessions()
    expect(await post(await signed({ id: '71' }, 301))).toMatchObject(refused('socialRefused'))
    const first = await signed({ id: '72' })
    const again = await signed({ id: '72' })
    expect((await post(first)).status).toBe(200)
    expect(await post({ ...first, query: { ...first.query, state: again.query.state! } })).toMatchObject(
      refused('socialRefused'),
    )
    expect(
      await post({
        ...first,
        query: { ...first.query, hash: first.query.hash!.toUpperCase(), state: (await signed()).query.state! },
      }),
    ).toMatchObject(refused('socialRefused'))
    const other = await signed({ id: '73' })
    expect(await post({ ...other, query: { ...other.query, id: '72' } })).toMatchObject(refused('socialRefused'))
    expect(await sessions()).toBe(before + 1)
  })
})

// Shows: 3.3.3
test("the sign-in methods are listed, with the address of Telegram's sign-in", async () => {
  const { body } = await app.send({ method: 'GET', url: '/api/settings/constants' })
  expect(body.player.socialAuth).toEqual([
    { id: 'auth0', name: 'Auth0' },
    { id: 'plainpass', name: 'Plainpass' },
    { id: 'gone', name: 'Gone' },
    { id: 'telegram', name: 'Telegram' },
  ])
  expect(body.player.telegram).toEqual({
    bot: 'fairhouse_sandbox_bot',
    auth_url: 'http://house.test/api/player/sessions/social/telegram/redirect',
  })
})

test('a direct provider works like a connection', async () => {
  const answer = await signIn(someone(), { at: '/api/player/sessions/social/plainpass/redirect', name: 'plainpass' })
  expect(answer).toMatchObject({ status: 200, body: { isNewlyRegistered: true } })
})
