/** Consumers that read movements together. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLedger, type Ledger } from '../../ledger/ledger.ts'
import { deposit, openWallet, play } from '#tests/money/wallets.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { operator } from '#tests/setup/operator.ts'
import { consumers as every } from '../../modules.ts'
import { listConsumers, replayConsumer } from './administer.ts'
import { type Consumer, consumer, LeftToOthers, movements, type Pass } from './consumer.ts'
import { type Consumers, createConsumers, retryAfterMs } from './run-consumers.ts'

let db: TestDatabase
let ledger: Ledger
let now: Date
let messages: string[]
let opened: Consumers[]
let player: string
beforeEach(async () => {
  db = await testDatabase()
  await db.asOwner(`CREATE TABLE facts.test_kinds (consumer text, movement bigint, PRIMARY KEY (consumer, movement));
    GRANT ALL ON facts.test_kinds TO fairhouse_app`)
  ledger = createLedger({ db })
  now = new Date('2026-11-22T12:00:00Z')
  messages = []
  opened = []
  player = await openWallet(db)
  await ledger.post(deposit(player, 1_000_000))
})
afterEach(async () => {
  for (const each of opened) await each.stop()
  await ledger.close()
  await db.close()
})

/** Reads the ids of bets, and notes the ranges that it has read. */
function reading() {
  const ranges: Array<[number, number]> = []
  const pass: Pass<bigint[]> = {
    name: 'bets',
    batchSize: 1_000,
    maxDelayMs: 1_000,
    async read(tx, { after, upTo }) {
      ranges.push([Number(after), Number(upTo)])
      const { rows } = await sql<{ id: bigint }>`
        SELECT id FROM ledger.movements WHERE kind = 'bet' AND id > ${after} AND id <= ${upTo} ORDER BY id`.execute(tx)
      return rows.map(({ id }) => id)
    },
  }
  return { pass, ranges }
}

/** Stores each bet once: a second time violates the key. */
function noting(name: string, pass: Pass<bigint[]>, check: (id: bigint) => void = () => {}): Consumer<object> {
  return consumer<object>(name, {
    follows: [movements],
    pass,
    async apply(tx, batch) {
      for (const id of await batch.read(pass)) {
        await sql`INSERT INTO facts.test_kinds VALUES (${name}, ${id})`.execute(tx)
        check(id)
      }
    },
    reset: async (tx) => void (await sql`DELETE FROM facts.test_kinds WHERE consumer = ${name}`.execute(tx)),
  })
}

async function open(consumers: Array<Consumer<object>>): Promise<Consumers> {
  const log = { warn: (text: string) => void messages.push(text), error: (text: string) => void messages.push(text) }
  const running = await createConsumers(consumers, { db, clock: { now: () => now }, log, needs: {} })
  opened.push(running)
  return running
}

async function bet(count: number): Promise<bigint> {
  for (let index = 0; index < count; index++)
    await ledger.post(play({ kind: 'bet', player, roundId: randomUUID(), amount: 10 }))
  const { rows } = await db.pool.query<{ id: bigint }>('SELECT max(id) AS id FROM ledger.movements')
  return rows[0]!.id
}

const countOf = async (name: string): Promise<number> =>
  (await db.pool.query('SELECT count(*)::int AS count FROM facts.test_kinds WHERE consumer = $1', [name])).rows[0].count
const passedBy = async (...names: string[]): Promise<bigint[]> => {
  const listed = await listConsumers(db)
  return names.map((name) => listed.find((each) => each.name === name)!.sources[0]!.passed)
}

test('consumers of a pass are given one reading of each range, in one transaction', async () => {
  const { pass, ranges } = reading()
  const transactions = new Map<string, string>()
  const noted = (name: string): Consumer<object> => {
    const each = noting(name, pass)
    return {
      ...each,
      async apply(tx, batch, needs) {
        await each.apply(tx, batch, needs)
        const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(tx)
        transactions.set(name, rows[0]!.id)
      },
    }
  }
  const consumers = await open(['a', 'b', 'c'].map(noted))
  const last = await bet(5)
  await consumers.catchUp()
  expect(ranges).toEqual([[0, Number(last)]])
  expect(new Set(transactions.values()).size).toBe(1)
  expect(await passedBy('a', 'b', 'c')).toEqual([last, last, last])
  for (const name of ['a', 'b', 'c']) expect(await countOf(name)).toBe(5)
})

test('of a pass, one that fails stops alone at its entry, and once repaired reaches the others and continues with them', async () => {
  const { pass, ranges } = reading()
  let poison: bigint | null = null
  const strict = noting('b', pass, (id) => {
    if (id === poison) throw new TypeError('cannot count this')
  })
  const consumers = await open([noting('a', pass), strict, noting('c', pass)])
  await bet(20)
  poison = await bet(1)
  const last = await bet(20)
  await consumers.catchUp()
  expect(await passedBy('a', 'b', 'c')).toEqual([last, poison - 1n, last])
  expect(messages).toEqual([`consumer b is stopped at movements ${poison}: cannot count this`])
  const later = await bet(3)
  await consumers.catchUp()
  expect(await passedBy('a', 'b', 'c')).toEqual([later, poison - 1n, later])

  poison = null
  now = new Date(now.getTime() + retryAfterMs(1))
  await consumers.catchUp()
  expect(await passedBy('a', 'b', 'c')).toEqual([later, later, later])
  ranges.length = 0
  await bet(2)
  await consumers.catchUp()
  expect(ranges).toHaveLength(1)
  for (const name of ['a', 'b', 'c']) expect(await countOf(name)).toBe(46)
})

test('one that is replayed, and one that is new, count from the start and then with the others', async () => {
  const { pass, ranges } = reading()
  const [a, b, c] = [noting('a', pass), noting('b', pass), noting('c', pass)]
  const last = await bet(10)
  await (await open([a, b])).catchUp()
  const consumers = await open([a, b, c])
  await replayConsumer({ db, clock: { now: () => now }, actor: operator }, b, { isPartial: false })
  expect(await countOf('b')).toBe(0)
  await bet(10)
  await consumers.catchUp()
  // The others do not wait: they are first, and those behind follow up to where they are.
  expect(ranges[1]).toEqual([Number(last), Number(last) + 10])
  ranges.length = 0
  await bet(1)
  await consumers.catchUp()
  expect(ranges).toHaveLength(1)
  for (const name of ['a', 'b', 'c']) expect(await countOf(name)).toBe(21)
})

test('what only another build can count is left to it by the consumer that says so, and the others continue', async () => {
  const { pass } = reading()
  let unknown: bigint | null = null
  const careful = noting('b', pass, (id) => {
    if (id === unknown) throw new LeftToOthers('a newer thing')
  })
  const consumers = await open([noting('a', pass), careful])
  await bet(5)
  unknown = await bet(1)
  const last = await bet(5)
  await consumers.catchUp()
  await consumers.catchUp()
  expect(await passedBy('a', 'b')).toEqual([last, unknown - 1n])
  expect((await listConsumers(db)).map(({ stopped }) => stopped)).toEqual([null, null])
  expect(messages).toEqual([`consumer b is left to processes of a newer build, at movements ${unknown}: a newer thing`])
})

test('everything that counts play reads it in one pass', () => {
  const inPass = every.filter(({ pass }) => pass)
  expect(new Set(inPass.map(({ pass }) => pass!.name))).toEqual(new Set(['settled play']))
  expect(inPass.map(({ name }) => name).toSorted()).toEqual([
    'cashback',
    'harm',
    'loyalty',
    'quests',
    'rakeback',
    'tournament-scores',
  ])
})
