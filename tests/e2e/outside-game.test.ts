/** A game of an outside studio (the sandbox's) in a browser: rounds for money, leaving and returning, the history. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest, noticeRead, siteTest } from '#tests/setup/visit.ts'
import { fund, registerPlayer, until } from '../product/site-player.ts'
import { delayMessages, timesOfBet } from './delayed-messages.ts'

const { site, longTest } = siteTest({ SEED: 'false', SANDBOX_STUDIO: 'true' })
const game = 'lantern-two-moons'
const frameOf = (page: Page) => page.frameLocator('[data-playing] iframe')
const stageBalance = (page: Page) => page.locator('[data-playing] dl dd').first().textContent()
const inEuro = (subunits: number) => `€${(subunits / 100).toFixed(2)}`

const isListed = () =>
  until(async () => (await fetch(`${site.url}/api/game/games/${game}`)).ok, 'the catalogue has been read', 30_000)

longTest(
  "a round for money at an outside studio's game: the balance changes when it ends, and it continues after leaving",
  async ({ enter }) => {
    await isListed()
    const player = await registerPlayer(site)
    await fund(player, 2000)
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/${game}?play=real`)
    const frame = frameOf(page)
    const play = frame.locator('.play:enabled')
    const result = frame.getByRole('status')
    const round = async () => {
      await play.click({ timeout: 20_000 })
      await result.filter({ hasText: /win/i }).waitFor()
    }
    await delayMessages(page)
    await page.reload()
    const [notedAt, askedAt] = await timesOfBet(page, round)
    expect(notedAt, 'a bet is made once the page has noted its round').toBeLessThanOrEqual(askedAt)
    const first = await player.cash()
    await expect.poll(() => stageBalance(page)).toBe(inEuro(first))
    expect(first).not.toBe(2000)

    // In the lobby the same page continues in the mini player; after it is closed, a new one starts with the balance of
    // the ledger.
    await page.locator('header a[href="/"]').first().click()
    await page.locator('[data-mini]').waitFor()
    await page
      .locator('[data-mini]')
      .getByRole('link', { name: /Two Moons/ })
      .click()
    await page.locator('[data-playing=real]').waitFor()
    await round()
    await page.getByRole('button', { name: 'Leave game' }).filter({ visible: true }).first().click()
    await expect.poll(() => page.locator('main iframe').count()).toBe(0)
    await page.goto(`${site.url}/games/${game}?play=real`)
    await play.waitFor({ timeout: 20_000 })
    const second = await player.cash()
    await expect.poll(() => stageBalance(page)).toBe(inEuro(second))

    const { data } = (await player.call('GET', '/api/game/spins')).body
    const spins = data as Array<{ stake: number; win: number; status: string; game: { name: string } }>
    expect(spins).toHaveLength(2)
    expect(2000 + spins.reduce((sum, { stake, win }) => sum + win - stake, 0)).toBe(second)
    await page.goto(`${site.url}/profile/history?tab=spins`)
    await atRest(page)
    const lines = page.locator('main').getByRole('listitem').filter({ hasText: 'Two Moons' })
    await expect.poll(() => lines.count()).toBe(2)
    expect(await lines.first().textContent()).toContain(inEuro(spins[0]!.stake))
  },
)

longTest('the same game is in the language of the page, from right to left in Arabic', async ({ visit }) => {
  await isListed()
  for (const [locale, direction, text] of [
    ['de', 'ltr', 'Zwei Monde, einer geht auf.'],
    ['ar', 'rtl', 'قمران'],
  ] as const) {
    const { page } = await visit(`/${locale}/games/${game}?play=demo`, { cookies: noticeRead })
    const frame = frameOf(page)
    await frame.getByText(text).waitFor({ timeout: 20_000 })
    expect(await frame.locator('html').getAttribute('dir')).toBe(direction)
    await frame.locator('.play:enabled').click()
    await frame.locator('.result:not(:empty)').waitFor()
  }
})
