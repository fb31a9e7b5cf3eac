/** The work of payments that no request waits for: the inbox, pay-outs, reconciliation, partners' statements. */
import type { Deps } from '../../deps.ts'
import { type Rounds, startPoller } from '../../jobs/poller.ts'
import { compareDaily } from './books/compare-daily.ts'
import { measurePayments } from './measure-payments.ts'
import { processWebhooks } from './webhooks/process-webhooks.ts'
import { reconcileInvoices } from './books/reconcile-invoices.ts'
import { sendPayouts } from './payouts/send-payouts.ts'

const everyMs = 1000
const compareEveryMs = 600_000

/** Between processes the database keeps the rounds apart. One job that fails does not hold up the next. */
export function startPaymentJobs(deps: Deps): Rounds {
  measurePayments(deps)
  const comparing = startPoller(deps, compareEveryMs, "the comparison with partners' statements", () =>
    compareDaily(deps),
  )
  const working = startPoller(deps, everyMs, 'payments', async () => {
    for (const job of [processWebhooks, sendPayouts, reconcileInvoices]) {
      await job(deps).catch((error) =>
        deps.log.error({ err: error, job: job.name }, 'a payment job failed and will run again'),
      )
    }
  })
  return {
    async stop() {
      await Promise.all([working.stop(), comparing.stop()])
    },
  }
}
