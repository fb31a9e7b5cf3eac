/** Webhooks, payouts, open invoices, partners' statements and chains. Row locks coordinate several processes. */
import { InvoiceStatus } from '#contract/payments.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { nextDue } from '../kernel/queue.ts'
import { compareDaily } from './books/compare-daily.ts'
import { reconcileInvoices } from './books/reconcile-invoices.ts'
import { leftWorkJob } from '../kernel/jobs/left-work.ts'
import type { PaymentPartner } from '../partners/payments/port.ts'
import { chainCallbacks } from './chain-callbacks.ts'
import { cancelDeposits, cancellationQueue } from './deposits/cancel-deposits.ts'
import { isKnownPartner, isOfKnownPartner, withOnly } from './internal/partner-of.ts'
import { leftPayments } from './left-payments.ts'
import { breakPromises, nextPromise } from './payouts/break-promises.ts'
import { payoutQueue, sendPayouts } from './payouts/send-payouts.ts'
import { holdStuckPayouts, nextStuck } from './payouts/stuck-payouts.ts'
import { processWebhooks, webhookQueue } from './webhooks/process-webhooks.ts'

export function jobs(deps: Deps): Job[] {
  return [
    ...deps.partners.payments.flatMap((partner) => jobsOfPartner(withOnly(deps, partner), partner)),
    leftWorkJob(deps, 'payments', leftPayments(deps)),
    // Nobody answers in a drill, so every hold in its copy would be broken, also those that the live site has answered.
    { name: 'payout-promises', everyMs: 1000, due: nextPromise, isLiveOnly: true, run: () => breakPromises(deps) },
    { name: 'stuck-payouts', everyMs: 60_000, due: nextStuck, run: () => holdStuckPayouts(deps) },
    ...(deps.partners.chain?.jobs(chainCallbacks(deps), deps) ?? []),
  ]
}

function jobsOfPartner(deps: Deps, { slug, listTransactions }: PaymentPartner): Job[] {
  return [
    {
      name: `payment-webhooks-${slug}`,
      everyMs: 1000,
      due: nextDue(webhookQueue, isKnownPartner(deps, 'partner')),
      run: () => processWebhooks(deps),
    },
    {
      name: `payouts-${slug}`,
      everyMs: 1000,
      due: nextDue(payoutQueue, isOfKnownPartner(deps, payoutQueue.table)),
      run: () => sendPayouts(deps),
    },
    {
      name: `cancellations-${slug}`,
      everyMs: 1000,
      due: nextDue(cancellationQueue, isOfKnownPartner(deps, cancellationQueue.table)),
      run: () => cancelDeposits(deps),
    },
    {
      name: `invoices-${slug}`,
      everyMs: 1000,
      due: `SELECT min(next_check_at) FROM payments.invoices WHERE status = ${InvoiceStatus.pending} AND ${isKnownPartner(deps, 'partner')}`,
      run: () => reconcileInvoices(deps),
    },
    ...(listTransactions
      ? [{ name: `partner-statements-${slug}`, everyMs: 600_000, isExclusive: true, run: () => compareDaily(deps) }]
      : []),
  ]
}
