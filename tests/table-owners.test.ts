/** The tables of a module are private: other modules use its exports. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '#server/modules.ts'

const root = join(import.meta.dirname, '..')
const codeOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => ({ path: `${folder}/${file}`, text: readFileSync(join(root, folder, file), 'utf8') }))
const server = codeOf('server')
const owners = new Map(modules.flatMap(({ name, tables = [] }) => tables.map((table) => [table as string, name])))
/** The module of a file is the one with the deepest folder around it. */
const folders = server
  .filter(({ text }) => text.includes('export default defineModule('))
  .map(({ path, text }) => ({
    folder: `${dirname(path)}/`,
    name: /defineModule\(\{\s*name: '([\w-]+)'/.exec(text)![1]!,
  }))
  .toSorted((one, other) => other.folder.length - one.folder.length)
const moduleOf = (path: string) => folders.find(({ folder }) => path.startsWith(folder))?.name

function foreignTables(module: string): string[] {
  const sources = server
    .filter(({ path }) => moduleOf(path) === module && !path.endsWith('/invariants.ts'))
    .map(({ text }) => text)
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

/** Tables that functions of another schema write. Every schema may write to the outbox and to facts. */
const writtenAcross: Record<string, string[]> = {
  ledger: [
    'bonuses.freespin_uses',
    'bonuses.player_freespins',
    'games.reality_checks',
    'games.rounds',
    'identity.sessions',
    'jackpots.tickets',
    'wallet.accounts',
  ],
  limits: ['wallet.accounts'],
}

test('functions in the database write tables of their own schema; the posting function and limits have exceptions', () => {
  const texts = ['schema', 'functions'].flatMap((name) => {
    const folder = join(import.meta.dirname, '../server/kernel/db', name)
    return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/--.*/g, ''))
  })
  const functions = texts.flatMap((text) => [...text.matchAll(/CREATE FUNCTION (\w+)\.\w+.*?(\$\$.*?\$\$)/gs)])
  expect(functions.length).toBeGreaterThan(60)
  const found = new Map<string, Set<string>>()
  for (const [, schema, body] of functions)
    for (const [, table] of body!.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM) ((\w+)\.\w+)/g))
      if (![schema, 'outbox', 'facts'].includes(table!.split('.')[0]))
        found.set(schema!, (found.get(schema!) ?? new Set()).add(table!))
  expect(Object.fromEntries([...found].map(([schema, tables]) => [schema, [...tables].toSorted()]))).toEqual(
    writtenAcross,
  )
})

/** JSONB columns that are not read through one schema of their own, each with how it is read instead. */
const readOtherwise: Record<string, string> = {
  'facts.facts.data': 'by the schema of its kind, in server/kernel/facts/consume.ts',
  'limits.limits.counted_from': 'by the posting function alone, in server/kernel/db/functions/08-limits.sql',
  'outbox.events.payload': 'relayed as it is; those with a form by server/event-forms.ts',
  'reference.versions.data': 'by the schema of its subject, in server/reference/versions.ts',
  'reports.audit_rounds.choice': 'not read: exported as it is',
  'reports.audit_rounds.outcome': 'not read: exported as it is',
  'rewards.definitions.data': 'by the schema of its kind, in server/kernel/definitions/definitions.ts',
  'studio.acts.act': 'by games/studio/stepped-round.ts',
  'studio.rounds.choice': 'by games/studio/round-row.ts',
  'studio.rounds.outcome': 'by games/studio/round-row.ts',
}

test('a JSONB column is read through one schema, declared by the module that owns its table, and never by a cast', () => {
  const tables = readFileSync(join(root, 'server/kernel/db/tables.ts'), 'utf8').matchAll(
    /^  '([\w.]+)': \{\n([^}]*)\}/gm,
  )
  const columns = [...tables].flatMap(([, table, body]) =>
    [...body!.matchAll(/^ {4}(\w+): .*\bJson\b/gm)].map(([, column]) => ({ table: table!, column: column! })),
  )
  expect(columns.length).toBeGreaterThan(15)
  const code = [...server, ...codeOf('games/studio')]
  const declared = columns.map(({ table, column }) => {
    const name = `${table}.${column}`
    const places = code.filter(({ text }) => new RegExp(`jsonColumn\\(\\s*'${name}'`).test(text))
    const isOwn = places.length === 1 && moduleOf(places[0]!.path) === owners.get(table)
    return [name, isOwn ? 'by its module' : places.length === 0 ? readOtherwise[name] : places.map(({ path }) => path)]
  })
  expect(declared.filter(([, how]) => how !== 'by its module')).toEqual(Object.entries(readOtherwise))
  const cast = new RegExp(
    `\\b(row|invoice|player|bonus|round|request)\\.(${columns.map(({ column }) => column).join('|')}) as\\b`,
  )
  expect(code.filter(({ text }) => cast.test(text)).map(({ path }) => path)).toEqual([])
})
