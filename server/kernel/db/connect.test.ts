import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuse } from '#contract/endpoint.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { commitRefusal, rollback } from './connect.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await db.asOwner(
    'CREATE TABLE public.counters (n int PRIMARY KEY, value int NOT NULL); GRANT ALL ON public.counters TO fairhouse_app; INSERT INTO public.counters VALUES (1, 0), (2, 0)',
  )
})
afterAll(() => db.close())

const fail = (code: string) => Object.assign(new Error('the database requires a retry'), { code })

test('int8 is read as bigint, alone and in arrays, timestamptz as Date, numeric as string, json as objects', async () => {
  const { rows } = await db.pool.query(
    `SELECT 9007199254740993::int8 AS big, '{1,2,NULL}'::int8[] AS list, '{}'::int8[] AS none, now() AS at, 1.50::numeric AS exact, '{"a":[1]}'::jsonb AS object`,
  )
  expect(rows[0]).toEqual({
    big: 9007199254740993n,
    list: [1n, 2n, null],
    none: [],
    at: expect.any(Date),
    exact: '1.50',
    object: { a: [1] },
  })
})

test('a refusal returned by work rolls back', async () => {
  const refused = await db.transaction(async (tx) => {
    await sql`UPDATE public.counters SET value = 7`.execute(tx)
    return refuse('notToday')
  })
  expect(refused).toEqual(refuse('notToday'))
  expect((await db.pool.query('SELECT DISTINCT value FROM public.counters')).rows).toEqual([{ value: 0 }])
})

test('a refusal that counts an attempt commits and is returned', async () => {
  const refused = await db.transaction(async (tx) => {
    await sql`UPDATE public.counters SET value = 1 WHERE n = 1`.execute(tx)
    return commitRefusal(refuse('tooMany'))
  })
  expect(refused).toEqual(refuse('tooMany'))
  expect((await db.pool.query('SELECT value FROM public.counters WHERE n = 1')).rows).toEqual([{ value: 1 }])
  await db.asOwner('UPDATE public.counters SET value = 0')
})

test('a refusal copied from a committed one rolls back', async () => {
  await db.transaction(async (tx) => {
    await sql`UPDATE public.counters SET value = 9`.execute(tx)
    return { ...commitRefusal(refuse('tooMany')) }
  })
  expect((await db.pool.query('SELECT DISTINCT value FROM public.counters')).rows).toEqual([{ value: 0 }])
})

test('listeners are notified of commits only', async () => {
  let calls = 0
  const forget = db.onCommit(() => void (calls += 1))
  // The first listener's call means that signals of other processes are being received.
  await expect.poll(() => calls).toBe(1)
  calls = 0
  await db.transaction(async () => refuse('notToday'))
  expect(calls).toBe(0)
  forget()
})

test.each(['40001', '40P01'])(
  'work rolled back by the database with %s is repeated, at most five times',
  async (code) => {
    let attempts = 0
    expect(
      await db.transaction(async () => {
        if (++attempts < 5) throw fail(code)
        return 'done'
      }),
    ).toBe('done')
    attempts = 0
    await expect(
      db.transaction(async () => {
        attempts++
        throw fail(code)
      }),
    ).rejects.toThrow('requires a retry')
    expect(attempts).toBe(5)
  },
)

test('any other failure is not retried', async () => {
  let attempts = 0
  await expect(
    db.transaction(async () => {
      attempts++
      throw fail('23505')
    }),
  ).rejects.toThrow()
  expect(attempts).toBe(1)
})

test('two deadlocked transactions both complete, with both changes', async () => {
  let both = 0
  const meet = Promise.withResolvers<void>()
  const touch = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await sql`UPDATE public.counters SET value = value + 1 WHERE n = ${first}`.execute(tx)
      if (++both === 2) meet.resolve()
      await meet.promise
      await sql`UPDATE public.counters SET value = value + 1 WHERE n = ${second}`.execute(tx)
    })
  await Promise.all([touch(1, 2), touch(2, 1)])
  expect((await db.asOwner('SELECT value FROM public.counters ORDER BY n')).rows).toEqual([{ value: 2 }, { value: 2 }])
})

// Shows: ASVS 2.3.3, ASVS 16.5.3
test('a refusal rolls back and is the result of the transaction', async () => {
  const result = await db.transaction(async (tx) => {
    await tx
      .insertInto('wallet.accounts')
      .values({ player_id: '11111111-1111-4111-8111-111111111111', currency: 'EUR' })
      .execute()
    return rollback(refuse('accountHasFunds', { message: 'no' }))
  })
  expect(result).toEqual({ ok: false, refusal: 'accountHasFunds', message: 'no' })
  expect((await db.pool.query('SELECT FROM wallet.accounts')).rows).toEqual([])
})

test('a connection that fails in use fails only its own work', async () => {
  await expect(
    db.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
      await db.asOwner('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
      await new Promise((resolve) => setTimeout(resolve, 50))
      await tx.selectFrom('wallet.accounts').selectAll().execute()
    }),
  ).rejects.toThrow()
  expect((await db.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
})
