/**
 * `npm run test:storm [operations] [clients] [kills]` is a stress test of money: operations with faults enabled, then
 * kills of the product and of its database.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [operations, clients, kills] = [
  Number(process.argv[2] ?? 1_000_000),
  Number(process.argv[3] ?? 64),
  Number(process.argv[4] ?? 1000),
]
if (
  ![operations, clients].every((count) => Number.isInteger(count) && count > 0) ||
  !Number.isInteger(kills) ||
  kills < 0
) {
  console.error(
    'Usage: npm run test:storm -- <operations> <clients> <kills>, for example npm run test:storm -- 100000 64 200',
  )
  process.exit(2)
}

function run(folders: string[], env: Record<string, string>): boolean {
  return (
    spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...folders], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    }).status === 0
  )
}

// These run one after the other, because guessing passwords and moving money in parallel would only compete for the
// processors.
const hasPassed = [
  run(['tests/storm'], { STORM_OPERATIONS: String(operations), STORM_CLIENTS: String(clients) }),
  run(['server/profile/registration/attacks', 'server/identity/credentials/sign-in.test.ts'], { PAIRS: '10000' }),
  kills === 0 || run(['tests/money', 'tests/product/kill'], { KILLS: String(kills) }),
]
process.exitCode = hasPassed.every(Boolean) ? 0 : 1
