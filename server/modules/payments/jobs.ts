/** Webhooks, payouts, open invoices, partners' statements and chains. Row locks coordinate several processes. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { compareDaily } from './books/compare-daily.ts'
import { reconcileInvoices } from './books/reconcile-invoices.ts'
import { leftWorkJob, namesInSql } from '../../jobs/left-work.ts'
import { chainCallbacks } from './chain-callbacks.ts'
import { cancelDeposits } from './deposits/cancel-deposits.ts'
import { namesOfPartners } from './internal/partner-of.ts'
import { leftPayments } from './left-payments.ts'
import { sendPayouts } from './payouts/send-payouts.ts'
import { processWebhooks } from './webhooks/process-webhooks.ts'

export function jobs(deps: Deps): Job[] {
  const isKnown = (partner: string) => `${partner} = ANY (${namesInSql(namesOfPartners(deps))})`
  return [
    {
      name: 'payment-webhooks',
      everyMs: 1000,
      due: `SELECT min(next_attempt_at) FROM payments.callbacks WHERE processed_at IS NULL AND ${isKnown('partner')}`,
      run: () => processWebhooks(deps),
    },
    {
      name: 'payouts',
      everyMs: 1000,
      due: firstDue('payouts', "queue.state IN ('queued', 'sending')", isKnown),
      run: () => sendPayouts(deps),
    },
    {
      name: 'cancellations',
      everyMs: 1000,
      due: firstDue('cancellations', 'queue.ended_at IS NULL', isKnown),
      run: () => cancelDeposits(deps),
    },
    {
      name: 'invoices',
      everyMs: 1000,
      due: `SELECT min(next_check_at) FROM payments.invoices WHERE status = 1 AND ${isKnown('partner')}`,
      run: () => reconcileInvoices(deps),
    },
    { name: 'partner-statements', everyMs: 600_000, isExclusive: true, run: () => compareDaily(deps) },
    leftWorkJob(deps, 'payments', leftPayments(deps)),
    ...(deps.partners.chain?.jobs(chainCallbacks(deps), deps) ?? []),
  ]
}

/** In the order of the index, which ends at the first one of a known partner. */
function firstDue(queue: string, isOpen: string, isKnown: (partner: string) => string): string {
  return `SELECT queue.next_attempt_at FROM payments.${queue} AS queue JOIN payments.invoices AS invoice ON invoice.id = queue.invoice_id
    WHERE ${isOpen} AND ${isKnown('invoice.partner')} ORDER BY queue.next_attempt_at LIMIT 1`
}
