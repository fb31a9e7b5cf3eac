/**
 * The first paint of `/betting` on a phone with a slow connection, with the client of the sandbox's sportsbook from a
 * host of its own, compared with that of the lobby in turns; and the time until matches are visible.
 */
import type { Page } from 'playwright-core'
import { buildIfStale } from '#scripts/build.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { startSite } from '#tests/setup/site.ts'
import { lab } from './slow-line.ts'

const runs = 5
const processorSlowdown = 4
/** The bytes that sports may load beyond the lobby (design, section 5), over this connection. */
const allowedBytes = 60_000
const allowedMs = (allowedBytes * 8 * 1000) / lab.bitsPerSecond
const phone = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

type Paints = { first: number; largest: number; shift: number; matches: number }

await buildIfStale()
const site = await startSite({ env: { SEED: 'true', NODE_ENV: 'development', SPORTSBOOK_HOST: 'sandbox' } })
const browser = await launchBrowser()
try {
  const lobby: Paints[] = []
  const sports: Paints[] = []
  for (let run = 0; run < runs; run++) {
    lobby.push(await paintsOf('/', null))
    sports.push(await paintsOf('/betting', '.row'))
  }
  const [lobbyPaints, sportsPaints] = [medians(lobby), medians(sports)]
  const rows = [
    ['lobby: first paint', `${lobbyPaints.first} ms`, 'baseline', true],
    [
      'sports: first paint',
      `${sportsPaints.first} ms`,
      `<= ${lobbyPaints.first + allowedMs} ms`,
      sportsPaints.first <= lobbyPaints.first + allowedMs,
    ],
    ['lobby: largest contentful paint', `${lobbyPaints.largest} ms`, 'baseline', true],
    ['sports: largest contentful paint', `${sportsPaints.largest} ms`, '', true],
    ['sports: matches with their prices', `${sportsPaints.matches} ms`, '', true],
    ['sports: layout shift', sportsPaints.shift.toFixed(3), '0.00', sportsPaints.shift < 0.005],
  ] as const
  console.table(rows.map(([figure, measured, limit, isMet]) => ({ figure, measured, limit, holds: isMet })))
  if (rows.some(([, , , isMet]) => !isMet)) process.exitCode = 1
} finally {
  await browser.close()
  await site.stop()
}

/** Measures a first visit, with nothing in the cache. */
async function paintsOf(path: string, matches: string | null): Promise<Paints> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  await devtools.send('Network.enable')
  const throughput = lab.bitsPerSecond / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: lab.delayMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await page.goto(site.url + path, { waitUntil: 'load' })
  if (matches) await page.locator(matches).first().waitFor()
  const matchesAt = await page.evaluate(() => performance.now())
  await page.waitForTimeout(2_000)
  const paints = await readPaints(page)
  await context.close()
  return { ...paints, matches: matchesAt }
}

function readPaints(page: Page): Promise<Omit<Paints, 'matches'>> {
  return page.evaluate(async () => {
    const read = (type: string) =>
      new Promise<PerformanceEntry[]>((found) => {
        const observer = new PerformanceObserver((list) => found(list.getEntries()))
        observer.observe({ type, buffered: true })
        setTimeout(() => found([]), 500)
      })
    const shifts = (await read('layout-shift')) as Array<PerformanceEntry & { value: number; hadRecentInput: boolean }>
    return {
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      largest: (await read('largest-contentful-paint')).at(-1)?.startTime ?? 0,
      shift: shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
    }
  })
}

function medians(all: Paints[]): Paints {
  const median = (name: keyof Paints) =>
    all.map((each) => each[name]).toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
  return {
    first: Math.round(median('first')),
    largest: Math.round(median('largest')),
    shift: median('shift'),
    matches: Math.round(median('matches')),
  }
}
