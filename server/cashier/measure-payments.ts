/** Payment metrics, read from the database at each scrape. */
import { sql } from 'kysely'
import type { KernelDeps } from '../deps.ts'
import { gauge } from '../kernel/http/metrics.ts'

/** Before this time an operator is called, so that a promise can still be kept. */
const promiseNearMs = 2 * 3_600_000

export function measurePayments({ db, clock }: KernelDeps): void {
  const read = (query: ReturnType<typeof sql<{ value: number }>>) => async () =>
    (await query.execute(db.kysely)).rows[0]?.value ?? 0
  gauge(
    'fairhouse_withdrawals_in_review',
    "Withdrawals that wait for an operator's decision",
    read(sql`SELECT count(*)::int AS value FROM payments.invoices WHERE review = 'open'`),
  )
  gauge(
    'fairhouse_withdrawals_in_review_oldest_seconds',
    'Since the longest waiting of them was asked for',
    async () => {
      const { oldest } = await db.kysely
        .selectFrom('payments.invoices')
        .select(({ fn }) => fn.min('created_at').as('oldest'))
        .where('review', '=', 'open')
        .executeTakeFirstOrThrow()
      return oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0
    },
  )
  gauge(
    'fairhouse_payment_breaks',
    "Differences between partners' statements and the books that nobody has cleared up",
    read(sql`SELECT count(*)::int AS value FROM payments.breaks WHERE resolved_at IS NULL`),
  )
  gauge(
    'fairhouse_invoices_flagged',
    'Payments that wait for a person',
    read(sql`SELECT count(*)::int AS value FROM payments.flags WHERE settled_at IS NULL`),
  )
  gauge(
    'fairhouse_payout_promises_near',
    'Withdrawals whose promised answer is due within two hours, or overdue',
    async () => {
      const { count } = await db.kysely
        .selectFrom('payments.holds')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('ended_at', 'is', null)
        .where('promised_by', '<', new Date(clock.now().getTime() + promiseNearMs))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  )
}
