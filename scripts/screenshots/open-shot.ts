/** Opens a screen of shots.ts as its visitor, and waits until nothing moves. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { atRest, watchRequests } from '#tests/setup/at-rest.ts'
import type { LocaleCode } from '#contract/locales.ts'
import type { Site } from '#tests/setup/site.ts'
import type { Shot } from './shots.ts'

export const themes = ['dark', 'light', 'contrast'] as const
export type Theme = (typeof themes)[number]
export type Entrance = {
  site: Site
  size: readonly [width: number, height: number]
  theme: Theme
  locale: LocaleCode
  /** The token of the player's session; a guest has none. */
  token?: string | undefined
  country?: string | undefined
}

export async function enterSite(
  from: Browser,
  { site: { url }, size, theme, locale, token, country }: Entrance,
): Promise<BrowserContext> {
  const [width, height] = size
  const context = await from.newContext({
    viewport: { width, height },
    isMobile: width < 768,
    hasTouch: width < 768,
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(country && { extraHTTPHeaders: { 'cf-ipcountry': country } }),
  })
  context.setDefaultTimeout(15_000)
  context.on('page', watchRequests)
  const cookies = { theme, locale, 'cookies-notice': 'read', ...(token && { access_token: token }) }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  return context
}

/** The caller closes the page, unless opening it fails. */
export async function openShot(visitor: BrowserContext, url: string, locale: LocaleCode, shot: Shot): Promise<Page> {
  const page = await visitor.newPage()
  try {
    // The FAQ has one address in every language; the cookie selects the language.
    const prefix = locale === 'en' || shot.path.startsWith('/questions') ? '' : `/${locale}`
    const path = (prefix + shot.path).replace(/^(\/[a-zA-Z-]+)\/(?=\?|$)/, (whole, first: string) =>
      first === prefix ? first : whole,
    )
    await page.goto(url + path)
    await atRest(page)
    if (shot.isModal) await untilModal(page)
    await shot.before?.(page)
    await atRest(page)
    // The preloader disappears a second after hydration, unless the page delays it.
    await page.locator('[data-stage]:not([data-cover])').waitFor({ state: 'detached' })
    return page
  } catch (error) {
    await page.close()
    throw error
  }
}

/** A dialog that is still loading contains only its close button. */
async function untilModal(page: Page): Promise<void> {
  await page.locator('[role=dialog][data-modal]').last().locator('a, button, input').nth(1).waitFor()
}
