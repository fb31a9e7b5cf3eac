/** Many simultaneous requests through several ledgers, as several processes would send them. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { refuse } from '#contract/endpoint.ts'
import { rollback } from '#server/kernel/db/connect.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { createLedger, type Ledger, type Movement, type PostResult } from '#server/ledger/ledger.ts'
import { untilOneWaits } from '#tests/setup/lock-waits.ts'
import { bank, cash, deposit, games, held, movement, openWallet, play, transfer } from './wallets.ts'

let db: TestDatabase
let ledgers: Ledger[]
let player: string
beforeAll(async () => {
  db = await testDatabase({ poolSize: 20 })
  ledgers = [1, 2, 3, 4].map(() => createLedger({ db }))
})
beforeEach(async () => {
  player = await openWallet(db)
  await ledgers[0]!.post(deposit(player, 1000))
})
afterAll(async () => {
  expect(await findBreaches(db.pool)).toEqual([])
  for (const ledger of ledgers) await ledger.close()
  await db.close()
})

const together = (movements: Movement[]): Promise<PostResult[]> =>
  Promise.all(movements.map((each, index) => ledgers[index % ledgers.length]!.post(each)))
const accepted = (results: PostResult[]) => results.filter((result) => result.ok && !result.value.isReplay).length
const refused = (results: PostResult[], name: string) =>
  results.filter((result) => !result.ok && result.refusal === name).length
const fifty = <T>(make: (index: number) => T): T[] => Array.from({ length: 50 }, (_, index) => make(index))
const withdrawal = (amount: number): Movement =>
  movement({ kind: 'withdrawal-hold', transfers: [transfer(cash(player), held(player), amount)] })

// Shows: ASVS 2.3.4
test('50 simultaneous withdrawals of the whole balance: exactly one succeeds', async () => {
  const results = await together(fifty(() => withdrawal(1000)))
  expect([accepted(results), refused(results, 'insufficientFunds')]).toEqual([1, 49])
  expect([await ledgers[0]!.balance(cash(player)), await ledgers[0]!.balance(held(player))]).toEqual([0n, 1000n])
})

test('50 withdrawals in separate transactions: exactly one succeeds, the others leave nothing', async () => {
  const results = await Promise.all(
    fifty(() =>
      db.transaction(async (tx): Promise<PostResult> => {
        const posted = await ledgers[0]!.postIn(tx, withdrawal(1000))
        return posted.ok ? posted : rollback(refuse('insufficientFunds'))
      }),
    ),
  )
  expect([accepted(results), refused(results, 'insufficientFunds')]).toEqual([1, 49])
})

test('the same deposit 50 times at once: one credit, one answer', async () => {
  const same = deposit(player, 70)
  const results = await together(fifty(() => same))
  expect(accepted(results)).toBe(1)
  expect(new Set(results.map((result) => result.ok && result.value.movementId)).size).toBe(1)
  expect(await ledgers[0]!.balance(cash(player))).toBe(1070n)
})

// Shows: invariant 4
test('one key with 50 different requests at once: one is posted, 49 conflict', async () => {
  const results = await together(fifty((index) => deposit(player, index + 1, 'the-key')))
  expect([accepted(results), refused(results, 'idempotencyConflict')]).toEqual([1, 49])
})

test('one key for 50 different players at once: one is posted, 49 conflict', async () => {
  const others = await Promise.all(fifty(() => openWallet(db)))
  const results = await together(others.map((other) => ({ ...deposit(other, 5, 'shared-key'), requestHash: other })))
  expect([accepted(results), refused(results, 'idempotencyConflict')]).toEqual([1, 49])
})

test('two players open the same round at once: the first one owns it, and the other’s bet is refused', async () => {
  const other = await openWallet(db)
  await ledgers[0]!.post(deposit(other, 1000))
  const bet = (of: string) => play({ kind: 'bet', player: of, roundId: `shared ${player}`, amount: 100 })
  let late: Promise<PostResult> | undefined
  await db.transaction(async (tx) => {
    expect(await ledgers[0]!.postIn(tx, bet(player))).toMatchObject({ ok: true })
    late = ledgers[1]!.post(bet(other))
    await untilOneWaits(db)
  })
  expect(await late).toEqual(refuse('roundClosed'))
  const { rows } = await db.pool.query('SELECT player_id, stake, bets FROM games.rounds WHERE id = $1', [
    `shared ${player}`,
  ])
  expect(rows).toEqual([{ player_id: player, stake: 100n, bets: 1 }])
  expect(await ledgers[0]!.balance(cash(other))).toBe(1000n)
})

// Shows: pair withdrawal/open round
test('bets against withdrawals: never below zero, never more than there was', async () => {
  const results = await together(
    fifty((index) =>
      index % 2 ? withdrawal(90) : play({ kind: 'bet', player, roundId: `${player} ${index}`, amount: 110 }),
    ),
  )
  const left = await ledgers[0]!.balance(cash(player))
  expect(left).toBeGreaterThanOrEqual(0n)
  expect(left).toBeLessThan(90n)
  expect(accepted(results) + refused(results, 'insufficientFunds')).toBe(50)
})

// Shows: attack 8
test('50 simultaneous rollbacks of one bet: the stake is returned once', async () => {
  await ledgers[0]!.post(play({ kind: 'bet', player, roundId: player, amount: 400, key: `b ${player}` }))
  const results = await together(
    fifty(() => play({ kind: 'rollback', player, roundId: player, amount: 400, betKey: `b ${player}` })),
  )
  expect([accepted(results), refused(results, 'betRolledBack')]).toEqual([1, 49])
  expect(await ledgers[0]!.balance(cash(player))).toBe(1000n)
})

test('a bet and its rollback at once: the money is returned in either order', async () => {
  await Promise.all(
    fifty(async (index) => {
      const key = `${player} ${index}`
      await together(
        [
          play({ kind: 'bet', player, roundId: key, amount: 1, key }),
          play({ kind: 'rollback', player, roundId: key, betKey: key }),
        ].sort(() => Math.random() - 0.5),
      )
    }),
  )
  expect(await ledgers[0]!.balance(cash(player))).toBe(1000n)
})

test('50 simultaneous wins under one key: paid once', async () => {
  await ledgers[0]!.post(play({ kind: 'bet', player, roundId: player, amount: 100 }))
  const win = play({ kind: 'win', player, roundId: player, amount: 300, isFinished: true })
  expect(accepted(await together(fifty(() => win)))).toBe(1)
  expect(await ledgers[0]!.balance(cash(player))).toBe(1200n)
})

test('transactions that post for two players in the order of their wallets all complete, and no movement is lost', async () => {
  const other = await openWallet(db)
  const inOrder = await db.kysely
    .selectFrom('wallet.accounts')
    .select('player_id')
    .where('player_id', 'in', [player, other])
    .orderBy('id')
    .execute()
  await Promise.all(
    Array.from({ length: 4 }, () =>
      db.transaction(async (tx) => {
        for (const { player_id: who } of inOrder)
          await ledgers[0]!.postIn(tx, movement({ kind: 'gift', transfers: [transfer(bank, cash(who), 1)] }))
      }),
    ),
  )
  expect([await ledgers[0]!.balance(cash(player)), await ledgers[0]!.balance(cash(other))]).toEqual([1004n, 4n])
})

test('a movement between house accounts needs no player', async () => {
  const before = await ledgers[0]!.balance('house:fees:EUR')
  const results = await together(
    fifty(() => movement({ kind: 'fee', transfers: [transfer(games, 'house:fees:EUR', 2)] })),
  )
  expect(accepted(results)).toBe(50)
  expect((await ledgers[0]!.balance('house:fees:EUR')) - before).toBe(100n)
})

longTest('a wallet locked by a stuck transaction fails only its own movements, as unavailable', async () => {
  const others = await Promise.all(fifty(() => openWallet(db)))
  const [isHeld, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stuck = db.transaction(async (tx) => {
    await tx.selectFrom('wallet.accounts').selectAll().where('player_id', '=', player).forUpdate().execute()
    isHeld.resolve()
    await end.promise
  })
  await isHeld.promise
  const results = await Promise.allSettled(
    [deposit(player, 1), ...others.map((other) => deposit(other, 1)), deposit(player, 2)].map((each) =>
      ledgers[0]!.post(each),
    ),
  )
  end.resolve()
  await stuck
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))).toEqual([
    '55P03',
    '55P03',
  ])
  expect(await ledgers[0]!.balance(cash(player))).toBe(1000n)
})
