/** What the chain asks of payments: the same way in as a partner's notice, and an invoice for money that nobody announced. */
import type { Deps } from '../../deps.ts'
import { type PaymentsCallbacks, partnerName } from '../chain/parts.ts'
import { openExtraDeposit } from './deposits/open-extra-deposit.ts'
import { applyReport } from './webhooks/process-webhooks.ts'

export function chainCallbacks(deps: Deps): PaymentsCallbacks {
  return {
    settle: (tx, report) => applyReport(deps, tx, partnerName, report),
    openExtra: (tx, deposit) => openExtraDeposit(deps, tx, { ...deposit, partner: partnerName }),
  }
}
