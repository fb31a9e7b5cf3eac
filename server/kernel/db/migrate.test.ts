import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { connect } from './connect.ts'
import { functionFiles, migrate, type Migration, migrationFiles } from './migrate.ts'

const log = { info() {}, warn() {}, debug() {} }
let db: TestDatabase
beforeEach(async () => {
  db = await testDatabase()
})
afterEach(() => db.close())

const extra = (name: string, sql: string): Migration => ({ name, sql })
const run = (...added: Migration[]) =>
  migrate({
    url: db.url,
    log,
    migrations: [...migrationFiles(), ...added.toSorted((a, b) => (a.name < b.name ? -1 : 1))],
  })
const names = async () =>
  (await db.asOwner('SELECT name FROM public.schema_migrations ORDER BY applied_at')).rows.map(({ name }) => name)

test('a migration is applied once, regardless of the number of starts and processes', async () => {
  const counting = extra(
    '9001_count.sql',
    'CREATE TABLE IF NOT EXISTS public.counted (at timestamptz); INSERT INTO public.counted VALUES (now())',
  )
  await Promise.all([run(counting), run(counting), run(counting)])
  expect((await db.asOwner('SELECT count(*) FROM public.counted')).rows).toEqual([{ count: '1' }])
})

test('a migration added later with a lower number is still applied, in number order', async () => {
  await run(extra('9005_later.sql', 'SELECT 1'))
  await run(extra('9002_a.sql', 'SELECT 1'), extra('9004_b.sql', 'SELECT 1'), extra('9005_later.sql', 'SELECT 1'))
  expect((await names()).slice(-3)).toEqual(['9005_later.sql', '9002_a.sql', '9004_b.sql'])
})

test('a migration changed after it was applied prevents startup and is named', async () => {
  await run(extra('9001_a.sql', 'SELECT 1'))
  await expect(run(extra('9001_a.sql', 'SELECT 2'))).rejects.toThrow(
    '9001_a.sql was applied to this database in another form',
  )
})

// Shows: change 34
test('a process of an older build does not start on the database of a newer one, and leaves its functions in place', async () => {
  const answer = extra('90-answer.sql', `CREATE FUNCTION ledger.answer() RETURNS int LANGUAGE sql AS 'SELECT 1'`)
  const newer = { migrations: [...migrationFiles(), extra('9001_newer.sql', 'SELECT 1')] }
  await migrate({ url: db.url, log, ...newer, functions: [...functionFiles(), answer] })
  await expect(migrate({ url: db.url, log })).rejects.toThrow('by a newer version of the product (9001_newer.sql)')
  expect((await db.pool.query('SELECT ledger.answer() AS answer')).rows).toEqual([{ answer: 1 }])
})

test('a database of a build before the first release is refused in one sentence and left unchanged', async () => {
  await db.asOwner(`INSERT INTO public.schema_migrations (name, checksum) VALUES ('0001_identity.sql', 'x')`)
  await expect(run(extra('9001_new.sql', 'CREATE TABLE public.new (n int)'))).rejects.toThrow(
    'The database was made by a build from before the first release, and cannot be upgraded: start with an empty ' +
      'database (DATABASE_URL), or with another DATA_DIR.',
  )
  expect((await db.asOwner(`SELECT to_regclass('public.new') AS new`)).rows).toEqual([{ new: null }])
})

test('a failed migration is rolled back, and the ones before it remain', async () => {
  const good = extra('9001_good.sql', 'CREATE TABLE public.good (n int)')
  await expect(run(good, extra('9002_bad.sql', 'CREATE TABLE public.bad (n int); SELECT nonsense'))).rejects.toThrow(
    '9002_bad.sql failed',
  )
  expect(
    (await db.asOwner(`SELECT to_regclass('public.good') AS good, to_regclass('public.bad') AS bad`)).rows,
  ).toEqual([{ good: 'good', bad: null }])
  await run(good, extra('9002_bad.sql', 'SELECT 1'))
})

test('the application may use tables created by a later migration', async () => {
  await run(
    extra(
      '9001_new.sql',
      'CREATE SCHEMA fresh; CREATE TABLE fresh.things (id bigint GENERATED ALWAYS AS IDENTITY, n int)',
    ),
  )
  expect((await db.pool.query('INSERT INTO fresh.things (n) VALUES (5) RETURNING id')).rows).toEqual([{ id: 1n }])
})

describe('functions', () => {
  const answer = (sql: string): Migration => ({
    name: '90-answer.sql',
    sql: `CREATE FUNCTION ledger.answer(n int) RETURNS int LANGUAGE sql AS 'SELECT ${sql}'`,
  })
  const withFunctions = (...functions: Migration[]) => migrate({ url: db.url, log, functions })
  const ask = async (call = 'ledger.answer(1)') => (await db.pool.query(`SELECT ${call} AS answer`)).rows[0].answer

  test('are replaced if their file has changed, and the application may call the new ones at once', async () => {
    await withFunctions(...functionFiles(), answer('n'))
    expect(await ask()).toBe(1)
    await withFunctions(...functionFiles(), answer('n + 1'))
    expect(await ask()).toBe(2)
  })

  test('may change their parameters, and one that is no longer in the files is dropped', async () => {
    await withFunctions(...functionFiles(), answer('n'))
    await withFunctions(...functionFiles(), {
      name: '90-answer.sql',
      sql: `CREATE FUNCTION ledger.answer(n int, m int) RETURNS int LANGUAGE sql AS 'SELECT n * m'`,
    })
    expect(await ask('ledger.answer(2, 3)')).toBe(6)
    await expect(ask()).rejects.toThrow('does not exist')
    await withFunctions(...functionFiles())
    await expect(ask('ledger.answer(2, 3)')).rejects.toThrow('does not exist')
  })

  test('are not replaced if nothing has changed, and functions created by migrations never are', async () => {
    const oid = async () => (await ask(`'ledger.post'::regproc::oid::int`)) as number
    const before = await oid()
    await withFunctions(...functionFiles())
    expect(await oid()).toBe(before)
    await withFunctions(...functionFiles(), answer('n'))
    expect(await oid()).not.toBe(before)
    expect(await ask(`ledger.house_account('house:games:EUR') > 0`)).toBe(true)
  })

  test('fail together: a failing file is named and the previous functions remain', async () => {
    await withFunctions(...functionFiles(), answer('n'))
    await expect(
      withFunctions(answer('n + 1'), { name: '95-bad.sql', sql: 'CREATE FUNCTION nonsense' }),
    ).rejects.toThrow('95-bad.sql failed')
    expect(await ask()).toBe(1)
  })

  test('are created once by several processes starting together', async () => {
    await Promise.all(Array.from({ length: 4 }, () => withFunctions(...functionFiles(), answer('n'))))
    expect(await ask()).toBe(1)
    expect((await db.asOwner('SELECT count(*)::int FROM public.schema_functions')).rows).toEqual([{ count: 1 }])
  })
})

test('two migrations with the same number are refused before anything is applied', async () => {
  await expect(run(extra('9001_a.sql', 'SELECT 1'), extra('9001_b.sql', 'SELECT 1'))).rejects.toThrow(
    'Migrations 9001_a.sql and 9001_b.sql have the same number',
  )
  expect((await names()).some((name) => String(name).startsWith('9001'))).toBe(false)
})

test.each([
  ['migrating', (url: string) => migrate({ url, log })],
  ['connecting', (url: string) => connect({ url, log })],
])('%s to a server that never answers fails after ten seconds', async (_case, begin) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const connected = once(server, 'connection')
    const started = begin(`postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/nothing`)
    const failed = expect(started).rejects.toThrow('timeout expired')
    await connected
    await vi.advanceTimersByTimeAsync(10_000)
    await failed
  } finally {
    vi.useRealTimers()
    server.close()
  }
})

test('a database that cannot be reached is reported with the name of its setting', async () => {
  for (const host of ['127.0.0.1:1', 'localhost:1', 'nowhere.invalid'])
    await expect(migrate({ url: `postgres://fairhouse@${host}/house`, log })).rejects.toThrow(
      /^The database \(DATABASE_URL\) cannot be reached: \S/,
    )
})
