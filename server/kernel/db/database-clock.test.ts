import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { type TestDatabase, testDatabase } from '#tests/setup/database.ts'
import { DatabaseClock } from './database-clock.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

let logged: string[]
beforeEach(() => {
  logged = []
})
const log = { warn: (text: string) => void logged.push(text), info: (text: string) => void logged.push(text) }
/** A clock on a machine that is ahead by so much. */
const clockAhead = (by: { ms: number }, pool: Pick<TestDatabase['pool'], 'query'> = db.pool) =>
  new DatabaseClock({ pool, log, own: () => Date.now() + by.ms })
const offBy = (clock: DatabaseClock) => Math.abs(clock.now().getTime() - Date.now())

test.each([12_000, -12_000, 300])('a machine %i ms ahead goes by the database, and says so once', async (ms) => {
  const clock = clockAhead({ ms })
  expect(offBy(clock)).toBeGreaterThanOrEqual(Math.abs(ms) - 5)
  await clock.measure()
  await clock.measure()
  expect(offBy(clock)).toBeLessThan(60)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain(ms > 0 ? 'ms ahead of' : 'ms behind')
})

test('a machine that is right, or off by less than is tolerated, keeps its own time', async () => {
  for (const ms of [0, 20, -20]) {
    const clock = clockAhead({ ms })
    await clock.measure()
    expect(Math.abs(clock.now().getTime() - ms - Date.now())).toBeLessThan(10)
  }
  expect(logged).toEqual([])
})

test('a clock that is put right is used again', async () => {
  const by = { ms: 5_000 }
  const clock = clockAhead(by)
  await clock.measure()
  by.ms = 0
  await clock.measure()
  expect(offBy(clock)).toBeLessThan(10)
  expect(logged.at(-1)).toBe("this machine's clock agrees with the database's again")
})

test('an answer that takes longer than the difference proves none', async () => {
  const slow = {
    async query(text: string) {
      const answer = await db.pool.query(text)
      await sleep(300)
      return answer
    },
  } as unknown as Pick<TestDatabase['pool'], 'query'>
  const clock = clockAhead({ ms: -100 }, slow)
  await clock.measure()
  expect(logged).toEqual([])
})

longTest('a slow answer does not end a correction', async () => {
  let delayMs = 0
  const pool = {
    async query(text: string) {
      await sleep(delayMs)
      return db.pool.query(text)
    },
  } as unknown as Pick<TestDatabase['pool'], 'query'>
  const clock = clockAhead({ ms: 200 }, pool)
  await clock.measure()
  delayMs = 500
  await clock.measure()
  expect(offBy(clock)).toBeLessThan(60)
})

test('a database that is away changes nothing', async () => {
  let isAway = false
  const pool = {
    query: (text: string) => (isAway ? Promise.reject(new Error('connection refused')) : db.pool.query(text)),
  } as unknown as Pick<TestDatabase['pool'], 'query'>
  const clock = clockAhead({ ms: 12_000 }, pool)
  await clock.measure()
  isAway = true
  await clock.start()
  clock.stop()
  expect(offBy(clock)).toBeLessThan(60)
})
