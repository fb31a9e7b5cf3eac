/** A page that is reloaded restores what was chosen in a game, and says what the last round paid. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { noticeRead, siteTest } from '#tests/setup/visit.ts'
import { fund, registerPlayer } from '../product/site-player.ts'

const { site, longTest } = siteTest()
const frameOf = (page: Page) => page.frameLocator('[data-playing] iframe')
const ready = '.play:not([aria-disabled=true])'

longTest('held cards, chips and the result of the last round survive a reload', async ({ enter }) => {
  const player = await registerPlayer(site)
  await fund(player, 2000)
  const page = await (await enter({ player, cookies: noticeRead })).newPage()
  const frame = frameOf(page)
  const line = frame.locator('.line-of-words')

  await page.goto(`${site.url}/games/jacks-or-better?play=real`)
  await frame.locator(ready).click({ timeout: 20_000 })
  const drawCards = frame.locator('.play[data-act]:not([aria-disabled=true])')
  await drawCards.waitFor()
  const held = () =>
    frame.locator('.slot').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('aria-pressed')))
  await page.keyboard.press('2')
  await page.keyboard.press('5')
  const chosen = ['false', 'true', 'false', 'false', 'true']
  expect(await held()).toEqual(chosen)
  await page.reload()
  await drawCards.waitFor({ timeout: 20_000 })
  await expect.poll(held).toEqual(chosen)
  await drawCards.click()
  await frame.locator('.play:not([data-act])').waitFor()
  const result = await line.textContent()
  await page.reload()
  await frame.locator(ready).waitFor({ timeout: 20_000 })
  await expect.poll(() => line.textContent()).toMatch(/^Last round: ./)
  expect(result).not.toBe('')

  // A key acts as its button does. Insurance is declined, and a blackjack ends the round before a move.
  await page.goto(`${site.url}/games/blackjack?play=real`)
  const usable = ':visible:enabled:not([aria-disabled=true])'
  const stand = frame.locator(`.moves [data-move=stand]${usable}`)
  const before = frame.locator(`.play:not([data-act])${usable}, .moves [data-move=decline]${usable}`)
  while (!(await stand.isVisible())) {
    await stand.or(before).first().waitFor({ timeout: 20_000 })
    if (await before.isVisible()) await before.click({ timeout: 2_000 }).catch(() => undefined)
  }
  const sent = page.waitForRequest('**/studio/api/act')
  await page.keyboard.press('s')
  expect((await sent).postDataJSON().act).toEqual({ type: 'stand' })

  // Nothing lies on a table on which the player has put nothing.
  await page.goto(`${site.url}/games/roulette?play=real`)
  await frame.locator(ready).waitFor({ timeout: 20_000 })
  expect(await frame.locator('.felt .chip').count()).toBe(0)
  const red = frame.locator('.outside[data-colour=red]')
  await red.click()
  const [place, chip] = await Promise.all([red.boundingBox(), red.locator('.chip').boundingBox()])
  expect(chip!.y).toBeGreaterThanOrEqual(place!.y - 1)
  expect(chip!.y + chip!.height).toBeLessThanOrEqual(place!.y + place!.height + 1)
  await page.reload()
  await frame.locator(ready).waitFor({ timeout: 20_000 })
  await red.locator('.chip').waitFor()
  expect(await frame.locator('.felt .chip').count()).toBe(1)
})
