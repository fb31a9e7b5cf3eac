/** `npm run test:fuzz [requests]`, `npm run test:kills [kills]`: longer runs of what `npm test` runs as a sample. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const kinds = {
  fuzz: { variable: 'REQUESTS', usual: 20_000, folders: ['tests/fuzz'] },
  kills: { variable: 'KILLS', usual: 1000, folders: ['tests/money/kill', 'tests/product/kill'] },
}

const [kind = '', given] = process.argv.slice(2)
if (!isKind(kind)) throw new Error(`Unknown test "${kind}": choose ${Object.keys(kinds).join(' or ')}.`)
const { variable, usual, folders } = kinds[kind]
const count = Number(given ?? usual)
if (!Number.isInteger(count) || count < 1) {
  console.error(`Usage: npm run test:${kind} -- <count>, for example npm run test:${kind} -- ${usual}`)
  process.exit(2)
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...folders], {
  stdio: 'inherit',
  env: { ...process.env, [variable]: String(count) },
})
process.exitCode = status ?? 1

function isKind(name: string): name is keyof typeof kinds {
  return Object.hasOwn(kinds, name)
}
