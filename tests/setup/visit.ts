/** Gives the browser tests of a file a site, a browser, and visitors whose pages have finished loading. */
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, test as base, beforeAll, expect } from 'vitest'
import { atRest, watchRequests } from './at-rest.ts'
import { byLength } from './length.ts'
import { sharedBrowser, sharedBrowserWithoutPictures } from './browser.ts'
import { releaseSite, type Site, sharedSite } from './site.ts'

export { atRest, isAlive } from './at-rest.ts'
export { dialogOf } from './dialog.ts'

export type Guest = BrowserContextOptions & {
  /** The player whose session the browser has. */
  player?: { token: string }
  cookies?: Record<string, string>
  /** For tests of pictures, and of what depends on them: elsewhere they are neither fetched nor drawn. */
  seesPictures?: boolean
  /** For tests of the device fingerprint: elsewhere it is known already, which saves a sixth of a page's processor time. */
  isUnknownDevice?: boolean
}
export type Visit = { context: BrowserContext; page: Page }
/** The fixtures of a test. */
export type Visitor = {
  enter: (guest?: Guest) => Promise<BrowserContext>
  visit: (path: string, guest?: Guest) => Promise<Visit>
}
export type BrowsedSite = Site & { browser: Browser }

export const desktop = { viewport: { width: 1280, height: 900 } }
export const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }
/** For tests of animations; elsewhere visitors prefer reduced motion. */
export const inMotion = { reducedMotion: 'no-preference' } as const
/** A simple page, for dialogs whose background is irrelevant: the lobby costs five times as much. */
export const plainPage = '/static/about'
/** These cookies say that the cookie notice has been dismissed. */
export const noticeRead = { 'cookies-notice': 'read' }

/**
 * `site` is available once the first test begins; files with the same settings share it and the browser, so each test
 * uses its own players. Visitors opened by `enter` or `visit` are closed after their test.
 */
export function siteTest(env: Record<string, string> = {}) {
  const site = {} as BrowsedSite
  beforeAll(async () => {
    const [started, browser] = await Promise.all([sharedSite(env), sharedBrowserWithoutPictures()])
    Object.assign(site, started, { browser })
  }, 180_000)
  afterAll(() => releaseSite(env))
  const test = base
    .extend('enter', ({ onTestFinished }) => async (guest: Guest = {}): Promise<BrowserContext> => {
      const context = await newContext(site, guest)
      // The sportsbook ignores a press on what has just come to its place.
      context.on('page', (page) => {
        // Playwright waits until it is gone. A wait of our own would fail when the page closes meanwhile.
        void page.addLocatorHandler(page.locator('[data-settling]'), async () => undefined)
      })
      const uncaught: string[] = []
      context.on('weberror', (error) => uncaught.push(String(error.error().stack ?? error.error())))
      // React reports differences from the server's page, which it has repaired, on the console.
      context.on('console', (message) => message.text().includes('React error') && uncaught.push(message.text()))
      onTestFinished(async () => {
        await context.close()
        // The errors are compared as text, because reports shorten a diff of lists.
        expect(uncaught.join('\n'), 'errors that a page did not catch').toBe('')
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
  return { site, ...byLength(test) }
}

async function newContext({ browser, url }: BrowsedSite, guest: Guest): Promise<BrowserContext> {
  const { player, cookies, seesPictures, isUnknownDevice, ...look } = guest
  // A service worker and animations take a quarter of the processor time, so only tests about them have them.
  const quiet = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const
  const context = await (seesPictures ? await sharedBrowser() : browser).newContext({ ...desktop, ...quiet, ...look })
  context.on('page', watchRequests)
  if (!isUnknownDevice) await context.addInitScript(knowDevice)
  const cookieValues = { ...cookies, ...(player ? { access_token: player.token } : {}) }
  await context.addCookies(Object.entries(cookieValues).map(([name, value]) => ({ name, value, url })))
  return context
}

/** Runs in the page: stores the fingerprint that `web/features/session/fingerprint.ts` keeps for a tab. */
function knowDevice(): void {
  try {
    sessionStorage.fingerprint ??= 'fingerprint-of-a-test'
  } catch {
    // A game's frame has no storage.
  }
}

/**
 * Closes a page after its final text is read, as a payer would: a page closed during navigation may never report its
 * end.
 */
export async function closePage(page: Page, ending: string): Promise<void> {
  await page.getByRole('heading', { name: ending }).waitFor()
  await page.close()
}

/** Gives the browser another session between two pages: an open page reloads once it notices a new one. */
export async function signInAs(page: Page, { token }: { token: string }, url: string): Promise<void> {
  await page.goto('about:blank')
  await page.context().addCookies([{ name: 'access_token', value: token, url }])
}

export const isPlayer = (page: Page) => page.locator('[popovertarget=user-nav]').waitFor()
export const isGuest = (page: Page) => page.locator('header [data-modal=sign-in]').waitFor()

/**
 * Checks that axe reports nothing on the page or a part of it. Fades are finished first, because half-faded text would
 * fail on contrast; waiting for them could take forever, because a background page draws no frames.
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
  const violations = await findViolations(page, within, without)
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, html, failureSummary }) => `${target.join(' ')} ${html} ${failureSummary}`).join(', ')}`,
    ),
  ).toEqual([])
}

type Violation = { id: string; nodes: Array<{ target: unknown[]; html: string; failureSummary?: string | undefined }> }
/** Axe would fetch style sheets again for an experimental rule that does not run. */
const axeOptions = { resultTypes: ['violations' as const], preload: { assets: ['media' as const] } }
const axeSource = (
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as { source: string }
).source

async function findViolations(page: Page, within?: string, without?: string): Promise<Violation[]> {
  const hasFrames = page.frames().length > 1
  if (!hasFrames || (without === 'iframe' && !within)) return runAxe(page, within, without)
  // Axe merges the results of frames of other origins in a page opened for that, which costs more than the rules do.
  const isOneOrigin = new Set(page.frames().map((frame) => new URL(frame.url()).origin)).size === 1
  const axe = new AxeBuilder({ page }).setLegacyMode(isOneOrigin).options(axeOptions)
  if (within) axe.include(within)
  if (without) axe.exclude(without)
  return (await axe.analyze()).violations
}

/** Loads the library once per document, because the builder compiles it again for each run. */
async function runAxe(page: Page, within?: string, without?: string): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ include, exclude, options }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> }
      }
      const { violations } = await axe.run({ include, ...(exclude && { exclude }) }, options)
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, html, failureSummary }) => ({ target, html, failureSummary })),
      }))
    },
    { include: within ?? 'html', exclude: without, options: axeOptions },
  )
}
