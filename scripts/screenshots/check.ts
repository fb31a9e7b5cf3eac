/**
 * Checks every screen in all locales, widths and themes against those lines of the checklist that a machine can decide.
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
  /** All, unless fewer are named. */
  themes?: readonly Theme[]
  /** Where a picture of each is kept. */
  folder?: string
  onScreen?: (line: string) => void
}

export const sizes = [
  [360, 800],
  [768, 1024],
  [1440, 900],
] as const
/** Phones on their side and a laptop are checked where a game is played. */
const sizesOfGames = [
  [667, 375],
  [800, 360],
  [932, 430],
  [1366, 768],
] as const
/** The narrowest phone, which is 1280 px at 400 %; 1280 px at 200 %; letters 40 % larger. */
const reflows = [
  { size: [320, 640], letters: 1, name: '320 px' },
  { size: [640, 450], letters: 1, name: '200 %' },
  { size: [360, 800], letters: 1.4, name: 'letters +40 %' },
] as const

/** Returns what is wrong, as `screen locale size: fault`. */
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
  const note = (faults: readonly string[], where: string) => {
    for (const fault of faults) found.set(fault, [...(found.get(fault) ?? []), where])
  }
  try {
    await layOutEverything(page)
    const hasClient = await page.evaluate(() => [...document.querySelectorAll('*')].some((each) => each.shadowRoot))
    const isPlaying = (await page.locator('[data-playing]').count()) > 0
    for (const [width, height] of isPlaying ? [...sizes, ...sizesOfGames] : sizes) {
      await resize(page, width, height)
      const screen = await readScreen(page)
      note(layoutFaults(screen), `${width}`)
      note(textsOf(locale).faultsOf(screen.texts), `${width}`)
      if (width < 768) note(screen.small, `${width}`)
      for (const theme of chosen) {
        await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme)
        if (hasClient) await repaintClient(page)
        await drawn(page)
        note(await appearanceFaults(page, theme !== chosen[0]), `${width} ${theme}`)
        if (folder && (theme === chosen[0] || width === (theme === 'light' ? 360 : 768)))
          await page.screenshot({ path: join(folder, `${shot.name}-${width}-${theme}-${locale}.png`) })
      }
    }
    await resize(page, 360, 800)
    note(await focusFaults(page), 'keyboard')
    // The link past the header is over the page while it has the focus.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    for (const { size, letters, name } of reflows) {
      if (isPlaying && name === '200 %') continue
      await page.evaluate(
        (times) => (document.documentElement.style.fontSize = times === 1 ? '' : `${times * 100}%`),
        letters,
      )
      await resize(page, size[0], size[1])
      note(layoutFaults(await readScreen(page)), name)
    }
  } finally {
    await page.close()
  }
  return [...found].map(([fault, where]) => `${shortened(where)}: ${fault}`)
}

/** What holds in the first theme is said of the width alone. */
function shortened(where: readonly string[]): string {
  const widths = [...new Set(where.map((each) => each.split(' ')[0]!))]
  const isInAll = (width: string) => where.includes(`${width} ${themes[0]}`)
  return widths
    .flatMap((width) => (isInAll(width) ? [width] : where.filter((each) => each.split(' ')[0] === width)))
    .join(', ')
}

/** As many stops as reach past the header and a dialog's first form. */
const mostStops = 25

/** Where the focus stops on its way through the screen, it is seen: a ring of 2 px, and nothing over it. */
async function focusFaults(page: Page): Promise<string[]> {
  const found: string[] = []
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab')
    await drawn(page)
    const fault = await page.evaluate(() => {
      let focused = document.activeElement
      // A sports client is in a tree of its own.
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
      const isSeen =
        at !== null && (focused.contains(at) || at.contains(focused) || at.closest('label')?.contains(focused))
      return isSeen ? null : `focus not in view: ${name}`
    })
    if (fault) found.push(fault)
  }
  return found
}

/** Laid out anew, observers included. Waiting for rest each time would take most of the time. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))),
  )

/** What is laid out only near the view, and what fades, keeps its colours of another theme for a while. */
const layOutEverything = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { content-visibility: visible !important; transition: none !important }')
    const trees = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    for (const tree of [document, ...trees]) tree.adoptedStyleSheets.push(sheet)
  })

/** A sports client is told of a theme by the page, which notices that the system's scheme has changed. */
async function repaintClient(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await drawn(page)
  }
}

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await drawn(page)
}

const layoutFaults = ({ sideways, cut, covered }: { sideways: number; cut: string[]; covered: string[] }): string[] => [
  ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
  ...cut,
  ...covered.map((each) => `covered: ${each}`),
]

/** The radii of tokens.css, and those one or two pixels inside them. */
const radii = new Set(['4px', '6px', '8px', '16px'])
const [mostSizes, mostFamilies] = [6, 1]

async function appearanceFaults(page: Page, isOfTheme: boolean): Promise<string[]> {
  return (await readAppearance(page, isOfTheme)).flatMap(({ sizes: type, families, radii: rounded, faults }) => [
    ...faults,
    ...(Object.keys(type).length > mostSizes
      ? [
          `${Object.keys(type).length} sizes of type: ${Object.entries(type)
            .map(([size, example]) => `${size} (${example})`)
            .join(', ')}`,
        ]
      : []),
    ...(families.length > mostFamilies ? [`families of type: ${families.join(', ')}`] : []),
    ...Object.entries(rounded)
      .filter(([radius]) => !radii.has(radius))
      .map(([radius, example]) => `radius of ${radius}: ${example}`),
  ])
}
