/**
 * `npm run test:simulation [seeds] [steps]` runs the seeded simulation of money with new seeds; `SEED=…` repeats one.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

const [seeds, steps] = [Number(process.argv[2] ?? 20), Number(process.argv[3] ?? process.env['STEPS'] ?? 250)]
if (![seeds, steps].every((count) => Number.isInteger(count) && count > 0)) {
  console.error('Usage: npm run test:simulation -- <seeds> <steps>, for example npm run test:simulation -- 100 250')
  process.exit(2)
}
const root = join(import.meta.dirname, '..')
const prefix = randomBytes(3).toString('hex')
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'tests/simulation'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SEEDS: String(seeds), STEPS: String(steps), SEED_PREFIX: prefix },
  },
)
process.exitCode = status ?? 1
