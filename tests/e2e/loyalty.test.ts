/** Loyalty in a browser: the ladder for everyone, and how a level that is reached is announced. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { atRest } from '#tests/setup/at-rest.ts'
import { dialogOf, expectReadable, noticeRead, phone, siteTest } from '#tests/setup/visit.ts'
import { fund, launchGame, registerPlayer, type SitePlayer, studioCall } from '../product/site-player.ts'

const { site, longTest } = siteTest()

/** A settled round of dice without a win. */
async function lose(player: SitePlayer, amount: number): Promise<void> {
  const round = { token: await launchGame(site, player), currency: 'EUR', gameId: 'dice', roundId: randomUUID() }
  const bet = await studioCall(site, 'bet', { ...round, transactionId: randomUUID(), amount })
  expect(bet).toMatchObject({ status: 200 })
  await studioCall(site, 'win', { ...round, transactionId: randomUUID(), amount: 0 })
}

/** Runs in the page: resolves with how long a text was visible, once it has appeared and gone. */
function millisecondsOf(text: string): Promise<number> {
  return new Promise((resolve) => {
    let since: number | null = null
    const check = () => {
      const isShown = document.body.innerText.includes(text)
      if (isShown) since ??= performance.now()
      else if (since !== null) resolve(performance.now() - since)
    }
    new MutationObserver(check).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

longTest('a player who only reads the page sees all levels', async ({ enter }) => {
  const page = await (await enter({ ...phone, player: await registerPlayer(site), cookies: noticeRead })).newPage()
  await page.goto(`${site.url}/loyalty`)
  await atRest(page)
  expect(await page.locator('main ol > li').count()).toBe(10)
})

// Shows: 1.2.3, 4.12.1, 9.8.2
longTest(
  'a level that is reached opens its dialog, but on the page of a game a notification of 3 s',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    await fund(player, 300_000)
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/loyalty`)
    await page.getByText('100 points to Ember').waitFor()
    // The house edge of dice is 1 %: a stake of 400 euros brings 100 points, and 1,600 more bring 400.
    await lose(player, 40_000)
    const dialog = dialogOf(page, 'loyalty-level')
    await dialog.getByText('You have reached Ember').waitFor()
    await dialog.getByText('10 free spins').waitFor()
    await expectReadable(page, { within: '[role=dialog]' })
    await dialog.getByRole('button', { name: 'OK' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('400 points to Candle').waitFor()

    await page.goto(`${site.url}/games/tidepool`)
    await page.locator('[popovertarget=user-nav]').click()
    await page.locator('#user-nav').getByRole('link', { name: 'Loyalty: Ember' }).waitFor()
    await page.keyboard.press('Escape')
    const shownMs = page.evaluate(millisecondsOf, 'You have reached Candle.')
    await lose(player, 160_000)
    await page.getByText('You have reached Candle.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByText('You have reached Candle.').waitFor({ state: 'detached' })
    // The entry and the exit take 300 ms each; a busy machine delays their start.
    expect(await shownMs).toBeGreaterThanOrEqual(3000)
    expect(await shownMs).toBeLessThan(6000)
  },
)

longTest(
  'a guest on a phone reads the whole ladder and its rule, in German and from right to left',
  async ({ enter }) => {
    const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
    for (const [prefix, last, of] of [
      ['/de', 'Polarstern', 'So behältst du eine Stufe'],
      ['/ar', 'النجم القطبي', 'كيف تحتفظ بمستواك'],
    ]) {
      await page.goto(`${site.url}${prefix}/loyalty`)
      await page.getByRole('heading', { name: last! }).waitFor()
      await page.getByRole('heading', { name: of! }).waitFor()
      expect(await page.locator('ol > li').count()).toBe(10)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await expectReadable(page)
    }
  },
)
