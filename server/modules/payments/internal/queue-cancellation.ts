/** From here on the partner is asked to close the pay page of a deposit that was given up. */
import type { Selectable } from 'kysely'
import type { Tx } from '../../../db/connect.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Deps } from '../../../deps.ts'
import { partnerNamed, type WithPartners } from './partner-of.ts'

type GivenUp = Pick<Selectable<Tables['payments.invoices']>, 'id' | 'amount' | 'partner'>

/** Called in the transaction that gives the deposit up. An address of a chain cannot be closed and holds no place in a limit. */
export async function queueCancellation(
  deps: Pick<Deps, 'clock'> & WithPartners,
  tx: Tx,
  { id, amount, partner }: GivenUp,
): Promise<void> {
  if (amount === null && !partnerNamed(deps, partner)?.cancelPayment) return
  const now = deps.clock.now()
  await tx
    .insertInto('payments.cancellations')
    .values({ invoice_id: id, next_attempt_at: now, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
