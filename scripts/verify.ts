/**
 * `npm run verify`: every automatic check, the fast ones first, all reported even if one fails. The tests come last,
 * and those that failed are printed again at the end, because CI shows only the end of its log.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  ['budgets', process.execPath, ['scripts/check-budget.ts']],
  ['tests', process.execPath, ['scripts/test.ts']],
  ['long tests', process.execPath, ['scripts/long-tests.ts']],
]

const outcomes: Array<{ name: string; seconds: number; isPassed: boolean }> = []
let failures = ''
for (const [name, command, parameters] of steps) {
  if (!existsSync(command)) throw new Error(`${command} is missing: run "npm ci" first.`)
  console.log(`\n— ${name}`)
  const startedAt = performance.now()
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' })
  const isPassed = status === 0
  outcomes.push({ name, seconds: (performance.now() - startedAt) / 1000, isPassed })
  if (name.endsWith('tests') && !isPassed) failures += readFileSync(join(root, '.cache', 'test-failures.txt'), 'utf8')
}
console.log()
for (const { name, seconds, isPassed } of outcomes)
  console.log(`${isPassed ? 'passed' : 'FAILED'}  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
if (failures) console.log(`\n${failures}`)
process.exitCode = outcomes.every(({ isPassed }) => isPassed) ? 0 : 1
