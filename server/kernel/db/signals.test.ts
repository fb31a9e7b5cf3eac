import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { signal, startSignals } from './signals.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const log = { debug() {} }

/** A pool whose first connection ends as soon as it has connected, before it can listen. */
function poolWhoseFirstConnectionEnds(size: number): ReturnType<TestDatabase['openPool']> {
  const pool = db.openPool(size)
  pool.once('connect', (client) => (client as unknown as { connection: Connection }).connection.stream.destroy())
  return pool
}
type Connection = { stream: { destroy(): void } }

test('a connection that ends before it listens is replaced, and signals arrive again', async () => {
  let received = 0
  const signals = startSignals(poolWhoseFirstConnectionEnds, () => void received++, log)
  await expect.poll(() => received).toBe(1)
  await db.pool.query(signal)
  await expect.poll(() => received).toBe(2)
  await signals.close()
})

test('closing does not wait for a connection that ended before it listened', { timeout: 5_000 }, async () => {
  const signals = startSignals(poolWhoseFirstConnectionEnds, () => {}, log)
  await signals.close()
})
