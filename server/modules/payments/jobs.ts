/** The work of payments that no request waits for: the inbox, pay-outs, reconciliation. */
import type { Deps } from '../../deps.ts'
import { processCallbacks } from './process-callbacks.ts'
import { reconcileInvoices } from './reconcile-invoices.ts'
import { sendPayouts } from './send-payouts.ts'

const everyMs = 1000

/** Rounds never overlap within a process; between processes the database keeps them apart. */
export function startPaymentJobs(deps: Deps): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout
  let round = Promise.resolve()
  const begin = () => {
    round = runRound(deps).finally(() => {
      if (!isStopped) timer = setTimeout(begin, everyMs)
    })
  }
  timer = setTimeout(begin, 0)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await round
    },
  }
}

async function runRound(deps: Deps): Promise<void> {
  for (const job of [processCallbacks, sendPayouts, reconcileInvoices]) {
    await job(deps).catch((error) => deps.log.error({ err: error, job: job.name }, 'a payment job failed and will run again'))
  }
}
