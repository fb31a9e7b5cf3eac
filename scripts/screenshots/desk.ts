/** Every page of the desk, and a page of each kind of object that the demonstration has. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { pages } from '#desk/pages.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import type { Theme } from './open-shot.ts'

const widths = [390, 1280, 1920] as const
const height = 850

/** Where each page is, those of objects by the first link to one, and those of players of one with payments and play. */
export async function addressesOf(page: Page, url: string): Promise<Array<{ name: string; address: string | null }>> {
  const firstLink = async (list: string, prefix: string) => {
    const link = page.locator(`main a[href^="${prefix}"]`).first()
    // The demo players still play and deposit while the site begins.
    for (let tries = 0; tries < 4; tries++) {
      await page.goto(url + list)
      await untilLoaded(page)
      const address = await link.getAttribute('href', { timeout: 10_000 }).catch(() => null)
      if (address) return address
    }
    return null
  }
  const player = ((await firstLink('/withdrawals', '/players/')) ?? '').replace(/\?.*/, '')
  await addWork(page, player)
  const addresses: Array<{ name: string; address: string | null }> = []
  for (const { path } of pages) {
    const prefix = path.slice(0, path.indexOf('{'))
    const address = !path.includes('{')
      ? path
      : prefix === '/players/'
        ? path.replace('/players/{playerId}', player)
        : await firstLink(['/rounds/', '/bets/'].includes(prefix) ? `${player}?kind=play` : prefix.slice(0, -1), prefix)
    addresses.push({ name: path.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '-') || 'home', address })
  }
  return addresses
}

/** What nobody but an operator makes: an adjustment that waits for a second person, a campaign and a draft. */
async function addWork(page: Page, player: string): Promise<void> {
  await page.evaluate(async (playerPath) => {
    const { forgeryToken } = (await (await fetch('/api/session')).json()) as { forgeryToken: string }
    const send = (method: string, path: string, body: object) =>
      fetch(path, {
        method,
        headers: { 'content-type': 'application/json', 'x-desk-token': forgeryToken },
        body: JSON.stringify(body),
      })
    const reason = 'The partner booked it twice'
    const money = { direction: 'credit', currency: 'USD', amount: '400.00', cause: 'error', reason }
    await send('POST', `/api${playerPath}/adjustments`, { id: crypto.randomUUID(), ...money })
    const words = { en: { title: 'New terms', text: 'They apply from January.' } }
    const definition = { purpose: 'service', channels: ['site'], segment: { countries: ['DE'] }, words }
    await send('POST', '/api/campaigns/new-terms', { definition, startsAt: '2126-01-01T00:00:00Z', endsAt: null })
    const path = 'en/pages/about'
    const { data } = (await (await fetch(`/api/content-file?path=${path}`)).json()) as { data: object }
    await send('PUT', '/api/content-draft', { path, data: { ...data, title: 'About our house' }, base: 0, draft: 0 })
  }, player)
}

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
    for (const { name, address } of await addressesOf(page, url)) {
      if (!address) {
        faults.push(`desk ${name} ${theme}: no list leads to one`)
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
