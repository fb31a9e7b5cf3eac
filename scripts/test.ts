/** `npm test`: builds what the browser tests open, makes sure of a browser, runs every test, closes with one plain line. */
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { browserPath } from '#tests/setup/browser.ts'
import { buildIfStale } from './build.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'test-report.json')

await mkdir(join(root, '.cache'), { recursive: true })
browserPath()
await buildIfStale()

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: Array<{ name: string; status: string }>
}

/** How many files may fail because other work had the machine; more than these is a fault of the code. */
const mostAgain = 4

const first = await run(report, process.argv.slice(2))
const failed = first.report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
// Browsers, crashes and timings on a busy machine: what failed beside everything else gets one more run, alone, and is named.
const again =
  failed.length > 0 && failed.length <= mostAgain
    ? await run(`${report}.again.json`, [...failed, '--maxWorkers=1'])
    : null
const { numPassedTests, numFailedTests, numPendingTests } = again ? sum(first.report, again.report) : first.report
if (again) console.log(`Run again, alone: ${failed.map((name) => relative(root, name)).join(', ')}`)
console.log(
  `${numPassedTests} passed, ${numFailedTests} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''}`,
)
process.exitCode = again ? again.exitCode : first.exitCode

async function run(file: string, parameters: string[]): Promise<{ report: Report; exitCode: number }> {
  await rm(file, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...parameters],
    { cwd: root, stdio: 'inherit', env: process.env },
  )
  const exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  return { report: JSON.parse(await readFile(file, 'utf8')) as Report, exitCode }
}

/** Files of the second run count by it alone. */
function sum(all: Report, second: Report): Pick<Report, 'numPassedTests' | 'numFailedTests' | 'numPendingTests'> {
  const recovered = all.numFailedTests - second.numFailedTests
  return {
    numPassedTests: all.numPassedTests + recovered,
    numFailedTests: second.numFailedTests,
    numPendingTests: all.numPendingTests,
  }
}
