/** `npm run verify`: every check that needs no eyes, in the order of their speed, all reported even when one fails. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const steps: Array<[string, string, string[]]> = [
  ['types of style sheets', process.execPath, ['scripts/css-types.ts']],
  ['types', bin('tsc'), ['--noEmit']],
  ['lint', bin('oxlint'), ['--quiet']],
  ['dead code', bin('knip'), []],
  ['content', process.execPath, ['scripts/check-content.ts']],
  ['generated files', process.execPath, ['scripts/check-generated.ts']],
  ['tests', process.execPath, ['scripts/test.ts']],
  ['budgets', process.execPath, ['scripts/check-budget.ts']],
]

const failed: string[] = []
for (const [name, command, parameters] of steps) {
  if (!existsSync(command)) throw new Error(`${command} is missing: run "npm ci" first.`)
  console.log(`\n— ${name}`)
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' })
  if (status !== 0) failed.push(name)
}
console.log(failed.length === 0 ? '\nEverything holds.' : `\nNot in order: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
