import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'

let db: TestDatabase
const open: pg.Client[] = []
beforeAll(async () => {
  db = await testDatabase()
  await db.asOwner(`SELECT ledger.house_account('house:games:EUR'), ledger.house_account('world:sandbox:EUR')`)
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.end()))
  await db.close()
})

async function connection(): Promise<{ client: pg.Client; pid: number }> {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  // A post that waits for another one fails instead of hanging.
  await client.query(`SET lock_timeout = '1s'`)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return { client, pid: rows[0]!.pid }
}
async function kept(): Promise<{ client: pg.Client; pid: number }> {
  const each = await connection()
  open.push(each.client)
  return each
}

/** A movement between two house accounts, posted as the application posts it. */
async function post(client: pg.Client): Promise<void> {
  const key = randomUUID()
  await client.query(
    `SELECT ledger.post(ARRAY[jsonb_populate_record(NULL::ledger.movement, jsonb_build_object(
      'kind', 'test', 'actor', 'tests', 'key', $1::text, 'hash', 'same', 'reference_kind', 'other', 'reference_id', $1::text,
      'transfers', jsonb_build_array(jsonb_build_object('source', ledger.house_account('world:sandbox:EUR'),
        'target', ledger.house_account('house:games:EUR'), 'amount', 5))))])`,
    [key],
  )
}
const slots = async (): Promise<number> => {
  const { rows } = await db.asOwner('SELECT count(DISTINCT slot)::int AS count FROM ledger.house_balances')
  return (rows as Array<{ count: number }>)[0]!.count
}

test('two connections whose process ids are alike modulo 64 post side by side', { timeout: 60_000 }, async () => {
  const first = await kept()
  let second = await connection()
  while ((second.pid - first.pid) % 64 !== 0) {
    await second.client.end()
    second = await connection()
  }
  open.push(second.client)
  await first.client.query('BEGIN')
  await post(first.client)
  await post(second.client)
  await first.client.query('COMMIT')
  expect(await slots()).toBe(2)
})

test('the slot of a connection that ended is taken by the next one, and a rollback takes no further slot', async () => {
  const before = await slots()
  await Promise.all(open.splice(0).map((client) => client.end()))
  const { client } = await kept()
  await expect
    .poll(
      async () =>
        (
          await client.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
        ).rowCount,
    )
    .toBe(0)
  await client.query('BEGIN')
  await post(client)
  await client.query('ROLLBACK')
  await post(client)
  const other = await kept()
  await post(other.client)
  expect(await slots()).toBe(before)
})
