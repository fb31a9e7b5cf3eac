/** The palette of the desk, the keys, and the page of a player, by keyboard alone. */
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'

const port = await freePort()
const { site, longTest } = siteTest({ DESK_PORT: String(port) })

longTest('a player is found, read and left by keyboard', { timeout: 120_000 }, async ({ enter }) => {
  const page = await (await enter()).newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  const email = `ada.${Date.now()}@example.test`
  const data = { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 }
  await page.goto(`http://localhost:${port}/`)
  await signIn(page, 'manager')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const registered = await page.request.post(`${site.url}/api/player/register`, { data })
  expect(registered.status()).toBe(200)

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find' })
  await page.keyboard.type(email.slice(0, -3))
  await palette.getByRole('option').filter({ hasText: email }).waitFor()
  await expectReadable(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/players\/[0-9a-f-]{36}$/)
  await page.getByText(`${email}, not confirmed`).waitFor()
  await page.getByRole('table', { name: 'Timeline' }).waitFor()
  for (const width of [390, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await expectReadable(page)

  await page.getByRole('combobox', { name: 'Everything' }).selectOption('acts')
  await page.waitForURL(/\?kind=acts$/)
  await page.getByRole('cell', { name: /^Registered/ }).waitFor()

  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await expectReadable(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('withdr')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/withdrawals$/)
  expect(faults).toEqual([])
})
