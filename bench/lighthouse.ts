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
  // In the headless shell a page blocks twice as long as in the browser that players have.
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

/** A hundred packages that nothing else needs: npm fetches them once, in the versions of their own lock file. */
async function loadLighthouse(): Promise<Lighthouse> {
  const [from, into] = [join(import.meta.dirname, 'lighthouse'), join(import.meta.dirname, '../.cache/lighthouse')]
  const lockIn = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const isComplete = existsSync(join(into, 'node_modules/.package-lock.json'))
  if (!isComplete || lockIn(into) !== lockIn(from)) {
    cpSync(from, into, { recursive: true })
    const { status } = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: into, isShown: true })
    if (status !== 0) throw new Error('Lighthouse is not installed: it comes from the npm registry.')
  }
  const path = join(into, 'node_modules/lighthouse/core/index.js')
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
 * Total blocking time with the processor time of each task. Lighthouse takes the time from its start to its end, in
 * which the task also waits for a processor while browser, server and database share two.
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
    const median = middle(results.map(({ scores }) => scores[name]))
    return { figure: name, measured: median, limit: `>= ${limits[name]}`, holds: median >= limits[name] }
  })
  const row = (figure: string, measured: number, most: number, unit: string) => ({
    figure,
    measured: `${measured} ${unit}`.trim(),
    limit: `<= ${most} ${unit}`.trim(),
    holds: measured <= most,
  })
  console.table([
    ...rows,
    row('largest contentful paint', Math.round(middle(results.map(({ lcpMs }) => lcpMs))), 1500, 'ms'),
    row('total blocking time', Math.round(middle(results.map(({ tbtMs }) => tbtMs))), 50, 'ms'),
    row('the same by processor time', Math.round(middle(results.map((result) => result.processorTbtMs))), 50, 'ms'),
    row('cumulative layout shift', Number(middle(results.map(({ cls }) => cls)).toFixed(3)), 0, ''),
  ])
  const faults = new Set(results.flatMap((result) => result.faults))
  if (faults.size > 0) console.log(`failed audits: ${[...faults].join(', ')}`)
  if (rows.some(({ holds }) => !holds)) process.exitCode = 1
}

/** A figure may be missing from a run on a busy machine; the other runs replace it. */
function middle(values: number[]): number {
  const seen = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  return seen[Math.floor(seen.length / 2)] ?? Number.NaN
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
