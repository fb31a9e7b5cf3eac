/**
 * Checks every screen in all locales, widths and themes against those rules of the checklist that a machine can check.
 * A page is opened once for each locale, and then resized and given each theme.
 */
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { readScreen } from '#scripts/walk/screen.ts'
import { textsOf } from '#scripts/walk/texts.ts'
import type { LocaleCode } from '#contract/locales.ts'
import type { Site } from '#tests/setup/site.ts'
import { readAppearance } from './appearance.ts'
import { enterSite, openShot, type Theme, themes } from './open-shot.ts'
import type { Shot } from './shots.ts'

export type Check = {
  site: Site
  tokens: Partial<Record<NonNullable<Shot['by']>, string>>
  shots: readonly Shot[]
  locale: LocaleCode
  /** All themes if absent. */
  themes?: readonly Theme[]
  /** The folder for a screenshot of each. */
  folder?: string
  onScreen?: (line: string) => void
}

export const sizes = [
  [360, 800],
  [768, 1024],
  [1440, 900],
] as const
/** Sizes of phones in landscape and of a laptop, checked where a game is played. */
const sizesOfGames = [
  [667, 375],
  [800, 360],
  [932, 430],
  [1366, 768],
] as const
/** Zoomed pages: the narrowest phone, which equals 1280 px at 400 %; 1280 px at 200 %; text enlarged by 40 %. */
const reflows = [
  { size: [320, 640], fontScale: 1, name: '320 px' },
  { size: [640, 450], fontScale: 1, name: '200 %' },
  { size: [360, 800], fontScale: 1.4, name: 'letters +40 %' },
] as const

/** Returns the faults, as `screen locale size: fault`. */
export async function checkScreens(browser: Browser, check: Check): Promise<string[]> {
  const { site, tokens, shots, locale, onScreen } = check
  const found: string[] = []
  const visitors = new Map<string, BrowserContext>()
  for (const shot of shots) {
    const { by, country } = shot
    const key = `${by} ${country}`
    const visitor =
      visitors.get(key) ??
      (await enterSite(browser, { site, size: sizes[0], theme: 'dark', locale, country, token: by && tokens[by] }))
    visitors.set(key, visitor)
    const faults = await checkShot(visitor, check, shot).catch((error: Error) => [
      `not opened: ${error.message.split('\n')[0]}`,
    ])
    found.push(...faults.map((fault) => `${shot.name} ${locale} ${fault}`))
    onScreen?.(
      `${faults.length > 0 ? '✗' : '✓'} ${shot.name} ${locale}${faults.map((fault) => `\n    ${fault}`).join('')}`,
    )
  }
  await Promise.all([...visitors.values()].map((visitor) => visitor.close()))
  return found
}

async function checkShot(
  visitor: BrowserContext,
  { site, locale, folder, themes: chosen = themes }: Check,
  shot: Shot,
): Promise<string[]> {
  const page = await openShot(visitor, site.url, locale, shot)
  const found = new Map<string, string[]>()
  const addFaults = (faults: readonly string[], where: string) => {
    for (const fault of faults) found.set(fault, [...(found.get(fault) ?? []), where])
  }
  try {
    await layOutEverything(page)
    const hasClient = await page.evaluate(() => [...document.querySelectorAll('*')].some((each) => each.shadowRoot))
    const isPlaying = (await page.locator('[data-playing]').count()) > 0
    for (const [width, height] of isPlaying ? [...sizes, ...sizesOfGames] : sizes) {
      await resize(page, width, height)
      const screen = await readScreen(page)
      addFaults(layoutFaults(screen), `${width}`)
      addFaults(textsOf(locale).faultsOf(screen.texts), `${width}`)
      if (width < 768) addFaults(screen.small, `${width}`)
      for (const theme of chosen) {
        await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme)
        if (hasClient) await repaintClient(page)
        await untilPainted(page)
        addFaults(await appearanceFaults(page, theme !== chosen[0]), `${width} ${theme}`)
        if (folder && (theme === chosen[0] || width === (theme === 'light' ? 360 : 768)))
          await page.screenshot({ path: join(folder, `${shot.name}-${width}-${theme}-${locale}.png`) })
      }
    }
    await resize(page, 360, 800)
    addFaults(await focusFaults(page), 'keyboard')
    // The skip link covers the page while it has the focus.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    for (const { size, fontScale, name } of reflows) {
      if (isPlaying && name === '200 %') continue
      await page.evaluate(
        (times) => (document.documentElement.style.fontSize = times === 1 ? '' : `${times * 100}%`),
        fontScale,
      )
      await resize(page, size[0], size[1])
      addFaults(layoutFaults(await readScreen(page)), name)
    }
  } finally {
    await page.close()
  }
  return [...found].map(([fault, where]) => `${formatPlaces(where)}: ${fault}`)
}

/** Formats where a fault occurs. One that occurs in the first theme is listed by width alone. */
function formatPlaces(where: readonly string[]): string {
  const widths = [...new Set(where.map((each) => each.split(' ')[0]!))]
  const isInAll = (width: string) => where.includes(`${width} ${themes[0]}`)
  return widths
    .flatMap((width) => (isInAll(width) ? [width] : where.filter((each) => each.split(' ')[0] === width)))
    .join(', ')
}

/** Enough Tab presses to pass the header and the first form of a dialog. */
const maxStops = 25

/**
 * Presses Tab through the screen and checks that each focused element is visible, with a ring of at least 2 px and
 * nothing over it.
 */
async function focusFaults(page: Page): Promise<string[]> {
  const found: string[] = []
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    await untilPainted(page)
    const fault = await page.evaluate(() => {
      let focused = document.activeElement
      // The sportsbook client is in a shadow tree.
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
      if (!focused || focused === document.body || focused.tagName === 'IFRAME') return null
      const { left, top, width, height } = focused.getBoundingClientRect()
      const name = `${focused.tagName.toLowerCase()} “${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)}”`
      const rings = [
        focused,
        focused.parentElement,
        focused.parentElement?.parentElement,
        focused.nextElementSibling,
        focused.closest('label'),
      ].filter((each) => !!each)
      const isRinged = rings.some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
      if (!isRinged) return `no focus ring: ${name}`
      const at = (focused.getRootNode() as Document | ShadowRoot).elementFromPoint(left + width / 2, top + height / 2)
      const isVisible =
        at !== null && (focused.contains(at) || at.contains(focused) || at.closest('label')?.contains(focused))
      return isVisible ? null : `focus not in view: ${name}`
    })
    if (fault) found.push(fault)
  }
  return found
}

/**
 * Waits until the page is laid out again and observers have run. Waiting for the network each time would take most of
 * the time.
 */
const untilPainted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))),
  )

/**
 * Lays out everything and disables transitions: content outside the viewport and fading elements would otherwise keep
 * the colours of the previous theme for a while.
 */
const layOutEverything = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { content-visibility: visible !important; transition: none !important }')
    const trees = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    for (const tree of [document, ...trees]) tree.adoptedStyleSheets.push(sheet)
  })

/** Makes the page notify the sportsbook client of the theme, which it does when the system's colour scheme changes. */
async function repaintClient(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await untilPainted(page)
  }
}

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await untilPainted(page)
}

const layoutFaults = ({ sideways, cut, covered }: { sideways: number; cut: string[]; covered: string[] }): string[] => [
  ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
  ...cut,
  ...covered.map((each) => `covered: ${each}`),
]

/** The radii of tokens.css, and radii one or two pixels smaller for nested corners. */
const radii = new Set(['4px', '6px', '8px', '16px'])
const [maxSizes, maxFamilies] = [6, 1]

async function appearanceFaults(page: Page, isOfTheme: boolean): Promise<string[]> {
  return (await readAppearance(page, isOfTheme)).flatMap(({ sizes: type, families, radii: rounded, faults }) => [
    ...faults,
    ...(Object.keys(type).length > maxSizes
      ? [
          `${Object.keys(type).length} sizes of type: ${Object.entries(type)
            .map(([size, example]) => `${size} (${example})`)
            .join(', ')}`,
        ]
      : []),
    ...(families.length > maxFamilies ? [`families of type: ${families.join(', ')}`] : []),
    ...Object.entries(rounded)
      .filter(([radius]) => !radii.has(radius))
      .map(([radius, example]) => `radius of ${radius}: ${example}`),
  ])
}
