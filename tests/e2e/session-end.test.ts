/** How a session ends on an open page: at once everywhere, on the right page, and without rejected calls. */
import { createHash, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { issueAccessToken } from '#server/identity/sessions/access-token.ts'
import { sampled } from '#tests/setup/length.ts'
import { plainHost } from '#tests/setup/browser.ts'
import { atRest, dialogOf, siteTest, isAlive, isGuest, isPlayer, noticeRead, plainPage } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import { registerPlayer, secretOf, type SitePlayer } from '../product/site-player.ts'

const { site, test, longTest } = siteTest({ SEED: 'false' })

/** Every 401 response to any page of the context. */
function countRefused(context: BrowserContext): string[] {
  const refused: string[] = []
  context.on('response', (answer) => {
    if (answer.status() === 401) refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`)
  })
  return refused
}
const signOut = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('#user-nav li:last-child button')!.click())
const address = (page: Page) => page.url().slice(site.url.length)

const signOuts = [
  ['/profile/info', '/'],
  ['/profile/security', '/'],
  ['/profile/limits', '/'],
  ['/profile/bonuses', '/'],
  ['/de/profile/history', '/de'],
  ['/ar/profile/wallet?wallet=deposit', '/ar'],
] as const

// Shows: 4.4.2, ASVS 7.4.4, ASVS 14.3.1, pair sign-out/second tab
longTest.for(sampled(signOuts, 1))(
  'signing out on %s ends at %s, in this tab and in another, without a refused call',
  async ([path, home], { visit }) => {
    const player = await registerPlayer(site)
    const { context, page } = await visit(path, { player, cookies: noticeRead })
    const other = await context.newPage()
    await other.goto(site.url + path)
    await isPlayer(other)
    await atRest(other)
    const refused = countRefused(context)
    const closed = context.waitForEvent('response', (answer) => answer.url().endsWith('/sessions/logout'))
    await signOut(page)
    expect((await closed).status()).toBe(200)
    await isGuest(page)
    await isGuest(other)
    await expect.poll(() => [address(page), address(other)]).toEqual([home, home])
    await atRest(page)
    await atRest(other)
    // This is longer than the delay after which a closed connection checks its session.
    await page.waitForTimeout(1500)
    expect(refused).toEqual([])
    expect([await dialogOf(page, 'sign-in').count(), await dialogOf(other, 'sign-in').count()]).toEqual([0, 0])
    expect((await context.cookies()).find(({ name }) => name === 'access_token')).toBeUndefined()
  },
)

// Shows: 4.4.2, 6.1.1
test.for(sampled(['/', '/profile/info'], 1))(
  'a session that ends in another tab before %s is hydrated leaves a page for guests, without an error',
  async (path, { enter }) => {
    const context = await enter({ player: await registerPlayer(site), cookies: noticeRead })
    const page = await context.newPage()
    const signedOut = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => signedOut.promise.then(() => route.continue()))
    await page.goto(site.url + path, { waitUntil: 'commit' })
    await page.locator('[popovertarget=user-nav]').waitFor()
    await context.clearCookies({ name: 'access_token' })
    signedOut.resolve()
    await isGuest(page)
    await isAlive(page)
    await atRest(page)
    expect(address(page)).toBe('/')
  },
)

// Shows: attack 72, change 42
longTest(
  "Back to a player's page after the sign-out asks for a sign-in at the address of the page that is shown",
  async ({ visit }) => {
    const { page } = await visit('/profile/info', { player: await registerPlayer(site), cookies: noticeRead })
    await signOut(page)
    await isGuest(page)
    await expect.poll(() => address(page)).toBe('/')
    await page.goBack()
    await dialogOf(page, 'sign-in').locator('form').waitFor()
    expect(address(page)).toBe('/?sign-in=true')
  },
)

const endAtServer = (token: string) =>
  fetch(`${site.url}/api/player/sessions/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })

// Shows: 6.5.2
longTest('a session closed by the server opens sign-in over the page, which keeps its query', async ({ visit }) => {
  const player = await registerPlayer(site)
  const { page } = await visit('/?search=fox', { player, cookies: noticeRead })
  await isPlayer(page)
  await endAtServer(player.token)
  await dialogOf(page, 'sign-in').locator('form').waitFor()
  await isGuest(page)
  expect(address(page)).toBe('/?search=fox&sign-in=true')
})

longTest("on a player's page it leads to sign-in on the home page, with the query", async ({ visit }) => {
  const player = await registerPlayer(site)
  const { page } = await visit('/de/profile/history?tab=spins', { player, cookies: noticeRead })
  await endAtServer(player.token)
  await dialogOf(page, 'sign-in').locator('form').waitFor()
  await expect.poll(() => address(page)).toBe('/de?tab=spins&sign-in=true')
})

// Shows: 6.5.3
test('a page loaded with an ended session leads to sign-in, and removes the session', async ({ enter }) => {
  const player = await registerPlayer(site)
  await endAtServer(player.token)
  const context = await enter({ player, cookies: noticeRead })
  const page = await context.newPage()
  await page.goto(`${site.url}/games/dice?play=demo`)
  await dialogOf(page, 'sign-in').locator('form').waitFor()
  expect(address(page)).toBe('/?play=demo&sign-in=true')
  expect((await context.cookies()).find(({ name }) => name === 'access_token')).toBeUndefined()
})

/** Returns a token of the player that has expired while its session has not. */
function expiredToken({ token }: SitePlayer): Promise<string> {
  const { sub, sid, gen } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  return issueAccessToken(
    { settings: { secret: secretOf(site), accessTokenSeconds: 600 } },
    { playerId: sub, sessionId: sid, generation: gen, issuedAt: new Date(Date.now() - 700_000) },
  )
}

// Shows: 4.4.3
test('on a device with a slow clock an expired token is refreshed: the player stays signed in', async ({ enter }) => {
  const player = await registerPlayer(site)
  const context = await enter({ player: { token: await expiredToken(player) }, cookies: noticeRead })
  await context.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() - 3_600_000
  })
  const refused = countRefused(context)
  const page = await context.newPage()
  await page.goto(site.url + plainPage)
  await isAlive(page)
  const read = page.waitForResponse('**/messenger/messages?*')
  await page.locator('[popovertarget=notifications]').click()
  expect((await read).status()).toBe(200)
  await isPlayer(page)
  expect(refused).toEqual([])
})

// Shows: 7.3.2
test('a mailed sign-in link works in a browser whose last session has ended, unknown to its expired token', async ({
  enter,
}) => {
  const player = await registerPlayer(site)
  const token = await expiredToken(player)
  await endAtServer(player.token)
  const code = randomUUID()
  await ask(
    site,
    `INSERT INTO identity.link_codes (code_hash, purpose, player_id, created_at, expires_at) VALUES ($1, 'autologin', $2, now(), now() + interval '5 minutes')`,
    [createHash('sha256').update(code).digest(), player.id],
  )
  const context = await enter({ player: { token }, cookies: noticeRead })
  const page = await context.newPage()
  const query = new URLSearchParams({ token: code, state: JSON.stringify({ backRoute: '/profile/history' }) })
  await page.goto(`${site.url}/auth/autologin?${query}`)
  await page.waitForURL(`${site.url}/profile/history`)
  await isAlive(page)
  await atRest(page)
  await isPlayer(page)
  expect(address(page)).toBe('/profile/history')
})

// Shows: 2.1.17, 8.8.1
longTest(
  'an unhandled error shows the error page, which links home; one of an extension or of a session does not',
  async ({ enter: _enter }) => {
    const context = await site.browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${site.url}/contact?page=2&sign-in=true`)
    await dialogOf(page, 'sign-in').locator('form').waitFor()
    await page.evaluate(() => {
      const foreign = Object.assign(new Error('theirs'), { stack: 'Error\n at f (chrome-extension://abc/x.js:1:1)' })
      void Promise.reject(foreign)
    })
    await page.waitForTimeout(100)
    expect(await page.locator('[name=message]').count()).toBe(1)
    // Without a connection no error shows the error page, because its text could not be loaded.
    await context.setOffline(true)
    await page.evaluate(() => void Promise.reject(new Error('not loaded')))
    await page.waitForTimeout(100)
    expect(await page.locator('[name=message]').count()).toBe(1)
    await context.setOffline(false)
    await page.evaluate(() => void Promise.reject(new Error('nobody caught this')))
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await dialogOf(page, 'sign-in').waitFor({ state: 'detached' })
    expect([address(page), await page.title()]).toEqual(['/contact?page=2', 'Something went wrong · Fairhouse'])
    await page.getByRole('link', { name: 'Homepage' }).click()
    await page.waitForURL(`${site.url}/`)
    await isAlive(page)
    await page.evaluate(() => setTimeout(() => { throw new Error('thrown in a timer') })) // prettier-ignore
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await context.close()
  },
)

longTest('a page whose realtime script does not arrive stays, and connects once it does', async ({ enter }) => {
  const player = await registerPlayer(site)
  const context = await enter({ player })
  let refused = 0
  await context.route(/\/begin-live-[^/]*\.js/, (route) => (refused++ === 0 ? route.abort() : route.continue()))
  const page = await context.newPage()
  const connected = page.waitForEvent('websocket', { timeout: 30_000 })
  await page.goto(`${site.url}/static/about`)
  await connected
  expect(refused).toBeGreaterThan(1)
  expect(await page.getByRole('heading', { name: 'Something went wrong' }).count()).toBe(0)
})

longTest('signing out ends the session in a browser that blocks its storage', async ({ enter }) => {
  const player = await registerPlayer(site)
  const context = await enter({ player, cookies: noticeRead })
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  const page = await context.newPage()
  await page.goto(site.url + plainPage)
  await isPlayer(page)
  await atRest(page)
  const closed = context.waitForEvent('response', (answer) => answer.url().endsWith('/sessions/logout'))
  await signOut(page)
  expect((await closed).status()).toBe(200)
  await isGuest(page)
  expect((await context.cookies()).find(({ name }) => name === 'access_token')).toBeUndefined()
})

longTest('over plain http, where a page has no WebCrypto, a round is recalculated', async ({ enter }) => {
  const context = await enter()
  const page = await context.newPage()
  await page.goto(`${site.url.replace('localhost', plainHost)}/rounds`)
  await atRest(page)
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined'])
  await page.locator('[name=game]').selectOption('dice')
  await page.fill('[name=server]', 'a server seed')
  await page.fill('[name=client]', 'mine')
  await page.locator('main form [type=submit]').click()
  await page.getByText(createHash('sha256').update('a server seed').digest('hex')).first().waitFor()
})
