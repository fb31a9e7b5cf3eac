/**
 * Before scripts run, on slow 3G and a slow processor: how long sign-in and registration take to open as pages after a
 * tap. The tap comes as soon as the button is on the screen, while the lobby still loads.
 */
import type { Browser } from 'playwright-core'
import { buildIfStale } from '#scripts/build.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { startSite } from '#tests/setup/site.ts'
import { slow3g, slowLine } from './slow-line.ts'

const runs = 3
const limitMs = 1500
const processorSlowdown = 4
const phone = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

await buildIfStale()
const site = await startSite({ env: { SEED: 'true', NODE_ENV: 'development' } })
const browser = await launchBrowser()
try {
  const rows = []
  for (const kind of ['sign-in', 'sign-up'] as const) {
    const times: number[] = []
    for (let run = 0; run < runs; run++) times.push(await tapUntilOpen(browser, kind))
    const median = Math.round(times.toSorted((one, other) => one - other)[Math.floor(runs / 2)]!)
    rows.push({
      figure: `${kind}: from the tap to its page`,
      measured: `${median} ms`,
      limit: `<= ${limitMs} ms`,
      isMet: median <= limitMs,
    })
  }
  console.table(rows)
  if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1
} finally {
  await browser.close()
  await site.stop()
}

/**
 * Measures until the first paint of the page, whose form is in its first bytes. Each tap has a slow connection to
 * itself.
 */
async function tapUntilOpen(browser_: Browser, kind: 'sign-in' | 'sign-up'): Promise<number> {
  const connection = await slowLine(site.url, slow3g)
  const context = await browser_.newContext({ ...phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  await page.goto(connection.url, { waitUntil: 'commit' })
  const link = page.locator(`a[data-modal=${kind}]:visible`).first()
  await link.waitFor()
  const isAlive = await page.evaluate(() => 'alive' in document.documentElement.dataset)
  if (isAlive) throw new Error('the page was hydrated before the tap')
  const tapped = Date.now()
  await link.tap({ noWaitAfter: true, force: true })
  await page.waitForURL(/\/auth\//, { waitUntil: 'commit' })
  await page.locator('form input:visible').first().waitFor()
  const paintedAt = await page.evaluate(
    () =>
      new Promise<number>((painted) =>
        new PerformanceObserver((list) => painted(performance.timeOrigin + list.getEntries()[0]!.startTime)).observe({
          type: 'paint',
          buffered: true,
        }),
      ),
  )
  await context.close()
  connection.stop()
  return paintedAt - tapped
}
