/** The lobby's strip of what happens now, and the places of sports, tournaments and quests. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest, inMotion, isAlive, noticeRead, phone, siteTest } from '#tests/setup/visit.ts'
import type { Winner } from '#contract/games.ts'
import { fund, launchGame, play, registerPlayer, until } from '../product/site-player.ts'

const { site, test, longTest } = siteTest({ SPORTSBOOK_HOST: 'sandbox', ROUND_MIN_MS: '0' })
const wide = { viewport: { width: 1440, height: 900 } }

const strip = (page: Page) => page.getByRole('region', { name: 'Happening now' })
const winLinks = (page: Page) => strip(page).locator('a[href*="/rounds/"]')
const winners = async (): Promise<Winner[]> => (await fetch(`${site.url}/api/game/spins/winners`)).json()

/** Plays real rounds until another one is listed, and returns it. */
async function winOnce(): Promise<Winner> {
  const player = await registerPlayer(site)
  await fund(player, 100_00)
  const seat = await launchGame(site, player)
  const known = new Set((await winners()).map(({ id }) => id))
  let added: Winner | undefined
  await until(async () => {
    await play(site, seat)
    added = (await winners()).find(({ id }) => !known.has(id))
    return added !== undefined
  }, 'no win')
  // Bets are pushed once a second at most, with the next one that settles.
  await sleep(1100)
  await play(site, seat)
  return added!
}

test('the strip is in the first screen, tells of real wins with the multiplier first, and each opens its round', async ({
  visit,
}) => {
  const { stake, win, verifyUrl } = await winOnce()
  const { page } = await visit('/', wide)
  const box = (await strip(page).boundingBox())!
  expect(box.y + box.height).toBeLessThan(900)
  const link = page.locator(`a[href$="${verifyUrl}"]`).first()
  expect(await link.locator('strong').textContent()).toMatch(
    new RegExp(`^${String(Math.floor((win / stake) * 10) / 10).replace('.', '\\.')}×`),
  )
  for (const { win: amount, stake: staked } of await winners()) expect(amount).toBeGreaterThanOrEqual(2 * staked)
  await link.click()
  await page.waitForURL(`**${verifyUrl}`)
})

longTest(
  'a win that is pushed moves nothing outside of the strip, and a press on what it has moved does nothing',
  async ({ visit }) => {
    await winOnce()
    const { page } = await visit('/', { ...wide, ...inMotion })
    const heading = page.locator('#rail-popular')
    const top = (await heading.boundingBox())!.y
    const first = await winLinks(page).first().getAttribute('href')
    // Presses the card at the first place as soon as another one has come to it.
    const pressed = page.evaluate(async () => {
      const list = document.querySelector('#life ul')!
      const [firstWin] = list.querySelectorAll('a[href*="/rounds/"]')
      await new Promise<void>((moved) => {
        const observer = new MutationObserver(() => {
          if (list.querySelector('a[href*="/rounds/"]') === firstWin) return
          observer.disconnect()
          moved()
        })
        observer.observe(list, { childList: true, subtree: true })
      })
      const press = (link: Element) =>
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      return [press(list.querySelector('a[href*="/rounds/"]')!), location.pathname]
    })
    await winOnce()
    expect(await pressed).toEqual([false, '/'])
    expect((await heading.boundingBox())!.y).toBe(top)
    expect(await winLinks(page).first().getAttribute('href')).not.toBe(first)
    await page.waitForTimeout(600)
    const next = await winLinks(page).first().getAttribute('href')
    await winLinks(page).first().click()
    await page.waitForURL(`**${next}`)
  },
)

longTest(
  'while the pointer is on a card, and with reduced motion, the strip keeps what it shows',
  async ({ visit }) => {
    await winOnce()
    const { page } = await visit('/', { ...wide, ...inMotion })
    const { page: still } = await visit('/', wide)
    const shown = (of: Page) => winLinks(of).evaluateAll((all) => all.map((each) => each.getAttribute('href')))
    const [before, beforeStill] = [await shown(page), await shown(still)]
    await winLinks(page).first().hover()
    const { verifyUrl } = await winOnce()
    // The feed below has received the push.
    await page.evaluate(() => new Promise((pushed) => setTimeout(pushed, 1500)))
    expect(await shown(page)).toEqual(before)
    expect(await shown(still)).toEqual(beforeStill)
    await page.mouse.move(700, 20)
    await winOnce()
    await expect.poll(() => shown(page), { timeout: 10_000 }).not.toEqual(before)
    expect(await shown(still)).toEqual(beforeStill)
    expect(verifyUrl).not.toBeNull()
  },
)

longTest(
  'the strip can be turned off beside it and on again in the menu, and the choice is kept',
  async ({ visit }) => {
    await winOnce()
    const { page } = await visit('/', wide)
    await strip(page).getByRole('button', { name: 'Hide live activity' }).click()
    await strip(page).waitFor({ state: 'hidden' })
    await page.reload()
    await isAlive(page)
    expect(await strip(page).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Language and theme' }).click()
    const choice = page.getByRole('switch', { name: 'Live activity in the lobby' }).and(page.locator(':visible'))
    expect(await choice.getAttribute('aria-checked')).toBe('false')
    await choice.click()
    await strip(page).waitFor()
    await page.reload()
    await atRest(page)
    expect(await strip(page).isVisible()).toBe(true)
  },
)

test.for([
  ['/', 'Sports', 'Tournaments', 'Quests'],
  ['/ar', 'الرياضة', 'البطولات', 'المهام'],
] as const)(
  'at %s a phone shows sports, tournaments, quests and the strip without scrolling',
  async ([path, sports, tournaments, quests], { visit }) => {
    const player = await registerPlayer(site)
    const { page } = await visit(path, { ...phone, viewport: { width: 390, height: 844 }, player, cookies: noticeRead })
    expect(await page.locator('[data-bar]').getByRole('link', { name: sports }).isVisible()).toBe(true)
    for (const name of [tournaments, quests]) {
      const box = (await page.locator('main nav').getByRole('link', { name }).boundingBox())!
      expect(box.x, name).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width, name).toBeLessThanOrEqual(390)
      expect(box.y + box.height, name).toBeLessThan(844 - 64)
    }
    const box = (await page.locator('#life').boundingBox())!
    expect(box.y + box.height).toBeLessThan(844 - 64)
  },
)
