/** A celebrated win is ended by a press, by key and by tap; the statistics stay folded through rounds and a reload. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { celebrationMs } from '#games/client/celebration.ts'
import { inMotion, noticeRead, phone, siteTest } from '#tests/setup/visit.ts'
import { fund, registerPlayer } from '../product/site-player.ts'

const { site, longTest } = siteTest()
const frameOf = (page: Page) => page.frameLocator('[data-playing] iframe')
const patient = { timeout: 20_000 }

/** Lets every round win a hundred times its stake, which is celebrated longest. */
async function winAlways(page: Page): Promise<void> {
  await page.route('**/studio/api/play', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { round: { stake: number; payout: number } }
    reply.round.payout = reply.round.stake * 100
    await route.fulfill({ response, json: reply })
  })
}

/** Runs in the frame: notes when the celebration appears and ends. */
function noteCelebration(element: Element): void {
  const seen = Object.assign(window, { celebration: { shownAt: 0, endedAt: 0 } })
  new MutationObserver(() => {
    if ((element as HTMLElement).hidden) seen.celebration.endedAt ||= performance.now()
    else seen.celebration = { shownAt: performance.now(), endedAt: 0 }
  }).observe(element, { attributeFilter: ['hidden'] })
}

longTest.for(['key', 'tap'])(
  'a large win is celebrated until it is skipped by %s, and the next bet can be placed',
  async (by, { enter }) => {
    const page = await (await enter({ ...phone, ...inMotion, cookies: noticeRead })).newPage()
    await winAlways(page)
    await page.goto(`${site.url}/games/dice?play=demo`)
    const frame = frameOf(page)
    const play = frame.locator(".play[aria-disabled='false']")
    await play.waitFor(patient)
    const celebration = frame.locator('.celebration')
    await celebration.evaluate(noteCelebration)
    const shown = () =>
      celebration.evaluate(
        () => (window as unknown as { celebration: { shownAt: number; endedAt: number } }).celebration,
      )
    await play.click()
    await frame.locator('.celebration:not([hidden])[data-tier="3"]').waitFor(patient)
    // The next bet does not wait for the end of the light.
    await frame.locator(".game:has(.celebration:not([hidden])) .play[aria-disabled='false']").waitFor(patient)
    // A key that has no function of its own, and the middle of the board.
    if (by === 'key') await frame.locator('.play').press('q')
    else await frame.locator('.stage').tap({ position: { x: 150, y: 60 } })
    await celebration.waitFor({ ...patient, state: 'hidden' })
    const { shownAt, endedAt } = await shown()
    expect(endedAt - shownAt).toBeLessThan(celebrationMs[3] - 100)
    await play.waitFor(patient)
    await play.click()
    await frame.locator('.celebration:not([hidden])[data-tier="3"]').waitFor(patient)
  },
)

longTest('the statistics of a game are folded, open on a press, and stay as they were left', async ({ enter }) => {
  const player = await registerPlayer(site)
  await fund(player, 2000)
  const page = await (await enter({ ...phone, player, cookies: noticeRead })).newPage()
  const statistics = page.locator('#play-statistics')
  const open = page.locator('[popovertarget=play-statistics]')
  const play = frameOf(page).locator(".play[aria-disabled='false']")
  const rounds = async (count: number) => {
    await play.click()
    await expect.poll(async () => (await player.call('GET', '/api/game/spins')).body.meta.total, patient).toBe(count)
    await play.waitFor(patient)
  }
  await page.goto(`${site.url}/games/dice?play=real`)
  await play.waitFor(patient)
  await rounds(1)
  expect(await statistics.isVisible()).toBe(false)
  await open.click()
  await statistics.getByText('Rounds').waitFor()
  await page.keyboard.press('Escape')
  await statistics.waitFor({ state: 'hidden' })
  await rounds(2)
  expect(await statistics.isVisible()).toBe(false)
  await page.reload()
  await play.waitFor(patient)
  await rounds(3)
  expect(await statistics.isVisible()).toBe(false)
})
