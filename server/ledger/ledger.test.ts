import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bank, bonus, cash, deposit, games, held, movement, openWallet, play, transfer } from '#tests/money/wallets.ts'
import { type OpenLedger, openLedger } from '#tests/money/open-ledger.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { postBatch } from './post.ts'
import { prepare } from './prepare.ts'

let fixture: OpenLedger
let db: TestDatabase
let ledger: Ledger
beforeAll(async () => {
  ;({ db, ledger } = fixture = await openLedger(0))
})
afterAll(() => fixture.close())
const funded = (amount: number) => fixture.funded(amount)
const refusal = (name: string) => expect.objectContaining({ ok: false, refusal: name })

test.each([0, -5])('a transfer of %d is no transfer', async (amount) => {
  const player = await funded(100)
  await expect(ledger.post(deposit(player, amount))).rejects.toThrow('a positive amount')
  expect(await ledger.balance(cash(player))).toBe(100n)
})

test.each([
  [
    'between two currencies',
    (player: string) => transfer(cash(player), games.replace('EUR', 'USD'), 5n),
    'are of different currencies',
  ],
  [
    'between two currencies of the house',
    () => transfer(games, games.replace('EUR', 'USD'), 5n),
    'are of different currencies',
  ],
  ['to where it comes from', (player: string) => transfer(cash(player), cash(player), 5n), 'cannot pay itself'],
] as const)('a transfer %s is no transfer', async (_what, made, message) => {
  const player = await funded(100)
  await expect(ledger.post(movement({ kind: 'gift', transfers: [made(player)] }))).rejects.toThrow(message)
  expect(await ledger.balance(cash(player))).toBe(100n)
})

test.each([
  { times: 4, answer: { status: 'fulfilled', value: { ok: true } }, left: 500n },
  { times: 5, answer: { status: 'rejected', reason: { code: '40P01' } }, left: 0n },
])(
  "a statement that the database undid $times times for another's sake is given again up to four times, and posts once",
  async ({ times, answer, left }) => {
    const player = await openWallet(db)
    let undone = 0
    const openPool: TestDatabase['openPool'] = (...options) => {
      const pool = db.openPool(...options)
      const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
      return Object.assign(pool, {
        query: async (...given: unknown[]) => {
          if ((given[0] as { name?: string }).name === 'ledger-post' && undone < times)
            throw Object.assign(new Error('deadlock detected'), { code: ['40P01', '40001'][undone++ % 2] })
          return query(...given)
        },
      })
    }
    const other = createLedger({ db: { ...db, openPool } })
    expect(await Promise.allSettled([other.post(deposit(player, 500))])).toMatchObject([answer])
    expect([undone, await ledger.balance(cash(player))]).toEqual([times, left])
    await other.close()
  },
)

test.each([
  {
    of: 'a connection that was ended',
    error: Object.assign(new pg.DatabaseError('ended', 5, 'error'), { code: '57P01' }),
  },
  { of: 'a code of the database that another error bears', error: Object.assign(new Error('odd'), { code: '23505' }) },
])('after $of it is not known what was posted: nothing of the batch is tried again', async ({ error }) => {
  const query = vi.fn(async () => {
    throw error
  })
  const items = [1, 2].map((amount) => prepare(deposit(randomUUID(), amount), new Map([[bank, 1000n]]) as never))
  expect(await postBatch({ query } as never, items)).toEqual([{ error }, { error }])
  expect(query).toHaveBeenCalledTimes(1)
})

test('a deposit raises the cash balance and nothing else, and returns the new balance', async () => {
  const player = await openWallet(db)
  const posted = await ledger.post(deposit(player, 500))
  expect(posted).toMatchObject({
    ok: true,
    value: { isReplay: false, balances: { cash: 500n, bonus: 0n, held: 0n } },
  })
  expect(await ledger.balance(cash(player))).toBe(500n)
})

test('a player without a wallet in the currency is refused', async () => {
  expect(await ledger.post(deposit('00000000-0000-4000-8000-000000000000', 5))).toEqual(refusal('accountNotFound'))
})

test('a bet above the balance is refused and leaves no trace', async () => {
  const player = await funded(100)
  const bet = play({ kind: 'bet', player, roundId: `r-${player}`, amount: 101 })
  expect(await ledger.post(bet)).toEqual(refusal('insufficientFunds'))
  expect(await ledger.balance(cash(player))).toBe(100n)
  expect(await db.kysely.selectFrom('games.rounds').select('id').where('player_id', '=', player).execute()).toEqual([])
  await ledger.post(deposit(player, 1))
  expect((await ledger.post(bet)).ok).toBe(true)
})

test('a repeated movement gets the first answer, another one under its key is a conflict', async () => {
  const player = await funded(100)
  const bet = play({ kind: 'bet', player, roundId: `r-${player}`, amount: 40 })
  const first = await ledger.post(bet)
  await ledger.post(deposit(player, 1000))
  const again = await ledger.post(bet)
  expect(first).toMatchObject({ ok: true, value: { isReplay: false } })
  expect(again).toEqual({ ok: true, value: { ...(first.ok && first.value), isReplay: true } })
  expect(await ledger.post({ ...bet, requestHash: 'other' })).toEqual(refusal('idempotencyConflict'))
  const granted = movement({
    kind: 'gift',
    transfers: [transfer(bank, bonus(player), 7), transfer(bank, held(player), 9)],
  })
  const given = await ledger.post(granted)
  expect(given).toMatchObject({
    ok: true,
    value: { balances: { cash: 1060n, bonus: 7n, held: 9n } },
  })
  await ledger.post(
    movement({ kind: 'gift', transfers: [transfer(bonus(player), bank, 7), transfer(held(player), bank, 9)] }),
  )
  expect(await ledger.post(granted)).toEqual({ ok: true, value: { ...(given.ok && given.value), isReplay: true } })
})

test('a posting is rolled back with the rest of its transaction', async () => {
  const player = await funded(100)
  await expect(
    db.transaction(async (tx) => {
      expect((await ledger.postIn(tx, deposit(player, 50))).ok).toBe(true)
      throw new Error('the rest failed')
    }),
  ).rejects.toThrow('the rest failed')
  expect(await ledger.balance(cash(player))).toBe(100n)
})

test('the very first posting inside a transaction needs no second pool connection, and its house account survives a rollback', async () => {
  const narrow = await testDatabase({ poolSize: 1 })
  const fresh = createLedger({ db: narrow })
  try {
    const player = await openWallet(narrow)
    await expect(
      narrow.transaction(async (tx) => {
        expect((await fresh.postIn(tx, deposit(player, 50))).ok).toBe(true)
        throw new Error('the rest failed')
      }),
    ).rejects.toThrow('the rest failed')
    expect((await fresh.post(deposit(player, 20))).ok).toBe(true)
    expect([await fresh.balance(cash(player)), await fresh.balance(bank)]).toEqual([20n, -20n])
  } finally {
    await fresh.close()
    await narrow.close()
  }
})

test('the publisher is notified of a posting at once, and not of a repeat', async () => {
  const player = await openWallet(db)
  const notified = vi.fn()
  const forget = db.onCommit(notified)
  // Notified once when it begins to listen to other processes, because they may have committed before.
  await expect.poll(() => notified.mock.calls.length).toBe(1)
  notified.mockClear()
  const first = deposit(player, 10)
  await ledger.post(first)
  expect(notified).toHaveBeenCalledTimes(1)
  await ledger.post(first)
  expect(notified).toHaveBeenCalledTimes(1)
  forget()
})

test.each([1, 2])('%d events are published with a movement, none with its repeat', async (count) => {
  const player = await funded(0)
  const events = Array.from({ length: count }, (_, n) => ({
    channel: `test:${player}`,
    event: `e${n}`,
    payload: { n },
    version: n + 1,
  }))
  const made = { ...deposit(player, 5), events }
  for (const isReplay of [false, true]) expect(await ledger.post(made)).toMatchObject({ ok: true, value: { isReplay } })
  const { rows } = await db.asOwner(
    'SELECT event, payload, version::int FROM outbox.events WHERE channel = $1 ORDER BY id',
    [`test:${player}`],
  )
  expect(rows).toEqual(events.map(({ event, payload, version }) => ({ event, payload, version })))
})

test('every change of a balance leaves one push with the whole account and a rising version', async () => {
  const player = await funded(100)
  await ledger.post(movement({ kind: 'withdrawal-hold', transfers: [transfer(cash(player), held(player), 30)] }))
  const events = await db.kysely
    .selectFrom('outbox.events')
    .selectAll()
    .where('channel', '=', `wallet:accounts#${player}`)
    .orderBy('id')
    .execute()
  expect(events.map(({ version }) => version)).toEqual([2n, 3n])
  expect(events.map((event) => event.payload)).toEqual([
    [expect.any(String), 'EUR', 1, 100, 0, 0, 0, 0],
    [expect.any(String), 'EUR', 1, 70, 0, 30, 0, 0],
  ])
})

// Shows: pair open round/account switch, pair withdrawal/account switch
test('money that arrives in a hidden account shows it again; money that leaves hides nothing and shows nothing', async () => {
  const player = await funded(100)
  const status = async () =>
    (await db.asOwner('SELECT status FROM wallet.accounts WHERE player_id = $1', [player])).rows[0].status
  await db.asOwner('UPDATE wallet.accounts SET status = 3 WHERE player_id = $1', [player])
  await ledger.post(movement({ kind: 'withdrawal-hold', transfers: [transfer(cash(player), held(player), 30)] }))
  expect(await status()).toBe(3)
  await ledger.post(deposit(player, 1))
  expect(await status()).toBe(2)
  const { rows } = await db.asOwner(`SELECT payload FROM outbox.events WHERE channel = $1 ORDER BY id DESC LIMIT 1`, [
    `wallet:accounts#${player}`,
  ])
  expect(rows[0].payload).toEqual([expect.any(String), 'EUR', 2, 71, 0, 30, 0, 0])
})
