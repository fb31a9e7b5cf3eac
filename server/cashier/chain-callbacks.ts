/**
 * What the chain module calls in payments: the same entry point as a partner's webhook, and invoices for unannounced
 * deposits.
 */
import type { Deps } from '../deps.ts'
import { partnerName, type PaymentsCallbacks } from '../chain/index.ts'
import { openExtraDeposit } from './deposits/open-extra-deposit.ts'
import { applyReport } from './webhooks/process-webhooks.ts'

export function chainCallbacks(deps: Deps): PaymentsCallbacks {
  return {
    settle: (tx, report) => applyReport(deps, tx, partnerName, report),
    openExtra: (tx, deposit) => openExtraDeposit(deps, tx, { ...deposit, partner: partnerName }),
  }
}
