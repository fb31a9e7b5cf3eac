import { afterAll, beforeAll, expect, test } from 'vitest'
import { cash, deposit, held, movement, openWallet, play, transfer } from '#tests/money/wallets.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { type EntriesQuery, listEntries } from './entries.ts'
import { createLedger, type Ledger } from './ledger.ts'

let db: TestDatabase
let ledger: Ledger
let player: string
beforeAll(async () => {
  db = await testDatabase()
  ledger = createLedger({ db })
  player = await openWallet(db)
  await db.kysely.insertInto('wallet.accounts').values({ player_id: player, currency: 'USD' }).execute()
  const stranger = await openWallet(db)
  await ledger.post(deposit(stranger, 77))
  await ledger.post(deposit(player, 1000, 'invoice-1'))
  await ledger.post(
    movement({
      kind: 'withdrawal-hold',
      transfers: [transfer(cash(player), held(player), 300)],
      reference: { kind: 'invoice', id: 'invoice-2', label: 'F7' },
    }),
  )
  await ledger.post(play({ kind: 'bet', player, roundId: 'round-1', amount: 50 }))
  await ledger.post(play({ kind: 'win', player, roundId: 'round-1', amount: 80, isFinished: true }))
  await ledger.post(movement({ kind: 'deposit', transfers: [transfer('world:sandbox:USD', cash(player, 'USD'), 5)] }))
})
afterAll(async () => {
  await ledger.close()
  await db.close()
})
const list = (query: Partial<EntriesQuery> = {}) => listEntries(db.kysely, { playerId: player, perPage: 25, ...query })

test('the last page is marked as the last, even when it is full', async () => {
  expect((await list({ perPage: 6 })).next).toBeNull()
  const { next } = await list({ perPage: 5 })
  expect(next).not.toBeNull()
})

// Shows: 10.22
test('a player reads every change of their own accounts, newest first, with before and after', async () => {
  const { data, next } = await list()
  expect(next).toBe(null)
  expect(
    data.map(({ kind, account, currency, amount, before, after, counterparty }) => [
      kind,
      account,
      currency,
      amount,
      before,
      after,
      counterparty,
    ]),
  ).toEqual([
    ['deposit', 'cash', 'USD', 5, 0, 5, 'world:sandbox:USD'],
    ['win', 'cash', 'EUR', 80, 650, 730, 'house:games:EUR'],
    ['bet', 'cash', 'EUR', -50, 700, 650, 'house:games:EUR'],
    ['withdrawal-hold', 'held', 'EUR', 300, 0, 300, cash(player)],
    ['withdrawal-hold', 'cash', 'EUR', -300, 1000, 700, held(player)],
    ['deposit', 'cash', 'EUR', 1000, 0, 1000, 'world:sandbox:EUR'],
  ])
  expect(data[3]!.reference).toEqual({ kind: 'invoice', id: 'invoice-2', label: 'F7', verifyUrl: null })
})

test('pages follow each other without a gap or a repeat, also inside one movement', async () => {
  const whole = (await list()).data.map(({ id }) => id)
  for (const perPage of [1, 2, 3, 4]) {
    const ids: string[] = []
    for (let before: string | undefined; ;) {
      const page = await list({ perPage, before })
      ids.push(...page.data.map(({ id }) => id))
      if (page.next === null) break
      before = page.next
    }
    expect(ids).toEqual(whole)
  }
})

// Shows: 10.22
test('entries are found by currency, by invoice and by round', async () => {
  expect((await list({ currency: 'USD' })).data.map(({ amount }) => amount)).toEqual([5])
  expect((await list({ referenceId: 'invoice-2' })).data.map(({ amount }) => amount)).toEqual([300, -300])
  expect((await list({ referenceId: 'round-1' })).data.map(({ amount }) => amount)).toEqual([80, -50])
  expect((await list({ referenceId: 'nothing' })).data).toEqual([])
})

test('entries of a round lead to its recalculation, all others to none', async () => {
  const verifyUrlOf = (studio: string, roundId: string) => `/rounds/${studio}/${roundId}`
  const { data } = await listEntries(
    db.kysely,
    { playerId: player, perPage: 25 },
    { nameOf: (game) => `the game ${game}`, verifyUrlOf },
  )
  const { studio, game_id: game } = await db.kysely
    .selectFrom('games.rounds')
    .select(['studio', 'game_id'])
    .where('id', '=', 'round-1')
    .executeTakeFirstOrThrow()
  const ofRound = { kind: 'round', id: 'round-1', label: `the game ${game}`, verifyUrl: `/rounds/${studio}/round-1` }
  expect(data.map(({ reference }) => reference).filter(({ kind }) => kind === 'round')).toEqual([ofRound, ofRound])
  for (const { reference } of data) if (reference.kind !== 'round') expect(reference.verifyUrl).toBeNull()
})

test("a reference of somebody else's shows nothing", async () => {
  const other = await openWallet(db)
  expect((await listEntries(db.kysely, { playerId: other, perPage: 25, referenceId: 'round-1' })).data).toEqual([])
  expect((await listEntries(db.kysely, { playerId: other, perPage: 25, referenceId: 'invoice-2' })).data).toEqual([])
})
