/**
 * Every page of the desk, with an object of each kind: readable in both themes, and within the screen of
 * a phone, a laptop and a wide display.
 */
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { addressesOf } from '#scripts/screenshots/desk.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'

const port = await freePort()
const { longTest } = siteTest({ DESK_PORT: String(port) })

longTest(
  'each page is readable in both themes, causes no error, and scrolls sideways at no width',
  { timeout: 600_000 },
  async ({ enter }) => {
    const page = await (await enter()).newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(`http://localhost:${port}/`)
    await signIn(page, 'manager')
    const open = async (path: string) => {
      await page.goto(`http://localhost:${port}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText('Loading').waitFor({ state: 'detached' })
    }
    const addresses = await addressesOf(page, `http://localhost:${port}`)
    expect(addresses.filter(({ address }) => !address)).toEqual([])
    for (const { address } of addresses) {
      const path = address!
      await open(path)
      for (const width of [390, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) faults.push(`${path} is ${wide} wide at ${width}`)
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
        await expectReadable(page).catch((error: Error) => faults.push(`${path} ${colorScheme}: ${error.message}`))
      }
    }
    expect(faults).toEqual([])
  },
)
