/**
 * `npm run verify` runs every automatic check, the fast ones first, and reports all even if one fails. The tests come
 * last, and those that failed are printed again at the end, because CI shows only the end of its log. The last line is
 * the number of tests, in the plain form that CI services recognise.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestOutcome } from './test-report.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const steps: Array<[string, string, string[]]> = [
  ['format', bin('oxfmt'), ['--check', '.']],
  ['style sheet types', process.execPath, ['scripts/css-types.ts']],
  ['types', bin('tsc'), ['-b', 'web', 'server', '.']],
  ['lint and import cycles', bin('oxlint'), ['--type-aware', '--deny-warnings', '--report-unused-disable-directives']],
  ['dead code', bin('knip'), []],
  ['content', process.execPath, ['scripts/check-content.ts']],
  ['generated files', process.execPath, ['scripts/check-generated.ts']],
  ['advisories', process.execPath, ['scripts/check-advisories.ts']],
  ['budgets', process.execPath, ['scripts/check-budget.ts']],
  ['build in two folders', process.execPath, ['scripts/check-build.ts']],
  ['cluster', process.execPath, ['scripts/cluster-test.ts', 'short']],
  ['tests', process.execPath, ['scripts/test.ts', '--half']],
]

const outcomes: Array<{ name: string; seconds: number; isPassed: boolean }> = []
for (const [name, command, parameters] of steps) {
  if (!existsSync(command)) throw new Error(`${command} is missing: run "npm ci" first.`)
  console.log(`\n— ${name}`)
  const startedAt = performance.now()
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' })
  const isPassed = status === 0
  outcomes.push({ name, seconds: (performance.now() - startedAt) / 1000, isPassed })
}
console.log()
for (const { name, seconds, isPassed } of outcomes)
  console.log(`${isPassed ? 'passed' : 'FAILED'}  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
const { described, passed: passedTests, failed: failedTests } = readOutcome()
for (const line of described) console.log(line)
const failed = outcomes.filter(({ isPassed }) => !isPassed)
if (failed.length > 0) console.log(`Failed checks: ${failed.map(({ name }) => name).join(', ')}`)
console.log(`${passedTests} passed, ${failedTests} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

function readOutcome(): TestOutcome {
  const file = join(root, '.cache', 'test-outcome.json')
  // A run that ended before its outcome was written is one failure.
  if (!existsSync(file)) return { passed: 0, failed: 1, described: ['failed: the run ended without an outcome'] }
  return JSON.parse(readFileSync(file, 'utf8')) as TestOutcome
}
