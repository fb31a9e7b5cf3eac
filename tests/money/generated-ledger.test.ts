/** The ledger that `npm run bench curve` generates is one that the posting function could have written. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/setup/database.ts'
import { checkFilled, fill } from '#bench/curve-fill.ts'

let db: TestDatabase
beforeAll(async () => void (db = await testDatabase()))
afterAll(() => db.close())

test('the generated ledger keeps every invariant, and a planted violation is found', async () => {
  await fill(db.url, 2_000)
  await checkFilled(db.pool)
  await db.asOwner('UPDATE wallet.accounts SET version = version - 1')
  await expect(checkFilled(db.pool)).rejects.toThrow('the version of an account increases with every movement')
})
