/** Pages whose later chunks cannot be loaded, as after two new builds: what is open stays open. */
import { expect } from 'vitest'
import { noticeRead, siteTest } from '#tests/setup/visit.ts'
import { fund, registerPlayer } from '../product/site-player.ts'

const { site, longTest } = siteTest()

// Shows: change 36
longTest(
  'an open game and its round stay where panels beside it cannot be loaded, until a reload',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    await fund(player, 2000)
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    let refused = 0
    const chunks = /\/assets\/(statistics|place-strip|game-quest-lines|accounts-menu)-[^/]*\.(js|css)/
    await page.route(chunks, (route) => {
      refused++
      return route.fulfill({ status: 404 })
    })
    await page.goto(`${site.url}/games/mines?play=real`)
    const frame = page.frameLocator('[data-playing] iframe')
    await frame.locator('.play').click({ timeout: 20_000 })
    await frame.locator('.field[data-live]').waitFor()
    const panel = page.locator('#play-statistics')
    await page.locator('[popovertarget=play-statistics]').click()
    await panel.getByText('This could not be loaded.').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[popovertarget=accounts-menu]').click()
    await page.locator('#accounts-menu').getByText('This could not be loaded.').waitFor()
    await page.keyboard.press('Escape')
    expect(refused).toBeGreaterThan(2)
    expect(await frame.locator('.field[data-live]').count()).toBe(1)
    await page.unroute(chunks)
    await page.reload()
    // After a reload of the same address the game opens again and the round continues.
    await frame.locator('.field[data-live]').waitFor()
    await page.locator('[popovertarget=play-statistics]').click()
    await panel.locator('dl').first().waitFor()
  },
)

// Shows: change 36
longTest(
  'a game whose script cannot be loaded shows an error instead of loading forever, and opens at the second try',
  async ({ enter }) => {
    const page = await (await enter({ cookies: noticeRead })).newPage()
    const script = /\/studio\/assets\/main-[^/]*\.js/
    await page.route(script, (route) => route.fulfill({ status: 404 }))
    await page.goto(`${site.url}/de/games/dice?play=demo`)
    const frame = page.frameLocator('[data-playing] iframe')
    await frame.getByRole('heading', { name: 'Das Spiel konnte nicht geöffnet werden' }).waitFor()
    await page.unroute(script)
    await frame.getByRole('button', { name: 'Erneut versuchen' }).click()
    await frame.locator('.play').waitFor({ timeout: 20_000 })
  },
)
