import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { readColumns } from './read-columns.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await testDatabase()
})
afterEach(() => db.close())

const columns = { plain: ['id', 'amount'], json: ['words'] } as const

test('each column is one list, in the order of the rows, with NULL where a value is missing', async () => {
  const query = sql`SELECT * FROM (VALUES (2, 9007199254740993, '{"a,b","NULL"}'::text[]), (1, NULL, NULL)) AS part (id, amount, words)`
  expect(await readColumns(db.kysely, query, columns)).toEqual({
    id: ['2', '1'],
    amount: ['9007199254740993', 'NULL'],
    words: [['a,b', 'NULL'], null],
  })
})

test('a query without rows has empty lists', async () => {
  const query = sql`SELECT 1 AS id, 2 AS amount, 3 AS words WHERE false`
  expect(await readColumns(db.kysely, query, columns)).toEqual({ id: [], amount: [], words: [] })
})
