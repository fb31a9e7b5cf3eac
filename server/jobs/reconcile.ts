/** Periodically checks the ledger against its invariants. It only reports: money is never corrected automatically. */
import type { Database } from '../db/connect.ts'
import { type Breach, findBreaches, type Invariant } from '../ledger/invariants.ts'
import { pruneFacts } from '../facts/prune.ts'
import { pruneOutbox } from '../outbox/prune.ts'
import type { Job } from './scheduler.ts'

type Options = {
  db: Database
  invariants: Invariant[]
  log: { error(message: string): void }
}

const hourMs = 3_600_000
/** Outbox readers lag by moments only; a day leaves time to investigate. */
const eventRetentionMs = 24 * hourMs

/** One check. The reports name the invariant and the first violating rows. */
export async function reconcile({ db, invariants, log }: Options): Promise<Breach[]> {
  const breaches = await findBreaches(db.pool, invariants)
  for (const { invariant, rows } of breaches) {
    log.error(
      `ledger invariant violated: ${invariant}: ${JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
  }
  return breaches
}

export function ledgerJobs(options: Options & { clock: { now(): Date } }): Job[] {
  const { db, clock } = options
  return [
    { name: 'invariants', everyMs: hourMs, isExclusive: true, run: () => reconcile(options) },
    {
      name: 'old-events',
      everyMs: hourMs,
      isExclusive: true,
      run: () => pruneOutbox(db, new Date(clock.now().getTime() - eventRetentionMs)),
    },
    { name: 'old-facts', everyMs: hourMs, run: () => pruneFacts(db) },
  ]
}
