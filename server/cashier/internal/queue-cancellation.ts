/** Queues the request to the partner to close the payment page of a cancelled deposit. */
import type { Selectable } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { partnerNamed, type WithPartners } from './partner-of.ts'

type GivenUp = Pick<Selectable<Tables['payments.invoices']>, 'id' | 'amount' | 'partner'>

/**
 * Called in the transaction that cancels the deposit. An address of a chain cannot be closed and does not count towards a
 * limit.
 */
export async function queueCancellation(
  deps: KernelDeps & WithPartners,
  tx: Tx,
  { id, amount, partner }: GivenUp,
): Promise<void> {
  const known = partnerNamed(deps, partner)
  // Without the partner here, a process that has it decides (deposits/cancel-deposits.ts).
  if (amount === null && known && !known.cancelPayment) return
  const now = deps.clock.now()
  await tx
    .insertInto('payments.cancellations')
    .values({ invoice_id: id, next_attempt_at: now, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
