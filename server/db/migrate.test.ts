import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { migrate, type Migration, migrationFiles } from './migrate.ts'

const log = { info() {}, warn() {}, debug() {} }
let db: TestDatabase
beforeEach(async () => {
  db = await testDatabase()
})
afterEach(() => db.close())

const extra = (name: string, sql: string): Migration => ({ name, sql })
const run = (...added: Migration[]) =>
  migrate({ url: db.url, log, migrations: [...migrationFiles(), ...added].sort((a, b) => (a.name < b.name ? -1 : 1)) })
const names = async () =>
  (await db.asOwner('SELECT name FROM public.schema_migrations ORDER BY applied_at')).rows.map(({ name }) => name)

test('a migration is applied once, however often and from however many processes the product starts', async () => {
  const counting = extra(
    '9001_count.sql',
    'CREATE TABLE IF NOT EXISTS public.counted (at timestamptz); INSERT INTO public.counted VALUES (now())',
  )
  await Promise.all([run(counting), run(counting), run(counting)])
  expect((await db.asOwner('SELECT count(*) FROM public.counted')).rows).toEqual([{ count: '1' }])
})

test('a number that arrives late is still applied, in number order', async () => {
  await run(extra('9005_later.sql', 'SELECT 1'))
  await run(extra('9002_a.sql', 'SELECT 1'), extra('9004_b.sql', 'SELECT 1'), extra('9005_later.sql', 'SELECT 1'))
  expect((await names()).slice(-3)).toEqual(['9005_later.sql', '9002_a.sql', '9004_b.sql'])
})

test('a migration that was changed after it was applied stops the start and is named', async () => {
  await run(extra('9001_a.sql', 'SELECT 1'))
  await expect(run(extra('9001_a.sql', 'SELECT 2'))).rejects.toThrow(
    '9001_a.sql was applied to this database in another form',
  )
})

test('a migration that fails leaves nothing of itself, and the ones before it stay', async () => {
  const good = extra('9001_good.sql', 'CREATE TABLE public.good (n int)')
  await expect(run(good, extra('9002_bad.sql', 'CREATE TABLE public.bad (n int); SELECT nonsense'))).rejects.toThrow(
    '9002_bad.sql failed',
  )
  expect(
    (await db.asOwner(`SELECT to_regclass('public.good') AS good, to_regclass('public.bad') AS bad`)).rows,
  ).toEqual([{ good: 'good', bad: null }])
  await run(good, extra('9002_bad.sql', 'SELECT 1'))
})

test('the application may use the tables that a later migration brings', async () => {
  await run(
    extra(
      '9001_new.sql',
      'CREATE SCHEMA fresh; CREATE TABLE fresh.things (id bigint GENERATED ALWAYS AS IDENTITY, n int)',
    ),
  )
  expect((await db.pool.query('INSERT INTO fresh.things (n) VALUES (5) RETURNING id')).rows).toEqual([{ id: 1n }])
})
