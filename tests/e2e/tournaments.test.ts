/** Tournaments in a browser: rules and prizes for everyone, joining for players. */
import { expect } from 'vitest'
import { fund, launchGame, play, registerPlayer } from '../product/site-player.ts'
import { dialogOf, expectReadable, isPlayer, noticeRead, phone, siteTest } from '#tests/setup/visit.ts'

const { site, longTest } = siteTest()

// Shows: 1.2.3
longTest(
  'a guest reads the list and the rules without scripts; a player joins, plays, and sees their own place',
  async ({ enter }) => {
    const guest = await (await enter({ javaScriptEnabled: false, cookies: noticeRead })).newPage()
    await guest.goto(`${site.url}/tournaments`)
    await guest.getByRole('article').filter({ hasText: 'Weekly Peak' }).first().getByRole('link').click()
    await guest.getByRole('heading', { level: 1, name: 'Weekly Peak' }).waitFor()
    await guest.getByText('Rounds with bonus money do not count.').waitFor()
    expect(await guest.getByRole('region', { name: 'Prizes' }).innerText()).toContain('€250')
    const address = guest.url()

    const player = await registerPlayer(site)
    await fund(player, 2000)
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.goto(address)
    await isPlayer(page)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByText('You have joined').waitFor()
    await page.reload()
    await page.getByText('You have joined').waitFor()
    await page.getByText('None of your rounds has counted yet.').waitFor()
    expect((await play(site, await launchGame(site, player))).status).toBe(200)
    await page.getByText('1 round counted').waitFor()
    await page.getByRole('row').filter({ hasText: 'You' }).waitFor()
    await expectReadable(page, { within: 'main' })

    // On a phone with larger letters the complete name of the tournament is beside place and score.
    const enlarged = await (await enter({ ...phone, player, cookies: noticeRead })).newPage()
    await enlarged.goto(`${site.url}/es/games/dice?play=real`)
    // The tournament that ends first is shown: on the last day of a week both end at once.
    const name = /Carrera diaria|Pico semanal/
    const line = enlarged.locator('[data-strip=own]').getByRole('link', { name })
    await line.locator('bdi').first().waitFor()
    await enlarged.evaluate(() => (document.documentElement.style.fontSize = '140%'))
    await line
      .locator('bdi')
      .first()
      .evaluate((score) => (score.textContent = '114,02×'))
    expect(await line.getByText(name).evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0)

    // Beside a game that counts for a tournament there is one line that can be hidden.
    await page.goto(`${site.url}/games/dice?play=real`)
    const strip = page.getByRole('link', { name: /Daily Race|Weekly Peak/ }).filter({ hasText: /Place \d/ })
    await strip.waitFor()
    await page.getByRole('button', { name: 'Hide the tournament beside the game' }).click()
    await strip.waitFor({ state: 'detached' })
  },
)

const viewports = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

longTest.for(viewports)(
  'at %o a player without money is led to the deposit, then pays a buy-in once, and gets it back by leaving',
  async (viewport, { enter }) => {
    const player = await registerPlayer(site)
    const page = await (await enter({ player, viewport, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/tournaments`)
    await page.getByRole('article').filter({ hasText: 'Harbor Cup' }).first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Harbor Cup' }).waitFor()
    await isPlayer(page)
    await page.getByText('€4.50 of each entry goes to the prize pool; €0.50 is our fee.').waitFor()

    const dialog = dialogOf(page, 'tournament-entry')
    await page.getByRole('link', { name: 'Enter for €5.00' }).click()
    await dialog.getByText('You need €5.00 more in EUR.').waitFor()
    await expectReadable(page, { within: '[role=dialog]' })
    await dialog.getByRole('button', { name: 'Deposit' }).click()
    await dialogOf(page, 'wallet').waitFor()

    await fund(player, 1200)
    await page.goto(page.url().split('?')[0]!)
    await isPlayer(page)
    await page.getByRole('link', { name: 'Enter for €5.00' }).click()
    const pay = dialog.getByRole('button', { name: 'Pay €5.00 and enter' })
    await pay.waitFor()
    expect(await dialog.getByRole('definition').allInnerTexts()).toContain('€7.00')
    await expectReadable(page, { within: '[role=dialog]' })
    await pay.dblclick()
    await page.getByText('You have entered').waitFor()
    const balance = async () => (await player.call('GET', '/api/wallet/accounts')).body[0].balance
    expect(await balance()).toBe(700)
    await expectReadable(page, { within: 'main' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await page.getByRole('link', { name: 'Leave the tournament' }).click()
    await dialog.getByRole('button', { name: 'Leave and get €5.00 back' }).click()
    await page.getByRole('link', { name: 'Enter for €5.00' }).waitFor()
    expect(await balance()).toBe(1200)
    await page.goto(`${site.url}/profile/history`)
    await page.getByText('Tournament buy-in refunded').waitFor()
  },
)
