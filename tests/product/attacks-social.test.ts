/** Attacks on social sign-in of a running site: attacks 26 and 33 in docs/threats.md. */
import { beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { sandboxBotToken } from '#sandbox/social/keys.ts'
import { signTelegram } from '#sandbox/social/telegram.ts'
import { deriveKey } from '#server/kernel/secret.ts'
import { sharedSite, type Site, startSite } from '#tests/setup/site.ts'
import { passProvider } from '#tests/setup/social.ts'
import { ask } from './product-database.ts'
import { type Reply, secretOf, send } from './site-player.ts'

let site: Site
beforeAll(async () => {
  site = await sharedSite({ SEED: 'false' })
})

const redirects = {
  google: '/api/player/sessions/social/auth0/redirect?connection=google-oauth2&state=',
  telegram: '/api/player/sessions/social/telegram/redirect?state=',
}
const startSignIn = (way: keyof typeof redirects, backRoute = '/') =>
  fetch(site.url + redirects[way] + encodeURIComponent(JSON.stringify({ backRoute })), { redirect: 'manual' })
const post = (query: Record<string, string>, provider = 'google-oauth2'): Promise<Reply> =>
  send(`${site.url}/api/player/sessions/social`, 'POST', { body: { query, provider } })
const sessions = async () =>
  (await ask<{ count: number }>(site, 'SELECT count(*)::int AS count FROM identity.sessions'))[0]!.count
const agree = async (form: Record<string, string>) =>
  passProvider(new URL((await startSignIn('google')).headers.get('location')!), form)

// Shows: attack 26
test('26: a replayed callback, one or many at once, gives one session', async () => {
  const query = await agree({ email: 'replayed@social.example', verified: 'on' })
  const before = await sessions()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(query)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(422)])
  expect((await post(query)).body.error.name).toBe('socialRefused')
  expect(await sessions()).toBe(before + 1)
})

// Shows: attack 26
test('26: an address that the provider has not verified gets no session; an account that was registered with an unconfirmed address is given only to the owner of the address', async () => {
  const before = await sessions()
  expect((await post(await agree({ email: 'unsure@social.example' }))).body.error).toMatchObject({
    name: 'emailUnverified',
    code: 12101,
  })
  const registration = {
    email: 'ahead@social.example',
    password: 'a quiet harbour',
    country: 'DE',
    currency: 'EUR',
    agreements: 1,
  }
  expect((await send(`${site.url}/api/player/register`, 'POST', { body: registration })).status).toBe(200)
  expect((await post(await agree({ email: registration.email, verified: 'on' }))).status).toBe(200)
  const { status } = await send(`${site.url}/api/player/sessions`, 'POST', {
    body: { login: registration.email, password: registration.password },
  })
  expect(status).toBe(401)
  // The new ones are that of the registration, which is closed, and the owner's.
  expect(await sessions()).toBe(before + 2)
})

// Shows: attack 26
test('26: a Telegram hash that is stale, of other fields, of another bot, or reused gets no session', async () => {
  const token = sandboxBotToken(deriveKey(secretOf(site), 'sandbox'))
  const state = async () =>
    new URL(
      new URL((await startSignIn('telegram')).headers.get('location')!).searchParams.get('return_to')!,
    ).searchParams.get('state')!
  const now = Math.floor(Date.now() / 1000)
  const signed = (age: number, key = token) =>
    signTelegram(key, { id: '42', first_name: 'T', auth_date: String(now - age) })
  const before = await sessions()
  for (const bad of [signed(400), { ...signed(0), id: '43' }, signed(0, '1:another'), { ...signed(0), hash: '' }]) {
    expect((await post({ ...bad, state: await state() }, 'telegram')).body.error.name).toBe('socialRefused')
  }
  const good = signed(1)
  expect((await post({ ...good, state: await state() }, 'telegram')).status).toBe(200)
  expect((await post({ ...good, state: await state() }, 'telegram')).body.error.name).toBe('socialRefused')
  expect((await post(good, 'telegram')).body.error.name).toBe('socialRefused')
  expect(await sessions()).toBe(before + 1)
})

// Shows: attack 33
test('33: a return path to another host is rejected', async () => {
  for (const backRoute of [
    '//e',
    '/\\e',
    '\\\\e',
    '/\t/e',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'https:/e',
    '////e',
    '/.//e',
    ' //e',
    'e',
  ]) {
    for (const way of ['google', 'telegram'] as const) {
      const answer = await startSignIn(way, backRoute)
      expect([answer.status, answer.headers.get('location')], `${way} ${backRoute}`).toEqual([422, null])
    }
  }
  expect((await startSignIn('google', '/de/games?x=1')).status).toBe(302)
})

longTest('an unavailable provider is reported, with the return path', async () => {
  // No provider listens at this address, and the site has not called it before.
  const offlineSite = await startSite({ env: { SEED: 'false', SANDBOX_URL: 'http://127.0.0.1:9' } })
  try {
    const redirect = await fetch(`${offlineSite.url}${redirects.google}%7B%7D`, { redirect: 'manual' })
    const to = new URL(redirect.headers.get('location')!)
    expect([redirect.status, to.pathname, to.searchParams.get('error')]).toEqual([
      302,
      '/auth/social/google-oauth2/callback',
      'temporarily_unavailable',
    ])
    const answer = await send(`${offlineSite.url}/api/player/sessions/social`, 'POST', {
      body: { query: Object.fromEntries(to.searchParams), provider: 'google-oauth2' },
    })
    expect([answer.status, answer.body.error.name]).toEqual([503, 'providerUnavailable'])
  } finally {
    await offlineSite.stop()
  }
})
