/** Small promises that a visitor meets on the way: nothing in the way, a message that arrives, a verifier beside the game. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Site, startSite } from '#tests/setup/site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({ env: { SEED: 'false' } }), launchBrowser()])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function visit(path: string, work: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(site.url + path)
  await page.waitForLoadState('networkidle')
  await work(page, context)
  await context.close()
}

test.each(['/', '/ar', '/contact', '/games/dice'])('on a phone at the first visit the cookie notice of %s covers nothing, is slim, and goes for good', (path) => visit(path, async (page) => {
  const notice = page.locator('section:has(> p a[href$="/static/privacy"])')
  const { position, height } = await notice.evaluate((element) => ({ position: getComputedStyle(element).position, height: element.getBoundingClientRect().height }))
  expect(position).toBe('static')
  expect(height).toBeLessThanOrEqual(64)
  await notice.getByRole('button').click()
  await notice.waitFor({ state: 'hidden' })
  await page.reload()
  await page.locator('main h1').first().waitFor()
  expect(await notice.isVisible()).toBe(false)
}), 60_000)

test('a message by the contact form: faults stand at their fields, what was typed stays, and it arrives', () => visit('/contact', async (page) => {
  await page.fill('[name=email]', 'guest@example')
  await page.fill('[name=message]', 'My withdrawal is on its way since Monday.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Value is not a valid email address').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  await page.fill('[name=email]', 'guest@example.com')
  const [answer] = await Promise.all([page.waitForResponse('**/api/notification/communications'), page.getByRole('button', { name: 'Send message' }).click()])
  expect(answer.status()).toBe(200)
  await page.getByRole('status').getByText('guest@example.com').waitFor()
  await page.getByRole('button', { name: 'Write another message' }).click()
  for (let sent = 1; sent < 6; sent++) {
    await page.request.post(`${site.url}/api/notification/communications`, { data: { email: `other${sent}@example.com`, message: 'One more of them.' } })
  }
  await page.fill('[name=email]', 'guest@example.com')
  await page.fill('[name=message]', 'A sixth message within the hour')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('alert').getByText('several times within the hour').waitFor()
  expect(await page.inputValue('[name=message]')).toBe('A sixth message within the hour')
}), 60_000)

test('the verifier opens beside the game, which plays on', () => visit('/games/dice', async (page, context) => {
  await page.getByText(/^Try the demo/).first().click()
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: /fair/i }).first().click({ timeout: 20_000 })
  const [verifier] = await Promise.all([context.waitForEvent('page'), game.locator('a[href^="/studio/verify"]').click()])
  await verifier.waitForLoadState()
  expect(new URL(verifier.url()).pathname).toBe('/studio/verify')
  await verifier.locator('h1').waitFor()
  expect(await game.locator('a[href^="/studio/verify"]').isVisible()).toBe(true)
}), 60_000)
