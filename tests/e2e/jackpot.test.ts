/** A player takes part in a jackpot on the stage of a game, and checks its draws in the browser. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ready } from '#scripts/walk/play.ts'
import { expectReadable, noticeRead, phone, siteTest } from '#tests/setup/visit.ts'
import { fund, registerPlayer, until } from '../product/site-player.ts'

const { site, longTest } = siteTest()
const strip = '[data-jackpot]'

/** What of the line below the game lies outside it, or above another part of it. */
const misplaced = (page: Page) =>
  page.locator(strip).evaluate((line) => {
    const box = (element: Element) => element.getBoundingClientRect()
    const parts = [...line.children].filter((part) => box(part).width > 0)
    const around = box(line)
    return parts.flatMap((part, at) => {
      const { top, bottom, left, right } = box(part)
      const isOutside = top < around.top || bottom > around.bottom || left < around.left || right > around.right
      const isOver = parts.slice(at + 1).some((other) => box(other).left < right && box(other).right > left)
      return isOutside || isOver ? [part.textContent] : []
    })
  })

longTest(
  'on the stage the jackpot is switched on, a round draws for it, and the draw is recalculated',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    await fund(player, 5_000)
    const page = await (await enter({ ...phone, player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/dice?play=real`)
    const frame = page.frameLocator('[data-playing] iframe')
    await frame.locator(ready).waitFor({ timeout: 30_000 })
    const choice = (checked: boolean) => page.getByRole('switch', { name: 'Jackpot, €0.10 a round', checked })
    await choice(false).click()
    await choice(true).waitFor()

    await frame.locator('.play').click()
    const tickets = async () => (await player.call('GET', '/api/game/jackpots/EUR/tickets')).body.data
    await until(async () => (await tickets())[0]?.state === 'drawn', 'the draw')
    const [ticket] = await tickets()
    expect([ticket.sideStake, ticket.jackpotId]).toEqual([10, 'eur-1'])

    // Whatever the width and the direction of reading, each part of the line has its place, and so has the number drawn.
    for (const locale of ['', '/de', '/ar']) {
      if (locale) {
        await page.goto(`${site.url}${locale}/games/dice?play=real`)
        await frame.locator(ready).waitFor({ timeout: 30_000 })
      }
      for (const [width, height] of [
        [360, 640],
        [360, 740],
        [768, 1024],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        const message = `${locale} ${width}x${height}`
        await expect.poll(() => misplaced(page), { message, timeout: 10_000 }).toEqual([])
        const above = async () => {
          const [number, track] = [
            await frame.locator('.roll').boundingBox(),
            await frame.locator('.board').boundingBox(),
          ]
          return number!.y + number!.height <= track!.y + 1
        }
        await expect.poll(above, { message, timeout: 10_000 }).toBe(true)
      }
    }

    await page.goto(`${site.url}/jackpots`)
    await page.getByText(/^Draw \d+: (no win|won)/).waitFor()
    await page.getByRole('button', { name: 'Reveal the seed' }).click()
    await page.getByRole('button', { name: 'Recalculate its draws' }).click()
    await page.getByText('Draws: 1.').waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Off: your rounds take no side stake.').waitFor()
    await expectReadable(page)

    await page.goto(`${site.url}/profile/audit`)
    await page.getByRole('button', { name: 'Download and check' }).click()
    const result = page.getByRole('region', { name: 'Result of the check' })
    await result.getByText('Everything agrees').waitFor({ timeout: 30_000 })
    const facts = await result.locator('dl > div').allTextContents()
    expect(facts).toEqual(expect.arrayContaining(['Rounds1', 'Jackpot draws1', 'Draws recalculated from seeds1']))
    await expectReadable(page)
  },
)
