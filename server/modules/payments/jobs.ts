/** Webhooks, payouts, open invoices, partners' statements and chains. Row locks coordinate several processes. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { compareDaily } from './books/compare-daily.ts'
import { reconcileInvoices } from './books/reconcile-invoices.ts'
import { chainCallbacks } from './chain-callbacks.ts'
import { cancelDeposits } from './deposits/cancel-deposits.ts'
import { sendPayouts } from './payouts/send-payouts.ts'
import { processWebhooks } from './webhooks/process-webhooks.ts'

export const jobs = (deps: Deps): Job[] => [
  {
    name: 'payment-webhooks',
    everyMs: 1000,
    due: `SELECT min(next_attempt_at) FROM payments.callbacks
      WHERE processed_at IS NULL AND partner = ANY('{${deps.partners.payments.map(({ name }) => name).join(',')}}')`,
    run: () => processWebhooks(deps),
  },
  {
    name: 'payouts',
    everyMs: 1000,
    due: "SELECT min(next_attempt_at) FROM payments.payouts WHERE state IN ('queued', 'sending')",
    run: () => sendPayouts(deps),
  },
  {
    name: 'cancellations',
    everyMs: 1000,
    due: 'SELECT min(next_attempt_at) FROM payments.cancellations WHERE ended_at IS NULL',
    run: () => cancelDeposits(deps),
  },
  {
    name: 'invoices',
    everyMs: 1000,
    due: 'SELECT min(next_check_at) FROM payments.invoices WHERE status = 1',
    run: () => reconcileInvoices(deps),
  },
  { name: 'partner-statements', everyMs: 600_000, isExclusive: true, run: () => compareDaily(deps) },
  ...(deps.partners.chain?.jobs(chainCallbacks(deps), deps) ?? []),
]
