/**
 * `npm run storm:sports [bets] [kills]` places sports bets under every fault, while the processes that answer are
 * killed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [bets, kills] = [Number(process.argv[2] ?? 200_000), Number(process.argv[3] ?? 200)]
if (![bets, kills].every((count) => Number.isInteger(count) && count > 0)) {
  console.error('Usage: npm run storm:sports -- <bets> <kills>, for example npm run storm:sports -- 20000 20')
  process.exit(2)
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), 'server/sports/storm'], {
  stdio: 'inherit',
  env: { ...process.env, BETS: String(bets), SPORTS_KILLS: String(kills) },
})
process.exitCode = status ?? 1
