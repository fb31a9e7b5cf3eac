/** Payments of partners that this process does not have: they wait for one that has them, and an operator is warned. */
import { InvoiceStatus } from '#contract/payments.ts'
import type { LeftWork } from '../kernel/jobs/left-work.ts'
import { namesOfPartners, type WithPartners } from './internal/partner-of.ts'

export function leftPayments(deps: WithPartners): LeftWork[] {
  const known = namesOfPartners(deps)
  return [
    {
      what: 'webhooks of a payment partner',
      query: `SELECT partner AS name, count(*)::int AS count FROM payments.callbacks
        WHERE processed_at IS NULL AND partner <> ALL ($1) GROUP BY 1 ORDER BY 1`,
      known,
    },
    {
      what: 'open deposits and withdrawals of a payment partner',
      query: `SELECT partner AS name, count(*)::int AS count FROM payments.invoices
        WHERE status = ${InvoiceStatus.pending} AND partner <> ALL ($1) GROUP BY 1 ORDER BY 1`,
      known,
    },
    {
      what: 'cancelled deposits of a payment partner whose payment pages are open',
      query: `SELECT invoice.partner AS name, count(*)::int AS count
        FROM payments.cancellations AS cancellation JOIN payments.invoices AS invoice ON invoice.id = cancellation.invoice_id
        WHERE cancellation.ended_at IS NULL AND invoice.partner <> ALL ($1) GROUP BY 1 ORDER BY 1`,
      known,
    },
  ]
}
