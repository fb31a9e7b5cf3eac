/** `npm run test:consumers [kills] [facts]` kills consuming processes while facts and bets are being written. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [kills, facts] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 200_000)]
if (![kills, facts].every((count) => Number.isInteger(count) && count > 0)) {
  console.error('Usage: npm run test:consumers -- <kills> <facts>, for example npm run test:consumers -- 200 200000')
  process.exit(2)
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), 'tests/facts'], {
  stdio: 'inherit',
  env: { ...process.env, CONSUMER_KILLS: String(kills), CONSUMER_FACTS: String(facts) },
})
process.exitCode = status ?? 1
