import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  desktop,
  dialogOf,
  expectReadable,
  isAlive,
  isGuest,
  isPlayer,
  phone,
  plainPage,
  siteTest,
} from '#tests/setup/visit.ts'
import { registeredCookie } from '#contract/cookies.ts'
import { readAssets } from '#server/http/page/manifest.ts'
import { demoPassword, demoPlayer } from '#server/profile/registration/seed.ts'
import { registerPlayer } from '../product/site-player.ts'

// Tokens expire soon enough to be refreshed within a test.
const { site, test, longTest, beforeEach } = siteTest({ ACCESS_TOKEN_SECONDS: '20' })
let context: BrowserContext
let page: Page
beforeEach(async ({ enter }) => {
  context = await enter()
  page = await context.newPage()
})

const dialog = (key: string) => dialogOf(page, key)
const token = async () => (await context.cookies()).find(({ name }) => name === 'access_token')

/** Links work before hydration, and a dialog opened from the URL is there only after it. */
async function open(path: string, key: string): Promise<void> {
  await page.goto(site.url + path)
  await dialog(key).locator('form').waitFor()
}
async function signIn(login: string, password = demoPassword): Promise<void> {
  await open('/?sign-in=true', 'sign-in')
  await page.fill('[name=login]', login)
  await page.fill('[name=password]', password)
  await page.keyboard.press('Enter')
}

// Shows: 3.26.1, 4.2.1, 5.1.2, 5.7.4, 5.7.7, 7.3.1, 9.7.1, 10.1
longTest(
  'registering: missing input is listed, errors are at their fields, and the visitor becomes a player without a reload',
  async () => {
    await open('/?sign-up=true&stag=partner', 'sign-up')
    const submit = dialog('sign-up').locator('[type=submit]')
    await expect.poll(() => submit.isDisabled()).toBe(true)
    expect(await dialog('sign-up').locator('#submit-note').textContent()).toBe(
      'Still missing: Email, Password, and agreement to the terms',
    )
    await page.fill('[name=email]', demoPlayer.email)
    await page.fill('[name=password]', 'a quiet harbour')
    await page.selectOption('[name=country]', 'BR')
    await expect.poll(() => page.inputValue('[name=currency]')).toBe('BRL')
    await page.check('[name=agreements]')
    await submit.click()
    await page.getByText('This email cannot be used').waitFor()
    expect(await submit.isDisabled()).toBe(true)
    await page.click('[name=email]')
    await expect.poll(() => page.getByText('This email cannot be used').isVisible()).toBe(false)
    await page.fill('[name=email]', `new-${Date.now()}@example.com`)
    const [sent] = await Promise.all([page.waitForRequest('**/api/player/register'), submit.click()])
    expect(sent.postDataJSON()).toMatchObject({ fingerprint: 'fingerprint-of-a-test', affiliateTag: 'partner' })
    await isPlayer(page)
    await dialog('sign-up').waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${site.url}/?success=welcome`)
    await dialog('success').getByRole('button', { name: 'Look around first' }).click()
    await dialog('success').waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${site.url}/`)
    expect((await token())!.expires * 1000 - Date.now()).toBeGreaterThan(364 * 86_400_000)
    // Player protection 1: a limit is suggested at once, on every page until it is answered.
    const suggestion = page.getByRole('region', { name: 'Suggested deposit limit' })
    await suggestion.waitFor()
    await page.reload()
    await suggestion.waitFor()
    await expectReadable(page, { within: '[data-notice=limit]' })
    await suggestion.getByRole('link', { name: 'Set a limit' }).click()
    await dialog('add-cash-limit').getByLabel('Amount').waitFor()
    await page.keyboard.press('Escape')
    await dialog('add-cash-limit').waitFor({ state: 'detached' })
    // On a phone one notice at a time: the limit, then cookies, then the address.
    await page.setViewportSize(phone.viewport)
    const shown = () =>
      page
        .locator('[data-notice]:visible')
        .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.notice))
    expect(await shown()).toEqual(['limit'])
    await suggestion.getByRole('button', { name: 'Not now' }).click()
    await suggestion.waitFor({ state: 'detached' })
    expect(await shown()).toEqual(['cookies'])
    await page.locator('[data-notice=cookies] button').click()
    await expect.poll(shown).toEqual(['email'])
  },
)

// Shows: 5.7.4
longTest('a registration sends the language of the page, not that of the country', async ({ visit }) => {
  const { page: german } = await visit('/de/static/about?sign-up=true')
  const form = dialogOf(german, 'sign-up')
  await german.fill('[name=email]', `neu-${Date.now()}@example.com`)
  await german.fill('[name=password]', 'a quiet harbour')
  await german.selectOption('[name=country]', 'BR')
  await german.check('[name=agreements]')
  const [sent] = await Promise.all([
    german.waitForRequest('**/api/player/register'),
    form.locator('[type=submit]').click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ locale: 'de', country: 'BR', currency: 'BRL' })
  await isPlayer(german)
})

// Shows: 10.1
test('a limit is suggested to a player who registered before the scripts of a page ran', async ({ visit }) => {
  const player = await registerPlayer(site)
  const { page: first } = await visit(plainPage, { player, cookies: { [registeredCookie]: '1' } })
  await first.getByRole('region', { name: 'Suggested deposit limit' }).waitFor()
})

test('pages of sign-in and registration without scripts have the styles of all their parts, and few others', async () => {
  const assets = await readAssets(join(import.meta.dirname, '../../dist/web'))
  const expectedCss = assets(['modals/sign-up.tsx'])
    .styles.map(({ text }) => text)
    .join('')
  for (const path of ['/auth/sign-in', '/auth/registration', '/ar/auth/registration']) {
    const html = await fetch(site.url + path).then((answer) => answer.text())
    const pageCss = /<style[^>]*>([^]*?)<\/style>/.exec(html)![1]!
    const classes = new Set([...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' ')))
    const styled = [...classes].filter((name) => expectedCss.includes(`.${name}`))
    expect(styled.length).toBeGreaterThan(8)
    expect(styled.filter((name) => !pageCss.includes(`.${name}`))).toEqual([])
    expect(pageCss.length).toBeLessThan(expectedCss.length / 2)
    for (const [, address] of pageCss.matchAll(/url\((\/[^)]+)\)/g))
      expect((await fetch(site.url + address!)).status, address).toBe(200)
  }
})

longTest(
  'without scripts a visitor registers and signs in on pages, returns to the previous page, and a game shows that it needs scripts',
  async ({ enter }) => {
    const contextWithoutScripts = await enter({ ...phone, javaScriptEnabled: false })
    const pageWithoutScripts = await contextWithoutScripts.newPage()
    const email = `plain-${randomUUID()}@example.com`
    await pageWithoutScripts.goto(`${site.url}/providers`)
    await pageWithoutScripts.click('header [data-modal=sign-up]')
    await pageWithoutScripts.fill('[name=email]', demoPlayer.email)
    await pageWithoutScripts.fill('[name=password]', 'a quiet harbour')
    await pageWithoutScripts.selectOption('[name=country]', 'DE')
    await pageWithoutScripts.selectOption('[name=currency]', 'EUR')
    await pageWithoutScripts.check('[name=agreements]')
    await pageWithoutScripts.click('form [type=submit]')
    await pageWithoutScripts.getByText('This email cannot be used').waitFor()
    expect(await pageWithoutScripts.inputValue('[name=email]')).toBe(demoPlayer.email)
    expect(await pageWithoutScripts.inputValue('[name=password]')).toBe('')
    expect(await pageWithoutScripts.isChecked('[name=agreements]')).toBe(true)
    await pageWithoutScripts.fill('[name=email]', email)
    await pageWithoutScripts.fill('[name=password]', 'a quiet harbour')
    await pageWithoutScripts.click('form [type=submit]')
    await pageWithoutScripts.waitForURL(`${site.url}/providers`)
    await pageWithoutScripts.locator('[popovertarget=user-nav]').waitFor()

    await contextWithoutScripts.clearCookies()
    // An address that opens the modal leads to the form as well.
    await pageWithoutScripts.goto(`${site.url}/providers?sign-in=true`)
    await pageWithoutScripts.waitForURL('**/auth/sign-in?*')
    await pageWithoutScripts.fill('[name=login]', email)
    await pageWithoutScripts.fill('[name=password]', 'not the password')
    await pageWithoutScripts.click('form [type=submit]')
    await pageWithoutScripts.getByRole('alert').waitFor()
    expect(await pageWithoutScripts.inputValue('[name=login]')).toBe(email)
    await pageWithoutScripts.fill('[name=password]', 'a quiet harbour')
    await pageWithoutScripts.press('[name=password]', 'Enter')
    await pageWithoutScripts.waitForURL(`${site.url}/providers`)
    await pageWithoutScripts.locator('[popovertarget=user-nav]').waitFor()

    await pageWithoutScripts.goto(`${site.url}/games/dice?play=demo`)
    await pageWithoutScripts.locator('noscript p').waitFor()
    expect(await pageWithoutScripts.locator('noscript p').textContent()).toContain('This game needs JavaScript.')
  },
)

longTest(
  'before its scripts have loaded, a page opens sign-in and registration as small pages that need no further request',
  async ({ enter }) => {
    const page = await (await enter(phone)).newPage()
    await page.route('**/assets/*.js', () => {})
    for (const [key, heading] of [
      ['sign-in', 'Sign in'],
      ['sign-up', 'Create your account'],
    ] as const) {
      await page.goto(`${site.url}/providers`)
      const [answer] = await Promise.all([
        page.waitForResponse(/\/auth\//),
        page.locator(`[data-modal=${key}]:visible`).first().click(),
      ])
      await page.getByRole('heading', { name: heading }).waitFor()
      // On slow 3G (400 kbit/s, 400 ms) 20 kB and two round trips take less than the 1.5 s allowed.
      expect((await answer.request().sizes()).responseBodySize).toBeLessThan(20_000)
      expect(await page.locator('script, link[rel=stylesheet]:not([disabled])').count()).toBe(0)
      await expectReadable(page)
    }

    // After a registration on this page the limit is suggested as soon as the scripts have loaded.
    await page.fill('[name=email]', `slow-${randomUUID()}@example.com`)
    await page.fill('[name=password]', 'a quiet harbour')
    await page.selectOption('[name=country]', 'DE')
    await page.selectOption('[name=currency]', 'EUR')
    await page.check('[name=agreements]')
    await page.unroute('**/assets/*.js')
    await page.click('form [type=submit]')
    await page.waitForURL(`${site.url}/providers`)
    await page.getByRole('region', { name: 'Suggested deposit limit' }).waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('registered')
  },
)

test('a link pressed before hydration stops what the page still loads; Back loads it again', async ({ enter }) => {
  const page = await (await enter(phone)).newPage()
  let isSlow = true
  await page.route('**/assets/*.js', (route) => (isSlow ? undefined : route.continue()))
  // A picture does not arrive either: its request holds a connection that the next page needs.
  const loading = page.waitForEvent('request', (request) => request.url().includes('/sprite-'))
  await page.route('**/sprite-*', (route) => (isSlow ? undefined : route.continue()))
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes('/sprite-'))
  await page.route('**/auth/**', async (route) => {
    await stopped
    await route.continue()
  })
  await page.goto(site.url, { waitUntil: 'commit' })
  await loading
  await page.locator('[data-modal=sign-in]:visible').first().click({ noWaitAfter: true })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  isSlow = false
  await page.goBack({ waitUntil: 'commit' })
  await isAlive(page)
})

test('a link pressed during hydration is followed without a new document, and no running request is stopped', async ({
  enter,
}) => {
  const page = await (await enter(desktop)).newPage()
  await page.addInitScript(() => {
    const calls: string[] = []
    Object.assign(self, { calls })
    self.stop = () => void calls.push('stop')
    // This is set when hydration has begun and before its first task has run.
    Object.defineProperty(history, 'scrollRestoration', {
      set() {
        queueMicrotask(() => document.querySelector<HTMLElement>('header [data-modal=sign-in]')!.click())
      },
    })
  })
  await page.goto(site.url)
  await dialogOf(page, 'sign-in').getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate(() => (self as unknown as { calls: string[] }).calls)).toEqual([])
})

test.for(['before hydration', 'as hydration begins', 'in a part that is hydrated, before the last one is'])(
  'a button pressed %s takes effect once',
  async (moment, { enter }) => {
    const page = await (await enter(desktop)).newPage()
    await page.addInitScript((when) => {
      const compact = () => document.querySelector<HTMLElement>('nav > button[type=button]')!
      const press = () => compact().click()
      if (when === 'before hydration') addEventListener('DOMContentLoaded', press)
      else if (when === 'as hydration begins')
        // This is set when React has attached its listeners and before its first task has run.
        Object.defineProperty(history, 'scrollRestoration', {
          set() {
            queueMicrotask(press)
          },
        })
      else {
        const { port1, port2 } = new MessageChannel()
        const isHydrated = (button: HTMLElement | null) =>
          button !== null && Object.keys(button).some((key) => key.startsWith('__reactProps'))
        const pressWhenHydrated = () => (isHydrated(compact()) ? press() : port2.postMessage(null))
        port1.onmessage = pressWhenHydrated
        pressWhenHydrated()
      }
    }, moment)
    await page.goto(site.url)
    await isAlive(page)
    await page.evaluate(() => new Promise((rest) => setTimeout(rest, 50)))
    expect(await page.evaluate(() => document.documentElement.dataset.drawer)).toBe('compact')
  },
)

test('a button pressed in a part whose code has not arrived takes effect once the code is there', async ({ enter }) => {
  const page = await (await enter(desktop)).newPage()
  const { promise: isPressed, resolve: press } = Promise.withResolvers<void>()
  await page.route('**/assets/lower-lobby-*.js', async (route) => {
    await isPressed
    await route.continue()
  })
  await page.goto(site.url)
  await isAlive(page)
  const pause = page.getByRole('region', { name: 'Live bets' }).getByRole('button', { name: 'Pause' })
  // The rails above are filled as the page is scrolled, and the press must still meet the button.
  await pause.click()
  expect(await pause.getAttribute('aria-pressed')).toBe('false')
  press()
  await expect.poll(() => pause.getAttribute('aria-pressed')).toBe('true')
  await page.evaluate(() => new Promise((rest) => setTimeout(rest, 50)))
  expect(await pause.getAttribute('aria-pressed')).toBe('true')
  await pause.click()
  await expect.poll(() => pause.getAttribute('aria-pressed')).toBe('false')
})

longTest(
  'a partly completed registration asks before it closes; staying keeps the input, leaving closes both',
  async () => {
    await page.goto(site.url)
    await isAlive(page)
    await page.click('header [data-modal=sign-up]')
    await dialog('sign-up').locator('form').waitFor()
    await page.fill('[name=email]', 'someone@example.com')
    await page.keyboard.press('Escape')
    await dialog('sign-up-cancel').getByRole('button', { name: 'Continue registration' }).click()
    await dialog('sign-up-cancel').waitFor({ state: 'detached' })
    expect(await page.inputValue('[name=email]')).toBe('someone@example.com')
    await page.keyboard.press('Escape')
    await dialog('sign-up-cancel').getByRole('button', { name: 'Cancel registration' }).click()
    await dialog('sign-up').waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${site.url}/`)
  },
)

// Shows: 4.1.1, 5.1.2
longTest('signing in: refused while a field is empty, busy until the response, then the dialog closes', async () => {
  await open('/?sign-in=true', 'sign-in')
  const submit = dialog('sign-in').locator('[type=submit]')
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await page.fill('[name=login]', demoPlayer.email)
  expect(await submit.isDisabled()).toBe(true)
  await page.fill('[name=password]', demoPassword)
  await expect.poll(() => submit.isEnabled()).toBe(true)
  const isAnswered = Promise.withResolvers<void>()
  await page.route('**/api/player/sessions', (route) => isAnswered.promise.then(() => route.continue()))
  await submit.click()
  await expect.poll(() => submit.getAttribute('aria-busy')).toBe('true')
  expect(await submit.isDisabled()).toBe(true)
  isAnswered.resolve()
  await dialog('sign-in').waitFor({ state: 'detached' })
  await isPlayer(page)
  expect(page.url()).toBe(`${site.url}/`)
})

// Shows: 4.1.1, 8.1.1
test('a wrong password shows the same message for known and unknown addresses, and typing clears it', async () => {
  await signIn(demoPlayer.email, 'not the password')
  const message = await dialog('sign-in').getByRole('alert').textContent()
  await page.fill('[name=login]', 'nobody@example.com')
  expect(await dialog('sign-in').getByRole('alert').count()).toBe(0)
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog('sign-in').getByRole('alert').textContent()).toBe(message)
})

// Shows: 6.3.1, 8.1.1
longTest('a blocked player sees the reason', async () => {
  await signIn('blocked@fairhouse.example')
  await expect.poll(() => dialog('sign-in').getByRole('alert').textContent()).toBe('This account is blocked')
})

// Shows: 4.4.1, 4.5.1
longTest('tabs follow sign-in and sign-out, and ignore invalid markers', async () => {
  const other = await context.newPage()
  await other.goto(`${site.url}/de${plainPage}`)
  await isGuest(other)
  await signIn(demoPlayer.email)
  await isPlayer(page)
  await isPlayer(other)
  await other.evaluate(() => {
    for (const note of ['logout', '%%%', btoa('1:logout')]) localStorage.setItem('changeSession', note)
  })
  expect(await page.locator('[popovertarget=user-nav]').isVisible()).toBe(true)
  await page.evaluate(() => document.querySelector<HTMLElement>('[popovertarget=user-nav]')!.click())
  await page.getByText('Sign out').click()
  await isGuest(page)
  await isGuest(other)
  await expect.poll(() => new URL(other.url()).pathname).toBe('/de')
  expect(await token()).toBeUndefined()
})

// Shows: 4.4.3
longTest(
  'a token near its expiry is refreshed when the page becomes visible, and the player stays signed in',
  async () => {
    await signIn(demoPlayer.email)
    await isPlayer(page)
    const first = (await token())!.value
    // Within 10 s of its expiry, by the browser's clock.
    await page.clock.setSystemTime(Date.now() + 12_000)
    await page.goto(`${site.url}/profile/history`)
    await isPlayer(page)
    await expect.poll(async () => (await token())?.value !== first, { timeout: 10_000 }).toBe(true)
    expect(await token()).toBeDefined()
    expect(page.url()).toBe(`${site.url}/profile/history`)
  },
)

longTest('a session ended elsewhere leads to the sign-in form', async () => {
  await signIn(demoPlayer.email)
  await isPlayer(page)
  await fetch(`${site.url}/api/player/sessions/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await token())!.value}` },
  })
  await page.goto(`${site.url}/profile/history`)
  await dialog('sign-in').locator('form').waitFor()
})
