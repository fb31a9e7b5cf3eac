/** Sign-in and registration without scripts, over the real verbs, database and renderer. */
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backPath, entranceOf, isOwnForm, mountEntrance } from '#server/http/page/entrance.ts'
import { appIcons } from '#server/http/page/app-icons.ts'
import { Turns } from '#server/http/turns.ts'
import { GuestPages } from '#server/http/page/guest-cache.ts'
import { PackedPages } from '#server/http/page/packed-pages.ts'
import { pagePolicy } from '#server/http/page/headers.ts'
import { compileLabels } from '#server/http/page/labels.ts'
import type { PageSite } from '#server/http/page/plugin.ts'
import { PageReads } from '#server/http/page/shared-reads.ts'
import { Slots } from '#server/kernel/http/slots.ts'
import { verbCaller } from '#server/http/serve.ts'
import { routes } from '#server/modules.ts'
import { entranceBody, renderEntrance } from '#web/render/render-entrance.tsx'
import { type TestApp, type TestAppOptions, testApp } from '#tests/setup/app.ts'
import { validPassword } from '#tests/setup/identity.ts'

const signInPath = '/auth/sign-in'
const registrationPath = '/auth/registration'
const nothing = { entry: '', preloads: [], styles: [], fonts: [] }

async function siteWith(env: Record<string, string> = {}, deps?: TestAppOptions['deps']): Promise<TestApp> {
  return testApp({
    env,
    ...(deps && { deps }),
    plugins: (deps) => [
      (app) => {
        const callVerb = verbCaller(deps, routes)
        const now = () => deps.clock.now().getTime()
        mountEntrance(app, {
          deps,
          callVerb,
          renderer: {
            entry: async () => ({ renderEntrance, entranceBody }) as never,
            assets: () => () => nothing,
            entranceAssets: () => nothing,
            devStyles: () => [],
            finish: async (html: Buffer) => html,
          },
          dev: false,
          labels: compileLabels(deps.content),
          operatorCss: '',
          icons: appIcons(deps.content, undefined, '#000000'),
          hasWorker: false,
          guests: new GuestPages(now, new Turns(8)),
          packed: new PackedPages(now, new Turns(8)),
          renders: new Slots(2, 200),
          reads: new PageReads(callVerb, now, () => deps.content.revision),
          policy: pagePolicy(deps.settings, { isDevelopment: false, identityCheck: null }),
        } satisfies PageSite)
      },
    ],
  })
}

let app: TestApp
beforeAll(async () => {
  app = await siteWith({ TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'CH:2,AT:1' })
})
afterAll(() => app.close())

const sameOriginHeaders = { 'sec-fetch-site': 'same-origin' }
async function submit(
  url: string,
  fields: Record<string, string>,
  { headers = sameOriginHeaders, on = app }: { headers?: Record<string, string>; on?: TestApp } = {},
) {
  const {
    status,
    body,
    headers: answered,
  } = await on.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status, page: String(body), to: answered.location, cookie: String(answered['set-cookie'] ?? '') }
}
const open = async (url: string, headers: Record<string, string> = {}, on = app) => {
  const answer = await on.send({ method: 'GET', url, headers })
  return { status: answer.status, page: String(answer.body), to: answer.headers.location, headers: answer.headers }
}
const validFields = (over: Record<string, string> = {}) => ({
  email: `p${randomUUID()}@example.com`,
  password: validPassword,
  country: 'DE',
  currency: 'EUR',
  agreements: '1',
  ...over,
})
const tokenOf = (cookie: string) => /^access_token=([^;]+)/.exec(cookie)?.[1] ?? ''
async function newPlayer() {
  const fields = validFields()
  const { cookie } = await submit(registrationPath, fields)
  return { email: fields.email, token: tokenOf(cookie) }
}
/** Returns the value that the page writes into a field. */
const valueOf = (page: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1]

describe('registration', () => {
  test('registers, signs in and returns to the page it was opened from', async () => {
    const shown = await open(`${registrationPath}?back=${encodeURIComponent('/providers?x=1&sign-up=true')}`)
    expect(shown.status).toBe(200)
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.page).not.toContain('<script')
    expect(valueOf(shown.page, 'back')).toBe('/providers?x=1')
    const fields = validFields({ back: '/providers?x=1' })
    const answer = await submit(registrationPath, fields)
    expect([answer.status, answer.to]).toEqual([303, '/providers?x=1'])
    expect(answer.cookie).toMatch(
      /; Path=\/; Max-Age=31536000; SameSite=Lax,registered=1; Path=\/; Max-Age=600; SameSite=Lax$/,
    )
    const profile = await app.send({ method: 'GET', url: '/api/player/profile', token: tokenOf(answer.cookie) })
    expect(profile.body).toMatchObject({ email: fields.email, country: 'DE', locale: 'en' })
  })

  test('shows each error at its field, keeps the input and never writes a password into the page', async () => {
    const { status, page, cookie } = await submit(registrationPath, {
      ...validFields({ email: '"><b>not an address', password: 'abc', receiveEmailPromo: '1' }),
      agreements: '',
    })
    expect([status, cookie]).toEqual([422, ''])
    expect(page).toContain('Value is not a valid email address')
    expect(page).toContain('at least')
    expect(page).toContain('value="&quot;&gt;&lt;b&gt;not an address"')
    expect(page).not.toContain('value="abc"')
    expect(page).toMatch(/<option value="DE" selected/)
    expect(page).toMatch(/name="receiveEmailPromo"[^>]*checked|checked[^>]*name="receiveEmailPromo"/)
  })

  // Shows: 2.4.3
  test('the promo code is behind its toggle, which is open where there is something to show', async () => {
    const toggle =
      /<details([^>]*)><summary[^>]*>Referral\/Promo Code \(Optional\)<\/summary>.*?name="bonusCode".*?<\/details>/
    expect(toggle.exec((await open(registrationPath)).page)?.[1]).toBe('')
    const { status, page } = await submit(registrationPath, validFields({ bonusCode: 'NOSUCHCODE' }))
    expect(status).toBe(422)
    expect(toggle.exec(page)?.[1]).toBe(' open=""')
  })

  test('a taken address is refused as in the modal', async () => {
    const { email } = await newPlayer()
    const { status, page } = await submit(registrationPath, validFields({ email }))
    expect(status).toBe(422)
    expect(page).toContain('This email cannot be used')
  })

  test('in another language the page, its errors and the new profile are in that language', async () => {
    const { page } = await open(`/ar${registrationPath}`)
    expect(page).toContain('dir="rtl"')
    expect(page).toContain('أنشئ حسابك')
    const { cookie } = await submit(`/de${registrationPath}`, validFields({ back: '/de/providers' }))
    const profile = await app.send({ method: 'GET', url: '/api/player/profile', token: tokenOf(cookie) })
    expect(profile.body.locale).toBe('de')
  })

  test.each([
    ['a captcha is required', { REGISTRATION_FIELDS: 'captcha*' }],
    ['only phones can register', { REGISTRATION_EMAIL: 'false', REGISTRATION_PHONE: 'true' }],
  ])('says that scripts are needed where %s, and has no form', async (_what, env) => {
    const other = await siteWith(env)
    try {
      const { status, page } = await open(registrationPath, {}, other)
      expect(status).toBe(200)
      expect(page).toContain('Registration needs JavaScript')
      expect(page).not.toContain('<form')
      expect(page).toContain('href="/?sign-up=true"')
      const sent = await submit(registrationPath, validFields(), { on: other })
      expect([sent.cookie, sent.to]).toEqual(['', undefined])
    } finally {
      await other.close()
    }
  })

  // Shows: 2.4.1
  test('has no form either where both ways are enabled and content shows only the phone', async () => {
    const other = await siteWith({ REGISTRATION_PHONE: 'true' }, ({ content }) => ({
      content: {
        ...content,
        read: (...of) => ({
          ...content.read(...of),
          ...(of[1] === 'modals' && { 'sign-up': { display: 'phone' } }),
        }),
      },
    }))
    try {
      const { page } = await open(registrationPath, {}, other)
      expect(page).toContain('Registration needs JavaScript')
      expect(page).not.toContain('<form')
    } finally {
      await other.close()
    }
  })

  test('where addresses are confirmed first, it says that a mail was sent, and signs nobody in', async () => {
    const other = await siteWith({ REGISTRATION_CONFIRMATION: 'first' })
    try {
      const fields = validFields()
      const { status, page, cookie } = await submit(registrationPath, fields, { on: other })
      expect([status, cookie]).toEqual([200, ''])
      expect(page).toContain('Check your email')
      expect(page).toContain(fields.email)
    } finally {
      await other.close()
    }
  })
})

describe('sign-in', () => {
  test('signs in; a wrong password is refused with the reason, keeps the login and asks for the password again', async () => {
    const { email } = await newPlayer()
    const wrong = await submit(signInPath, { login: email, password: 'not this one', back: '/providers' })
    expect([wrong.status, wrong.cookie]).toEqual([401, ''])
    expect(wrong.page).toContain('role="alert"')
    expect(valueOf(wrong.page, 'login')).toBe(email)
    expect(valueOf(wrong.page, 'back')).toBe('/providers')
    expect(wrong.page).not.toContain('not this one')
    const right = await submit(signInPath, { login: ` ${email} `, password: validPassword, back: '/providers' })
    expect([right.status, right.to]).toEqual([303, '/providers'])
    expect(tokenOf(right.cookie)).not.toBe('')
    // A player who is already signed in is redirected.
    const again = await open(`${signInPath}?back=/providers`, { cookie: right.cookie.split(';')[0]! })
    expect([again.status, again.to]).toEqual([303, '/providers'])
  })

  test('with a second factor it asks for the code and the password again, and a wrong code is reported', async () => {
    const { email, token } = await newPlayer()
    const call = (url: string, payload: object) => app.send({ method: 'POST', url, token, payload })
    await call('/api/player/step-up', { method: 'password', proof: validPassword })
    const { secret } = (await call('/api/player/totp', {})).body as { secret: string }
    const shown = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.deps.clock.now().getTime() })
    expect((await call('/api/player/totp/confirm', { code: shown() })).status).toBe(200)
    app.moveClock(60_000)
    const login = { login: email, password: validPassword }
    const codeRequest = await submit(signInPath, login)
    expect([codeRequest.status, codeRequest.cookie]).toEqual([422, ''])
    expect(codeRequest.page).toContain('name="code"')
    expect(codeRequest.page).toContain('Your account has a second factor')
    expect(codeRequest.page).not.toContain(validPassword)
    const wrong = await submit(signInPath, { ...login, code: '000000' })
    expect([wrong.status, wrong.cookie]).toEqual([422, ''])
    expect(wrong.page).toContain('name="code"')
    expect(wrong.page).toMatch(/data-error|role="alert"/)
    expect((await submit(signInPath, { ...login, code: shown() })).status).toBe(303)
  })

  test('guesses count as in the modal: after too many, even the right password is refused with the time to wait', async () => {
    const { email } = await newPlayer()
    const headers = { ...sameOriginHeaders, 'x-forwarded-for': '203.0.113.77' }
    let last = await submit(signInPath, { login: email, password: 'guess 0' }, { headers })
    for (let guess = 1; guess < 30 && last.status !== 429; guess++)
      last = await submit(signInPath, { login: email, password: `guess ${guess}` }, { headers })
    expect(last.status).toBe(429)
    expect(last.page).toContain('role="alert"')
    const right = await submit(signInPath, { login: email, password: validPassword }, { headers })
    expect([right.status, right.cookie]).toEqual([429, ''])
    const modal = await app.send({
      method: 'POST',
      url: '/api/player/sessions',
      headers: { 'x-forwarded-for': '203.0.113.77' },
      payload: { login: email, password: validPassword },
    })
    expect(modal.status).toBe(429)
  })

  test('an excluded player still signs in, to withdraw; a blocked one sees the reason', async () => {
    const { email, token } = await newPlayer()
    const limit = await app.send({
      method: 'POST',
      url: '/api/player/limits',
      token,
      payload: { definition: 4, period: '6-months' },
    })
    expect(limit.status).toBe(200)
    expect((await submit(signInPath, { login: email, password: validPassword })).status).toBe(303)
    const blocked = await newPlayer()
    await app.db.asOwner('UPDATE identity.players SET status = 3 WHERE email = $1', [blocked.email])
    const refused = await submit(signInPath, { login: blocked.email, password: validPassword })
    expect([refused.status, refused.cookie]).toEqual([403, ''])
    expect(refused.page).toContain('blocked')
  })
})

describe('in a country', () => {
  const from = (country: string) => ({
    ...sameOriginHeaders,
    'cf-ipcountry': country,
    'x-forwarded-for': '198.51.100.9',
  })

  // Shows: 2.2.8
  test('where signing in is prohibited, neither form is shown nor accepted', async () => {
    const { email } = await newPlayer()
    for (const path of [signInPath, registrationPath]) {
      const { page } = await open(path, from('CH'))
      expect(page).toContain('Not available in your location')
      expect(page).not.toContain('<form')
    }
    const signIn = await submit(signInPath, { login: email, password: validPassword }, { headers: from('CH') })
    const register = await submit(registrationPath, validFields(), { headers: from('CH') })
    expect([signIn.cookie, register.cookie]).toEqual(['', ''])
  })

  test('where only play is prohibited, players can sign in to withdraw', async () => {
    const { email } = await newPlayer()
    const { status } = await submit(signInPath, { login: email, password: validPassword }, { headers: from('AT') })
    expect(status).toBe(303)
  })
})

describe('a form that another site sent', () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

  // Shows: attack 34, ASVS 3.5.1, ASVS 7.6.2
  test('signs nobody in and registers nobody (a sign-in forced on a visitor)', async () => {
    const { email } = await newPlayer()
    const fields = validFields()
    for (const headers of [elsewhere, { origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
      const signIn = await submit(signInPath, { login: email, password: validPassword }, { headers })
      expect([signIn.status, signIn.cookie]).toEqual([403, ''])
      expect(signIn.page).toContain('not sent from our site')
      expect(signIn.page).not.toContain(email)
      expect((await submit(registrationPath, fields, { headers })).status).toBe(403)
    }
    expect((await submit(registrationPath, fields)).status).toBe(303)
  })

  test('is distinguished by the Sec-Fetch-Site header, or else by its origin', () => {
    const sent = (headers: Record<string, string>) => isOwnForm({ headers, host: 'casino.example:8443' })
    expect(sent({ 'sec-fetch-site': 'same-origin' })).toBe(true)
    for (const site of ['same-site', 'cross-site', 'none']) expect(sent({ 'sec-fetch-site': site })).toBe(false)
    expect(sent({ origin: 'https://casino.example:8443' })).toBe(true)
    for (const origin of ['https://casino.example', 'https://casino.example.evil:8443', 'null', ''])
      expect(sent({ origin })).toBe(false)
  })

  // Shows: ASVS 3.5.2
  test('cannot reach the API, which takes no forms', async () => {
    const { status } = await submit('/api/player/sessions', { login: 'a@example.com', password: 'x' })
    expect(status).toBe(415)
  })
})

test('the form leads back to the page that links to it, where the browser names one of this site', async () => {
  const back = async (referer: string) =>
    valueOf((await open(signInPath, { host: 'casino.example', referer })).page, 'back')
  expect(await back('https://casino.example/providers?x=1&sign-in=true')).toBe('/providers?x=1')
  expect(await back('https://evil.example/providers')).toBe('/')
  expect(await back('nothing')).toBe('/')
})

test.each([
  [null, 'en', '/'],
  [null, 'de', '/de'],
  ['/de/games/dice?play=demo', 'de', '/de/games/dice?play=demo'],
  ['/?sign-in=true&search=fox', 'en', '/?search=fox'],
  ['https://evil.example/', 'en', '/'],
  ['//evil.example/', 'en', '/'],
  ['/\\evil.example/', 'en', '/'],
  ['/.//evil.example/', 'en', '/'],
  ['javascript:alert(1)', 'en', '/'],
  ['/auth/sign-in?back=/x', 'en', '/'],
  ['/a\r\nset-cookie: x=1', 'en', '/aset-cookie:%20x=1'],
])('%s in %s leads back to %s', (wanted, locale, path) => {
  expect(backPath(wanted, locale)).toBe(path)
})

test('a page whose address opens sign-in or registration names the form, for browsers without scripts', () => {
  expect(entranceOf('/?sign-in=true', 'en')).toBe('/auth/sign-in?back=%2F')
  expect(entranceOf('/de/providers?sign-up=true&x=1', 'de')).toBe(
    '/de/auth/registration?back=%2Fde%2Fproviders%3Fx%3D1',
  )
  expect(entranceOf('/providers?x=1', 'en')).toBeNull()
  for (const address of ['//', '///', '//[', '/%']) expect(entranceOf(address, 'en')).toBeNull()
  expect(entranceOf('//elsewhere.example/?sign-in=true', 'en')).toBe('/auth/sign-in?back=%2F')
})
