/** The table of threats names existing tests. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const capabilities = [
  'deposit',
  'withdrawal',
  'bonus',
  'free spins',
  'open round',
  'limits',
  'exclusion',
  'closure',
  'sign-out',
  'address change',
  'second factor',
  'account switch',
  'currency',
  'restricted country',
  'second tab',
  'kill',
  'swap',
  'vault',
  'quests',
  'levels',
  'tournaments',
  'cashback',
  'rakeback',
  'open bet',
  'buy-in',
  'block',
  'password',
  'phone',
  'social sign-in',
  'documents',
  'details',
  'consent',
  'chat',
  'push',
  'export',
  'grant',
  'rates',
  'definitions',
]

test('every pair of capabilities has one row in docs/threats.md, with a test or the reason why there is none', () => {
  const section = readFileSync(join(root, 'docs/threats.md'), 'utf8').split('## Pairs')[1]!.split('\n## ')[0]!
  const rows = [...section.matchAll(/^\| ([^|×]+) × ([^|]+) \| ([^|]+) \|$/gm)]
  const listed = rows.flatMap(([, one, others]) => others!.split(', ').map((other) => `${one} × ${other}`))
  const pairs = capabilities.flatMap((one, index) => capabilities.slice(index + 1).map((other) => `${one} × ${other}`))
  expect(listed).toEqual(pairs)
  expect(rows.filter(([, , , shown]) => !/^`.+\.test\.ts`: “|\w\.$/.test(shown!.trim())).map(([row]) => row)).toEqual(
    [],
  )
})

test('every test named in docs/threats.md exists', () => {
  const table = readFileSync(join(root, 'docs/threats.md'), 'utf8')
  const named = [...table.matchAll(/`([\w./-]+\.test\.tsx?)`: “([^”]+)”/g)].map(([, file, name]) => ({
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
