/**
 * Database access: the embedded or an external PostgreSQL, a pool, and transactions that retry after transient
 * failures.
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Refused } from '#contract/endpoint.ts'
import { checkLocks } from '../lock-check.ts'
import { type EmbeddedLog, startEmbedded } from './embedded.ts'
import { appRole, migrate } from './migrate.ts'
import { reachability } from './reachability.ts'
import { signal, type Signals, startSignals } from './signals.ts'
import { apartFromSole, checkSole, createSoleWork, type SoleWork } from './sole-work.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>
export type Database = {
  kysely: Kysely<Tables>
  pool: pg.Pool
  /**
   * Runs `work` in one transaction, and again if the database requires a retry. A refusal as its result rolls
   * everything back, unless it is a `commitRefusal`.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Additional connections of the same kind, for work that must not wait for the pool's. The caller ends them. */
  openPool(size: number, options?: PoolOptions): pg.Pool
  /** Transactions and queries on such connections. */
  openOwn(size: number): OwnConnections
  /**
   * `listener` is called after every commit, of any process, that may have appended events; the returned function
   * unsubscribes it.
   */
  onCommit(listener: () => void): () => void
  /** Notifies the listeners of a commit made outside `transaction`. */
  committed(): void
  runSole: SoleWork['run']
  /** The number of transactions of this process that the database aborted because of a deadlock. */
  deadlocks(): number
  close(): Promise<void>
}

export type PoolOptions = {
  lockTimeoutMs?: number
  /** For statements that read rows named by their parameters: the planner uses an index wherever one exists. */
  prefersIndexes?: boolean
  /** How long a new connection may take. */
  connectMs?: number
}

export type OwnConnections = Pick<Database, 'kysely' | 'transaction' | 'close'>

export type DatabaseOptions = {
  /** An external PostgreSQL, 15 or newer; without it the product starts its own in `dataDir`. */
  url?: string | undefined
  dataDir: string
  log: EmbeddedLog
  poolSize?: number
  onUnexpectedEnd?: () => void
}

/** Starts PostgreSQL or connects to it, migrates it and connects as the application's role. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url ? null : await startEmbedded(options)
  const url = options.url ?? embedded!.url()
  try {
    await migrate({ url, log: options.log })
    const database = await connect({ ...options, url })
    return {
      ...database,
      close: async () => {
        await database.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/**
 * Data are in memory or on flash. With the default cost of random reads, four times that of sequential ones, the
 * planner would read and sort all of a player's entries although an index has them in order.
 */
const plan = '-c random_page_cost=1.1'
/** A request that waits longer than this for a lock is refused as an outage; a transaction left open is terminated. */
const patience = { lockMs: 5_000, idleMs: 15_000 }

/** CHECK_LOCKS is set by tests and `npm run dev`; the check does not run in production. */
const checksLocks = (): boolean => process.env.CHECK_LOCKS === 'true'

export type ConnectOptions = { url: string; log: EmbeddedLog; poolSize?: number }

/** Connects to a database that is already migrated. */
export async function connect({ url, log, poolSize = 10 }: ConnectOptions): Promise<Database> {
  const role = await appRole(url)
  let isClosing = false
  const openPool: Database['openPool'] = (
    max,
    { lockTimeoutMs = patience.lockMs, prefersIndexes = false, connectMs } = {},
  ) => {
    const settings = `${plan} ${prefersIndexes ? '-c enable_seqscan=off ' : ''}-c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=${patience.idleMs}`
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types: { getTypeParser },
      application_name: 'fairhouse',
      ...reachability,
      ...(connectMs !== undefined && { connectionTimeoutMillis: connectMs }),
      options: role ? `${settings} -c role=${role}` : settings,
    })
    // An idle connection that fails (a restart of the database) is replaced at its next use.
    pool.on('error', (error) => isClosing || log.warn(`a database connection failed: ${error.message}`))
    // A connection that fails in use fails its query; without this listener it would end the process as well.
    pool.on('connect', (client) => client.on('error', () => {}))
    pool.on('connect', rejectUnreplicated)
    if (checksLocks()) pool.on('connect', checkLocks)
    return pool
  }
  const pool = openPool(poolSize)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const sole = createSoleWork(openPool)
  const listeners = new Set<() => void>()
  const fire = (): void =>
    apartFromSole(() => {
      for (const listener of listeners) listener()
    })
  // Signals are opened with the first listener: a process without listeners needs no connection for them.
  let signals: Signals | null = null
  let hasCommitted = false
  let deadlocks = 0
  const committed = (): void => {
    hasCommitted = true
    fire()
    signals?.send()
  }
  const transactionsOf =
    (on: Kysely<Tables>): Database['transaction'] =>
    async (work) => {
      const { result, isCommitted } = await transaction(on, work, () => deadlocks++)
      if (isCommitted) committed()
      return result
    }
  return {
    kysely,
    pool,
    openPool,
    openOwn(size) {
      const own = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(size) }) })
      return { kysely: own, transaction: transactionsOf(own), close: () => own.destroy() }
    },
    committed,
    runSole: sole.run,
    deadlocks: () => deadlocks,
    transaction: transactionsOf(kysely),
    onCommit(listener) {
      listeners.add(listener)
      signals ??= startSignals(openPool, fire, log)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosing = true
      await sole.close()
      if (signals) await signals.close()
      else if (hasCommitted) await pool.query(signal).catch(() => {})
      await kysely.destroy()
    },
  }
}

/**
 * If somebody cancels a commit's wait for the standby, PostgreSQL reports success with a warning: the change is on this
 * server only, and a failover undoes it. The connection is treated as lost, so that the result is unknown and the
 * caller repeats; the repetition waits for the standby again.
 */
function rejectUnreplicated(client: pg.PoolClient): void {
  client.on('notice', ({ code, routine }) => {
    if (code !== '01000' || routine !== 'SyncRepWaitForLSN') return
    const error = Object.assign(new Error('the wait of a commit for the standby was cancelled'), { code: '08007' })
    // Before the message that reports success, which may be in the same packet.
    ;(client as unknown as { connection: NodeJS.EventEmitter }).connection.emit('error', error)
  })
}

/**
 * The only place where int8 becomes bigint; everything else is the default of `pg` (timestamptz a Date, numeric a
 * string, jsonb an object).
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary' && oid === int8) return BigInt
  if (format !== 'binary' && oid === int8Array)
    return (text: string) =>
      text === '{}'
        ? []
        : text
            .slice(1, -1)
            .split(',')
            .map((item) => (item === 'NULL' ? null : BigInt(item)))
  return typeParser(oid, format)
}
const int8 = 20
const int8Array = 1016
/** Its declaration lists the built-in types as an enum, but any other number works too. */
const typeParser: (oid: number, format?: 'text' | 'binary') => unknown = pg.types.getTypeParser

class Rollback extends Error {
  readonly refusal: Refused<string>
  constructor(refusal: Refused<string>) {
    super(`rolled back: ${refusal.refusal}`)
    this.refusal = refusal
  }
}

/**
 * Aborts the transaction from deep inside `work`: everything is rolled back, and `transaction` resolves to this
 * refusal.
 */
export function rollback(refusal: Refused<string>): never {
  throw new Rollback(refusal)
}

const counted = new WeakSet<object>()

/** A refusal whose transaction commits, because it counts an attempt. */
export function commitRefusal<R extends Refused<string>>(refusal: R): R {
  counted.add(refusal)
  return refusal
}

function isRolledBack(result: unknown): result is Refused<string> {
  if (typeof result !== 'object' || result === null || counted.has(result)) return false
  return 'ok' in result && result.ok === false && 'refusal' in result && typeof result.refusal === 'string'
}

/** Serialization failure and deadlock: the database rolled the work back, and repeating it is safe. */
const retryable = new Set(['40001', '40P01'])
/** Another process posted the same movement, or opened the same round, concurrently: the retry finds it. */
const concurrentPosting = new Set(['ledger.movements_idempotency', 'ledger.rollbacks_pkey', 'games.rounds_pkey'])
const maxAttempts = 5

async function transaction<T>(
  kysely: Kysely<Tables>,
  work: (tx: Tx) => Promise<T>,
  countDeadlock: () => void,
): Promise<{ result: T; isCommitted: boolean }> {
  for (let attempt = 1; ; attempt++) {
    checkSole()
    try {
      const result = await kysely.transaction().execute(async (tx) => {
        const answer = await work(tx)
        checkSole()
        if (isRolledBack(answer)) throw new Rollback(answer)
        return answer
      })
      return { result, isCommitted: true }
    } catch (error) {
      if (error instanceof Rollback) return { result: error.refusal as T, isCommitted: false }
      if (isDeadlock(error)) countDeadlock()
      if (!isRetryable(error) || attempt === maxAttempts) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

const isDeadlock = (error: unknown): boolean => (error as { code?: string } | null)?.code === '40P01'

/**
 * Whether a repetition may succeed: after a deadlock, a serialisation failure, or two posts that created the same row.
 */
export function isRetryable(error: unknown): boolean {
  const { code = '', schema, constraint } = (error ?? {}) as { code?: string; schema?: string; constraint?: string }
  return retryable.has(code) || (code === '23505' && concurrentPosting.has(`${schema}.${constraint}`))
}
