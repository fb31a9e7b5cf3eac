/** Simulates a busy device, on which the page reads a game's messages later than the site's responses. */
import type { Page } from 'playwright-core'

type Delivered = { delivered: Array<{ at: number; type: string }> }

/** Delays messages from the next load of the page on, by less than games wait for the page's reply. */
export async function delayMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.parent !== window) return
    const delivered: Delivered['delivered'] = []
    Object.assign(globalThis, { delivered })
    addEventListener('message', (event) => {
      const { data, origin, source } = event
      if (typeof data?.type !== 'string' || data.isDelayed) return
      event.stopImmediatePropagation()
      setTimeout(() => {
        delivered.push({ at: Date.now(), type: data.type })
        dispatchEvent(new MessageEvent('message', { data: { ...data, isDelayed: true }, origin, source }))
      }, 250)
    })
  })
}

/** Returns when the page read that the round began, and when the game sent the bet, in ms since 1970. */
export async function timesOfBet(page: Page, press: () => Promise<void>): Promise<[notedAt: number, askedAt: number]> {
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /\/(studio\/api\/play$|round\/)/.test(answer.url()),
  )
  await press()
  const { startTime } = (await answered).request().timing()
  const delivered = await page.evaluate(() => (globalThis as unknown as Delivered).delivered)
  return [delivered.find(({ type }) => type === 'round-started')!.at, Math.ceil(startTime)]
}
