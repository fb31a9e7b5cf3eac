/** `npm run test:storm [kills]`: the dangers of money, for as long as one likes: so many kills of the product and of its database. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const kills = Number(process.argv[2] ?? 1000)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('How many kills? A whole number above zero, for instance: npm run test:storm -- 200')
  process.exit(2)
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), 'tests/money', 'tests/product/kill'], {
  stdio: 'inherit', env: { ...process.env, KILLS: String(kills) },
})
process.exitCode = status ?? 1
