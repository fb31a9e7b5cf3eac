/** `npm test`: builds what the browser tests open, makes sure of a browser, runs every test, closes with one plain line. */
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { browserPath } from '#tests/setup/browser.ts'
import { buildIfStale } from './build.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'test-report.json')

await mkdir(join(root, '.cache'), { recursive: true })
await rm(report, { force: true })
browserPath()
await buildIfStale()

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const parameters = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)]
const child = spawn(process.execPath, [vitest, ...parameters], { cwd: root, stdio: 'inherit', env: process.env })
const exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))

type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number }
const { numPassedTests, numFailedTests, numPendingTests } = await readFile(report, 'utf8').then((text) => JSON.parse(text) as Report)
console.log(`${numPassedTests} passed, ${numFailedTests} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''}`)
process.exitCode = exitCode
