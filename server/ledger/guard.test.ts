/** What the database itself refuses, whatever the code above it does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cash, deposit } from '#tests/money/house.ts'
import { type OpenLedger, openLedger } from '#tests/money/open-ledger.ts'
import type { TestDatabase } from '#tests/setup/database.ts'
import type { Ledger } from './ledger.ts'

let house: OpenLedger
let db: TestDatabase
let ledger: Ledger
let player: string
beforeAll(async () => { ({ db, ledger, player } = house = await openLedger(100)) })
afterAll(() => house.close())

test('the application works under a role of its own', async () => {
  expect((await db.pool.query('SELECT current_user AS name')).rows).toEqual([{ name: 'fairhouse_app' }])
})

test.each([
  ['write an entry', 'INSERT INTO ledger.entries (movement_id, ordinal, account_id, counterparty_id, amount) VALUES (1, 9, 1, 2, 5)'],
  ['change an entry', 'UPDATE ledger.entries SET amount = 1'],
  ['delete a movement', 'DELETE FROM ledger.movements'],
  ['change a balance', 'UPDATE wallet.accounts SET cash = cash + 1'],
  ['open a wallet with money in it', `INSERT INTO wallet.accounts (player_id, currency, cash) VALUES (gen_random_uuid(), 'EUR', 5)`],
  ['delete a wallet', 'DELETE FROM wallet.accounts'],
  ['change a house balance', 'UPDATE ledger.house_balances SET balance = 0'],
  ['forget a tombstone', 'DELETE FROM ledger.rollbacks'],
  ['settle a round', `UPDATE games.rounds SET status = 'settled'`],
])('the application cannot %s', async (_what, sql) => {
  await expect(db.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
})

test.each([
  'UPDATE ledger.entries SET amount = 1', 'DELETE FROM ledger.entries', 'TRUNCATE ledger.entries',
  'UPDATE ledger.movements SET kind = kind', 'DELETE FROM ledger.movements', 'DELETE FROM ledger.rollbacks',
])('not even the owner of the tables may: %s', async (sql) => {
  await expect(db.asOwner(sql)).rejects.toThrow('append-only')
})

test('a negative balance of a player is refused even to the owner', async () => {
  await expect(db.asOwner('UPDATE wallet.accounts SET cash = -1')).rejects.toThrow('check constraint')
})

test('a wallet that the owner opens with money in it starts at nothing', async () => {
  await db.asOwner(`INSERT INTO wallet.accounts (player_id, currency, cash) VALUES (gen_random_uuid(), 'EUR', 5)`)
  expect((await db.pool.query('SELECT FROM wallet.accounts WHERE cash = 5')).rows).toEqual([])
})

test('a movement that was malformed fails alone', async () => {
  const bad = { ...deposit(player, 5), idempotencyKey: 'nul \0 byte' }
  const results = await Promise.allSettled([deposit(player, 1), bad, deposit(player, 2), deposit(player, 9_223_372_036_854_775_807n)].map((each) => ledger.post(each)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(await ledger.balance(cash(player))).toBe(103n)
})
