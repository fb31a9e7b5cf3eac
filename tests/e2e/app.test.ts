/**
 * The installed site: installation, offline use, updates, removal, and no player data left behind. A proxy stands for
 * the network, so that the same address can fail, serve a newer build, or belong to a site without a worker.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { longTest as longIt, test as it } from '#tests/setup/length.ts'
import {
  dialogOf,
  type Guest,
  isGuest,
  isPlayer,
  noticeRead,
  plainPage,
  signInAs,
  siteTest,
} from '#tests/setup/visit.ts'
import { launchProfile, windowedBrowserPath } from '#tests/setup/browser.ts'
import { type SitePlayer, registerPlayer } from '../product/site-player.ts'
import { releaseSite, type Site, sharedSite } from '../setup/site.ts'

const { site, longTest } = siteTest()
const withoutWorker = { SERVICE_WORKER: 'false', SEED: 'false' }

let proxy: Server
let origin = ''
/** The address to which the proxy forwards; null for a network that does not answer. */
let upstream: string | null = null
/** The build that replaces the one in the worker's script. */
let newBuild: string | null = null

let other: Site
beforeAll(async () => {
  other = await sharedSite(withoutWorker)
  proxy = createServer((request, response) => {
    if (upstream === null) return void request.socket.destroy()
    const { hostname, port } = new URL(upstream)
    const isWorker = request.url === '/worker.js'
    const headers = { ...request.headers, ...(isWorker && { 'accept-encoding': 'identity' }) }
    const proxyRequest = forward({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      if (!isWorker || newBuild === null) {
        response.writeHead(answer.statusCode!, answer.headers)
        return void answer.pipe(response)
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const { 'content-length': _length, ...rest } = answer.headers
        response.writeHead(answer.statusCode!, rest)
        response.end(
          Buffer.concat(parts)
            .toString()
            .replace(/"build":"[^"]*"/, `"build":"${newBuild}"`),
        )
      })
    })
    proxyRequest.on('error', () => response.destroy())
    request.pipe(proxyRequest)
  })
  await new Promise<void>((listening) => proxy.listen(0, 'localhost', listening))
  origin = `http://localhost:${(proxy.address() as AddressInfo).port}`
})
beforeEach(() => {
  upstream = site.url
  newBuild = null
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await releaseSite(withoutWorker)
})

type Enter = (guest: Guest) => Promise<BrowserContext>

async function open(enter: Enter, path: string, player?: SitePlayer): Promise<Page> {
  const context = await enter({
    serviceWorkers: 'allow',
    seesPictures: true,
    cookies: noticeRead,
    ...(player && { player }),
  })
  const page = await context.newPage()
  await page.goto(origin + path)
  await isControlled(page)
  return page
}

/** Waits until the worker is active and answers the requests of this page. */
const isControlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((changed) =>
      navigator.serviceWorker.addEventListener('controllerchange', changed, { once: true }),
    )
  })

/** Everything that the browser has cached, as address and text. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const found: Array<{ address: string; type: string; text: string }> = []
    for (const name of await caches.keys()) {
      const store = await caches.open(name)
      for (const request of await store.keys()) {
        const answer = (await store.match(request))!
        const type = answer.headers.get('content-type') ?? ''
        found.push({
          address: new URL(request.url).pathname,
          type,
          text: /image|font/.test(type) ? '' : await answer.text(),
        })
      }
    }
    return found
  })

const ownGames = (page: Page) => page.locator('#own:not([hidden]) li').allInnerTexts()
/** The device of these tests has a connection, and the site does not answer. */
const isOffline = (page: Page, title = 'Our servers cannot be reached') =>
  page.getByRole('heading', { level: 1, name: title }).waitFor()

/**
 * Opens a browser with windows and a new profile, because the headless shell neither installs sites nor shows
 * notifications.
 */
async function enterWindowed({ player }: Guest): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'fairhouse-profile-'))
  const context = await launchProfile(folder, windowedBrowserPath())
  onTestFinished(async () => {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  })
  await context.addCookies([
    { name: 'cookies-notice', value: 'read', url: origin },
    ...(player ? [{ name: 'access_token', value: player.token, url: origin }] : []),
  ])
  return context
}

/** DevTools commands that the library's types lack. */
type Devtools = { send(command: string, parameters?: object): Promise<unknown> }

// Shows: 2.6.9
longIt(
  'Chromium finds nothing that prevents an installation, and installs the site: the offer disappears, and the profile records it',
  async () => {
    const player = await registerPlayer(site)
    const page = await open(enterWindowed, plainPage, player)
    const devtools = await page.context().newCDPSession(page)
    const faults = async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors
    for (const [path, manifest] of [
      [`/ar${plainPage}`, '/site.ar.webmanifest'],
      [plainPage, '/site.webmanifest'],
    ] as const) {
      await page.goto(origin + path)
      const read = await devtools.send('Page.getAppManifest')
      expect([read.url, read.errors]).toEqual([origin + manifest, []])
      await expect.poll(faults).toEqual([])
    }
    const offer = page.getByRole('region', { name: 'Install Fairhouse.' })
    await offer.getByRole('button', { name: 'Install' }).waitFor()

    const app = { manifestId: `${origin}/` }
    const raw = devtools as unknown as Devtools
    await raw.send('PWA.install', { ...app, installUrlOrBundleUrl: `${origin}/` })
    await raw.send('PWA.changeAppUserSettings', { ...app, displayMode: 'standalone' })
    const [window] = await Promise.all([page.context().waitForEvent('page'), raw.send('PWA.launch', app)])
    await isPlayer(window)
    expect(await window.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    const installed = async () => (await player.call('GET', '/api/player/profile')).body.pwaInstalled as boolean
    await expect.poll(installed).toBe(true)
    expect(await window.getByText('Install Fairhouse.').count()).toBe(0)
  },
)

// Shows: 8.7.5
longTest(
  'an installation that cannot be written to the profile is only logged, and written at the next visit',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    const page = await open(enter, plainPage, player)
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
    await page.route('**/api/player/profile', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    const install = () => page.evaluate(() => dispatchEvent(new Event('appinstalled')))
    // The page listens once it is hydrated.
    await expect
      .poll(async () => {
        await install()
        return logged.some((text) => text.includes('could not be written to the profile'))
      })
      .toBe(true)
    expect(await page.locator('[role=alert], [role=status]').filter({ hasText: /wrong/i }).count()).toBe(0)
    await page.unroute('**/api/player/profile')
    await install()
    await expect.poll(async () => (await player.call('GET', '/api/player/profile')).body.pwaInstalled).toBe(true)
  },
)

// Shows: 2.6.9, attack 221
longTest(
  'without a connection, every address shows the offline page in its language, with the games and a link back',
  async ({ enter }) => {
    const page = await open(enter, '/')
    const faults: string[] = []
    page.on('console', (message) => message.text().includes('Content Security Policy') && faults.push(message.text()))
    upstream = null
    await page.goto(`${origin}/de/games/dice`)
    await isOffline(page, 'Unsere Server sind nicht erreichbar')
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    const tile = page.locator('main li img').first()
    await expect.poll(() => tile.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.goto(`${origin}/`)
    await isOffline(page)
    expect(await page.locator('#own').isHidden()).toBe(true)
    expect(faults).toEqual([])
    await page.context().setOffline(true)
    await isOffline(page, 'You are offline')
    await page.context().setOffline(false)
    await isOffline(page)
    await page.getByRole('link', { name: 'Try again' }).waitFor()
    // Past its first half minute the page asks every 4 s.
    const isBack = page.waitForEvent('domcontentloaded', { timeout: 5_000 })
    upstream = site.url
    await isBack
    await isGuest(page)
  },
)

// Shows: 2.6.9, attack 220
longTest(
  'a player sees their games offline; after the sign-out nothing of theirs is left, and another player sees only their own games',
  async ({ enter }) => {
    const [first, second] = [await registerPlayer(site), await registerPlayer(site)]
    await first.call('POST', '/api/game/games/dice/favorite')
    await second.call('POST', '/api/game/games/tidepool/favorite')
    const page = await open(enter, '/', first)
    const other = await page.context().newPage()
    await other.goto(origin)
    await isPlayer(other)
    await expect.poll(async () => (await storedIn(page)).map(({ address }) => address)).toContain('/own-games')

    const stored = await storedIn(page)
    expect(stored.filter(({ address }) => address.startsWith('/api/'))).toEqual([])
    expect(stored.filter(({ type }) => type.includes('html')).map(({ address }) => address.split('/')[1])).toEqual(
      localeCodes.map(() => 'offline'),
    )
    expect(stored.filter(({ text }) => text.includes(first.email) || text.includes(first.token))).toEqual([])

    upstream = null
    await page.goto(`${origin}/profile/wallet`)
    await isOffline(page)
    await expect.poll(() => ownGames(page)).toEqual(['Dice'])
    // The offline page would load the site by itself at the same time.
    await page.goto('about:blank')
    upstream = site.url
    await page.goto(origin)
    await isPlayer(page)

    await page.locator('[popovertarget=user-nav]').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await isGuest(page)
    await isGuest(other)
    await expect.poll(async () => (await storedIn(page)).map(({ address }) => address)).not.toContain('/own-games')
    upstream = null
    await page.goto(origin)
    await isOffline(page)
    expect(await ownGames(page)).toEqual([])

    upstream = site.url
    await signInAs(page, second, origin)
    await page.goto(origin)
    await isPlayer(page)
    await expect.poll(async () => (await storedIn(page)).map(({ address }) => address)).toContain('/own-games')
    upstream = null
    await page.goto(origin)
    await expect.poll(() => ownGames(page)).toEqual(['Tidepool'])
    // With the first player's session on the same device, the entry of the second is neither shown nor kept.
    await signInAs(page, first, origin)
    await page.goto(origin)
    await isOffline(page)
    await expect.poll(async () => (await storedIn(page)).map(({ address }) => address)).not.toContain('/own-games')
    expect(await ownGames(page)).toEqual([])
  },
)

// Shows: 2.6.9, attack 222, change 35
longTest(
  'a new build takes over while the wallet is open: the typed amount stays, and no page is reloaded',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    const page = await open(enter, `${plainPage}?wallet=deposit`, player)
    const wallet = dialogOf(page, 'wallet')
    const amount = wallet.getByLabel('Amount').first()
    await amount.fill('37')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    newBuild = 'next'
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => page.evaluate(() => caches.keys())).toContain('offline-next')
    await expect
      .poll(async () => (await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('offline-')))
      .toEqual(['offline-next'])
    expect(await amount.inputValue()).toBe('37')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    // A page of the old build can still load all its files.
    await page.keyboard.press('Escape')
    await page.goto(`${origin}/providers`)
    await isPlayer(page)
  },
)

// Shows: attack 223
longIt(
  'a pushed message is shown to its player, hidden after the sign-out, and opens only addresses of this site',
  async () => {
    const player = await registerPlayer(site)
    const page = await open(enterWindowed, plainPage, player)
    await page.context().grantPermissions(['notifications'], { origin })
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((found) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
        registrations.forEach(({ registrationId, scopeURL }) => scopeURL === `${origin}/` && found(registrationId)),
      ),
    )
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    const push = (data: object) =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) })
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          data: data as string,
        })),
      )
    // The browser may drop a push while it starts the worker, so the push is repeated if it shows nothing.
    const shownAfter = (message: object) => async () => {
      await push(message)
      for (const until = Date.now() + 3000; Date.now() < until; await page.waitForTimeout(50)) {
        const messages = await shown()
        if (messages.length > 0) return messages
      }
      return []
    }
    await expect
      .poll(shownAfter({ title: 'Withdrawal paid', body: '€25.00', link: '/profile/history', tag: 'w1' }))
      .toEqual([{ title: 'Withdrawal paid', body: '€25.00', tag: 'w1', data: '/profile/history' }])

    const [worker] = page.context().serviceWorkers()
    const opened = await worker!.evaluate(async () => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration
        clients: { openWindow(url: string): Promise<unknown> }
        ExtendableEvent: typeof Event
      }
      const proxyRequest: string[] = []
      scope.clients.openWindow = async (url) => proxyRequest.push(url)
      for (const notification of [
        ...(await scope.registration.getNotifications()),
        { close: () => undefined, data: 'https://evil.example/' },
      ]) {
        const event = Object.assign(new scope.ExtendableEvent('notificationclick'), { notification })
        dispatchEvent(event)
      }
      while (proxyRequest.length < 2) await new Promise((next) => setTimeout(next, 20))
      return proxyRequest
    })
    expect(opened).toEqual([`${origin}/profile/history`, `${origin}/`])
    expect(await shown()).toEqual([])

    await push({ title: 'Withdrawal paid', body: '€30.00', link: '/profile/history', tag: 'w2' })
    await expect.poll(async () => (await shown()).length).toBe(1)
    await page.locator('[popovertarget=user-nav]').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await isGuest(page)
    await expect.poll(shown).toEqual([])
    await expect
      .poll(shownAfter({ title: 'Withdrawal paid', body: '€40.00', link: '/profile/history', tag: 'w3' }))
      .toMatchObject([{ title: 'Fairhouse', body: 'Sign in to read your new message.', data: '/' }])
  },
)

// Shows: 2.6.9, attack 222
longTest('switched off by the operator, the worker and all that it stored leave the browser', async ({ enter }) => {
  const page = await open(enter, plainPage)
  upstream = other.url
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const left = () =>
    page.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length])
  await expect.poll(left).toEqual([[], 0])
  expect(await page.getByRole('heading', { level: 1 }).first().isVisible()).toBe(true)
  await page.goto(`${origin}/providers`)
  await isGuest(page)
  expect(await page.locator('html').getAttribute('data-worker')).toBeNull()
})

// Shows: attack 221
it('the worker is never stored by caches between the site and the browser, and runs under a policy of its own', async () => {
  const { headers } = await fetch(`${site.url}/worker.js`)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(headers.get('content-type')).toContain('text/javascript')
  const offline = await fetch(`${site.url}/offline/en`)
  expect(offline.headers.get('content-security-policy')).not.toContain('nonce')
  expect(offline.headers.get('set-cookie')).toBeNull()
})
