/** Checks the books now and then against their invariants. It only reports: money is never corrected without a person. */
import type { Database } from '../db/connect.ts'
import { type Breach, findBreaches, ledgerInvariants } from '../ledger/invariants.ts'
import { pruneOutbox } from '../outbox/prune.ts'
import { bonusInvariants } from './bonus-invariants.ts'
import { chainInvariants } from './chain-invariants.ts'
import { gameInvariants } from './game-invariants.ts'
import { limitInvariants } from './limit-invariants.ts'
import { paymentInvariants } from './payment-invariants.ts'

export type ReconcileOptions = {
  db: Database
  log: { info(message: string): void; error(message: string): void }
  clock: { now(): Date }
  everyMs?: number
}

const hourMs = 3_600_000
/** Readers follow the outbox within moments; a day leaves room for a person to look. */
const keepEventsMs = 24 * hourMs

export const allInvariants = [
  ...ledgerInvariants,
  ...paymentInvariants,
  ...chainInvariants,
  ...gameInvariants,
  ...bonusInvariants,
  ...limitInvariants,
]

/** One check. The reports name the invariant and the first rows that break it. */
export async function reconcile({ db, log }: Pick<ReconcileOptions, 'db' | 'log'>): Promise<Breach[]> {
  const breaches = await findBreaches(db.pool, allInvariants)
  for (const { invariant, rows } of breaches) {
    log.error(
      `the books are broken: ${invariant}: ${JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
  }
  return breaches
}

export function startReconcile(options: ReconcileOptions): { stop(): Promise<void> } {
  const { db, log, clock, everyMs = hourMs } = options
  let round = Promise.resolve()
  const run = () => {
    round = reconcile(options)
      .then(() => pruneOutbox(db, new Date(clock.now().getTime() - keepEventsMs)))
      .then(
        () => {},
        (error: Error) => log.error(`reconciliation could not run: ${error.message}`),
      )
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  run()
  return {
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
