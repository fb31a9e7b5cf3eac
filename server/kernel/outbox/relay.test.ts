import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deposit, openWallet } from '#tests/money/wallets.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { replaceDatabase } from '#tests/setup/rewind.ts'
import { eventForms } from '../../event-forms.ts'
import { createLedger } from '../../ledger/ledger.ts'
import { append } from './append.ts'
import { pruneOutbox } from './prune.ts'
import { readAnew } from './read-anew.ts'
import { type Relay, startRelay } from './relay.ts'

let db: TestDatabase
let relay: Relay
let published: number[]
let publish: (version: number) => void | Promise<void>
const log = { warn() {}, error() {} }

beforeEach(async () => {
  db = await testDatabase({ poolSize: 20 })
  published = []
  publish = (version) => void published.push(version)
  relay = await startRelay({ db, log, forms: eventForms, publish: (_channel, { version }) => publish(version) })
})
afterEach(async () => {
  await relay.stop()
  await db.close()
})

const event = (version: number) => ({ channel: 'global:online', event: 'online', payload: { count: version }, version })
const all = (count: number) =>
  vi.waitFor(() => expect(published.length).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 5 })

test('a rolled-back event is never published and delays no other', async () => {
  await expect(
    db.transaction(async (tx) => {
      await append(tx, event(1))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await db.transaction((tx) => append(tx, event(2)))
  await all(1)
  expect(published).toEqual([2])
})

test('an event whose transaction commits late is published in order, not skipped', async () => {
  const [isWritten, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = db.transaction(async (tx) => {
    await append(tx, event(1))
    isWritten.resolve()
    await end.promise
  })
  await isWritten.promise
  await db.transaction((tx) => append(tx, event(2)))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(published).toEqual([])
  end.resolve()
  await late
  await all(2)
  expect(published).toEqual([1, 2])
})

// Shows: change 33
test('a change that this build cannot read delays no later event; after an outage the change is read again', async () => {
  const logged: object[] = []
  const readings = [
    () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })),
    () => Promise.reject(new Error('Unrecognized key: "ofANewerBuild"')),
  ]
  publish = (version) =>
    version === 1
      ? readAnew({ error: (each: object) => void logged.push(each) } as never, 'reference', async () =>
          readings.shift()!(),
        )
      : void published.push(version)
  for (const version of [1, 2]) await db.transaction((tx) => append(tx, event(version)))
  await all(1)
  expect(published).toEqual([2])
  expect(readings).toEqual([])
  expect(logged).toMatchObject([{ what: 'reference' }])
})

test('events of a hundred transactions that commit in any order are published once, in the order of ids', async () => {
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      db
        .transaction(async (tx) => {
          await append(tx, event(index))
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
          if (index % 7 === 0) throw new Error('no')
        })
        .catch(() => {}),
    ),
  )
  const stored = await db.kysely.selectFrom('outbox.events').select('version').orderBy('id').execute()
  await all(stored.length)
  expect(published).toEqual(stored.map(({ version }) => Number(version)))
})

test('a failed publication is retried, in order', async () => {
  let failures = 3
  publish = async (version) => {
    if (version === 1 && failures-- > 0) throw new Error('the cluster is down')
    published.push(version)
  }
  await db.transaction(async (tx) => {
    await append(tx, event(1))
    await append(tx, event(2))
  })
  await all(2)
  expect(published).toEqual([1, 2])
})

test('an event that can never be published does not block the others', async () => {
  publish = (version) => {
    if (version === 1) throw new TypeError('not an event')
    published.push(version)
  }
  for (const version of [1, 2]) await db.transaction((tx) => append(tx, event(version)))
  await all(1)
  expect(published).toEqual([2])
})

test('a database reconnect loses no event', async () => {
  await db.asOwner(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()`,
  )
  await db.transaction((tx) => append(tx, event(1))).catch(() => db.transaction((tx) => append(tx, event(1))))
  await all(1)
  expect(published).toEqual([1])
})

const insert = (count: number) => `INSERT INTO outbox.events (channel, event, payload, version)
  SELECT 'global:online', 'online', '{}', n FROM generate_series(1, ${count}) AS n`

test.each([
  ['has fewer events', 20, /its last event is \d+, and 40 was read before/],
  ['has as many events again', 60, /40 of the latest 40 events are missing/],
])('a database that goes back in time and %s is noticed', async (_what, count, message) => {
  await relay.stop()
  const rewound: Error[] = []
  relay = await startRelay({ db, log, publish: () => {}, onRewound: (error) => void rewound.push(error) })
  const seen = Promise.withResolvers<void>()
  const other = await startRelay({
    db,
    log,
    publish: (_channel, { version }) => void (version === 40 && seen.resolve()),
  })
  await db.asOwner(insert(40))
  await seen.promise
  await other.stop()
  await new Promise((resolve) => setTimeout(resolve, 200))
  await replaceDatabase(db, (owner) => owner.query(insert(count)))
  await vi.waitFor(() => expect(rewound).toHaveLength(1), { timeout: 10_000, interval: 20 })
  expect(rewound[0]!.message).toMatch(message)
})

test('stopping publishes everything committed before', async () => {
  const ledger = createLedger({ db })
  await ledger.post(deposit(await openWallet(db), 5))
  await relay.stop()
  expect(published).toEqual([2])
  relay = await startRelay({ db, log, publish: () => {} })
  await ledger.close()
})

test('a change of a balance is published within milliseconds of its commit', async () => {
  const ledger = createLedger({ db })
  const player = await openWallet(db)
  const delays: number[] = []
  for (let turn = 0; turn < 21; turn++) {
    const before = published.length
    await ledger.post(deposit(player, 5))
    const committedAt = performance.now()
    while (published.length === before) await new Promise((resolve) => setImmediate(resolve))
    delays.push(performance.now() - committedAt)
  }
  expect(delays.sort((a, b) => a - b)[10]).toBeLessThan(20)
  await ledger.close()
})

test('commits in close succession are read together', async () => {
  let readings = 0
  const openPool: TestDatabase['openPool'] = (...given) => {
    const pool = db.openPool(...given)
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
    pool.query = ((...given: unknown[]) => {
      readings++
      return query(...given)
    }) as typeof pool.query
    return pool
  }
  const another = await startRelay({ db: { ...db, openPool }, log, publish: () => {} })
  const startedAt = performance.now()
  for (let count = 0; count < 300; count++) await db.transaction((tx) => append(tx, event(count)))
  const tookMs = performance.now() - startedAt
  const readBefore = readings
  await another.stop()
  // The pause between readings is at least five milliseconds.
  expect(readBefore).toBeLessThanOrEqual(tookMs / 5 + 3)
})

test('old events are pruned, new ones remain', async () => {
  await db.transaction((tx) => append(tx, event(1)))
  await db.asOwner(`UPDATE outbox.events SET created_at = now() - interval '2 days'`)
  await db.transaction((tx) => append(tx, event(2)))
  expect(await pruneOutbox(db, new Date(Date.now() - 3600_000))).toBe(1)
  expect(await db.kysely.selectFrom('outbox.events').select('version').execute()).toEqual([{ version: 2n }])
})

// Shows: 7.7.4
test('a changed balance is published in the same form as a page reads it', async () => {
  await relay.stop()
  const seen: unknown[] = []
  relay = await startRelay({
    db,
    log,
    forms: eventForms,
    publish: (_channel, publication) => void seen.push(publication),
  })
  const ledger = createLedger({ db })
  const player = await openWallet(db)
  await ledger.post(deposit(player, 5))
  await vi.waitFor(() => expect(seen).toHaveLength(1), { interval: 5 })
  const account = {
    id: expect.any(String),
    currency: 'EUR',
    balance: 5,
    bonusBalance: 0,
    roundsNet: 0,
    withdrawalBalance: 5,
    lockedBalance: 0,
    vaultBalance: 0,
    status: 1,
  }
  expect(seen).toEqual([{ event: 'account', version: 2, payload: { ...account, version: 2 } }])
  await ledger.close()
})
