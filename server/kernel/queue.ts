/**
 * Queues of work: rows of a table with `attempts` and `next_attempt_at`, inserted in the transaction that causes the
 * work. Several processes work on one queue, and each leaves rows that it cannot handle, such as those of a partner
 * that only a newer build knows, to the others.
 *
 * Work that calls a partner is claimed for the length of a lease and done outside any transaction (`workOff`). After
 * the lease another process repeats it. `attempts` is the fencing number of a claim: a process whose lease has ended
 * must not change the row. Work that only changes the database is done in the transaction that locks the row
 * (`workOffInTransactions`). A queue describes a table of its context, because the rows are that context's state; with
 * pg-boss or graphile-worker a payout's state would be kept twice, and neither gives the work a fencing number.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './db/connect.ts'
import { retryDelayMs } from './retry-delay.ts'

type QueueTable = {
  table: string
  /** The key column. */
  key: string
  /** SQL: a condition on rows that are not ended. */
  waits: string
  /** SQL: the order of claims; by default rows that have been due longest come first. */
  order?: string
  /** SQL: further columns that a claim sets. */
  claims?: string
  leaseMs: number
  batch: number
  /** The maximum delay of `postpone`. */
  longestRetryMs?: number
}

/** `Row`: the columns that the work reads. */
export type Queue<Row> = QueueTable & { key: keyof Row & string }

type Clock = { now(): Date }
type Needs = { db: Pick<Database, 'kysely' | 'transaction'>; clock: Clock }

/** SQL for a job: when the next row is due that this process can handle (`isOurs`, a condition). */
export const nextDue = ({ table, waits }: QueueTable, isOurs: string): string =>
  `SELECT next_attempt_at FROM ${table} WHERE ${waits} AND ${isOurs} ORDER BY next_attempt_at LIMIT 1`

/** Works on due rows in batches; once `signal` aborts, no further batch is claimed. Returns the number claimed. */
export async function workOff<Row>(
  deps: Needs,
  queue: Queue<Row>,
  isOurs: string,
  work: (row: Row) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  for (let total = 0; ;) {
    const rows = await claim(deps, queue, sql.raw(isOurs))
    await Promise.all(rows.map(work))
    total += rows.length
    if (rows.length < queue.batch || signal?.aborted) return total
  }
}

/**
 * Claims due rows and starts their lease; each has the number of this attempt. The rows are selected in a CTE, because
 * a planner may repeat a subquery below IN for every row, and each run would skip rows that the previous one locked.
 */
export async function claim<Row>({ db, clock }: Needs, queue: Queue<Row>, isOurs: RawBuilder<unknown>): Promise<Row[]> {
  const now = clock.now()
  const { table, key, claims } = queue
  const { rows } = await sql<Row>`
    WITH due AS (${dueRows(queue, isOurs, now, queue.batch)})
    UPDATE ${sql.raw(table)} AS item SET ${sql.raw(claims ? `${claims}, ` : '')}attempts = item.attempts + 1,
      next_attempt_at = ${new Date(now.getTime() + queue.leaseMs)}
    FROM due WHERE item.${sql.ref(key)} = due.${sql.ref(key)} RETURNING item.*`.execute(db.kysely)
  return rows
}

function dueRows(
  { table, waits, order = 'next_attempt_at' }: QueueTable,
  isOurs: RawBuilder<unknown>,
  now: Date,
  most: number,
) {
  return sql`SELECT * FROM ${sql.raw(table)} WHERE ${sql.raw(waits)} AND ${isOurs} AND next_attempt_at <= ${now}
    ORDER BY ${sql.raw(order)} LIMIT ${most} FOR UPDATE SKIP LOCKED`
}

/** Repeats the work on a claimed row later, unless another process has claimed it since. */
export async function postpone({ db, clock }: Needs, queue: QueueTable, key: unknown, attempts: number): Promise<void> {
  const next = new Date(clock.now().getTime() + retryDelayMs(attempts, queue.longestRetryMs ?? 60_000))
  await sql`UPDATE ${sql.raw(queue.table)} SET next_attempt_at = ${next}
    WHERE ${sql.ref(queue.key)} = ${key} AND attempts = ${attempts} AND ${sql.raw(queue.waits)}`.execute(db.kysely)
}

/**
 * Works on due rows, each in a separate transaction. A function that `work` returns runs after the commit, under a
 * lease. A row whose work throws is postponed; other rows continue.
 */
export async function workOffInTransactions<Row>(
  deps: Needs,
  queue: Queue<Row>,
  isOurs: string,
  work: (tx: Tx, row: Row) => Promise<void | (() => Promise<void>)>,
  onFailure: (error: unknown, key: unknown) => void,
): Promise<void> {
  for (;;) {
    let key: unknown
    try {
      const after = await deps.db.transaction(async (tx) => {
        const { rows } = await dueRows(queue, sql.raw(isOurs), deps.clock.now(), 1).execute(tx)
        const [row] = rows as Array<Record<string, unknown>>
        if (!row) return null
        key = row[queue.key]
        const further = await work(tx, row as Row)
        if (further) await lease(tx, deps.clock, queue, key)
        return further ?? 'done'
      })
      if (after === null) return
      if (after !== 'done') await after()
    } catch (error) {
      if (key === undefined) throw error
      onFailure(error, key)
      await postponeFailed(deps, queue, key)
    }
  }
}

async function lease(tx: Tx, clock: Clock, { table, key, leaseMs }: QueueTable, value: unknown): Promise<void> {
  await sql`UPDATE ${sql.raw(table)} SET next_attempt_at = ${new Date(clock.now().getTime() + leaseMs)}
    WHERE ${sql.ref(key)} = ${value}`.execute(tx)
}

/** Postpones a row that was not claimed, and counts the failed attempt. */
export async function postponeFailed({ db, clock }: Needs, queue: QueueTable, value: unknown): Promise<void> {
  const { rows } = await sql<{ attempts: number }>`UPDATE ${sql.raw(queue.table)} SET attempts = attempts + 1
    WHERE ${sql.ref(queue.key)} = ${value} AND ${sql.raw(queue.waits)} RETURNING attempts`.execute(db.kysely)
  if (rows[0]) await postpone({ db, clock }, queue, value, rows[0].attempts)
}
