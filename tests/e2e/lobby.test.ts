/** The lobby and the games for a visitor: before scripts, on a phone, right to left, and from demo to real play. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Lobby } from '#contract/games.ts'
import {
  atRest,
  desktop,
  dialogOf,
  expectReadable,
  type Guest,
  siteTest,
  isAlive,
  noticeRead,
  phone,
  plainPage,
} from '#tests/setup/visit.ts'
import { launchGame, registerPlayer, send } from '../product/site-player.ts'

const { site, test, longTest } = siteTest()
const sidewaysOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

longTest('search, categories, links and pictures work without scripts', async ({ enter }) => {
  const page = await (await enter({ ...phone, seesPictures: true, javaScriptEnabled: false })).newPage()
  await page.goto(site.url)
  const last = page.locator('#track-new article img:visible').last()
  await last.scrollIntoViewIfNeeded()
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await page.locator('main img[data-src]:visible').count()).toBe(0)
  await page.click('[data-bar] a[href$="#search"]')
  await page.fill('main #search', 'fox')
  await page.press('main #search', 'Enter')
  expect(await page.locator('main article').count()).toBe(1)
  await page.click('main article a')
  expect(new URL(page.url()).pathname).toBe('/games/glacier-fox')
  expect(await page.locator('h1').textContent()).toBe('Glacier Fox')
  const categories = await page.goto(`${site.url}/categories?search=a`)
  expect(new URL(categories!.url()).pathname + new URL(categories!.url()).search).toBe('/categories/popular?search=a')
})

test('the part of the lobby below the first screen of a phone is laid out before scripts run, and hydration does not change the height of its tiles', async ({
  enter,
}) => {
  const page = await (await enter(phone)).newPage()
  await page.addInitScript(() => {
    const heights = () =>
      [...document.querySelectorAll('#track-popular > li, #track-new > li')].map(
        (tile) => tile.getBoundingClientRect().height,
      )
    addEventListener('DOMContentLoaded', () =>
      Object.assign(self, {
        first: heights(),
        left: document.querySelectorAll('[data-below]').length,
        heights,
      }),
    )
  })
  // The request for a script is never answered.
  await page.route('**/assets/*.js', () => undefined)
  await page.goto(site.url, { waitUntil: 'commit' })
  await page.locator('html[data-shown]').waitFor({ state: 'attached' })
  const { first, now, waited, left } = await page.evaluate(() => {
    const kept = self as unknown as { first: number[]; heights: () => number[]; left: number }
    const remaining = document.querySelectorAll('[data-below]').length
    return { first: kept.first, now: kept.heights(), waited: kept.left, left: remaining }
  })
  expect(waited).toBeGreaterThan(5)
  expect(left).toBe(0)
  for (const [index, height] of now.entries()) expect(Math.abs(height - first[index]!)).toBeLessThan(2)
  expect(await page.getByRole('heading', { name: 'Live bets' }).isVisible()).toBe(true)
})

test('a page that a browser extension has changed before hydration is rendered again without the error page', async () => {
  const page = await site.browser.newPage()
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.route(site.url + plainPage, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/(<h1[^>]*>)/, '$1<font>changed</font>') })
  })
  await page.goto(site.url + plainPage)
  await isAlive(page)
  await expect.poll(() => page.locator('h1').allTextContents()).toEqual(['About Fairhouse'])
  expect(logged.join()).toContain('React error')
  await page.close()
})

// Shows: 9.10.1
longTest(
  'pictures are fetched within 400 px of the visible part of the page or of a row, and no sooner',
  async ({ visit }) => {
    const { page } = await visit('/', { viewport: { width: 700, height: 500 }, seesPictures: true })
    const distances = () =>
      page.locator('main img[data-src]').evaluateAll((images) => {
        const beyond = (start: number, end: number, least: number, most: number) =>
          Math.max(start - most, least - end, 0)
        return images.map((image) => {
          const { left, right, top, bottom } = image.getBoundingClientRect()
          const row = image.closest('ul')!.getBoundingClientRect()
          const across = beyond(left, right, Math.max(row.left, 0), Math.min(row.right, innerWidth))
          const distance = Math.max(across, beyond(top, bottom, 0, innerHeight))
          return { distance, isFetched: image.hasAttribute('src') }
        })
      })
    const isFarFromEdge = ({ distance }: { distance: number }) => Math.abs(distance - 400) > 5
    const unexpected = async () =>
      (await distances()).filter(isFarFromEdge).filter(({ distance, isFetched }) => isFetched !== distance < 400)
    expect((await distances()).filter(({ isFetched }) => !isFetched).length).toBeGreaterThan(2)
    await expect.poll(unexpected).toEqual([])
    // The row is 300 px below the visible part: its first pictures are fetched, those further along are not.
    await page.evaluate(() => {
      const { top } = document.querySelector('#track-new')!.getBoundingClientRect()
      scrollTo(0, scrollY + top - innerHeight - 300)
    })
    await expect.poll(unexpected).toEqual([])
    expect((await distances()).filter(({ isFetched }) => isFetched).length).toBeGreaterThan(0)
    for (const picture of await page.locator('main img[data-src]').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    }
  },
)

// A press aimed at what is below a rail would miss it if the rail changed its height as it is filled.
test.for([
  ['/de', 'wide'],
  ['/fr-CA', 'wide'],
  ['/', 'phone'],
] as const)(
  'the lobby at %s, on a %s screen, keeps its height while its rails are filled',
  async ([path, size], { enter }) => {
    const guest = size === 'phone' ? phone : { viewport: { width: 1440, height: 900 } }
    const page = await (await enter(guest)).newPage()
    const waiting = page.waitForEvent('request', (request) => /lower-lobby[^/]*\.js$/.test(request.url()))
    await page.goto(site.url + path)
    await isAlive(page)
    await page.locator('html[data-shown]').waitFor({ state: 'attached' })
    const placeholders = page.locator('main section > ul > li [aria-hidden=true] > span:first-child:empty')
    const tops = () =>
      page
        .locator('main section')
        .evaluateAll((all) =>
          Object.fromEntries(
            all.map((each) => [
              each.getAttribute('aria-labelledby') ?? each.className,
              Math.round(each.getBoundingClientRect().top + scrollY),
            ]),
          ),
        )
    const before = await tops()
    expect(Object.keys(before).length).toBeGreaterThan(8)
    expect(await placeholders.count()).toBeGreaterThan(8)
    for (const rail of await page.locator('section[aria-labelledby^=rail-]').all()) await rail.scrollIntoViewIfNeeded()
    await waiting
    await expect.poll(() => placeholders.count()).toBe(0)
    await atRest(page)
    const after = await tops()
    const moved = Object.keys(before).filter((part) => after[part] !== before[part])
    expect(moved.map((part) => `${part}: ${before[part]} to ${after[part]}`)).toEqual([])
  },
)

test('the code of the sections below the games is loaded at the first interaction, and they work then', async ({
  enter,
}) => {
  const page = await (await enter(phone)).newPage()
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  const chunks = () => requestedUrls.filter((url) => /lower-lobby[^/]*\.js$/.test(url)).length
  await page.goto(site.url)
  await isAlive(page)
  await page.waitForLoadState('networkidle')
  expect(chunks()).toBe(0)
  const feed = page.locator('section[aria-labelledby=live-bets]')
  await feed.scrollIntoViewIfNeeded()
  await expect.poll(chunks).toBe(1)
  await feed.locator('[aria-busy]').waitFor({ state: 'detached' })
  await feed.locator('header button').click()
  expect(await feed.locator('header button').getAttribute('aria-pressed')).toBe('true')
})

test('/ opens the search on any page; results follow the text, misspelled or not, and the focus stays', async ({
  enter,
}) => {
  const page = await (await enter()).newPage()
  await page.goto(`${site.url}/static/about`)
  await isAlive(page)
  await page.keyboard.press('/')
  await page.keyboard.type('lantrn')
  await expect
    .poll(() => page.locator('main article h3, main article a').first().textContent(), patient)
    .toContain('Lantern')
  await page.keyboard.type(' harbour')
  await expect.poll(() => new URL(page.url()).searchParams.get('search'), patient).toBe('lantrn harbour')
  await expect.poll(() => page.locator('main article').count()).toBe(1)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/static/about')
  await expect.poll(() => page.locator('header input[type=search]').inputValue()).toBe('')
})

longTest('an empty search offers what was searched for before in this tab', async ({ enter }) => {
  const page = await (await enter({ cookies: noticeRead })).newPage()
  await page.goto(`${site.url}/static/about`)
  await isAlive(page)
  const input = page.locator('header input[type=search]')
  await input.fill('black jack')
  await page.locator('main article').filter({ hasText: 'Blackjack' }).first().waitFor()
  await expect.poll(() => page.evaluate(() => sessionStorage.recentSearches ?? '')).toContain('black jack')
  await input.fill('')
  await page.getByRole('navigation', { name: 'Recent searches' }).getByRole('link', { name: 'black jack' }).click()
  await page.getByRole('heading', { name: 'Results for “black jack”' }).waitFor()
  await expectReadable(page, { within: 'main' })
})

test('unknown pages get 404, in every language', async () => {
  for (const path of [
    '/games/nothing',
    '/categories/nothing',
    '/static/nothing',
    '/ar/games/nothing',
    '/nothing/at/all',
  ]) {
    expect((await fetch(site.url + path)).status, path).toBe(404)
  }
})

test('on a wide screen the sections of the lobby are below each other, each as wide as the page', async ({ enter }) => {
  const page = await (await enter({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(site.url)
  const parts = await page.locator('main > div > *').evaluateAll((all) =>
    all
      .map((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect()
        return { left, right, top, bottom }
      })
      .filter(({ left, right }) => right > left),
  )
  expect(parts.length).toBeGreaterThan(1)
  for (const [index, { left, right, top }] of parts.entries()) {
    expect([left, right]).toEqual([parts[0]!.left, parts[0]!.right])
    expect(top).toBeGreaterThanOrEqual(index === 0 ? 0 : parts[index - 1]!.bottom)
  }
})

test('six tiles are above the fold on a phone, and no page scrolls sideways, including in Arabic', async ({
  enter,
}) => {
  const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
  for (const path of ['/', '/ar', '/ar/categories/slots', '/de/games/ember-forge', '/questions', '/contact']) {
    await page.goto(site.url + path)
    expect(await sidewaysOf(page), path).toBeLessThanOrEqual(0)
  }
  await page.goto(site.url)
  const inView = await page.locator('main article').evaluateAll(
    (tiles) =>
      tiles.filter((tile) => {
        const box = tile.getBoundingClientRect()
        return box.top < innerHeight - 64 && box.right <= innerWidth && box.left >= 0
      }).length,
  )
  expect(inView).toBeGreaterThanOrEqual(6)
  expect(
    await page
      .locator('main h1')
      .evaluate((heading) => heading.closest('section')!.getBoundingClientRect().height / innerHeight),
  ).toBeLessThanOrEqual(0.35)
})

// Shows: 1.2.6, 4.1.1
longTest(
  'a guest who starts real play signs in and the game opens; the heart adds it to the favourites',
  async ({ enter }) => {
    const page = await (await enter()).newPage()
    await page.goto(`${site.url}/games/lantern-harbor`)
    await isAlive(page)
    await page.getByText('Play for real').click()
    const dialog = dialogOf(page, 'sign-in')
    await dialog.locator('[name=login]').fill('demo@fairhouse.example')
    await dialog.locator('[type=password]').fill('open-the-house')
    await dialog.locator('[type=submit]').click()
    await page.frameLocator('main iframe').getByRole('button', { name: 'Spin' }).waitFor({ timeout: 20_000 })
    await expect.poll(() => page.getByText('Net since').count()).toBe(1)
    const heart = page.getByRole('button', { name: 'Favourite: Lantern Harbour' }).first()
    // The heart fills before the server has answered.
    await Promise.all([page.waitForResponse('**/favorite'), heart.click()])
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await page.goto(`${site.url}/favorites`)
    expect(await page.locator('main article').count()).toBe(1)
  },
)

// Shows: ASVS 3.5.4
test('a game in its frame can read neither the page nor its cookies', async ({ enter }) => {
  const page = await (await enter()).newPage()
  await page.goto(`${site.url}/games/dice?play=demo`)
  const frame = page.locator('main iframe')
  await frame.waitFor()
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox')
  const inside = (await (await frame.elementHandle()).contentFrame())!
  await page.frameLocator('main iframe').getByRole('button', { name: 'Roll' }).waitFor({ timeout: 20_000 })
  expect(await inside.evaluate(() => origin)).toBe('null')
  await expect(inside.evaluate(() => document.cookie)).rejects.toThrow(/sandboxed/)
  await expect(inside.evaluate(() => window.parent.document.title)).rejects.toThrow(/cross-origin|Blocked/)
})

/** The usual timeout is too short for hydration on a busy machine. */
const patient = { timeout: 20_000 }

// Shows: 2.6.7
longTest(
  'a player who leaves a real-money game has a link back to it, until they close the game',
  async ({ enter }) => {
    const page = await (await enter()).newPage()
    const session = await page.request.post(`${site.url}/api/player/sessions`, {
      data: { login: 'demo@fairhouse.example', password: 'open-the-house' },
    })
    const { accessToken } = (await session.json()) as { accessToken: string }
    await page.context().addCookies([{ name: 'access_token', value: accessToken, url: site.url }])
    const returnGame = () => page.evaluate(() => sessionStorage.getItem('returnGame'))
    await page.goto(`${site.url}/games/tidepool?play=real`)
    await expect.poll(returnGame, patient).toBe('/games/tidepool?play=real')
    await page.goto(`${site.url}/profile/wallet`)
    await page.getByRole('link', { name: 'Back to game' }).waitFor()
    await page.goto(`${site.url}/?deposit-success=true`)
    await page.getByRole('dialog').getByRole('link', { name: 'Back to game' }).click()
    await page.frameLocator('main iframe').getByRole('button', { name: 'Spin' }).waitFor({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Leave game' }).click()
    await expect.poll(returnGame, patient).toBeNull()
  },
)

// Shows: 2.6.6
test("a phone's drawer locks the page behind it", async ({ enter }) => {
  const small = await (await enter(phone)).newPage()
  await small.goto(site.url)
  const overflow = () => small.evaluate(() => getComputedStyle(document.documentElement).overflowY)
  expect(await overflow()).not.toBe('hidden')
  await small.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect.poll(overflow, patient).toBe('hidden')
  await small.getByRole('button', { name: 'Close menu' }).click()
  await expect.poll(overflow, patient).not.toBe('hidden')
})

// Shows: 2.6.6
test('the compact state of the rail is kept', async ({ enter }) => {
  const wide = await (await enter({ viewport: { width: 1440, height: 900 } })).newPage()
  await wide.goto(site.url)
  await wide.getByRole('button', { name: 'Compact menu' }).click()
  const drawer = () => wide.evaluate(() => document.documentElement.dataset.drawer)
  await expect.poll(drawer, patient).toBe('compact')
  await wide.reload()
  expect(await drawer()).toBe('compact')
})

longTest("language and theme are in the header's menu and the drawer", async ({ enter }) => {
  const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)
  const open = async (guest: Guest, menu: string) => {
    const page = await (await enter(guest)).newPage()
    await page.goto(`${site.url}${plainPage}`)
    await isAlive(page)
    await page.locator(`header [popovertarget="${menu}"]`).click()
    return { page, panel: page.locator(`#${menu}`) }
  }
  for (const [guest, menu] of [
    [desktop, 'display'],
    [{ viewport: { width: 768, height: 1024 } }, 'drawer'],
    [{ player: await registerPlayer(site) }, 'user-nav'],
  ] as const) {
    const { page, panel } = await open(guest, menu)
    await panel.getByRole('button', { name: 'Light' }).click()
    expect(await theme(page)).toBe('light')
    await expectReadable(page, { within: `#${menu}` })
    await panel.getByRole('link', { name: 'Deutsch' }).click()
    await page.waitForURL(`**/de${plainPage}`)
    expect(await theme(page)).toBe('light')
  }
})

longTest(
  'a browser of another language is offered it in that language until it is taken or dismissed, without a redirect',
  async ({ enter }) => {
    const offer = (page: Page) => page.locator('aside[lang=de]')
    const german = { locale: 'de-AT' } as const
    const notices = (page: Page) => page.locator('[data-notice]:visible, aside[lang]:visible')
    const first = await (await enter({ ...phone, ...german })).newPage()
    await first.goto(`${site.url}${plainPage}`)
    expect(new URL(first.url()).pathname).toBe(plainPage)
    expect(await notices(first).count()).toBe(1)
    await offer(first).getByRole('button', { name: 'Ausblenden' }).click()
    await offer(first).waitFor({ state: 'hidden' })
    await first.locator('[data-notice=cookies]').waitFor()
    await first.reload()
    expect(await offer(first).isVisible()).toBe(false)

    const second = await (await enter(german)).newPage()
    await second.goto(`${site.url}${plainPage}?tab=one`)
    await expectReadable(second)
    await offer(second).getByRole('link', { name: 'Diese Website gibt es auch auf Deutsch' }).click()
    await second.waitForURL(({ pathname, search }) => pathname + search === `/de${plainPage}?tab=one`)
    expect(await second.locator('html').getAttribute('lang')).toBe('de')
    await second.goto(`${site.url}${plainPage}`)
    expect(new URL(second.url()).pathname).toBe(`/de${plainPage}`)
    expect(await second.locator('aside:visible').count()).toBe(0)
  },
)

longTest(
  'a new player is welcomed for the first time and reminded of an unconfirmed address; alerts cover no control',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    const asked = await (await enter({ ...desktop, player, locale: 'de-AT' })).newPage()
    await asked.goto(site.url)
    for (const close of ['Ausblenden', 'OK']) {
      await expect.poll(() => asked.locator('[data-notice]:visible, aside[lang]:visible').count()).toBe(1)
      await asked.getByRole('button', { name: close, exact: true }).click()
    }
    await asked.locator('[data-notice=email]').waitFor()
    const quiet = { ...noticeRead, 'language-offer': 'dismissed' }
    const page = await (await enter({ ...phone, player, cookies: quiet })).newPage()
    await page.goto(site.url)
    await isAlive(page)
    await page.getByRole('heading', { name: /^Welcome,/ }).waitFor()
    const reminder = page.getByRole('region', { name: 'Unconfirmed email address' })
    // The rail of recently played games has a heading with a link, which an alert must not cover.
    await launchGame(site, player, 'mines')
    for (const path of ['/', '/profile/bonuses', '/ar/profile/bonuses']) {
      await page.goto(site.url + path)
      await isAlive(page)
      expect(await sidewaysOf(page)).toBe(0)
      const notice = page.locator('section[data-notice=email]')
      expect(await notice.textContent()).toContain(player.email)
      await notice.getByRole('button').first().click()
      const alert = page.locator('[data-tone][role=status]')
      await alert.waitFor()
      // A tile is about as large as an alert, so part of it may be covered, but no button or link may be. The pictures
      // beside the welcome repeat links of tiles.
      await expect
        .poll(() => controlsUnder(page, 'main article, [tabindex="-1"][aria-hidden=true]'), {
          timeout: 3000,
          message: path,
        })
        .toEqual([])
      expect(await coversFocusScrolledUnder(page)).toBe(false)
      await alert.getByRole('button').click()
      await alert.waitFor({ state: 'detached' })
    }
    await page.goto(`${site.url}/profile/info`)
    expect(await page.locator('section[data-notice=email]').count()).toBe(0)
    await page.goto(site.url)
    await reminder.getByRole('button', { name: 'Later' }).click()
    await reminder.waitFor({ state: 'hidden' })
    await page.reload()
    expect(await reminder.isVisible()).toBe(false)

    const again = await send(`${site.url}/api/player/sessions`, 'POST', {
      body: { login: player.email, password: 'a-Long-pass-9431' },
    })
    const later = await (await enter({ player: { token: again.body.accessToken } })).newPage()
    await later.goto(site.url)
    await later.getByRole('heading', { name: /^Welcome back,/ }).waitFor()
  },
)

/** Whether an alert stays over a link that the page is scrolled to have under it, once the link has the focus. */
function coversFocusScrolledUnder(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const region = document.querySelector('section:has(> [role=status])')!
    const frame = () => new Promise(requestAnimationFrame)
    const middleOf = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { x: (left + right) / 2, y: (top + bottom) / 2 }
    }
    // The browser lays the footer out only when it is near the visible part.
    document.querySelector('footer')!.scrollIntoView({ behavior: 'instant' })
    for (let waited = 0; waited < 2; waited++) await frame()
    const { left, right } = region.getBoundingClientRect()
    const link = [...document.querySelectorAll<HTMLElement>('footer a[href]')].find((each) => {
      const { x } = middleOf(each)
      return x > left && x < right
    })!
    scrollBy({ top: middleOf(link).y - middleOf(region).y, behavior: 'instant' })
    const isCovered = () => region.contains(document.elementFromPoint(middleOf(link).x, middleOf(link).y))
    if (!isCovered()) throw new Error('no link is under the alert')
    link.focus({ preventScroll: true })
    for (let waited = 0; waited < 3; waited++) await frame()
    if (!region.querySelector('[role=status]')) throw new Error('the alert is gone')
    return isCovered()
  })
}

/** Controls, and the bottom bar, that an alert on screen covers. */
function controlsUnder(page: Page, except: string): Promise<string[]> {
  return page.evaluate((leftOut) => {
    const region = document.querySelector('section:has(> [role=status])')!
    const over = region.getBoundingClientRect()
    return [...document.querySelectorAll('a[href], button, input, nav')]
      .filter((element) => {
        const { top, bottom, left, right, height } = element.getBoundingClientRect()
        const isVisible = height > 0 && element.checkVisibility()
        const isBesideOrApart = bottom <= over.top || top >= over.bottom || right <= over.left || left >= over.right
        return isVisible && !region.contains(element) && !isBesideOrApart && !element.closest(leftOut)
      })
      .map((element) => element.outerHTML.slice(0, 120))
  }, except)
}

// Shows: 11.8
longTest('one tap shows all categories, the next all studios, and a studio filters the lobby', async ({ enter }) => {
  const page = await (await enter(phone)).newPage()
  await page.goto(site.url)
  await page.getByRole('link', { name: 'All categories' }).click()
  const categories = dialogOf(page, 'categories')
  expect(await categories.getByRole('link', { name: /Slots/ }).getAttribute('href')).toBe('/categories/slots')
  await categories.getByRole('link', { name: 'Studios' }).click()
  await dialogOf(page, 'providers').locator('li a').first().click()
  await expect.poll(() => page.locator('[role=dialog][data-modal]').count(), patient).toBe(0)
  expect(new URL(page.url()).searchParams.has('providers[]')).toBe(true)

  const found = () => page.locator('main article').count()
  await page.locator('main article').first().waitFor(patient)
  const all = await found()
  const high = page.getByRole('checkbox', { name: 'High', exact: true })
  await high.waitFor(patient)
  await high.check()
  await expect.poll(() => new URL(page.url()).searchParams.getAll('volatilities[]'), patient).toEqual(['high'])
  await expect.poll(found, patient).toBeLessThan(all)
  expect(await high.evaluate((box) => document.activeElement === box)).toBe(true)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name')
  await expect.poll(() => new URL(page.url()).searchParams.get('sort'), patient).toBe('name')
  expect(await sidewaysOf(page)).toBe(0)
  await page.goBack()
  await page.goBack()
  await expect.poll(() => high.isChecked(), patient).toBe(false)
  await expect.poll(found, patient).toBe(all)
})

test.for(['/', '/games/dice', '/ar/categories/slots'])(
  'one touch on Search puts the cursor into the field, from %s, and what is typed is found',
  async (path, { visit }) => {
    const { page } = await visit(path, phone)
    await page.locator('a[href$="#search"]').tap()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), patient).toBe('search')
    await page.keyboard.type('glac')
    await expect.poll(() => page.locator('main article').count(), patient).toBe(1)
  },
)

longTest(
  'guests see rails of the collections with return and volatility, which have arrows only if they overflow; categories are listed once',
  async ({ enter }) => {
    const { rails } = (await send(`${site.url}/api/game/lobby`, 'GET')).body as Lobby
    for (const [guest, path] of [
      [phone, '/'],
      [{ viewport: { width: 320, height: 640 } }, '/de'],
      [{ viewport: { width: 768, height: 1024 } }, '/ar'],
      [{ viewport: { width: 1440, height: 900 } }, '/'],
    ] as const) {
      const page = await (await enter({ ...guest, javaScriptEnabled: false })).newPage()
      await page.goto(site.url + path)
      const tracks = page.locator('[id^=track-]')
      expect(await tracks.evaluateAll((all) => all.map(({ id }) => id))).toEqual(
        rails.map(({ identity }) => `track-${identity}`),
      )
      expect(await tracks.first().locator('article').count()).toBe(rails[0]!.games.length)
      expect(
        await tracks
          .first()
          .getByText(/\d\d[.,]\d\d/)
          .first()
          .isVisible(),
      ).toBe(true)
      const shown = await page.locator('[id^=track-]').evaluateAll((all) =>
        all.map((track) => ({
          overflows: track.scrollWidth > track.clientWidth,
          hasArrows: [...document.querySelectorAll(`[aria-controls=${track.id}]`)].some((arrow) =>
            arrow.checkVisibility(),
          ),
        })),
      )
      expect(shown.filter(({ overflows, hasArrows }) => hasArrows && !overflows)).toEqual([])
      expect(await page.locator('nav a[href$="/categories/slots"]:visible').count()).toBe(1)
      expect(await sidewaysOf(page)).toBe(0)
    }
  },
)

test('on a phone the selected category is in view, and the page has not scrolled', async ({ visit }) => {
  const { page } = await visit('/categories/high-volatility', phone)
  await expect
    .poll(
      () =>
        page
          .getByRole('navigation', { name: 'Categories' })
          .locator('[aria-current=page]')
          .evaluate((link) => {
            const { left, right } = link.getBoundingClientRect()
            return left >= 0 && right <= innerWidth
          }),
      patient,
    )
    .toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // On a short screen the row is below the fold, and the page does not scroll to it.
  await page.setViewportSize({ width: 360, height: 420 })
  await page.goto(site.url)
  await isAlive(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

longTest('with the keyboard each chip and tile of a row is scrolled completely into view', async ({ visit }) => {
  const { page } = await visit('/', { viewport: phone.viewport })
  await page.getByRole('link', { name: 'All categories' }).focus()
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press('Tab')
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const { left, right, top, bottom } = document.activeElement!.getBoundingClientRect()
            return left >= 0 && right <= innerWidth && top >= 64 && bottom <= innerHeight - 64
          }),
        patient,
      )
      .toBe(true)
  }
})

test('with reduced motion nothing moves: neither components nor the arrows of a row', async ({ visit }) => {
  const { page } = await visit('/', { viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce' })
  const slow = await page.evaluate(
    () =>
      [...document.querySelectorAll('body *')].filter((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element)
        return (
          !(element instanceof SVGElement) &&
          `${transitionDuration},${animationDuration}`.split(',').some((time) => parseFloat(time) > 0.001)
        )
      }).length,
  )
  expect(slow).toBe(0)
  await page.goto(`${site.url}/games/dice`)
  await atRest(page)
  const track = page.locator('#track-related')
  await track.evaluate((row) =>
    row.addEventListener('scroll', () =>
      row.setAttribute('data-seen', `${row.getAttribute('data-seen') ?? ''} ${row.scrollLeft}`),
    ),
  )
  await page.locator('[aria-controls=track-related]').last().click()
  await expect.poll(() => track.evaluate((row) => row.scrollLeft)).toBeGreaterThan(0)
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  await atRest(page)
  // A smooth scroll would also record the positions in between.
  const seen = new Set((await track.getAttribute('data-seen'))!.trim().split(' '))
  expect([...seen]).toEqual([String(await track.evaluate((row) => row.scrollLeft))])
})
