/** Small guarantees for visitors: no obstacles, a message that arrives, a verifier next to the game. */
import { expect } from 'vitest'
import { type Guest, siteTest, noticeRead } from '#tests/setup/visit.ts'
import { fund, registerPlayer, play, launchGame } from '../product/site-player.ts'

const { site, test } = siteTest({ SEED: 'false' })
const anyone: Guest = { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' }

test.for(['/', '/ar', '/contact', '/games/dice'])(
  'on a phone at the first visit the cookie notice of %s covers nothing, is slim, and goes for good',
  async (path, { visit }) => {
    const { page } = await visit(path, anyone)
    const notice = page.locator('section:has(> p a[href$="/static/privacy"])')
    const { position, height } = await notice.evaluate((element) => ({
      position: getComputedStyle(element).position,
      height: element.getBoundingClientRect().height,
    }))
    expect(position).toBe('static')
    expect(height).toBeLessThanOrEqual(64)
    await notice.getByRole('button').click()
    await notice.waitFor({ state: 'hidden' })
    await page.reload()
    await page.locator('main h1').first().waitFor()
    expect(await notice.isVisible()).toBe(false)
  },
)

test('a contact message: errors are at their fields, input is kept, and it arrives', async ({ visit }) => {
  const { page } = await visit('/contact', anyone)
  await page.fill('[name=email]', 'guest@example')
  await page.fill('[name=message]', 'My withdrawal is on its way since Monday.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Value is not a valid email address').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  await page.fill('[name=email]', 'guest@example.com')
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/notification/communications'),
    page.getByRole('button', { name: 'Send message' }).click(),
  ])
  expect(answer.status()).toBe(200)
  await page.getByRole('status').getByText('guest@example.com').waitFor()
  await page.getByRole('button', { name: 'Send another message' }).click()
  for (let sent = 1; sent < 6; sent++) {
    await page.request.post(`${site.url}/api/notification/communications`, {
      data: { email: `other${sent}@example.com`, message: 'One more of them.' },
    })
  }
  await page.fill('[name=email]', 'guest@example.com')
  await page.fill('[name=message]', 'A sixth message within the hour')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('alert').getByText('several messages within the last hour').waitFor()
  expect(await page.inputValue('[name=message]')).toBe('A sixth message within the hour')
})

test('the verifier opens next to the game, which continues', async ({ visit }) => {
  const { page, context } = await visit('/games/dice', anyone)
  await page
    .getByText(/^Try the demo/)
    .first()
    .click()
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: /fair/i }).first().click({ timeout: 20_000 })
  const [verifier] = await Promise.all([context.waitForEvent('page'), game.locator('a[href*="/rounds"]').click()])
  await verifier.waitForLoadState()
  expect(new URL(verifier.url()).pathname).toBe('/rounds')
  expect((await fetch(verifier.url())).status).toBe(200)
  await verifier.locator('h1').waitFor()
  expect(await game.locator('a[href*="/rounds"]').isVisible()).toBe(true)
})

test('from the history, one press opens a round in the site itself; its player reveals the seed and verifies it there', async ({
  visit,
}) => {
  const player = await registerPlayer(site)
  await fund(player, 2000)
  expect((await play(site, await launchGame(site, player))).status).toBe(200)
  const { page } = await visit('/ar/profile/history?tab=spins', {
    ...anyone,
    player,
    cookies: { ...noticeRead, theme: 'light' },
  })
  await page.getByRole('link', { name: 'تحقق', exact: true }).click()
  await page.waitForURL('**/ar/rounds/*')
  const html = page.locator('html')
  expect([await html.getAttribute('lang'), await html.getAttribute('data-theme')]).toEqual(['ar', 'light'])
  await page.locator('main h1').waitFor()
  await page.locator('header').first().getByRole('button').first().waitFor()
  await page.getByRole('button', { name: 'اكشف بذرتي الآن' }).click()
  await page.getByText('كل شيء متطابق').waitFor()
  await page.goto(page.url().replace('/ar/', '/'))
  await page.getByRole('button', { name: 'Verify round' }).click()
  await page.getByText('Verified: this round was determined').waitFor()
  await page.getByText('€1.00', { exact: true }).first().waitFor()
  const old = await page.goto(
    `${site.url}/studio/verify?locale=de&round=${new URL(page.url()).pathname.split('/').at(-1)}`,
  )
  expect(old?.status()).toBe(200)
  expect(new URL(page.url()).pathname).toMatch(/^\/de\/rounds\//)
})
