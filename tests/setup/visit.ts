/** For the browser tests of one file: a site, a browser, and visitors on pages that have come to rest. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, test as base, beforeAll, expect } from 'vitest'
import { atRest, watchRequests } from './at-rest.ts'
import { sharedBrowser } from './browser.ts'
import { releaseSite, type Site, sharedSite } from './site.ts'

export { atRest, isAlive } from './at-rest.ts'
export { dialogOf } from './dialog.ts'

export type Guest = BrowserContextOptions & {
  /** The player whose session the browser has. */
  player?: { token: string }
  cookies?: Record<string, string>
}
export type Visit = { context: BrowserContext; page: Page }
export type BrowsedSite = Site & { browser: Browser }

export const desktop = { viewport: { width: 1280, height: 900 } }
export const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }
/** For tests of what moves; elsewhere visitors prefer reduced motion. */
export const inMotion = { reducedMotion: 'no-preference' } as const
/** A simple page, for dialogs whose background is irrelevant: the lobby costs five times as much. */
export const plainPage = '/static/about'
/** The cookie notice has been dismissed. */
export const noticeRead = { 'cookies-notice': 'read' }

/**
 * `site` is available once the first test begins; files with the same settings share it and the browser, so each test
 * uses its own players. Visitors opened by `enter` or `visit` are closed after their test.
 */
export function siteTest(env: Record<string, string> = {}) {
  const site = {} as BrowsedSite
  beforeAll(async () => {
    const [started, browser] = await Promise.all([sharedSite(env), sharedBrowser()])
    Object.assign(site, started, { browser })
  }, 180_000)
  afterAll(() => releaseSite(env))
  const test = base
    .extend('enter', ({ onTestFinished }) => async (guest: Guest = {}): Promise<BrowserContext> => {
      const context = await newContext(site, guest)
      const uncaught: string[] = []
      context.on('weberror', (error) => uncaught.push(String(error.error().stack ?? error.error())))
      // Differences from the server's page, which React has repaired.
      context.on('console', (message) => message.text().includes('React error') && uncaught.push(message.text()))
      onTestFinished(async () => {
        await context.close()
        expect(uncaught, 'errors that a page did not catch').toEqual([])
      })
      return context
    })
    .extend('visit', ({ enter }) => async (path: string, guest: Guest = {}): Promise<Visit> => {
      const context = await enter(guest)
      const page = await context.newPage()
      await page.goto(site.url + path)
      await atRest(page)
      return { context, page }
    })
  return { site, test }
}

async function newContext({ browser, url }: BrowsedSite, { player, cookies, ...look }: Guest): Promise<BrowserContext> {
  // A worker and moving pictures take a quarter of the processor time: only the tests about them have them.
  const quiet = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ ...desktop, ...quiet, ...look })
  context.on('page', watchRequests)
  const wanted = { ...cookies, ...(player ? { access_token: player.token } : {}) }
  await context.addCookies(Object.entries(wanted).map(([name, value]) => ({ name, value, url })))
  return context
}

/** A page closed during navigation may never report its end: the result is read first, as a payer would. */
export async function closePage(page: Page, ending: string): Promise<void> {
  await page.getByRole('heading', { name: ending }).waitFor()
  await page.close()
}

export const isPlayer = (page: Page) => page.locator('[popovertarget=user-nav]').waitFor()
export const isGuest = (page: Page) => page.locator('header [data-modal=sign-in]').waitFor()

/**
 * Axe reports nothing on the page, or a part of it. Fades are finished first, because half-faded text would fail on
 * contrast; awaiting them could take forever, because a background page draws no frames.
 */
export async function expectReadable(
  page: Page,
  { within, without }: { within?: string; without?: string } = {},
): Promise<void> {
  await page.evaluate(async () => {
    const frame = () =>
      new Promise<void>((next) => {
        requestAnimationFrame(() => next())
        setTimeout(next, 200)
      })
    // New elements start to fade a frame later, and may trigger the next fade.
    for (let round = 0; round < 3; round++) {
      await frame()
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .forEach((animation) => animation.finish())
    }
  })
  // Results of frames of other origins are merged in a page opened for that, which costs more than the rules do.
  const isOneOrigin = new Set(page.frames().map((frame) => new URL(frame.url()).origin)).size === 1
  const axe = new AxeBuilder({ page }).setLegacyMode(isOneOrigin).options({ resultTypes: ['violations'] })
  if (within) axe.include(within)
  if (without) axe.exclude(without)
  const { violations } = await axe.analyze()
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html}`).join(', ')}`,
    ),
  ).toEqual([])
}
