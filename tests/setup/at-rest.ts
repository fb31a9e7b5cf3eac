/** Waits until a page no longer changes, however slow the machine is. */
import type { Page, Request } from 'playwright-core'

const underWay = new WeakMap<Page, Set<Request>>()

/** From its first request on. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Hydrated, no request pending, and all answers processed. Fails with what is pending after `withinMs`. */
export async function atRest(page: Page, withinMs = 60_000): Promise<void> {
  await isAlive(page)
  const requests = underWay.get(page)!
  const deadline = Date.now() + withinMs
  do {
    while (requests.size > 0) {
      if (Date.now() > deadline)
        throw new Error(`Pending after ${withinMs} ms: ${[...requests].map((request) => request.url()).join(', ')}`)
      await page.waitForTimeout(20)
    }
    await page.evaluate(
      () =>
        new Promise<void>((rest) => {
          const idle = (next: () => void) => requestIdleCallback(next, { timeout: 1000 })
          // A background page draws no frames.
          const frame = (next: () => void) => {
            requestAnimationFrame(next)
            setTimeout(next, 200)
          }
          idle(() => frame(() => idle(rest)))
        }),
    )
  } while (requests.size > 0)
}

/** Scripts handle input. */
export const isAlive = (page: Page) => page.locator('html[data-alive]').waitFor()
