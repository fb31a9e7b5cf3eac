/** Who acts next on an invoice, and when the player can expect it: shown at each stage and stored with the invoice. */
import type { Invoice, InvoiceStage } from '#contract/payments.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'
import { unpaidAfterMs } from './check-times.ts'
import { payoutTimes } from '../payouts/payout-times.ts'

type Standing = {
  type: number
  status: number
  stage: string
  flag: string | null
  review: string | null
  external_id: string | null
}

export function ownerOf({ type, status, stage, flag, review, external_id }: Standing): Invoice['owner'] {
  if (status !== InvoiceStatus.pending) return null
  if (flag !== null || review === 'open') return 'house'
  if (type === InvoiceType.withdrawal)
    return external_id === null && (stage === 'created' || stage === 'approved') ? 'house' : 'partner'
  return stage === 'awaiting-payment' ? 'player' : 'partner'
}

type Waiting = {
  type: number
  amount: bigint | null
  partner: string
  method: string
  currency: string
  created_at: Date
}

/** Undefined if the stage does not change the expectation; null if there is none. A hold has a promise instead. */
export async function expectedBy(
  deps: KernelDeps,
  tx: Tx,
  row: Waiting,
  stage: InvoiceStage,
): Promise<Date | null | undefined> {
  const after = (ms: number) => new Date(deps.clock.now().getTime() + ms)
  if (row.type === InvoiceType.deposit) {
    if (stage !== 'created' && stage !== 'awaiting-payment') return null
    return row.amount === null ? null : new Date(row.created_at.getTime() + unpaidAfterMs)
  }
  if (stage !== 'created' && stage !== 'approved') return undefined
  const times = await payoutTimes(deps, tx)
  const usual = times.find(
    ({ partner, method, currency }) => partner === row.partner && method === row.method && currency === row.currency,
  )
  return after(usual ? Math.ceil(usual.p95Seconds) * 1000 : deps.settings.withdrawals.promisedHours * 3_600_000)
}
