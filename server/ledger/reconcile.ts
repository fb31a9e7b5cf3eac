/** Periodically checks the ledger against its invariants. It only reports: money is never corrected automatically. */
import type { Database } from '../kernel/db/connect.ts'
import { type Breach, findBreaches, type Invariant } from './invariants.ts'
import { pruneFacts } from '../kernel/facts/prune.ts'
import { pruneOutbox } from '../kernel/outbox/prune.ts'
import { Gauge } from 'prom-client'
import { registry } from '../kernel/http/metrics.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'

type Options = {
  db: Database
  invariants: Invariant[]
  log: { error(message: string): void }
}

const hourMs = 3_600_000
/** Outbox readers lag by moments only; a day leaves time to investigate. */
const eventRetentionMs = 24 * hourMs

const violated = new Gauge({
  name: 'fairhouse_invariants_violated',
  help: 'Invariants of the ledger that the last check found violated',
  registers: [registry],
})

/** One check. The reports name the invariant and the first violating rows. */
export async function reconcile({ db, invariants, log }: Options): Promise<Breach[]> {
  const breaches = await findBreaches(db.pool, invariants)
  violated.set(breaches.length)
  for (const { invariant, rows } of breaches) {
    log.error(
      `ledger invariant violated: ${invariant}: ${JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
  }
  return breaches
}

/** On a connection of its own that uses one process of the database: it reads whole tables, and bets are placed meanwhile. */
async function reconcileBesidePlay(options: Options): Promise<void> {
  const pool = options.db.openPool(1)
  try {
    await pool.query('SET max_parallel_workers_per_gather = 0')
    const breaches = await reconcile({ ...options, db: { ...options.db, pool } })
    // As a failed run, the check is repeated at the next start, so that the metric does not say 0 until the next hour.
    if (breaches.length > 0) throw new Error(`${breaches.length} invariants of the ledger are violated`)
  } finally {
    await pool.end()
  }
}

export function ledgerJobs(options: Options & { clock: { now(): Date } }): Job[] {
  const { db, clock } = options
  return [
    { name: 'invariants', everyMs: hourMs, restTimes: 30, isExclusive: true, run: () => reconcileBesidePlay(options) },
    {
      name: 'old-events',
      everyMs: hourMs,
      isExclusive: true,
      run: () => pruneOutbox(db, new Date(clock.now().getTime() - eventRetentionMs)),
    },
    { name: 'old-facts', everyMs: hourMs, run: () => pruneFacts(db) },
  ]
}
