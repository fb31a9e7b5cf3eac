/** `npm run test:long`: the files of which `npm test` runs a sample, at length; see `tests/setup/length.ts`. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const files = globSync('{server,games,sandbox,tests}/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes("from '#tests/setup/length.ts'"),
)
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_LENGTH: 'long' },
})
process.exitCode = status ?? 1
