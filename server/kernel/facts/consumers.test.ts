import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { z } from 'zod'
import { createLedger } from '../../ledger/ledger.ts'
import { bank, deposit, games, movement, openWallet, play, transfer } from '#tests/money/wallets.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { operator } from '#tests/setup/operator.ts'
import { replaceDatabase } from '#tests/setup/rewind.ts'
import type { Tx } from '../db/connect.ts'
import { consumers as every } from '../../modules.ts'
import { listConsumers, listSkipped, removeConsumer, replayConsumer, skipEntry } from './administer.ts'
import { consumer, type Consumer, movements } from './consumer.ts'
import { fact, FactAmount, record } from './fact.ts'
import { pruneFacts } from './prune.ts'
import { type Consumers, createConsumers, retryAfterMs } from './run-consumers.ts'

const paid = fact('paid', { subject: 'test', data: z.object({ amount: FactAmount }) })
const named = fact('named', { subject: 'test', data: z.object({ name: z.string() }) })

/** Adds up every amount of a player, and every bet and win, one statement a batch. */
const totals = consumer<object>('totals', {
  follows: [paid, movements],
  async apply(tx, batch) {
    for (const { player, data } of await batch.of(paid)) await add(tx, player!, data.amount)
    if (!batch.movements) return
    const { after, upTo } = batch.movements
    await sql`
      INSERT INTO facts.test_totals AS total (player_id, amount, count)
      SELECT account.player_id, sum(abs(entry.amount)), count(*)
      FROM ledger.movements AS movement
      JOIN ledger.entries AS entry ON entry.movement_id = movement.id
      JOIN ledger.accounts AS account ON account.id = entry.account_id
      WHERE movement.id > ${after} AND movement.id <= ${upTo} AND movement.kind IN ('bet', 'win') AND account.player_id IS NOT NULL
      GROUP BY account.player_id
      ON CONFLICT (player_id) DO UPDATE SET amount = total.amount + excluded.amount, count = total.count + excluded.count`.execute(
      tx,
    )
  },
  reset: async (tx) => void (await sql`DELETE FROM facts.test_totals`.execute(tx)),
})

async function add(tx: Tx, player: string, amount: bigint): Promise<void> {
  await sql`
    INSERT INTO facts.test_totals AS total (player_id, amount, count) VALUES (${player}, ${amount}, 1)
    ON CONFLICT (player_id) DO UPDATE SET amount = total.amount + excluded.amount, count = total.count + 1`.execute(tx)
}

let db: TestDatabase
let now: Date
let messages: string[]
let opened: Consumers[]
beforeEach(async () => {
  db = await testDatabase({ poolSize: 12 })
  await db.asOwner(`CREATE TABLE facts.test_totals (player_id uuid PRIMARY KEY, amount numeric NOT NULL, count int NOT NULL);
    GRANT ALL ON facts.test_totals TO fairhouse_app`)
  now = new Date('2026-11-22T12:00:00Z')
  messages = []
  opened = []
})
afterEach(async () => {
  for (const each of opened) await each.stop()
  await db.close()
})

type Options = Partial<Parameters<typeof createConsumers<object>>[1]>
async function open(consumers: Array<Consumer<object>> = [totals], options: Options = {}): Promise<Consumers> {
  const created = await createConsumers(consumers, {
    db,
    clock: { now: () => now },
    log: { warn: (text) => void messages.push(text), error: (text) => void messages.push(text) },
    needs: {},
    ...options,
  })
  opened.push(created)
  return created
}

const acting = () => ({ db, clock: { now: () => now }, actor: operator })
const pay = (player: string, amount: bigint) =>
  db.transaction((tx) => record(tx, paid, { player, subject: randomUUID(), data: { amount } }))
async function totalOf(player: string): Promise<{ amount: string; count: number } | undefined> {
  const { rows } = await db.pool.query('SELECT amount, count FROM facts.test_totals WHERE player_id = $1', [player])
  return rows[0]
}
const stateOf = async (name: string) => (await listConsumers(db)).find((each) => each.name === name)!

test('a committed fact counts once, a rolled-back one never', async () => {
  const [player, consumers] = [randomUUID(), await open()]
  await pay(player, 9_007_199_254_740_993n)
  await expect(
    db.transaction(async (tx) => {
      await record(tx, paid, { player, subject: '', data: { amount: 5n } })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await consumers.catchUp()
  await consumers.catchUp()
  expect(await totalOf(player)).toEqual({ amount: '9007199254740993', count: 1 })
})

test('catchUp applies everything that was committed, also more than one look at the ids reads', async () => {
  let counted = 0
  const counter = consumer<object>('counter', {
    follows: [paid],
    apply: async (_tx, batch) => void (counted += (await batch.of(paid)).length),
  })
  const consumers = await open([counter])
  await consumers.catchUp()
  const many = 25_000
  await db.asOwner(`INSERT INTO facts.facts (kind, player_id, subject, data)
    SELECT 'paid', gen_random_uuid(), '', '{"amount":"1"}' FROM generate_series(1, ${many})`)
  await consumers.catchUp()
  expect(counted).toBe(many)
})

test('a fact that does not fit its declaration is not written', async () => {
  const wrong = db.transaction((tx) =>
    record(tx, paid, { player: null, subject: '', data: { amount: 'much' as never } }),
  )
  await expect(wrong).rejects.toThrow()
  expect(await db.kysely.selectFrom('facts.facts').selectAll().execute()).toEqual([])
})

test('facts and movements that commit after higher ids are applied, not skipped', async () => {
  const ledger = createLedger({ db })
  const [late, prompt] = [await openWallet(db), await openWallet(db)]
  await ledger.post(deposit(late, 1000))
  await ledger.post(deposit(prompt, 1000))
  const consumers = await open()
  await consumers.catchUp()
  const [isWritten, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = db.transaction(async (tx) => {
    await record(tx, paid, { player: late, subject: '', data: { amount: 7n } })
    await ledger.postIn(tx, play({ kind: 'bet', player: late, roundId: 'late', amount: 100 }))
    isWritten.resolve()
    await end.promise
  })
  await isWritten.promise
  await pay(prompt, 8n)
  await ledger.post(play({ kind: 'bet', player: prompt, roundId: 'prompt', amount: 200 }))
  consumers.start()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await totalOf(prompt)).toBeUndefined()
  end.resolve()
  await slow
  await expect.poll(() => totalOf(late)).toEqual({ amount: '107', count: 2 })
  await expect.poll(() => totalOf(prompt)).toEqual({ amount: '208', count: 2 })
  await ledger.close()
})

test('a movement without a player that commits late is applied, not skipped', async () => {
  const ledger = createLedger({ db })
  const player = await openWallet(db)
  await ledger.post(deposit(player, 1000))
  const [isWritten, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const seen: string[] = []
  const kinds = consumer<object>('kinds', {
    follows: [movements],
    async apply(tx, { movements: range }) {
      const { rows } = await sql<{ kind: string }>`
        SELECT kind FROM ledger.movements WHERE id > ${range!.after} AND id <= ${range!.upTo} ORDER BY id`.execute(tx)
      seen.push(...rows.map(({ kind }) => kind))
    },
  })
  const consumers = await open([kinds])
  const slow = db.transaction(async (tx) => {
    await ledger.postIn(tx, movement({ kind: 'fee', transfers: [transfer(games, bank, 5)] }))
    isWritten.resolve()
    await end.promise
  })
  await isWritten.promise
  await ledger.post(play({ kind: 'bet', player, roundId: 'prompt', amount: 200 }))
  consumers.start()
  await new Promise((resolve) => setTimeout(resolve, 200))
  end.resolve()
  await slow
  await expect.poll(() => seen).toEqual(['deposit', 'fee', 'bet'])
  await ledger.close()
})

test('two processes on one database share the work, and each fact counts once', async () => {
  const [first, second] = [await open(), await open()]
  const players = Array.from({ length: 20 }, () => randomUUID())
  first.start()
  second.start()
  await Promise.all(
    Array.from({ length: 600 }, (_, index) =>
      db
        .transaction(async (tx) => {
          await record(tx, paid, { player: players[index % 20]!, subject: '', data: { amount: BigInt(index) } })
          if (index % 7 === 0) throw new Error('no')
        })
        .catch(() => {}),
    ),
  )
  const recount = await db.pool.query(
    `SELECT player_id, sum((data->>'amount')::numeric)::text AS amount, count(*)::int AS count FROM facts.facts GROUP BY 1 ORDER BY 1`,
  )
  const read = async () =>
    (await db.pool.query('SELECT player_id, amount::text, count FROM facts.test_totals ORDER BY 1')).rows
  await expect.poll(read).toEqual(recount.rows)
  await first.stop()
  await pay(players[0]!, 1n)
  await expect.poll(async () => (await stateOf('totals')).sources[0]!.lag).toBe(0n)
})

longTest('a commit of this process is applied within a second, one of another process within two', async () => {
  const [consumers, player] = [await open(), randomUUID()]
  consumers.start()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await pay(player, 1n)
  await vi.waitFor(async () => expect((await totalOf(player))?.count).toBe(1), { timeout: 1000, interval: 20 })
  // Written without `db`, as by another process: no consumer is woken.
  await db.asOwner(
    `INSERT INTO facts.facts (kind, player_id, subject, data) VALUES ('paid', '${player}', '', '{"amount":"1"}')`,
  )
  await vi.waitFor(async () => expect((await totalOf(player))?.count).toBe(2), { timeout: 2000, interval: 20 })
})

test('a fact that cannot be applied stops only its own consumer, exactly there, and is reported', async () => {
  const letters: string[] = []
  const reader = consumer<object>('reader', {
    follows: [named],
    apply: async (_tx, batch) => void letters.push(...(await batch.of(named)).map(({ data }) => data.name)),
  })
  const sums: string[] = []
  const careful = consumer<object>('careful', {
    follows: [named],
    async apply(tx, batch) {
      for (const { data, player } of await batch.of(named)) {
        if (data.name === 'poison') throw new TypeError('cannot read this')
        await add(tx, player!, 1n)
      }
    },
  })
  const player = randomUUID()
  for (let index = 0; index < 50; index++)
    await db.transaction((tx) =>
      record(tx, named, { player, subject: '', data: { name: index === 30 ? 'poison' : `n${index}` } }),
    )
  const consumers = await open([reader, careful])
  await consumers.catchUp()
  expect(letters).toHaveLength(50)
  expect((await totalOf(player))?.count).toBe(30)
  expect(sums).toEqual([])
  const { id } = await db.kysely
    .selectFrom('facts.facts')
    .select('id')
    .where(sql<boolean>`data->>'name' = 'poison'`)
    .executeTakeFirstOrThrow()
  expect((await stateOf('careful')).stopped).toEqual({
    source: 'facts',
    id,
    failure: 'cannot read this',
    failures: 1,
    since: now,
  })
  expect((await stateOf('careful')).sources).toMatchObject([{ source: 'facts', passed: id - 1n, lag: 20n }])
  expect((await stateOf('reader')).stopped).toBeNull()
  expect(messages).toEqual([`consumer careful is stopped at facts ${id}: cannot read this`])

  // Not before it is due, then once more; failures are counted.
  await consumers.catchUp()
  expect((await stateOf('careful')).stopped?.failures).toBe(1)
  now = new Date(now.getTime() + retryAfterMs(1))
  await consumers.catchUp()
  expect((await stateOf('careful')).stopped?.failures).toBe(2)

  expect(await skipEntry(acting(), { name: 'careful', id: id + 1n, reason: 'typo' })).toMatchObject({
    refusal: 'notStoppedThere',
  })
  expect(await skipEntry(acting(), { name: 'careful', id, reason: '' })).toMatchObject({ refusal: 'reasonMissing' })
  expect(await skipEntry(acting(), { name: 'careful', id, reason: 'written by a bug' })).toMatchObject({ ok: true })
  await consumers.catchUp()
  expect((await totalOf(player))?.count).toBe(49)
  expect((await stateOf('careful')).stopped).toBeNull()
  expect(await listSkipped(db, 'careful')).toMatchObject([
    { id, reason: 'written by a bug', at: now, actor: 'operator:olga' },
  ])
  const { rows } = await db.asOwner("SELECT actor, detail FROM identity.audit WHERE action = 'consumer-skipped'")
  expect(rows).toEqual([
    {
      actor: 'operator:olga',
      detail: { consumer: 'careful', source: 'facts', id: String(id), reason: 'written by a bug' },
    },
  ])
})

test('a repaired consumer resumes by itself, with nothing lost or applied twice', async () => {
  let isBroken = true
  const player = randomUUID()
  const repaired = consumer<object>('repaired', {
    follows: [paid],
    async apply(tx, batch) {
      for (const { data } of await batch.of(paid)) {
        await add(tx, player, data.amount)
        if (isBroken && data.amount === 5n) throw new Error('a bug')
      }
    },
  })
  const consumers = await open([repaired])
  for (let amount = 1n; amount <= 10n; amount++) await pay(player, amount)
  await consumers.catchUp()
  expect((await totalOf(player))?.count).toBe(4)
  isBroken = false
  now = new Date(now.getTime() + retryAfterMs(1))
  await consumers.catchUp()
  expect(await totalOf(player)).toEqual({ amount: '55', count: 10 })
  expect((await stateOf('repaired')).stopped).toBeNull()
})

test('a statement that the database refuses is isolated in the same way', async () => {
  const player = randomUUID()
  const strict = consumer<object>('strict', {
    follows: [paid],
    async apply(tx, batch) {
      for (const { data } of await batch.of(paid)) {
        await add(tx, player, data.amount)
        await sql`SELECT 1 / (${data.amount}::bigint - 3)`.execute(tx)
      }
    },
  })
  const consumers = await open([strict])
  for (let amount = 1n; amount <= 5n; amount++) await pay(player, amount)
  await consumers.catchUp()
  expect(await totalOf(player)).toEqual({ amount: '3', count: 2 })
  expect((await stateOf('strict')).stopped?.failure).toBe('division by zero')
})

test('a replay from the start gives the same result, also while another process runs the consumer', async () => {
  const ledger = createLedger({ db })
  const player = await openWallet(db)
  const consumers = await open()
  consumers.start()
  await ledger.post(deposit(player, 10_000))
  for (let round = 0; round < 30; round++)
    await ledger.post(play({ kind: 'bet', player, roundId: `r${round}`, amount: 10 }))
  await pay(player, 77n)
  await expect.poll(() => totalOf(player)).toEqual({ amount: '377', count: 31 })
  await db.pool.query('UPDATE facts.test_totals SET amount = 0')
  expect(await replayConsumer(acting(), totals, { isPartial: false })).toMatchObject({ ok: true })
  await expect.poll(() => totalOf(player)).toEqual({ amount: '377', count: 31 })
  expect(await replayConsumer(acting(), { name: 'totals' }, { isPartial: false })).toMatchObject({
    refusal: 'notReplayable',
  })
  await ledger.close()
})

/** Time that passes only when the test says so. */
function heldTimers() {
  let ms = 0
  const sleeping = new Set<{ until: number; wake(): void }>()
  return {
    now: () => ms,
    sleep: (forMs: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        const each = { until: ms + forMs, wake: resolve }
        sleeping.add(each)
        signal.addEventListener('abort', () => resolve())
      }),
    pass(forMs: number) {
      ms += forMs
      for (const each of sleeping) {
        if (each.until > ms) continue
        sleeping.delete(each)
        each.wake()
      }
    },
  }
}

/** A consumer that notes the amounts it was given, and how it yields to posting. */
function noting(name: string, maxDelayMs: number): { amounts: bigint[]; consumer: Consumer<object> } {
  const amounts: bigint[] = []
  const apply: Consumer<object>['apply'] = async (_, batch) => {
    for (const { data } of await batch.of(paid)) amounts.push(data.amount)
  }
  return { amounts, consumer: consumer<object>(name, { follows: [paid], maxDelayMs, apply }) }
}

/** One that waits for nothing shows that the other could have been given the same facts. */
async function openBoth() {
  const posting = { isSaturated: false }
  const timers = heldTimers()
  const [prompt, delayed] = [noting('prompt', 0), noting('delayed', maxDelayMs)]
  const running = await open([prompt.consumer, delayed.consumer], {
    timers,
    isPostingSaturated: () => posting.isSaturated,
  })
  running.start()
  const applied = (by: bigint[], amounts: bigint[]) =>
    vi.waitFor(
      () => {
        timers.pass(5)
        expect(by).toEqual(amounts)
      },
      { timeout: 20_000, interval: 5 },
    )
  await pay(randomUUID(), 1n)
  for (const { amounts } of [prompt, delayed]) await applied(amounts, [1n])
  posting.isSaturated = true
  return { timers, posting, prompt: prompt.amounts, delayed: delayed.amounts, applied }
}
const maxDelayMs = 600_000

test('while posting is saturated, each consumer waits for its maximum delay, and then applies all that came', async () => {
  const { timers, prompt, delayed, applied } = await openBoth()
  await pay(randomUUID(), 2n)
  await applied(prompt, [1n, 2n])
  await pay(randomUUID(), 3n)
  await applied(prompt, [1n, 2n, 3n])
  expect(delayed).toEqual([1n])
  timers.pass(maxDelayMs)
  await applied(delayed, [1n, 2n, 3n])
})

test('a consumer that yields continues once posting is no longer saturated', async () => {
  const { posting, prompt, delayed, applied } = await openBoth()
  await pay(randomUUID(), 2n)
  await applied(prompt, [1n, 2n])
  expect(delayed).toEqual([1n])
  posting.isSaturated = false
  await applied(delayed, [1n, 2n])
})

test('what counts play yields for 20 seconds at most, anything else for five, and protection for one', () => {
  for (const { name, maxDelayMs = 0, pass } of every) {
    expect(maxDelayMs).toBeLessThanOrEqual(name === 'harm' ? 1_000 : 5_000)
    expect(pass?.maxDelayMs ?? 0).toBeLessThanOrEqual(20_000)
  }
  expect(every.find(({ name }) => name === 'harm')).toMatchObject({ maxDelayMs: 1_000 })
})

test('thousands of unused ids delay nothing', async () => {
  const player = randomUUID()
  await pay(player, 1n)
  await db.asOwner(`SELECT setval('facts.facts_id_seq', 5000000)`)
  await pay(player, 2n)
  const consumers = await open()
  await consumers.catchUp()
  expect(await totalOf(player)).toEqual({ amount: '3', count: 2 })
})

test('a consumer that adds a source later starts at the beginning of that source', async () => {
  const ledger = createLedger({ db })
  const player = await openWallet(db)
  await ledger.post(deposit(player, 100))
  await ledger.post(play({ kind: 'bet', player, roundId: 'r', amount: 10 }))
  await pay(player, 1n)
  await (await open([{ ...totals, follows: [paid] }])).catchUp()
  expect(await totalOf(player)).toEqual({ amount: '1', count: 1 })
  await (await open()).catchUp()
  expect(await totalOf(player)).toEqual({ amount: '11', count: 2 })
  await ledger.close()
})

test('two consumers with the same name are refused', async () => {
  await expect(open([totals, totals])).rejects.toThrow('duplicate consumer name totals')
})

test('facts cannot be changed, and are deleted only at 400 days old once every consumer has passed them', async () => {
  const player = randomUUID()
  const plant = (days: number) =>
    db.asOwner(
      `INSERT INTO facts.facts (kind, player_id, subject, data, at) VALUES ('paid', '${player}', '', '{"amount":"1"}', now() - interval '${days} days')`,
    )
  await plant(500)
  await plant(401)
  await plant(399)
  await expect(db.asOwner(`UPDATE facts.facts SET kind = 'other'`)).rejects.toThrow('append-only')
  await expect(db.asOwner('TRUNCATE facts.facts')).rejects.toThrow('append-only')
  const consumers = await open()
  expect(await pruneFacts(db)).toBe(0)
  await expect(db.asOwner('DELETE FROM facts.facts')).rejects.toThrow('still needed')
  await consumers.catchUp()
  await db.pool.query(`INSERT INTO facts.consumers (name, facts_passed) VALUES ('gone', 1)`)
  expect(await pruneFacts(db)).toBe(1)
  expect(await removeConsumer(acting(), 'gone')).toMatchObject({ ok: true })
  expect(await pruneFacts(db)).toBe(1)
  await expect(db.asOwner('DELETE FROM facts.facts')).rejects.toThrow('still needed')
  expect(await db.kysely.selectFrom('facts.facts').select('id').execute()).toHaveLength(1)
  // Pruned facts cannot be replayed; the replay is refused instead of being incomplete.
  expect(await replayConsumer(acting(), totals, { isPartial: false })).toMatchObject({ refusal: 'factsPruned' })
  expect(await replayConsumer(acting(), totals, { isPartial: true })).toMatchObject({ ok: true })
  await consumers.catchUp()
  expect((await totalOf(player))?.count).toBe(1)
})

test('a restart of the database loses nothing and repeats nothing', async () => {
  const player = randomUUID()
  const consumers = await open()
  consumers.start()
  for (let amount = 1n; amount <= 20n; amount++) {
    await pay(player, amount)
    if (amount % 5n !== 0n) continue
    await db.asOwner(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()`,
    )
    await db.pool.query('SELECT 1').catch(() => {})
  }
  await expect.poll(() => totalOf(player)).toEqual({ amount: '210', count: 20 })
})

test('after a database went back in time, no new fact is passed over', async () => {
  const player = randomUUID()
  const consumers = await open()
  for (let count = 0; count < 40; count++) await pay(player, 1n)
  await consumers.catchUp()
  expect((await totalOf(player))?.count).toBe(40)
  await replaceDatabase(db, async (owner) => {
    await owner.query(`CREATE TABLE facts.test_totals (player_id uuid PRIMARY KEY, amount numeric NOT NULL, count int NOT NULL);
      GRANT ALL ON facts.test_totals TO fairhouse_app;
      INSERT INTO facts.consumers (name, facts_passed, movements_passed, version) VALUES ('totals', 20, 0, 1);
      INSERT INTO facts.test_totals VALUES ('${player}', 20, 20);
      INSERT INTO facts.facts (kind, player_id, subject, data)
        SELECT 'paid', '${player}', n::text, '{"amount": "1"}' FROM generate_series(1, 20) AS n`)
  })
  await expect.poll(() => db.pool.query('SELECT 1').catch(() => null)).not.toBeNull()
  const [isWritten, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = db.transaction(async (tx) => {
    await record(tx, paid, { player, subject: 'late', data: { amount: 1n } })
    isWritten.resolve()
    await end.promise
  })
  await isWritten.promise
  await pay(player, 1n)
  const retried = async (): Promise<void> => consumers.catchUp().catch(retried)
  const catchingUp = retried()
  await new Promise((resolve) => setTimeout(resolve, 300))
  end.resolve()
  await late
  await catchingUp
  await retried()
  expect((await totalOf(player))?.count).toBe(22)
})

longTest('a consumer reacts at once after a rest, and makes few batches of what arrives all the time', async () => {
  const [player, seen] = [randomUUID(), [] as number[]]
  const slow = consumer<object>('slow', {
    follows: [paid],
    async apply(tx, batch) {
      seen.push((await batch.of(paid)).length)
      await sql`SELECT pg_sleep(0.03)`.execute(tx)
    },
  })
  const consumers = await open([slow])
  consumers.start()
  const tookMs: number[] = []
  while (tookMs.length < 4) {
    await new Promise((resolve) => setTimeout(resolve, 350))
    const [count, paidAt] = [seen.length, performance.now()]
    await pay(player, 1n)
    await expect.poll(() => seen.length, { interval: 2 }).toBe(count + 1)
    tookMs.push(performance.now() - paidAt)
  }
  expect(Math.min(...tookMs)).toBeLessThan(50)
  const [batches, startedAt] = [seen.length, performance.now()]
  let facts = seen.length
  for (; performance.now() - startedAt < 1_000; facts++) await pay(player, 1n)
  await expect.poll(() => seen.reduce((sum, count) => sum + count, 0)).toBe(facts)
  const ms = performance.now() - startedAt
  // The work of 30 ms and the rest of 270 ms.
  expect(seen.length - batches).toBeLessThanOrEqual(Math.ceil(ms / 300) + 1)
})
