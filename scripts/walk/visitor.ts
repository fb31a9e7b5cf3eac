/**
 * A person on a phone or on a wide screen: a browser that records every error, and the balances and rounds as the page
 * saw them.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocaleCode } from '#contract/locales.ts'
import type { Account } from '#contract/wallet.ts'
import { watchRequests } from '#tests/setup/at-rest.ts'
import type { Site } from '#tests/setup/site.ts'

export const portrait = { width: 360, height: 800 }
export const landscape = { width: 800, height: 360 }
export const wide = { width: 1440, height: 900 }

/** What the page saw, in order: the header's balance whenever it changed, and the game's messages. */
export type PageEvent = { at: number } & (
  | { kind: 'balance'; place: string; text: string }
  | {
      kind: 'message'
      type: string
      playId?: string
      stake?: number
      inPlay?: number
      roundId?: string
      balance?: number
    }
)

/** An element that moved, and the distance in pixels. */
export type Shift = { name: string; px: number }

export type Visitor = {
  site: Site
  locale: LocaleCode
  context: BrowserContext
  page: Page
  /** Errors since the last call. */
  errors(): string[]
  /**
   * Elements in page and game that moved since the last call although a player may be about to press or reading them.
   */
  shifts(): Promise<Shift[]>
  /** Expects a response with an error status in this step, such as "422 /api/…". */
  expectRefusal(part: string): void
  /** The events that the page recorded since the last call. */
  takeEvents(): Promise<PageEvent[]>
  api<T>(path: string, method?: string, body?: unknown): Promise<T>
  address(path: string): string
}

export async function enter(browser: Browser, site: Site, locale: LocaleCode, isWide = false): Promise<Visitor> {
  const context = await browser.newContext({
    ...(isWide ? { viewport: wide } : { viewport: portrait, isMobile: true, hasTouch: true }),
    deviceScaleFactor: 1,
    locale,
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(20_000)
  context.on('page', watchRequests)
  // The sportsbook ignores a press on what has just come to its place.
  context.on('page', (page) => {
    // Playwright waits until it is gone. A wait of our own would fail when the page closes meanwhile.
    void page.addLocatorHandler(page.locator('[data-settling]'), async () => undefined)
  })
  await context.addInitScript(recordEvents)
  await context.addInitScript(recordShifts)
  const page = await context.newPage()
  const found: string[] = []
  const expected: string[] = []
  const isOfSite = (url: string) => url.startsWith(site.url)
  context.on('weberror', (error) => found.push(`not caught: ${error.error().message}`))
  context.on('console', async (message) => {
    // The response handler below records it with its status.
    const isResponse = message.text().startsWith('Failed to load resource')
    if (message.type() !== 'error' || isResponse) return
    const causes = await Promise.all(message.args().map((each) => each.evaluate(causeOf).catch(() => null)))
    found.push(`console: ${[message.text(), ...causes.filter((cause) => cause !== null)].join(' because of ')}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page aborts the requests that it was still loading.
    if (!reason.includes('ERR_ABORTED')) found.push(`request: ${request.method()} ${request.url()} ${reason}`)
  })
  context.on('response', (response) => {
    const line = `${response.status()} ${response.request().method()} ${response.url()}`
    if (response.status() < 400 || !isOfSite(response.url())) return
    // A cash-out may arrive after the crash.
    if (response.status() === 409 && response.url().endsWith('/studio/api/act')) return
    const at = expected.findIndex((part) => line.includes(part))
    if (at >= 0) expected.splice(at, 1)
    else found.push(`response: ${line}`)
  })
  const visitor: Visitor = {
    site,
    locale,
    context,
    page,
    errors: () => found.splice(0),
    expectRefusal: (part) => void expected.push(part),
    takeEvents: () =>
      page.evaluate(() => (globalThis as unknown as { takeEvents?: PageEvent[] }).takeEvents?.splice(0) ?? []),
    async shifts() {
      const frames = page.frames().map((frame) =>
        frame
          .evaluate(() => (globalThis as unknown as { shifts?: Shift[] }).shifts?.splice(0) ?? [])
          // A frame that is being replaced cannot be evaluated.
          .catch((): Shift[] => []),
      )
      return (await Promise.all(frames)).flat()
    },
    async api(path, method = 'GET', body) {
      const token = (await context.cookies()).find(({ name }) => name === 'access_token')?.value
      const answer = await fetch(site.url + path, {
        method,
        headers: {
          'x-locale': locale,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${answer.status} for ${method} ${path}: ${await answer.text()}`)
      return (await answer.json().catch(() => null)) as never
    },
    address: (path) => site.url + (locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`),
  }
  return visitor
}

const causeOf = (value: unknown): string | null =>
  value instanceof Error && value.cause instanceof Error ? (value.cause.stack ?? value.cause.message) : null

/** Runs in each page before its own scripts, so that it receives a message before the page shows its effect. */
function recordEvents(): void {
  if (window !== window.top) return
  const takeEvents: PageEvent[] = []
  Object.assign(globalThis, { takeEvents })
  const last = new Map<string, string>()
  const read = () => {
    for (const place of ['header [popovertarget=accounts-menu] bdi', '[data-playing] dl dd bdi']) {
      const text = document.querySelector(place)?.textContent
      if (text && text !== last.get(place)) takeEvents.push({ at: Date.now(), kind: 'balance', place, text })
      if (text) last.set(place, text)
    }
  }
  new MutationObserver(read).observe(document, { childList: true, characterData: true, subtree: true })
  addEventListener('message', ({ data }) => {
    if (data?.fairhouse === 1) takeEvents.push({ ...data, at: Date.now(), kind: 'message' })
  })
}

/** Runs in each frame. Transforms cause no layout shifts, so animations are not recorded. */
function recordShifts(): void {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  const control = 'button, input, select, [data-playing] dl'
  // These may move: centred text moves whenever it changes, a new card or result moves those before it, and some
  // pictures are animated.
  const mayMove = '.line-of-words, .win-detail, .past, .above, .caption, .flare, .balloon, .trail, .dealer'
  type Entry = PerformanceEntry & {
    hadRecentInput: boolean
    sources: Array<{ node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }>
  }
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries() as Entry[])
      for (const { node, previousRect: from, currentRect: to } of sources) {
        // An element that appears or disappears has no place that it moved from or to.
        if (!node || from.width * from.height === 0 || to.width * to.height === 0) continue
        const element = node instanceof Element ? node : node.parentElement!
        const isControl = element === node && element.matches(control)
        if (element.closest(mayMove) || (!isControl && (hadRecentInput || element.closest(control)))) continue
        const px = Math.round(Math.max(Math.abs(to.left - from.left), Math.abs(to.top - from.top)))
        // A centred element moves by half the width by which a line beside it grows with a larger number.
        if (px < (isControl ? 2 : 16)) continue
        shifts.push({
          name: `${element.tagName.toLowerCase()}.${String(element.getAttribute('class')).split(' ')[0]}`,
          px,
        })
      }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The account in this currency, from the ledger. */
export async function accountOf(visitor: Visitor, currency: string): Promise<Account> {
  const accounts = await visitor.api<Account[]>('/api/wallet/accounts')
  const account = accounts.find((each) => each.currency === currency)
  if (!account) throw new Error(`There is no account in ${currency}.`)
  return account
}

export async function until(condition: () => Promise<boolean>, description: string, withinMs = 20_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await condition()); await sleep(60))
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${description}`)
}
