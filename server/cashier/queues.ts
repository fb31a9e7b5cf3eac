/** Withdrawals in review in which the player has nothing to do, flagged payments, and differences from statements of partners. */
import { sql } from 'kysely'
import type { Queue } from '../kernel/queues.ts'

export const queues: Queue[] = [
  {
    name: 'withdrawals',
    query: sql`SELECT count(*)::int AS waiting, min(created_at) AS since FROM payments.invoices AS invoice WHERE review = 'open'
      AND NOT EXISTS (SELECT FROM payments.holds AS hold WHERE hold.invoice_id = invoice.id AND hold.ended_at IS NULL AND hold.promised_by IS NULL)`,
  },
  {
    name: 'flagged',
    query: sql`SELECT count(*)::int AS waiting, min(raised_at) AS since FROM payments.flags WHERE settled_at IS NULL`,
  },
  {
    name: 'breaks',
    query: sql`SELECT count(*)::int AS waiting, min(first_seen_at) AS since FROM payments.breaks WHERE resolved_at IS NULL AND accepted_at IS NULL`,
  },
]
