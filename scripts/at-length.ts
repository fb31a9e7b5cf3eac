/**
 * Runs at full length what `npm test` runs as a sample: `npm run test:fuzz [requests]`, `npm run test:kills [kills]`,
 * `npm run test:sports [slips]` (also the number of matches of each sport).
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const kinds = {
  fuzz: { variables: ['REQUESTS'], standard: 20_000, folders: ['tests/fuzz'] },
  kills: { variables: ['KILLS'], standard: 1000, folders: ['tests/money/kill', 'tests/product/kill'] },
  sports: {
    variables: ['SLIPS', 'SPORTSBOOK_MATCHES'],
    standard: 100_000,
    folders: [
      'contract/settlement/settle',
      'sandbox/sportsbook/models',
      'sandbox/sportsbook/trading/cash-out',
      'sandbox/sportsbook/trading/acceptance',
      'sandbox/sportsbook/trading/edits',
    ],
  },
}

const [kind = '', countArgument] = process.argv.slice(2)
if (!isKind(kind)) throw new Error(`Unknown test "${kind}": choose ${Object.keys(kinds).join(' or ')}.`)
const { variables, standard, folders } = kinds[kind]
const count = Number(countArgument ?? standard)
if (!Number.isInteger(count) || count < 1) {
  console.error(`Usage: npm run test:${kind} -- <count>, for example npm run test:${kind} -- ${standard}`)
  process.exit(2)
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...folders], {
  stdio: 'inherit',
  env: { ...process.env, ...Object.fromEntries(variables.map((name) => [name, String(count)])) },
})
process.exitCode = status ?? 1

function isKind(name: string): name is keyof typeof kinds {
  return Object.hasOwn(kinds, name)
}
