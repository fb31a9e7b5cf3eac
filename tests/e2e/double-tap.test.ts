/** A second tap or key press never reaches the control that has replaced the first one. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inMotion, noticeRead, siteTest } from '#tests/setup/visit.ts'

const { site, longTest } = siteTest()
const stepped = ['blackjack', 'jacks-or-better', 'hilo', 'mines', 'towers']
const frameOf = (page: Page) => page.frameLocator('[data-playing] iframe')

/** Dispatches presses inside the frame, where no test driver waits until a button is enabled. */
const pressAt = (page: Page, times: number[], by: 'pointer' | 'key') =>
  frameOf(page)
    .locator('.play')
    .evaluate(
      async (button: HTMLButtonElement, { times: after, by: how }) => {
        const start = performance.now()
        for (const each of [0, ...after]) {
          await new Promise((resolve) => setTimeout(resolve, start + each - performance.now()))
          if (how === 'pointer') button.click()
          else document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
        }
      },
      { times, by },
    )

for (const [pace, times, first] of [
  ['with animations', [250, 500, 750, 900], 0],
  ['with instant results', [120, 250, 400], 1],
] as const)
  longTest(`${pace}, a press repeated after a bet is no act in the round it began`, async ({ enter }) => {
    const page = await (await enter({ ...inMotion, cookies: noticeRead })).newPage()
    let acts = 0
    page.on('request', (request) => request.url().endsWith('/studio/api/act') && acts++)
    for (const [index, game] of stepped.entries()) {
      const by = (index + first) % 2 === 0 ? 'pointer' : 'key'
      await page.goto(`${site.url}/games/${game}?play=demo`)
      const play = frameOf(page).locator('.play')
      await frameOf(page).locator(".play[aria-disabled='false']").waitFor({ timeout: 20_000 })
      if (pace === 'with instant results') await frameOf(page).locator('.tools [aria-pressed]').nth(1).click()
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/studio/api/play'))
      await pressAt(page, [...times], by)
      await answered
      await page.waitForTimeout(300)
      expect(acts, `${game} by ${by}`).toBe(0)
      // A blackjack has ended the round; every other round waits for the player.
      if (game !== 'blackjack') expect(await play.getAttribute('data-act'), `${game} by ${by}`).toBe('act')
    }
  })
