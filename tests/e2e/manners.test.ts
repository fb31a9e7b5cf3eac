/**
 * Guarantees for visitors: the cookie notice covers nothing, a contact message arrives, and the verifier opens next to
 * the game.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  atRest,
  isAlive,
  phone,
  dialogOf,
  expectReadable,
  type Guest,
  inMotion,
  siteTest,
  noticeRead,
  plainPage,
} from '#tests/setup/visit.ts'
import { fund, registerPlayer, play, launchGame, startDeposit } from '../product/site-player.ts'

const { site, test, longTest } = siteTest({ SEED: 'false' })
const anyone: Guest = { viewport: { width: 360, height: 800 } }

// Shows: 2.6.8
test.for([
  ['/', 'en'],
  ['/ar', 'ar'],
  ['/contact', 'en'],
  ['/games/dice', 'en'],
] as const)(
  'on a phone at the first visit the cookie notice of %s covers nothing, is slim, and stays dismissed',
  async ([path, locale], { visit }) => {
    const { page } = await visit(path, { ...anyone, locale })
    const notice = page.locator('section:has(> p a[href$="/static/privacy"])')
    const { position, height } = await notice.evaluate((element) => ({
      position: getComputedStyle(element).position,
      height: element.getBoundingClientRect().height,
    }))
    expect(position).toBe('static')
    expect(height).toBeLessThanOrEqual(64)
    await notice.getByRole('button').click()
    await notice.waitFor({ state: 'hidden' })
    await page.reload()
    await page.locator('main h1').first().waitFor()
    expect(await notice.isVisible()).toBe(false)
  },
)

// Shows: 7.3.9
longTest('a contact message: errors are at their fields, input is kept, and it arrives', async ({ visit }) => {
  const { page } = await visit('/contact', anyone)
  await page.fill('[name=email]', 'guest@example')
  await page.fill('[name=message]', 'My withdrawal is on its way since Monday.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Value is not a valid email address').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  await page.fill('[name=email]', 'guest@example.com')
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/notification/communications'),
    page.getByRole('button', { name: 'Send message' }).click(),
  ])
  expect(answer.status()).toBe(200)
  await page.getByRole('status').getByText('guest@example.com').waitFor()
  await page.getByRole('button', { name: 'Send another message' }).click()
  for (let sent = 1; sent < 6; sent++) {
    await page.request.post(`${site.url}/api/notification/communications`, {
      data: { email: `other${sent}@example.com`, message: 'One more of them.' },
    })
  }
  await page.fill('[name=email]', 'guest@example.com')
  await page.fill('[name=message]', 'A sixth message within the hour')
  // The browser solves a proof of work, because others at the same address may have sent the earlier messages.
  const [refused] = await Promise.all([
    page.waitForResponse('**/api/notification/communications'),
    page.getByRole('button', { name: 'Send message' }).click(),
  ])
  expect((await refused.json()).error.name).toBe('captchaRequired')
  await page.getByRole('status').getByText('guest@example.com').waitFor()
})

longTest('the verifier opens next to the game, which continues', async ({ visit }) => {
  const { page, context } = await visit('/games/dice', anyone)
  await page
    .getByText(/^Try the demo/)
    .first()
    .click()
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: /fair/i }).first().click({ timeout: 20_000 })
  const [verifier] = await Promise.all([context.waitForEvent('page'), game.locator('a[href*="/rounds"]').click()])
  await verifier.waitForLoadState()
  expect(new URL(verifier.url()).pathname).toBe('/rounds')
  expect((await fetch(verifier.url())).status).toBe(200)
  await verifier.locator('h1').waitFor()
  expect(await game.locator('a[href*="/rounds"]').isVisible()).toBe(true)
})

// Shows: 10.29
longTest(
  'a link of the history opens a round in the site; its player reveals the seed and verifies the round there',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 2000)
    expect((await play(site, await launchGame(site, player))).status).toBe(200)
    const { page } = await visit('/ar/profile/history?tab=spins', {
      ...anyone,
      player,
      cookies: { ...noticeRead, theme: 'light' },
    })
    await page.getByRole('link', { name: 'تحقق', exact: true }).click()
    await page.waitForURL('**/ar/rounds/*')
    const html = page.locator('html')
    expect([await html.getAttribute('lang'), await html.getAttribute('data-theme')]).toEqual(['ar', 'light'])
    await page.locator('main h1').waitFor()
    await page.locator('header').first().getByRole('button').first().waitFor()
    await page.getByRole('button', { name: 'اكشف بذرتي الآن' }).click()
    await page.getByText('تم التحقق').waitFor()
    await page.goto(page.url().replace('/ar/', '/'))
    await page.getByRole('button', { name: 'Verify round' }).click()
    await page.getByText('Verified: this round was determined').waitFor()
    await page.getByText('€1.00', { exact: true }).first().waitFor()
    const old = await page.goto(
      `${site.url}/studio/verify?locale=de&round=${new URL(page.url()).pathname.split('/').at(-1)}`,
    )
    expect(old?.status()).toBe(200)
    expect(new URL(page.url()).pathname).toMatch(/^\/de\/rounds\//)
  },
)

/** Follows a link to this address as a visitor would, by clicking an element of the page. */
const follow = (page: Page, href: string) =>
  page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to })
    document.body.append(link)
    link.click()
    link.remove()
  }, href)

// Shows: 2.1.12
test('a new page begins at its top or at the anchor of its address; a topic of the FAQ leaves the page where it is', async ({
  visit,
}) => {
  const { page } = await visit('/static/terms', { viewport: { width: 360, height: 500 }, cookies: noticeRead })
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await page.evaluate(() => scrollTo(0, 700))
  await follow(page, '/questions')
  await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
  expect(await scrolled()).toBe(0)
  const anchor = (await (await fetch(`${site.url}/static/terms`)).text()).match(/<h2[^>]* id="([^"]+)"/g)!.at(-1)!
  const id = /id="([^"]+)"/.exec(anchor)![1]!
  await follow(page, `/static/terms#${id}`)
  await page.locator(`[id="${id}"]`).waitFor()
  await expect.poll(scrolled).toBeGreaterThan(500)
  await page.goto(`${site.url}/questions`)
  await atRest(page)
  await page.evaluate(() => scrollTo(0, 60))
  await follow(
    page,
    await page
      .locator('main nav a[href^="/questions/"]')
      .first()
      .evaluate((link) => (link as HTMLAnchorElement).href),
  )
  await page.waitForURL('**/questions/*')
  expect(await scrolled()).toBe(60)
})

longTest(
  'a profile page read on before hydration stays where it is; its tab is in view, left to right or right to left',
  async ({ enter }) => {
    const context = await enter({ ...phone, player: await registerPlayer(site), cookies: noticeRead })
    for (const prefix of ['', '/ar']) {
      const page = await context.newPage()
      let isHydrated = () => {}
      const wait = new Promise<void>((resolve) => (isHydrated = resolve))
      await page.route('**/assets/*.js', async (route) => {
        await wait
        await route.continue()
      })
      await page.goto(`${site.url}${prefix}/profile/security`, { waitUntil: 'domcontentloaded' })
      await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
      isHydrated()
      await isAlive(page)
      await expect.poll(() => page.locator('main nav ul').evaluate((row) => row.scrollLeft)).not.toBe(0)
      expect(await page.evaluate(() => scrollY)).toBe(300)
      const { left, right } = await page
        .locator('main nav [aria-current]')
        .evaluate((tab) => tab.getBoundingClientRect().toJSON() as DOMRect)
      expect((left + right) / 2).toBeCloseTo(180, -1)
      await page.close()
    }
  },
)

longTest('the link back to a game moves no tab of the profile, is in view and reached by Tab', async ({ enter }) => {
  const player = await registerPlayer(site)
  for (const [width, prefix] of [
    [360, '/ar'],
    [768, '/de'],
    [1440, ''],
  ] as const) {
    const context = await enter({ viewport: { width, height: 800 }, player, cookies: noticeRead })
    await context.addInitScript(() => {
      try {
        sessionStorage.returnGame = '/games/dice?play=real'
      } catch {
        // An empty page has no storage.
      }
    })
    const page = await context.newPage()
    let isHydrated = () => {}
    const wait = new Promise<void>((resolve) => (isHydrated = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await wait
      await route.continue()
    })
    await page.goto(`${site.url}${prefix}/profile/info`, { waitUntil: 'domcontentloaded' })
    const boxes = () =>
      page.locator('main nav li, main h1').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()))
    await page.evaluate(() => document.fonts.ready)
    const before = await boxes()
    const link = page.locator('main nav a[href="/games/dice?play=real"]')
    expect(await link.count()).toBe(0)
    isHydrated()
    await link.waitFor()
    await atRest(page)
    expect(await boxes(), `${width} px`).toEqual(before)
    await page.locator('main nav li a').last().focus()
    await page.keyboard.press('Tab')
    const isInView = () =>
      link.evaluate((each) => {
        const { left, top, width, height } = each.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const isShown = left >= 0 && left + width <= innerWidth && each.contains(document.elementFromPoint(x, y))
        return isShown && each === document.activeElement
      })
    await expect.poll(isInView, { message: `${width} px` }).toBe(true)
    await context.close()
  }
})

// Shows: 8.7.3, 9.8.1, 9.10.2
test('alerts are 300 px wide, enter and leave within 300 ms, and a CSS property has 1 % of the height', async ({
  visit,
}) => {
  const player = await registerPlayer(site)
  const { page } = await visit('/profile/security', { ...inMotion, player, cookies: noticeRead })
  const unit = await page.evaluate(() => parseFloat(getComputedStyle(document.body).getPropertyValue('--vh')) * 100)
  expect(unit).toBeCloseTo(await page.evaluate(() => innerHeight), 1)
  await page.getByRole('button', { name: 'Resend link' }).click()
  const alert = page.locator('[data-tone][role=status]').last()
  await alert.waitFor()
  const styles = await alert.evaluate((element) => [
    (element as HTMLElement).offsetWidth,
    getComputedStyle(element).animationDuration,
  ])
  expect(styles).toEqual([300, '0.3s'])
  const leaving = await alert.evaluate((element) => {
    element.setAttribute('data-leaving', '')
    return getComputedStyle(element).transitionDuration
  })
  expect(new Set(leaving.split(', '))).toEqual(new Set(['0.3s']))
})

// Shows: 7.2.5
longTest(
  'without any interaction a page connects, and loads the studios and the fields of the registration',
  async ({ enter }) => {
    const page = await (await enter({ cookies: noticeRead })).newPage()
    const read = (path: string) => page.waitForResponse((answer) => answer.url() === site.url + path && answer.ok())
    await Promise.all([
      page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/connection/websocket')),
      read('/api/game/providers'),
      read('/api/player/fields/validations?scenario=registration'),
      page.goto(site.url + plainPage),
    ])
  },
)

// Shows: 9.10.3
longTest('linked pages are prefetched, but not with data saver or on slow 2G', async ({ enter }) => {
  const prefetches = async (connection: object) => {
    const page = await (await enter({ cookies: noticeRead })).newPage()
    await page.addInitScript((held) => Object.defineProperty(navigator, 'connection', { value: held }), connection)
    await page.goto(`${site.url}${plainPage}`)
    await atRest(page)
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname))
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/tournaments' })
      document.body.append(link)
      link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    })
    await atRest(page)
    return requestedUrls.includes('/api/retention/tournaments')
  }
  expect(await prefetches({ effectiveType: '4g' })).toBe(true)
  expect(await prefetches({ effectiveType: '4g', saveData: true })).toBe(false)
  expect(await prefetches({ effectiveType: 'slow-2g' })).toBe(false)
  expect(await prefetches({ effectiveType: '2g' })).toBe(false)
})

// Shows: 2.5.1, 2.5.2, 9.6.3
longTest(
  'the wallet has tabs unless it was opened for a deposit, and from 768 px its first method is chosen',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    const guest = { player, cookies: noticeRead }
    const { page } = await visit(`${plainPage}?wallet=withdraw`, { ...guest, viewport: { width: 767, height: 900 } })
    const wallet = dialogOf(page, 'wallet')
    const tabs = wallet.getByRole('tablist', { name: 'Wallet' }).getByRole('tab')
    await wallet.getByRole('heading', { name: 'Withdrawal', level: 2 }).waitFor()
    expect(await tabs.allTextContents()).toEqual(['Deposit', 'Withdraw'])
    await tabs.first().click()
    await wallet.getByRole('heading', { name: 'Deposit', level: 2 }).waitFor()
    expect(await tabs.count()).toBe(2)
    await page.goto(`${site.url}${plainPage}?wallet=deposit`)
    const methods = wallet.getByRole('list', { name: 'Methods' })
    await methods.waitFor()
    expect([await tabs.count(), await wallet.locator('[type=submit]').count()]).toEqual([0, 0])
    await methods.getByRole('button').first().click()
    await wallet.locator('[type=submit]').waitFor()
    expect(await methods.count()).toBe(0)
    await page.setViewportSize({ width: 768, height: 900 })
    await page.reload()
    await wallet.locator('[type=submit]').waitFor()
    expect(await methods.getByRole('button').first().getAttribute('aria-pressed')).toBe('true')
  },
)

// Shows: 2.5.11, 9.8.2
test('copying is confirmed for two seconds by a tooltip', async ({ visit }) => {
  const player = await registerPlayer(site)
  const { body } = await startDeposit(player, 2500, { method: 'sandbox.voucher' })
  const { page } = await visit(`${plainPage}?deposit-pending=${body.invoiceId}`, {
    player,
    cookies: noticeRead,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const dialog = dialogOf(page, 'deposit-pending')
  const copy = dialog.getByRole('button', { name: 'Copy number' })
  const tooltip = dialog.locator('output', { hasText: 'Copied' })
  await copy.waitFor()
  // The clock is stopped, because on a busy machine the two seconds could pass between two steps of this test.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await copy.click()
  await expect.poll(() => tooltip.isVisible()).toBe(true)
  await page.clock.runFor(1900)
  expect(await tooltip.isVisible()).toBe(true)
  await page.clock.runFor(200)
  await expect.poll(() => tooltip.count()).toBe(0)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{12}$/)
})

test('a printed list of transactions has its heading, its kind and its entries, and no controls', async ({ visit }) => {
  const player = await registerPlayer(site)
  await fund(player, 2000)
  const { page } = await visit('/profile/history', { ...anyone, player, cookies: noticeRead })
  await page.getByRole('listitem').filter({ hasText: '+€20.00' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const seen = (selector: string) => page.locator(selector).filter({ visible: true }).allTextContents()
  expect(await seen('nav, button:not([role=tab]), summary:has-text("Filters")')).toEqual([])
  expect(await seen('[role=tab]')).toEqual(['Ledger'])
  expect(await seen('main h1')).toEqual(['History'])
  await page.getByRole('listitem').filter({ hasText: '+€20.00' }).waitFor()
})

test('printed terms are one article with dark text in every theme, and reader modes find its parts', async ({
  visit,
}) => {
  const { page } = await visit('/static/terms', { ...anyone, cookies: { ...noticeRead, theme: 'contrast' } })
  const article = page.locator('main article')
  expect(await article.locator('h1').count()).toBe(1)
  expect(await article.locator('time[datetime]').count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('header, footer, nav, aside, [data-notice]')]
      .filter((part) => part.checkVisibility() && !part.closest('main'))
      .map((part) => part.outerHTML.slice(0, 80)),
  )
  expect(shown).toEqual([])
  await expectReadable(page)
  const { background, color } = await article.evaluate((element) => ({
    background: getComputedStyle(document.documentElement).backgroundColor,
    color: getComputedStyle(element).color,
  }))
  expect([background, color]).toEqual(['oklch(1 0 0)', 'oklch(0.15 0 0)'])
})
