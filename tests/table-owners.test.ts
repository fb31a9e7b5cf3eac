/** A module's tables are private: others use what it exports. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '#server/modules.ts'

const folder = join(import.meta.dirname, '../server/modules')

const owners = new Map(modules.flatMap(({ name, tables = [] }) => tables.map((table) => [table as string, name])))

function foreignTables(module: string): string[] {
  const sources = readdirSync(join(folder, module), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])invariants\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, module, file), 'utf8'))
    .join('\n')
  const named = new Set(sources.match(/\b[a-z]+\.[a-z_]+\b/g))
  return [...owners.keys()].filter((table) => owners.get(table) !== module && named.has(table)).toSorted()
}

test('no module uses the tables of another; invariants compare tables by design', () => {
  const found = Object.fromEntries(
    modules.map(({ name }) => [name, foreignTables(name)] as const).filter(([, tables]) => tables.length > 0),
  )
  expect(found).toEqual({})
})

test('a table has one owner', () => {
  const all = modules.flatMap(({ tables = [] }) => tables)
  expect(all).toHaveLength(new Set(all).size)
})
