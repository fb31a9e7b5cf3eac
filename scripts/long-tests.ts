/** `npm run test:long`: the tests that `npm test` leaves out or runs as a sample; see `tests/setup/length.ts`. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const files = globSync('{server,games,sandbox,scripts,tests}/**/*.test.ts', { cwd: root }).filter((file) =>
  /from '#tests\/setup\/length\.ts'|longTest/.test(readFileSync(join(root, file), 'utf8')),
)
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_LENGTH: 'long' },
})
process.exitCode = status ?? 1
