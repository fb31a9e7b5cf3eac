/** Every page of the desk, and a page of each kind of object that the demonstration has. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { pages } from '#desk/pages.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import type { Theme } from './open-shot.ts'

const widths = [390, 1280, 1920] as const
const height = 850

/** Where a list leads to an object, the first one is shown too: its page, and the link on it. */
export const objects = [
  { name: 'payment', list: '/payments', link: 'tbody td:first-child a' },
  { name: 'player', list: '/markers', link: 'dd a' },
  { name: 'document', list: '/documents', link: 'tbody a' },
  { name: 'message', list: '/messages', link: 'tbody a' },
  { name: 'collection', list: '/collections', link: 'tbody a' },
  { name: 'reward', list: '/definitions/rewards?kind=offers', link: 'tbody a' },
]

type Desk = { url: string; folder: string; themes: readonly Theme[] }

/** Returns the faults. */
export async function takeDesk(browser: Browser, { url, folder, themes }: Desk): Promise<string[]> {
  const faults: string[] = []
  // The desk has no theme of its own for contrast: it follows the system.
  for (const theme of (['light', 'dark'] as const).filter((each) => themes.length === 0 || themes.includes(each))) {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width: widths[1], height } })
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => faults.push(`desk ${page.url()}: ${message}`))
    await page.goto(url)
    // A code is accepted once, so each theme has its own person.
    await signIn(page, theme === 'light' ? 'manager' : 'deputy')
    const take = async (name: string) => {
      await untilLoaded(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) faults.push(`desk ${name} ${theme}: ${wide} px wide at ${width}`)
        await page.screenshot({ path: join(folder, `desk-${name}-${width}-${theme}.png`) })
      }
      await page.setViewportSize({ width: widths[1], height })
    }
    for (const { path } of pages.filter(({ isUnlisted }) => !isUnlisted)) {
      await page.goto(url + path)
      await take(path.slice(1).replaceAll('/', '-') || 'home')
    }
    for (const { name, list, link } of objects) {
      await page.goto(url + list)
      await untilLoaded(page)
      const address = await page
        .locator(link)
        .first()
        .getAttribute('href', { timeout: 10_000 })
        .catch(() => null)
      if (!address) {
        faults.push(`desk ${name} ${theme}: ${list} has none`)
        continue
      }
      await page.goto(url + address)
      await take(name)
    }
    await page.goto(url)
    await untilLoaded(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await take('palette')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await take('keys')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: widths[0], height })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.screenshot({ path: join(folder, `desk-menu-${widths[0]}-${theme}.png`) })
    await context.close()
  }
  return faults
}

async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}
