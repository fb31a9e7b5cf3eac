/**
 * Lighthouse on the guest lobby, simulating a phone on a slow connection, compared with the project's limits. Other
 * pages by their paths: `PAGES=/loyalty,/tournaments npm run bench lighthouse`.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { spawn } from 'node:child_process'
import { runNpm } from '#scripts/npm.ts'
import { quietFlags, windowedBrowserPath } from '#tests/setup/browser.ts'
import { freePort, startSite } from '#tests/setup/site.ts'
import { buildIfStale } from '#scripts/build.ts'

const runs = 5
/** How much slower Lighthouse's phone is than this machine. */
const slowdown = 4
const pages = (process.env['PAGES'] ?? '/').split(',')
const limits = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof limits

const lighthouse = await loadLighthouse()
await buildIfStale()
const site = await startSite({ env: { SEED: 'true' } })
const port = await freePort()
const profile = mkdtempSync(join(tmpdir(), 'fairhouse-lighthouse-'))
const browser = spawn(
  // The headless shell blocks the main thread twice as long as the browser that players have.
  windowedBrowserPath(),
  [...quietFlags, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
  { stdio: 'ignore' },
)

try {
  await untilOpen(port)
  for (const page of pages) {
    const results = []
    for (let run = 0; run < runs; run++) results.push(await audit(site.url + page, port))
    console.log(page)
    print(results)
  }
} finally {
  browser.kill('SIGKILL')
  await site.stop()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}

type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{
  lhr: {
    categories: Record<string, { score: number | null }>
    audits: Record<string, { id: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>
  }
  artifacts: object
}>

/**
 * Lighthouse brings a hundred packages that nothing else needs, so npm fetches them when this bench first runs, in the
 * versions of their own lock file.
 */
async function loadLighthouse(): Promise<Lighthouse> {
  const [source, target] = [join(import.meta.dirname, 'lighthouse'), join(import.meta.dirname, '../.cache/lighthouse')]
  const readLock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const isComplete = existsSync(join(target, 'node_modules/.package-lock.json'))
  if (!isComplete || readLock(target) !== readLock(source)) {
    cpSync(source, target, { recursive: true })
    const { status } = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: target, isShown: true })
    if (status !== 0) throw new Error('Lighthouse is not installed: it comes from the npm registry.')
  }
  const path = join(target, 'node_modules/lighthouse/core/index.js')
  return ((await import(pathToFileURL(path).href)) as { default: Lighthouse }).default
}

type Audit = {
  scores: Record<Category, number>
  lcpMs: number
  tbtMs: number
  processorTbtMs: number
  cls: number
  faults: string[]
}

async function audit(url: string, debuggingPort: number): Promise<Audit> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    logLevel: 'error',
    onlyCategories: Object.keys(limits),
    formFactor: 'mobile',
  })
  const { categories, audits } = result.lhr
  const scores = Object.fromEntries(
    Object.keys(limits).map((name) => [name, Math.round((categories[name]!.score ?? 0) * 100)]),
  ) as Audit['scores']
  const faults = Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
    .map(({ id }) => id)
  const figure = (id: string) => audits[id]!.numericValue ?? Number.NaN
  return {
    scores,
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    processorTbtMs: processorBlockingTime(traceOf(result.artifacts)),
    cls: figure('cumulative-layout-shift'),
    faults,
  }
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }

function traceOf(artifacts: object): TraceEvent[] {
  return (artifacts as { Trace: { traceEvents: TraceEvent[] } }).Trace.traceEvents
}

/**
 * The total blocking time, calculated from the processor time of each task. Lighthouse uses the elapsed time, which
 * includes waiting for a processor while browser, server and database share two.
 */
function processorBlockingTime(events: TraceEvent[]): number {
  const firstPaint = events.findLast(({ name }) => name === 'firstContentfulPaint')!
  return events
    .filter(
      ({ name, ph, pid, tid }) =>
        name.endsWith('RunTask') && ph === 'X' && pid === firstPaint.pid && tid === firstPaint.tid,
    )
    .filter(({ ts, dur = 0 }) => ts + dur > firstPaint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slowdown - 50), 0)
}

function print(results: Audit[]): void {
  const rows = (Object.keys(limits) as Category[]).map((name) => {
    const score = median(results.map(({ scores }) => scores[name]))
    return { figure: name, measured: score, limit: `>= ${limits[name]}`, isMet: score >= limits[name] }
  })
  const row = (figure: string, measured: number, limit: number, unit: string) => ({
    figure,
    measured: `${measured} ${unit}`.trim(),
    limit: `<= ${limit} ${unit}`.trim(),
    isMet: measured <= limit,
  })
  console.table([
    ...rows,
    row('largest contentful paint', Math.round(median(results.map(({ lcpMs }) => lcpMs))), 1500, 'ms'),
    row('total blocking time', Math.round(median(results.map(({ tbtMs }) => tbtMs))), 50, 'ms'),
    row('the same by processor time', Math.round(median(results.map((result) => result.processorTbtMs))), 50, 'ms'),
    row('cumulative layout shift', Number(median(results.map(({ cls }) => cls)).toFixed(3)), 0, ''),
  ])
  const faults = new Set(results.flatMap((result) => result.faults))
  if (faults.size > 0) console.log(`failed audits: ${[...faults].join(', ')}`)
  if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1
}

/** The median of the runs that have the figure; on a busy machine, a run may lack it. */
function median(values: number[]): number {
  const available = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  return available[Math.floor(available.length / 2)] ?? Number.NaN
}

async function untilOpen(debuggingPort: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://127.0.0.1:${debuggingPort}/json/version`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Chromium did not open its debugging port')
}
