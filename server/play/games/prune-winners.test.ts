import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { pruneWinners } from './prune-winners.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

test('of 12,500 wins the latest 1,000 remain', async () => {
  await db.pool.query(
    `INSERT INTO games.winners (round_id, studio, game_id, nickname, currency, stake, won, at)
    SELECT n, 'house', 'dice', 'M***', 'EUR', 2, 5, timestamptz '2026-01-01' + make_interval(secs => n)
    FROM generate_series(1, 12500) AS n`,
  )
  expect(await pruneWinners(db)).toBe(11_500)
  const { rows } = await db.pool.query(
    'SELECT count(*)::int AS count, min(round_id::int) AS first, max(round_id::int) AS last FROM games.winners',
  )
  expect(rows).toEqual([{ count: 1_000, first: 11_501, last: 12_500 }])
  expect(await pruneWinners(db)).toBe(0)
})
