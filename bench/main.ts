/**
 * `npm run bench [name …]`: every figure of docs/figures.md with its peer or limit, measured in one run. Each bench
 * runs in a process of its own, one after the other, so that none affects another.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const all = [
  'ledger',
  'limits',
  'consumer',
  'rewards',
  'curve',
  'http',
  'plays',
  'page',
  'flood',
  'sign-in',
  'realtime',
  'odds-feed',
  'sports',
  'search',
  'desk',
  'shared-rounds',
  'audit',
  'lighthouse',
  'repeat-visit',
  'entrance',
  'idle',
]
/** `plays` is part of `http`, and runs separately only if it is named. */
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown bench ${unknown.join(', ')}: choose from ${all.join(', ')}.`)
  process.exit(2)
}

let failures = 0
for (const name of all.filter((each) => (chosen.length === 0 ? each !== 'plays' : chosen.includes(each)))) {
  const file = join(import.meta.dirname, `${name}.ts`)
  if (!existsSync(file)) throw new Error(`bench/${name}.ts is missing`)
  console.log(`\n${name}\n`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', file], { stdio: 'inherit' })
  if (status !== 0) failures++
}
process.exitCode = failures === 0 ? 0 : 1
