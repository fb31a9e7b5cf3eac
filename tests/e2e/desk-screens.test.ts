/** Every page of the menu of the desk: readable, and within the screen of a phone, a laptop and a wide display. */
import { expect } from 'vitest'
import { pages } from '#desk/pages.ts'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'

const port = await freePort()
const { longTest } = siteTest({ DESK_PORT: String(port) })

longTest(
  'each page of the menu is readable, causes no error, and scrolls sideways at no width',
  { timeout: 240_000 },
  async ({ enter }) => {
    const page = await (await enter()).newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(`http://localhost:${port}/`)
    await signIn(page, 'manager')
    for (const { path } of pages.filter(({ isUnlisted }) => !isUnlisted)) {
      await page.goto(`http://localhost:${port}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText('Loading').waitFor({ state: 'detached' })
      for (const width of [390, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) faults.push(`${path} is ${wide} wide at ${width}`)
      }
      await expectReadable(page).catch((error: Error) => faults.push(`${path}: ${error.message}`))
    }
    expect(faults).toEqual([])
  },
)
