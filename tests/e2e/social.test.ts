import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from '#tests/product/product-database.ts'
import { passProvider } from '#tests/setup/social.ts'
import { atRest, dialogOf, expectReadable, siteTest, isPlayer as isPlayerOn } from '#tests/setup/visit.ts'

const { site, longTest, beforeEach } = siteTest()
let context: BrowserContext
let page: Page
beforeEach(async ({ enter }) => {
  context = await enter()
  page = await context.newPage()
})

const dialog = (key: string) => dialogOf(page, key)
const isPlayer = () => isPlayerOn(page)
const token = async () => (await context.cookies()).find(({ name }) => name === 'access_token')?.value
async function startSignIn(path: string, modal: 'sign-in' | 'sign-up', way: string): Promise<void> {
  await page.goto(site.url + path)
  await dialog(modal).locator(`[data-social=${way}]`).click()
}
async function answerAsAccount(email: string): Promise<void> {
  await page.fill('[name=email]', email)
  await page.getByText('Continue as this address').click()
}
const read = (sql: string, values: unknown[] = []) => ask(site, sql, values)

// Shows: 1.1.1
longTest(
  'registering with another provider, signing out and in again: the same player, each time back on the starting page',
  async () => {
    const email = `journey-${Date.now()}@social.example`
    await startSignIn('/de/providers?x=1&sign-up=true&stag=partner', 'sign-up', 'google-oauth2')
    await page.getByText('google-oauth2').waitFor()
    await answerAsAccount(email)
    await page.waitForURL(`${site.url}/de/providers?x=1`)
    await isPlayer()
    expect(
      await read('SELECT locale, affiliate_tag, fingerprint FROM identity.players WHERE email = $1', [email]),
    ).toEqual([{ locale: 'de', affiliate_tag: 'partner', fingerprint: 'fingerprint-of-a-test' }])
    // Nothing of the sign-in remains in this browser.
    expect((await context.cookies(site.url)).filter(({ name }) => name.includes('social'))).toEqual([])
    // A menu closes on navigation, and the return may still be in progress.
    await atRest(page)
    await page.evaluate(() => document.querySelector<HTMLElement>('[popovertarget=user-nav]')!.click())
    await page.getByText('Abmelden').click()
    await page.locator('header [data-modal=sign-in]').waitFor()
    await startSignIn('/providers?sign-in=true', 'sign-in', 'google-oauth2')
    await answerAsAccount(email)
    await page.waitForURL(`${site.url}/providers`)
    await isPlayer()
    expect(
      await read(
        'SELECT s.method FROM identity.sessions s JOIN identity.players p ON p.id = s.player_id WHERE p.email = $1',
        [email],
      ),
    ).toEqual([{ method: 'social' }, { method: 'social' }])
  },
)

longTest('Telegram can create an account as well', async () => {
  await startSignIn('/?sign-in=true', 'sign-in', 'telegram')
  await page.locator('[name=person]').first().click()
  await page.waitForURL(`${site.url}/`)
  await isPlayer()
})

longTest('an authenticator code is required after a social sign-in as well', async () => {
  const email = `guarded-${Date.now()}@social.example`
  await startSignIn('/?sign-up=true', 'sign-up', 'google-oauth2')
  await answerAsAccount(email)
  await isPlayer()
  const call = async (path: string, body: object = {}) =>
    (
      await fetch(site.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json() as Promise<Record<string, string>>
  const { secret } = await call('/api/player/totp')
  const code = () => new TOTP({ secret: Secret.fromBase32(secret!) }).generate()
  const { recoveryCodes } = (await call('/api/player/totp/confirm', { code: code() })) as unknown as {
    recoveryCodes: string[]
  }
  await context.clearCookies()
  await startSignIn('/de/providers?sign-in=true', 'sign-in', 'google-oauth2')
  await answerAsAccount(email)
  await page.getByLabel('Code').waitFor()
  expect(await token()).toBeUndefined()
  // Neither a reload nor the history contains the provider's code.
  expect(page.url()).toBe(`${site.url}/auth/social/google-oauth2/callback`)
  await expect(page.getByLabel('Code').evaluate((element) => element === document.activeElement)).resolves.toBe(true)
  await expectReadable(page)
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByText(/code/i).first().waitFor()
  await page.locator('[aria-invalid=true]').waitFor()
  expect(await token()).toBeUndefined()
  await page.getByLabel('Code').fill(recoveryCodes[0]!)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/de/providers`)
  await isPlayer()
})

// Shows: 4.1.2
longTest('an unverified address leads back to the form, which shows the reason until it is closed', async () => {
  await startSignIn('/providers?sign-in=true', 'sign-in', 'facebook')
  await page.locator('[name=person][value=uma]').click()
  await page.waitForURL(`${site.url}/providers?sign-in=social-email`)
  await dialog('sign-in').getByRole('alert').getByText('Your email is not confirmed').waitFor()
  expect(await token()).toBeUndefined()
  await expectReadable(page, { within: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page.waitForURL(`${site.url}/providers`)
})

longTest('declining at the provider leads back to the form', async () => {
  await startSignIn('/?sign-in=true', 'sign-in', 'google-oauth2')
  await page.getByText('Decline').click()
  await page.waitForURL(`${site.url}/?sign-in=social-refused`)
  await dialog('sign-in').getByRole('alert').waitFor()
})

// Shows: attack 26, ASVS 7.6.2
longTest(
  'a foreign callback signs nobody in, neither without a started sign-in nor after another one was started',
  async () => {
    const redirect = await fetch(`${site.url}/api/player/sessions/social/auth0/redirect?connection=google-oauth2`, {
      redirect: 'manual',
    })
    const query = await passProvider(new URL(redirect.headers.get('location')!), {
      email: 'stranger@social.example',
      verified: 'on',
    })
    expect(query.code).toBeTruthy()
    const callback = `${site.url}/auth/social/google-oauth2/callback?${new URLSearchParams(query)}`
    await page.goto(callback)
    await page.getByText('This sign-in was not started in this browser').waitFor()
    await startSignIn('/?sign-in=true', 'sign-in', 'google-oauth2')
    await page.getByText('Decline').waitFor()
    await page.goto(callback)
    await page.getByText('This sign-in was not started in this browser').waitFor()
    expect(page.url()).toBe(`${site.url}/auth/social/google-oauth2/callback`)
    expect(await token()).toBeUndefined()
  },
)

// Shows: 7.3.2
longTest('a sign-in link works once and leads to its page; used again, it explains what to do', async () => {
  const code = 'e2e-token-of-a-link'
  const hash = createHash('sha256').update(code).digest()
  await read(
    `INSERT INTO identity.link_codes (code_hash, purpose, player_id, created_at, expires_at) SELECT $1, 'autologin', id, now(), now() + interval '5 minutes' FROM identity.players WHERE email = 'demo@fairhouse.example'`,
    [hash],
  )
  const link = `${site.url}/auth/autologin?${new URLSearchParams({ token: code, state: '{"backRoute":"/profile/history"}' })}`
  // The script that keeps the session arrives after the sign-in and before the next page, and must not navigate
  // elsewhere.
  const answered = page.waitForResponse('**/api/player/sessions/token')
  await page.route('**/assets/begin-session-*', async (route) => {
    await answered
    await route.continue()
  })
  await page.route('**/profile/history', async (route) => {
    await setTimeout(1000)
    await route.continue()
  })
  const tokenRequest = page.waitForRequest('**/api/player/sessions/token')
  await page.goto(link)
  expect((await tokenRequest).postDataJSON()).toEqual({ token: code, fingerprint: 'fingerprint-of-a-test' })
  await page.waitForURL(`${site.url}/profile/history`)
  await isPlayer()
  await page.unrouteAll()
  await context.clearCookies()
  await page.goto(link)
  await page.getByText('This sign-in link cannot be used').waitFor()
  expect(page.url()).toBe(`${site.url}/auth/autologin`)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await dialog('sign-in').waitFor()
})

// Shows: attack 33
longTest('a sign-in link with a malicious state leads only to the home page', async () => {
  for (const [index, backRoute] of ['//evil.example', 'javascript:alert(1)', '/\\evil.example'].entries()) {
    const code = `e2e-evil-${index}`
    await read(
      `INSERT INTO identity.link_codes (code_hash, purpose, player_id, created_at, expires_at) SELECT $1, 'autologin', id, now(), now() + interval '5 minutes' FROM identity.players WHERE email = 'demo@fairhouse.example'`,
      [createHash('sha256').update(code).digest()],
    )
    await context.clearCookies()
    await page.goto(
      `${site.url}/auth/autologin?${new URLSearchParams({ token: code, state: JSON.stringify({ backRoute }) })}`,
    )
    await page.waitForURL(`${site.url}/`)
    await isPlayer()
  }
})
