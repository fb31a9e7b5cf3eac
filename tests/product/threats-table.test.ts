/** The table of threats names existing tests. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('every test named in docs/threats.md exists', () => {
  const table = readFileSync(join(root, 'docs/threats.md'), 'utf8')
  const named = [...table.matchAll(/`([\w./-]+\.test\.ts)`: “([^”]+)”/g)].map(([, file, name]) => ({
    file: file!,
    name: name!,
  }))
  expect(named.length).toBeGreaterThan(40)
  const missing = named.filter(
    ({ file, name }) =>
      !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'").includes(name),
  )
  expect(missing).toEqual([])
})
