/**
 * A queue of rows on a database: leases, fencing numbers, delays after failures, rows that are left to other processes.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { connect, type Database } from './db/connect.ts'
import { nextDue, postpone, type Queue, workOff, workOffInTransactions } from './queue.ts'

type Row = { id: bigint; attempts: number }
const queue: Queue<Row> = {
  table: 'verification.notices',
  key: 'id',
  waits: 'processed_at IS NULL',
  leaseMs: 30_000,
  batch: 2,
  longestRetryMs: 60_000,
}
const allRows = 'true'
let database: TestDatabase
let db: Database
let now = 0
const clock = { now: () => new Date(now) }
const deps = () => ({ db, clock })

beforeAll(async () => {
  database = await testDatabase()
  db = await connect({ url: database.url, log: { info() {}, warn() {}, debug() {} } })
})
afterAll(async () => {
  await db.close()
  await database.close()
})
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z')
  await database.asOwner('TRUNCATE verification.notices')
  await database.asOwner(`INSERT INTO verification.notices (id, partner, event_id, body, received_at, next_attempt_at)
    OVERRIDING SYSTEM VALUE SELECT n, 'known', 'event ' || n, '{}', 'epoch', 'epoch' FROM generate_series(1, 3) AS n`)
})
const end = (id: bigint) => database.asOwner('UPDATE verification.notices SET processed_at = now() WHERE id = $1', [id])
const rows = async () =>
  (
    await database.asOwner(
      'SELECT id, attempts, next_attempt_at, processed_at IS NOT NULL AS over FROM verification.notices ORDER BY id',
    )
  ).rows as Array<{ id: number; attempts: number; next_attempt_at: Date; over: boolean }>

test('due rows are claimed once, in batches, by concurrent processes', async () => {
  const done: bigint[] = []
  const work = async ({ id }: Row) => {
    done.push(id)
    await end(id)
  }
  const totals = await Promise.all([1, 2, 3].map(() => workOff(deps(), queue, allRows, work)))
  expect(done.toSorted()).toEqual([1n, 2n, 3n])
  expect(totals.reduce((sum, each) => sum + each, 0)).toBe(3)
  expect(await workOff(deps(), queue, allRows, work)).toBe(0)
})

test('a claim ends with its lease, and a process whose lease has ended postpones nothing', async () => {
  const seen: Row[] = []
  const work = async (row: Row) => void seen.push(row)
  await workOff(deps(), queue, 'id = 1', work)
  now += 29_000
  expect(await workOff(deps(), queue, 'id = 1', work)).toBe(0)
  now += 1_000
  expect(await workOff(deps(), queue, 'id = 1', work)).toBe(1)
  expect(seen.map(({ attempts }) => attempts)).toEqual([1, 2])
  const lease = (await rows())[0]!.next_attempt_at
  await postpone(deps(), queue, 1, 1)
  expect((await rows())[0]!.next_attempt_at).toEqual(lease)
  await postpone(deps(), queue, 1, 2)
  expect((await rows())[0]!.next_attempt_at.getTime()).toBe(now + 4_000)
  await end(1n)
  await postpone(deps(), queue, 1, 2)
  expect((await rows())[0]!.next_attempt_at.getTime()).toBe(now + 4_000)
})

test('rows that a process does not know stay for others, and do not wake it', async () => {
  await database.asOwner(`UPDATE verification.notices SET partner = 'unknown' WHERE id < 3`)
  const isOurs = `partner = 'known'`
  const done: bigint[] = []
  await workOff(deps(), queue, isOurs, async ({ id }) => {
    done.push(id)
    await end(id)
  })
  expect(done).toEqual([3n])
  expect((await db.pool.query(nextDue(queue, isOurs))).rows).toEqual([])
  expect((await db.pool.query(nextDue(queue, allRows))).rows).toHaveLength(1)
})

test('in transactions a failure is rolled back, counted and repeated later; other rows continue', async () => {
  const failures: unknown[] = []
  const run = () =>
    workOffInTransactions(
      deps(),
      { ...queue, order: 'id' },
      allRows,
      async (tx, { id }) => {
        await sql`UPDATE verification.notices SET processed_at = now() WHERE id = ${id}`.execute(tx)
        if (id === 1n) throw new Error('not yet')
        return id === 2n ? async () => void failures.push('asked') : undefined
      },
      (_error, key) => failures.push(key),
    )
  await run()
  expect(failures).toEqual([1n, 'asked'])
  expect((await rows()).map(({ over, attempts }) => [over, attempts])).toEqual([
    [false, 1],
    [true, 0],
    [true, 0],
  ])
  expect((await rows())[0]!.next_attempt_at.getTime()).toBe(now + 2_000)
})
