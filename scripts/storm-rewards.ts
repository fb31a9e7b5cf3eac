/**
 * `npm run storm:rewards [bets] [kills]` plays with all rewards active while their consumers are killed, and then
 * recounts the results.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [bets, kills] = [Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 50)]
if (![bets, kills].every((count) => Number.isInteger(count) && count > 0)) {
  console.error('Usage: npm run storm:rewards -- <bets> <kills>, for example npm run storm:rewards -- 100000 20')
  process.exit(2)
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), 'tests/rewards'], {
  stdio: 'inherit',
  env: { ...process.env, REWARD_BETS: String(bets), REWARD_KILLS: String(kills) },
})
process.exitCode = status ?? 1
