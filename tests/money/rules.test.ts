/** Rules of the ledger that random tests reach too rarely. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ledger } from '#server/ledger/ledger.ts'
import { startWager } from '#server/ledger/wager.ts'
import type { TestDatabase } from '#tests/setup/database.ts'
import { untilOneWaits } from '#tests/setup/lock-waits.ts'
import { bonus, cash, deposit, movement, openWallet, play, transfer } from './wallets.ts'
import { type OpenLedger, openLedger } from './open-ledger.ts'

let fixture: OpenLedger
let db: TestDatabase
let ledger: Ledger
let player: string
beforeAll(async () => {
  ;({ db, ledger, player } = fixture = await openLedger(1000))
})
afterAll(() => fixture.close())

test('a bet of a paid round cannot be rolled back, even while the round is open', async () => {
  await ledger.post(play({ kind: 'bet', player, roundId: 'paid', amount: 100, key: 'paid bet' }))
  await ledger.post(play({ kind: 'win', player, roundId: 'paid', amount: 30 }))
  expect(await ledger.post(play({ kind: 'rollback', player, roundId: 'paid', betKey: 'paid bet' }))).toEqual({
    ok: false,
    refusal: 'betAlreadyPaid',
  })
  expect(await ledger.balance(cash(player))).toBe(930n)
})

test('an indivisible cent of a win goes to cash', async () => {
  const split = await openWallet(db)
  await ledger.post(deposit(split, 200))
  const bonusId = randomUUID()
  expect(
    await db.transaction((tx) =>
      startWager(tx, { playerId: split, currency: 'EUR', bonusId, total: 1000n as never, maxBet: null }),
    ),
  ).toBe(true)
  await ledger.post(
    movement({ kind: 'bonus-granted', transfers: [transfer('house:bonus-expense:EUR', bonus(split), 100)] }),
  )
  await ledger.post(play({ kind: 'bet', player: split, roundId: 'odd', amount: 300 }))
  await ledger.post(play({ kind: 'win', player: split, roundId: 'odd', amount: 200, isFinished: true }))
  // A third of the stake was bonus money: its part of 200 is 66 and two thirds of a cent.
  expect([await ledger.balance(cash(split)), await ledger.balance(bonus(split))]).toEqual([134n, 66n])
})

test('one key for two players in two simultaneous transactions: the second waits for the first, and conflicts', async () => {
  const other = await openWallet(db)
  const second = await db.transaction(async (tx) => {
    expect((await ledger.postIn(tx, deposit(player, 5, 'shared'))).ok).toBe(true)
    const posted = ledger.post({ ...deposit(other, 5, 'shared'), requestHash: 'of another' })
    expect(await Promise.race([posted.then(() => 'answered'), untilOneWaits(db).then(() => 'waits')])).toBe('waits')
    return { posted }
  })
  expect(await second.posted).toEqual({ ok: false, refusal: 'idempotencyConflict' })
  expect(await ledger.balance(cash(other))).toBe(0n)
})
