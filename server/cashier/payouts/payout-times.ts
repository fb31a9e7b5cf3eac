/** Durations of payouts over the last 30 days, from request to completion. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'

export type PayoutTime = {
  partner: string
  method: string
  currency: string
  medianSeconds: number
  p95Seconds: number
  count: number
}

const keptMs = 60_000
const periodMs = 30 * 86_400_000

/** Read once a minute for all callers; cached by database, so that two sites in one process never mix. */
const kept = new WeakMap<Database, { at: number; times: Promise<PayoutTime[]> }>()

/** `tx` if the caller has one: waiting for a second connection there could deadlock. */
export async function payoutTimes({ db, clock }: KernelDeps, tx?: Tx): Promise<PayoutTime[]> {
  const now = clock.now().getTime()
  const held = kept.get(db)
  if (held && now >= held.at && now - held.at < keptMs) return held.times
  const times = measure(tx ?? db.kysely, new Date(now - periodMs))
  const keep = () => void kept.set(db, { at: now, times })
  // Callers may share a read in progress, but not one that depends on a transaction.
  if (tx) return times.then((read) => (keep(), read))
  keep()
  times.catch(() => kept.delete(db))
  return times
}

function measure(db: Database['kysely'] | Tx, since: Date): Promise<PayoutTime[]> {
  const seconds = sql<number>`extract(epoch FROM ended_at - created_at)::float8`
  const percentile = (part: number) => sql<number>`percentile_cont(${part}::float8) WITHIN GROUP (ORDER BY ${seconds})`
  return db
    .selectFrom('payments.invoices')
    .select([
      'partner',
      'method',
      'currency',
      percentile(0.5).as('medianSeconds'),
      percentile(0.95).as('p95Seconds'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('type', '=', InvoiceType.withdrawal)
    .where('status', '=', InvoiceStatus.success)
    .where('ended_at', '>=', since)
    .groupBy(['partner', 'method', 'currency'])
    .orderBy('partner')
    .orderBy('method')
    .orderBy('currency')
    .execute()
}
