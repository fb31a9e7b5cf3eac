/**
 * `npm test` builds what the browser tests need, checks for a browser, runs the tests, and ends with the failed tests
 * and one line of counts.
 */
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { browserPath, windowedBrowserPath } from '#tests/setup/browser.ts'
import { buildIfStale } from './build.ts'
import { describeFailures, judge, slowest, type TestOutcome, type TestReport } from './test-report.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'test-report.json')
/** The outcome for `npm run verify`, which prints it after its own results. */
const outcomeFile = join(root, '.cache', 'test-outcome.json')
/** A run with more failed files than this is not repeated, because it is broken, not flaky. */
const maxRepeated = 4
/** The lengths of runs; see `tests/setup/length.ts`. */
const lengths = ['half', 'full'] as const
const files = process.argv.slice(2).filter((each) => !lengths.some((length) => each === `--${length}`))
const length = lengths.find((each) => process.argv.includes(`--${each}`)) ?? (files.length > 0 ? 'every' : 'short')
let lastExitCode = 0

await mkdir(join(root, '.cache'), { recursive: true })
await rm(outcomeFile, { force: true })
browserPath()
windowedBrowserPath()
await buildIfStale()

const first = await run(report, files)
const failed = first?.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name) ?? []
const isRepeated = failed.length > 0 && failed.length <= maxRepeated
const again = isRepeated ? await run(`${report}.again.json`, [...failed, '--maxWorkers=1']) : null

if (first) {
  console.log('\nSlowest files:')
  for (const { file, ms } of slowest(first, 10, root)) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
}
// A run without a report has crashed, which is a failure regardless of earlier results.
const verdict = first ? judge(first, again, root) : { passed: 0, failed: 1, skipped: 0, flaky: [], isPassed: false }
// An error outside any test ends a run with an exit code although none of its tests failed.
const last = again ?? first
const isPassed = verdict.isPassed && (lastExitCode === 0 || last!.testResults.some(({ status }) => status === 'failed'))
const described = first ? describeFailures(first, again, root) : ['failed: the run ended without a report']
if (verdict.isPassed && !isPassed) described.push('failed: an error outside any test, printed above')
for (const line of described) console.log(line)
const { passed, failed: failures, skipped } = verdict
const outcome: TestOutcome = { passed, failed: failures, described }
await writeFile(outcomeFile, JSON.stringify(outcome))
const left = length === 'short' ? 'left to npm run test:long' : 'skipped'
console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} ${left}` : ''}`)
process.exitCode = isPassed ? 0 : 1

async function run(file: string, parameters: string[]): Promise<TestReport | null> {
  await rm(file, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...parameters],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_LENGTH: length } },
  )
  lastExitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as TestReport,
    () => null,
  )
}
