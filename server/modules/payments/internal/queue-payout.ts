/** From here on a withdrawal is sent: by the next round, to its partner. */
import type { Tx } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'

export async function queuePayout({ clock }: Pick<Deps, 'clock'>, tx: Tx, invoice: { id: string }): Promise<void> {
  await tx.insertInto('payments.payouts').values({ invoice_id: invoice.id, next_attempt_at: clock.now() }).execute()
}
