/** What the database itself rejects, whatever the code above it does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank, cash, deposit, games, held, movement, transfer } from '#tests/money/wallets.ts'
import { type OpenLedger, openLedger } from '#tests/money/open-ledger.ts'
import type { TestDatabase } from '#tests/setup/database.ts'
import { findBreaches } from './invariants.ts'
import type { Ledger, Movement } from './ledger.ts'
import { postWithin } from './post.ts'
import { type Item, ownAccount } from './prepare.ts'

let fixture: OpenLedger
let db: TestDatabase
let ledger: Ledger
let player: string
beforeAll(async () => {
  ;({ db, ledger, player } = fixture = await openLedger(100))
})
afterAll(() => fixture.close())

// Shows: ASVS 13.2.1, ASVS 13.2.2
test('the application uses its own database role', async () => {
  expect((await db.pool.query('SELECT current_user AS name')).rows).toEqual([{ name: 'fairhouse_app' }])
})

test.each([
  [
    'write an entry',
    'INSERT INTO ledger.entries (movement_id, ordinal, account_id, counterparty_id, amount) VALUES (1, 9, 1, 2, 5)',
  ],
  ['change an entry', 'UPDATE ledger.entries SET amount = 1'],
  ['delete a movement', 'DELETE FROM ledger.movements'],
  ['change a balance', 'UPDATE wallet.accounts SET cash = cash + 1'],
  [
    'open a wallet with money in it',
    `INSERT INTO wallet.accounts (player_id, currency, cash) VALUES (gen_random_uuid(), 'EUR', 5)`,
  ],
  ['delete a wallet', 'DELETE FROM wallet.accounts'],
  ['change a house balance', 'UPDATE ledger.house_balances SET balance = 0'],
  ['forget a tombstone', 'DELETE FROM ledger.rollbacks'],
  ['settle a round', `UPDATE games.rounds SET status = 'settled'`],
])('the application cannot %s', async (_what, sql) => {
  await expect(db.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
})

// Shows: 10.23, invariant 3
test.each(
  ['entries SET amount = 1', 'movements SET kind = kind', 'rollbacks SET actor = actor'].flatMap((change) => {
    const [table] = change.split(' ')
    return [`UPDATE ledger.${change}`, `DELETE FROM ledger.${table}`, `TRUNCATE ledger.${table}`]
  }),
)('not even the owner of the tables may: %s', async (sql) => {
  await expect(db.asOwner(sql)).rejects.toThrow('append-only')
})

// Shows: 10.24, invariant 2
test('a negative balance of a player is refused even to the owner', async () => {
  await expect(db.asOwner('UPDATE wallet.accounts SET cash = -1')).rejects.toThrow('check constraint')
})

test('a wallet that the owner opens with money in it starts at nothing', async () => {
  await db.asOwner(`INSERT INTO wallet.accounts (player_id, currency, cash) VALUES (gen_random_uuid(), 'EUR', 5)`)
  expect((await db.pool.query('SELECT FROM wallet.accounts WHERE cash = 5')).rows).toEqual([])
})

test('a balance that differs from its entries by a cent is reported with both amounts', async () => {
  await db.asOwner(
    "INSERT INTO ledger.house_balances (account_id, slot, balance) VALUES (ledger.house_account('house:odd:EUR'), 0, 1)",
  )
  expect(await findBreaches(db.pool)).toMatchObject([
    {
      invariant: 'a stored balance equals the sum of its entries',
      rows: [{ address: 'house:odd:EUR', balance: 1n, entries: '0' }],
    },
  ])
  await db.asOwner(
    "DELETE FROM ledger.house_balances WHERE balance = 1 AND slot = 0 AND account_id = ledger.house_account('house:odd:EUR')",
  )
})

test.each<[string, Partial<Movement> & { kind: string }, string]>([
  ['of no declared kind', { kind: 'present' }, 'no kind of movement is called present'],
  [
    'of a bet that pays the player',
    { kind: 'bet', gate: 'none', transfers: [transfer(games, cash('00000000-0000-4000-8000-000000000000'), 1)] },
    'bet goes from player.cash, player.bonus, house.bonus-expense, not from house:games:EUR',
  ],
  [
    'of a deposit into what is held',
    { kind: 'deposit', transfers: [transfer(bank, held('00000000-0000-4000-8000-000000000000'), 1)] },
    'deposit goes to player.cash, not to player:00000000-0000-4000-8000-000000000000:held:EUR',
  ],
  ['of a bet that names no session', { kind: 'bet' }, 'a bet must name its session'],
])('a movement %s is not handed to the database', async (_what, made, message) => {
  await expect(ledger.post(movement(made))).rejects.toThrow(message)
})

test('a movement has at most forty transfers', async () => {
  const many = (count: number) =>
    movement({ kind: 'gift', transfers: Array.from({ length: count }, () => transfer(bank, cash(player), 1)) })
  await expect(ledger.post(many(41))).rejects.toThrow('at most 40 transfers')
  const before = await ledger.balance(cash(player))
  expect(await ledger.post(many(40))).toMatchObject({ ok: true, value: { balances: { cash: before + 40n } } })
  expect(await findBreaches(db.pool)).toEqual([])
  await ledger.post(movement({ kind: 'gift', transfers: [transfer(cash(player), bank, 40)] }))
})

test('a movement that was malformed fails alone', async () => {
  const bad = { ...deposit(player, 5), idempotencyKey: 'nul \0 byte' }
  const results = await Promise.allSettled(
    [deposit(player, 1), bad, deposit(player, 2), deposit(player, 9_223_372_036_854_775_807n)].map((each) =>
      ledger.post(each),
    ),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(await ledger.balance(cash(player))).toBe(103n)
})

test.each([
  `"quoted" 'twice'`,
  String.raw`back\\slash \, "\"`,
  'a,comma, (parentheses) and {braces}',
  '","(,,f,,,)',
  'NULL',
  ' ',
  '',
  'new\nline\ttab',
  'ʼn ünïcödé 🂡',
])('a movement is stored with the text that it was given: %j', async (text) => {
  const given = { actor: `test ${text}`, idempotencyKey: `key ${text}`, requestHash: text }
  const posted = await ledger.post({
    ...deposit(player, 1),
    ...given,
    reference: { kind: 'other', id: text, label: text },
    events: [{ channel: `channel ${text}`, event: text, payload: { text }, version: 3 }],
  })
  expect(posted).toMatchObject({ ok: true, value: { isReplay: false } })
  const { rows } = await db.pool.query(
    `SELECT actor, idempotency_key, request_hash, reference_id, reference_label, event, payload, version
     FROM ledger.movements JOIN outbox.events ON channel = $1 WHERE movements.id = $2`,
    [`channel ${text}`, posted.ok && posted.value.movementId],
  )
  expect(rows).toEqual([
    {
      actor: given.actor,
      idempotency_key: given.idempotencyKey,
      request_hash: text,
      reference_id: text,
      reference_label: text,
      event: text,
      payload: { text },
      version: 3n,
    },
  ])
  await ledger.post(movement({ kind: 'gift', transfers: [transfer(cash(player), bank, 1)] }))
})

test('an optional text that is left out is null', async () => {
  const posted = await ledger.post(deposit(player, 1))
  const { rows } = await db.pool.query('SELECT reference_label FROM ledger.movements WHERE id = $1', [
    posted.ok && posted.value.movementId,
  ])
  expect(rows).toEqual([{ reference_label: null }])
  await ledger.post(movement({ kind: 'gift', transfers: [transfer(cash(player), bank, 1)] }))
})

test.each([
  ['too few fields', '{"(,,gift)"}', 'malformed record literal'],
  ['a player that is none', `{"(somebody${','.repeat(26)})"}`, 'invalid input syntax for type uuid: "somebody"'],
  ['no kind', `{"(${','.repeat(26)})"}`, 'null value in column "kind"'],
  ['an amount that is none', `{"(${','.repeat(25)}\\"{\\\\\\"(1,2,much)\\\\\\"}\\",)"}`, 'type bigint: "much"'],
])('the posting function refuses %s and says so', async (_what, movements, message) => {
  await expect(db.pool.query('SELECT ledger.post($1)', [movements])).rejects.toThrow(message)
})

describe('the posting function, called by any role', () => {
  const call = (change: Partial<Item>) =>
    db.transaction((tx) =>
      postWithin(tx, [
        {
          movement: movement({ kind: 'gift' }),
          exclusive: [],
          transfers: [],
          wallet: { playerId: player, currency: 'EUR', name: player },
          ...change,
        },
      ]),
    )
  const moved = (source: bigint, target: bigint, amount: bigint) => ({ source, target, amount })
  let fixture: bigint
  beforeAll(async () => {
    fixture = BigInt((await db.pool.query("SELECT ledger.house_account('world:sandbox:EUR') AS id")).rows[0].id)
  })

  test.each<[string, (fixture: bigint) => Partial<Item>]>([
    ['nothing', (out) => ({ transfers: [moved(out, ownAccount.cash, 0n)] })],
    ['less than nothing', (out) => ({ transfers: [moved(out, ownAccount.cash, -1n)] })],
    ['to where it came from', () => ({ transfers: [moved(ownAccount.cash, ownAccount.cash, 5n)] })],
    ['to the house account that it came from', (out) => ({ transfers: [moved(out, out, 5n)] })],
    ['out of a wallet that is not named', (out) => ({ wallet: null, transfers: [moved(ownAccount.held, out, 5n)] })],
    ['into a wallet that is not named', (out) => ({ wallet: null, transfers: [moved(out, ownAccount.held, 5n)] })],
  ])('moves no money that is %s', async (_what, change) => {
    await expect(call(change(fixture))).rejects.toThrow('not a transfer')
  })

  test.each<[string, Partial<Movement>]>([
    ['its round', { kind: 'rollback' }],
    [
      'its bet',
      {
        kind: 'rollback',
        round: {
          id: 'r',
          studio: 'house',
          gameId: 'dice',
          playerId: 'p',
          currency: 'EUR',
          isFinished: false,
          transactionId: 't',
        },
      },
    ],
  ])('takes no rollback without %s', async (_what, made) => {
    await expect(call({ movement: movement(made as Movement) })).rejects.toThrow(
      'a rollback names its round and its bet',
    )
  })

  test('moves a single cent', async () => {
    const before = await ledger.balance(cash(player))
    expect(await call({ transfers: [moved(fixture, ownAccount.cash, 1n)] })).toMatchObject([{ ok: true }])
    expect((await ledger.balance(cash(player))) - before).toBe(1n)
  })
})
