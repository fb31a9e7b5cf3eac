/** Waits until a page no longer changes, however slow the machine is. */
import type { Page, Request } from 'playwright-core'

const pendingRequests = new WeakMap<Page, Set<Request>>()

/** Records the requests of a page from its first one on. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  pendingRequests.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/**
 * Waits until the page is hydrated, no request is pending, and all responses are processed. Fails with the pending
 * requests after `withinMs`.
 */
export async function atRest(page: Page, withinMs = 60_000): Promise<void> {
  await isAlive(page)
  const requests = pendingRequests.get(page)!
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
          // A background page draws no frames, so a timer replaces them there.
          const frame = (next: () => void) => {
            requestAnimationFrame(next)
            setTimeout(next, 200)
          }
          idle(() => frame(() => idle(rest)))
        }),
    )
  } while (requests.size > 0)
}

/** Waits until the page's scripts handle input. */
export const isAlive = (page: Page) => page.locator('html[data-alive]').waitFor()
