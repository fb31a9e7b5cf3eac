/** The scheduler on a real database: sleeping until a job is due, one process at a time, failure and stop. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { type TestDatabase, testDatabase } from '#tests/setup/database.ts'
import { registry } from '../http/metrics.ts'
import { type Job, type Scheduler, startScheduler } from './scheduler.ts'

let db: TestDatabase
let failures: string[] = []
const clock = { now: () => new Date() }
const log = { error: (...words: unknown[]) => void failures.push(String(words.at(-1))) }
const start = (jobs: Job[], on: Database = db): Scheduler => startScheduler({ db: on, clock, log }, jobs)

beforeAll(async () => {
  db = await testDatabase()
  await db.asOwner('CREATE SCHEMA work; CREATE TABLE work.items (due_at timestamptz NOT NULL)')
  await db.asOwner('GRANT USAGE ON SCHEMA work TO PUBLIC; GRANT ALL ON work.items TO PUBLIC')
})
afterAll(() => db.close())

const due = 'SELECT min(due_at) FROM work.items'
const put = (inMs: number) => db.pool.query('INSERT INTO work.items VALUES ($1)', [new Date(Date.now() + inMs)])
const take = () => db.pool.query('DELETE FROM work.items WHERE due_at <= $1', [new Date()])

/** A job over the items, and the number of its runs. */
function worker(more: Partial<Job> = {}) {
  const worked = { turns: 0 }
  const job: Job = {
    name: 'test-items',
    everyMs: 10,
    due,
    run: async () => void ((worked.turns += 1), await take()),
    ...more,
  }
  return { worked, job }
}

test('a job with nothing due does not run; a commit wakes it at once', async () => {
  const { worked, job } = worker()
  const scheduler = start([job])
  for (let commit = 0; commit < 3; commit++) await db.transaction(async () => {})
  await expect.poll(() => db.pool.waitingCount).toBe(0)
  expect(worked.turns).toBe(0)
  const startedAt = performance.now()
  await put(0)
  db.committed()
  await expect.poll(() => worked.turns, { interval: 5 }).toBe(1)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  await scheduler.stop()
})

test('a job acts under its own name, whether or not it is exclusive', async () => {
  const actors: unknown[] = []
  const run: Job['run'] = async (_signal, actor) => void actors.push(actor)
  const scheduler = start([
    { name: 'one', everyMs: 60_000, run },
    { name: 'two', everyMs: 60_000, isExclusive: true, run },
  ])
  await expect.poll(() => actors.length).toBe(2)
  await scheduler.stop()
  expect(actors).toEqual(expect.arrayContaining(['one', 'two'].map((job) => ({ kind: 'system', job }))))
})

test('scheduled work starts when it is due, without another commit', async () => {
  const { worked, job } = worker()
  const startedAt = performance.now()
  await put(700)
  const scheduler = start([job])
  await expect.poll(() => worked.turns, { interval: 5, timeout: 5_000 }).toBe(1)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(690)
  expect(performance.now() - startedAt).toBeLessThan(2_900)
  await scheduler.stop()
})

test('a commit of another process on the database wakes the job', async () => {
  const { worked, job } = worker()
  const other = await connect({ url: db.url, log: { info() {}, warn() {}, debug() {} } })
  const forget = other.onCommit(() => {})
  const scheduler = start([job])
  await db.pool.query('SELECT 1')
  let isHeard = false
  db.onCommit(() => void (isHeard = true))
  await expect
    .poll(
      async () => {
        await other.transaction(async () => {})
        return isHeard
      },
      { interval: 50 },
    )
    .toBe(true)
  await put(0)
  await other.transaction(async () => {})
  // Less than the time between two polls.
  await expect.poll(() => worked.turns, { interval: 5, timeout: 2_500 }).toBeGreaterThan(0)
  await scheduler.stop()
  forget()
  await other.close()
})

// Shows: ASVS 16.3.4
test('a failed run is logged and retried', async () => {
  failures = []
  let turns = 0
  const { job } = worker({
    run: async () => {
      turns += 1
      if (turns < 3) throw new Error('not yet')
      await take()
    },
  })
  await put(0)
  const scheduler = start([job])
  await expect.poll(() => turns, { timeout: 5_000 }).toBe(3)
  await scheduler.stop()
  expect(failures).toEqual(Array(2).fill('job test-items failed; it will run again'))
})

test('an exclusive job runs once at a time among all processes', async () => {
  const other = await connect({ url: db.url, log: { info() {}, warn() {}, debug() {} } })
  let running = 0
  let most = 0
  let turns = 0
  const job: Job = {
    name: 'test-exclusive',
    everyMs: 1,
    isExclusive: true,
    run: async () => {
      most = Math.max(most, ++running)
      await db.pool.query('SELECT pg_sleep(0.01)')
      running -= 1
      turns += 1
    },
  }
  const schedulers = [start([job]), start([job], other)]
  await expect.poll(() => turns, { timeout: 10_000 }).toBeGreaterThan(10)
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
  expect(most).toBe(1)
  await other.close()
})

test('exclusive jobs of a process run beside each other with one connection for all their locks', async () => {
  const count = 12
  let running = 0
  const all = Promise.withResolvers<void>()
  const counted = Promise.withResolvers<void>()
  const jobs = Array.from({ length: count }, (_, index): Job => ({
    name: `test-beside-${index}`,
    everyMs: 60_000,
    isExclusive: true,
    async run() {
      if (++running === count) all.resolve()
      await counted.promise
    },
  }))
  const holders = async () =>
    (
      await db.asOwner(`SELECT count(*)::int AS locks, count(DISTINCT pid)::int AS connections FROM pg_locks
        WHERE locktype = 'advisory' AND classid::int8 = hashtext('fairhouse job')::bigint & 4294967295 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    ).rows[0] as { locks: number; connections: number }
  const scheduler = start(jobs)
  await all.promise
  expect(await holders()).toEqual({ locks: count, connections: 1 })
  counted.resolve()
  await scheduler.stop()
  await expect.poll(holders).toEqual({ locks: 0, connections: 0 })
})

test('a job that takes long rests in proportion to its run', async () => {
  const startedAt: number[] = []
  const run = async () => {
    startedAt.push(performance.now())
    await db.pool.query('SELECT pg_sleep(0.1)')
  }
  const scheduler = start([{ name: 'test-rest', everyMs: 1, restTimes: 4, run }])
  await expect.poll(() => startedAt.length, { timeout: 5_000 }).toBe(2)
  await scheduler.stop()
  expect(startedAt[1]! - startedAt[0]!).toBeGreaterThan(490)
})

// Shows: attack 119
test('an exclusive job that loses its lock changes nothing more, and runs again', async () => {
  failures = []
  await db.asOwner('CREATE TABLE work.done (step text NOT NULL); GRANT ALL ON work.done TO PUBLIC')
  const note = (step: string) => db.transaction((tx) => sql`INSERT INTO work.done VALUES (${step})`.execute(tx))
  const cutLock = () =>
    db.asOwner(`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND classid::int8 = hashtext('fairhouse job')::bigint & 4294967295 AND objid::int8 = hashtext('test-cut')::bigint & 4294967295`)
  let turns = 0
  const scheduler = start([
    {
      name: 'test-cut',
      everyMs: 1,
      isExclusive: true,
      run: async (signal) => {
        if (++turns > 1) return
        await note('before')
        await db
          .transaction(async (tx) => {
            await sql`INSERT INTO work.done VALUES ('begun before')`.execute(tx)
            await cutLock()
            await expect.poll(() => signal.aborted).toBe(true)
          })
          .catch(() => {})
        await note('after')
      },
    },
  ])
  await expect.poll(() => turns, { timeout: 10_000 }).toBeGreaterThan(1)
  await scheduler.stop()
  expect((await db.pool.query('SELECT step FROM work.done')).rows).toEqual([{ step: 'before' }])
  expect(failures).toEqual(['job test-cut failed; it will run again'])
})

test('stopping waits for the current run and starts no other', async () => {
  let release: () => void = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const steps: string[] = []
  const scheduler = start([
    {
      name: 'test-slow',
      everyMs: 1,
      run: async (signal) => {
        steps.push('started')
        await gate
        steps.push(signal.aborted ? 'told to stop' : 'not told')
      },
    },
  ])
  await expect.poll(() => steps).toEqual(['started'])
  const stopped = scheduler.stop().then(() => steps.push('stopped'))
  release()
  await stopped
  expect(steps).toEqual(['started', 'told to stop', 'stopped'])
})

test('a job of every hour runs once for all processes and starts, and again when its hour is over', async () => {
  const other = await connect({ url: db.url, log: { info() {}, warn() {}, debug() {} } })
  let turns = 0
  const job: Job = { name: 'test-hourly', everyMs: 3_600_000, isExclusive: true, run: async () => void (turns += 1) }
  const rowOf = async () => (await db.pool.query('SELECT 1 FROM jobs.turns WHERE job = $1', [job.name])).rowCount
  const first = start([job])
  await expect.poll(rowOf).toBe(1)
  await first.stop()
  const outcomes = registry.getSingleMetric('fairhouse_job_turns_total')!
  const skipped = async () =>
    (await outcomes.get()).values.find(({ labels }) => labels['job'] === job.name && labels['outcome'] === 'elsewhere')
      ?.value ?? 0
  const later = [start([job]), start([job], other)]
  await expect.poll(skipped).toBe(2)
  expect(turns).toBe(1)
  await Promise.all(later.map((scheduler) => scheduler.stop()))
  await db.asOwner(`UPDATE jobs.turns SET next_at = now() + interval '300 ms' WHERE job = 'test-hourly'`)
  const last = start([job])
  await expect.poll(() => turns, { timeout: 5_000 }).toBe(2)
  await last.stop()
  await other.close()
})

test('a run of such a job that failed or was cut off is repeated at the next start', async () => {
  let turns = 0
  const job: Job = {
    name: 'test-failing',
    everyMs: 3_600_000,
    isExclusive: true,
    run: async () => {
      turns += 1
      if (turns === 1) throw new Error('not yet')
    },
  }
  for (const expected of [1, 2]) {
    const scheduler = start([job])
    await expect.poll(() => turns).toBe(expected)
    await scheduler.stop()
  }
})
