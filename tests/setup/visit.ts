/** For the browser tests of one file: a house, a browser, and visitors who come in and look at pages that have come to rest. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { test as base, beforeAll, expect } from 'vitest'
import { atRest, watchRequests } from './at-rest.ts'
import { sharedBrowser } from './browser.ts'
import { type Site, sharedSite } from './site.ts'

export { atRest, isAlive } from './at-rest.ts'

export type Guest = BrowserContextOptions & {
  /** Whose session the visitor's browser holds. */
  patron?: { token: string }
  cookies?: Record<string, string>
}
export type Visit = { context: BrowserContext; page: Page }
export type BrowsedSite = Site & { browser: Browser }

export const desk = { viewport: { width: 1280, height: 900 } }
export const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }
/** A page with little on it, for dialogs whose page behind is not the subject: the lobby costs five times as much. */
export const plainPage = '/static/about'
/** The cookie notice has been read before. */
export const noticeRead = { 'cookies-notice': 'read' }

/**
 * `site` is there once the first test begins; files with the same settings share it and the browser, so each test brings
 * players of its own. Whoever came in by `enter` or `visit` leaves when their test has ended.
 */
export function houseTest(env: Record<string, string> = {}) {
  const site = {} as BrowsedSite
  beforeAll(async () => {
    const [started, browser] = await Promise.all([sharedSite(env), sharedBrowser()])
    Object.assign(site, started, { browser })
  }, 180_000)
  const test = base
    .extend('enter', ({ onTestFinished }) => async (guest: Guest = {}): Promise<BrowserContext> => {
      const context = await newContext(site, guest)
      const uncaught: string[] = []
      context.on('weberror', (error) => uncaught.push(String(error.error().stack ?? error.error())))
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

async function newContext({ browser, url }: BrowsedSite, { patron, cookies, ...look }: Guest): Promise<BrowserContext> {
  const context = await browser.newContext({ ...desk, ...look })
  context.on('page', watchRequests)
  const wanted = { ...cookies, ...(patron ? { access_token: patron.token } : {}) }
  await context.addCookies(Object.entries(wanted).map(([name, value]) => ({ name, value, url })))
  return context
}

/** A page told to close while it is on its way to the next one may never say that it did: how it ended is read first, as a payer would. */
export async function leave(page: Page, ending: string): Promise<void> {
  await page.getByRole('heading', { name: ending }).waitFor()
  await page.close()
}

export const dialogOf = (page: Page, key: string): Locator => page.locator(`[role=dialog][data-modal="${key}"]`)
export const isPlayer = (page: Page) => page.locator('[popovertarget=user-nav]').waitFor()
export const isGuest = (page: Page) => page.locator('header [data-modal=sign-in]').waitFor()

/** Axe finds nothing on the page, or in a part of it; half-faded text would be pale text, so fading is ended first. Waited for, it might never end: a page behind another one draws no frames. */
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
    // What comes in begins to fade a frame later, and may set off the next.
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
