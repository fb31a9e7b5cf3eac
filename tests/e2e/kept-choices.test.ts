/** What a player has chosen in a game and not played belongs to this player, currency, tab and kind of money alone. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dialogOf, isGuest, noticeRead, signInAs, siteTest } from '#tests/setup/visit.ts'
import { fund, registerPlayer, type SitePlayer } from '../product/site-player.ts'

const { site, longTest } = siteTest()
const frameOf = (page: Page) => page.frameLocator('[data-playing] iframe')
const chips = (page: Page) => frameOf(page).locator('.felt .chip')
const red = (page: Page) => frameOf(page).locator('.outside[data-colour=red]')

async function openRoulette(page: Page, mode = 'real') {
  await page.goto(`${site.url}/games/roulette?play=${mode}`)
  await frameOf(page).locator('.play:not([aria-disabled=true])').waitFor({ timeout: 20_000 })
}
/** The choices arrive with the first messages of the page; a chip that must not lie there would lie by now. */
async function expectChips(page: Page, count: number) {
  if (count === 0) await page.waitForTimeout(600)
  else await expect.poll(() => chips(page).count()).toBe(count)
  expect(await chips(page).count()).toBe(count)
}
async function fundedPlayer(): Promise<SitePlayer> {
  const player = await registerPlayer(site)
  await fund(player, 2000)
  return player
}

// Shows: pair kept choice/sign-out, pair kept choice/account switch, pair kept choice/second tab
longTest(
  'chips on a table return after a reload, but not in demo play, another tab or currency, or for the next player',
  async ({ enter }) => {
    const [player, next] = [await fundedPlayer(), await fundedPlayer()]
    const context = await enter({ player, cookies: noticeRead })
    const page = await context.newPage()
    await openRoulette(page)
    await red(page).click()
    await expectChips(page, 1)
    await openRoulette(page, 'demo')
    await expectChips(page, 0)
    await red(page).click()
    await red(page).click()
    await openRoulette(page)
    await expectChips(page, 1)
    const other = await context.newPage()
    await openRoulette(other)
    await expectChips(other, 0)
    await other.close()

    const { body: dollars } = await player.call('POST', '/api/wallet/accounts', { currency: 'USD' })
    expect((await player.call('PUT', `/api/wallet/accounts/${dollars.id}/switch`)).status).toBe(200)
    await openRoulette(page)
    await expectChips(page, 0)
    const { body: accounts } = await player.call('GET', '/api/wallet/accounts')
    const euros = (accounts as Array<{ id: string; currency: string }>).find(({ currency }) => currency === 'EUR')!
    expect((await player.call('PUT', `/api/wallet/accounts/${euros.id}/switch`)).status).toBe(200)
    await openRoulette(page)
    await expectChips(page, 1)

    await page.goto(`${site.url}/static/about`)
    await page.locator('#user-nav li:last-child button').evaluate((button: HTMLElement) => button.click())
    await isGuest(page)
    await signInAs(page, next, site.url)
    await openRoulette(page)
    await expectChips(page, 0)
  },
)

// Shows: pair kept choice/exclusion
longTest('a player excluded in the middle of a hand can neither act twice nor begin another', async ({ enter }) => {
  const player = await fundedPlayer()
  const page = await (await enter({ player, cookies: noticeRead })).newPage()
  await page.goto(`${site.url}/games/jacks-or-better?play=real`)
  const frame = frameOf(page)
  await frame.locator('.play:not([aria-disabled=true])').click({ timeout: 20_000 })
  await frame.locator('.play[data-act]:not([aria-disabled=true])').waitFor()
  await page.keyboard.press('2')
  const plays: string[] = []
  page.on('request', (request) => request.url().includes('/studio/api/play') && plays.push(request.url()))
  expect((await player.call('POST', '/api/player/limits', { definition: 4, period: '6-months' })).status).toBe(200)
  await dialogOf(page, 'sign-in').getByText('You have excluded yourself from play').waitFor()
  await page.reload()
  await expect.poll(() => page.locator('[data-playing] iframe').count()).toBe(0)
  expect(plays).toEqual([])
})

longTest('a stake is picked from the chips of a table, or from those played last', async ({ enter }) => {
  const player = await fundedPlayer()
  const page = await (await enter({ player, cookies: noticeRead })).newPage()
  await openRoulette(page)
  const chip = frameOf(page).locator('.quick [data-chip]').nth(2)
  await chip.click()
  expect(await chip.getAttribute('aria-pressed')).toBe('true')
  await red(page).click()
  await expectChips(page, 1)
  expect(await red(page).locator('.chip').textContent()).toBe(await chip.textContent())
  expect(await red(page).locator('.chip').getAttribute('data-chip')).toBe('2')

  await page.goto(`${site.url}/games/ember-forge?play=real`)
  const frame = frameOf(page)
  const play = frame.locator('.play:not([aria-disabled=true])')
  const field = frame.locator('#stake')
  await play.waitFor({ timeout: 20_000 })
  const results = frame.locator('.past li')
  const lowest = frame.locator('.quick button').first()
  const [usual] = [await field.inputValue(), await play.click()]
  await results.nth(0).waitFor()
  await lowest.click()
  await play.click()
  await results.nth(1).waitFor()
  const low = await field.inputValue()
  await field.click()
  const recent = frame.locator('.recent button')
  expect(await recent.allTextContents()).toEqual([low, usual])
  await recent.last().click()
  expect(await field.inputValue()).toBe(usual)
  expect(await frame.locator('.recent').isVisible()).toBe(false)

  // Stakes and results are there again after a reload; a spin that the page did not show is told.
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/studio/api/play'))
  await play.click()
  await answered
  await page.reload()
  await play.waitFor({ timeout: 20_000 })
  await expect.poll(() => frame.locator('.line-of-words').textContent()).toMatch(/^Last round: ./)
  expect(await results.count()).toBe(3)
  const { body: spins } = await player.call('GET', '/api/game/spins')
  const newest = (spins.data as Array<{ verifyUrl: string }>)[0]!
  expect(await results.first().locator('a').getAttribute('href')).toBe(`/en${newest.verifyUrl}`)
  await field.click()
  expect(await recent.allTextContents()).toEqual([usual, low])
  await page.keyboard.press('Escape')
  expect(await frame.locator('.recent').isVisible()).toBe(false)
})
