/** An operator flags a withdrawal that is stuck at its partner and from then on decides its outcome. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { raiseFlag } from './flags.ts'
import { type InvoiceDeps, lockInvoiceNumbered } from '../internal/invoices.ts'

type Refusal = 'withdrawalNotFound' | 'notOpen' | 'flaggedAlready'

export async function flagWithdrawal(
  deps: InvoiceDeps & { actor: OperatorActor },
  { number, reason }: { number: string; reason: string },
): Promise<Result<void, Refusal>> {
  return deps.db.transaction(async (tx) => {
    const row = await lockInvoiceNumbered(tx, number)
    if (row?.type !== InvoiceType.withdrawal) return refuse('withdrawalNotFound')
    // A withdrawal in review is decided, not flagged.
    if (row.status !== InvoiceStatus.pending || row.review === 'open') return refuse('notOpen')
    const sent = await tx
      .selectFrom('payments.payouts')
      .select('state')
      .where('invoice_id', '=', row.id)
      .executeTakeFirst()
    if (sent?.state !== 'accepted') return refuse('notOpen')
    if (!(await raiseFlag(deps, tx, row, { flag: 'raised by an operator', by: 'operator', note: reason })))
      return refuse('flaggedAlready')
    await audit(
      tx,
      { clock: deps.clock, actor: deps.actor },
      { action: 'flag-raised', playerId: row.player_id, detail: { invoice: row.number, reason } },
    )
    return ok()
  })
}
