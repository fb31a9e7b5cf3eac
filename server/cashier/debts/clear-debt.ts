/** An operator's decision that a player need not pay what is owed for a payment. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import { paymentDebtCleared } from '../../ledger/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { LedgerDeps } from '../../deps.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { fromDecimal } from '../../kernel/decimal.ts'
import { lockInvoiceNumbered } from '../internal/invoices.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'

type Cleared = Result<{ amount: bigint; currency: string }, 'paymentNotFound' | 'noDebt' | 'changedMeanwhile'>

/** `seen`: what is owed as the operator has read it, in units of the currency. */
export async function clearDebt(
  ctx: LedgerDeps & { actor: OperatorActor },
  { number, reason, seen }: { number: string; reason: string; seen: string },
): Promise<Cleared> {
  return ctx.db.transaction(async (tx): Promise<Cleared> => {
    const row = await lockInvoiceNumbered(tx, number)
    if (!row) return refuse('paymentNotFound')
    if (row.debt === 0n) return refuse('noDebt')
    const { player_id: playerId, currency, debt: amount } = row
    if (fromDecimal(seen, currency) !== amount) return refuse('changedMeanwhile')
    const cleared = await tx
      .selectFrom('ledger.movements')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('kind', '=', paymentDebtCleared.name)
      .where('reference_id', '=', row.id)
      .executeTakeFirstOrThrow()
    await postOrThrow(ctx, tx, {
      ...paymentDebtCleared.of({ playerId, currency, amount: toSubunits(amount) }),
      actor: `operator:${ctx.actor.id}`,
      idempotencyKey: `payment-debt-cleared:${row.id}:${cleared.count}`,
      requestHash: reason,
      reference: { kind: 'invoice', id: row.id, label: row.number },
    })
    await tx.updateTable('payments.invoices').set({ debt: 0n }).where('id', '=', row.id).execute()
    await audit(tx, ctx, {
      action: 'payment-debt-cleared',
      playerId,
      before: { debt: String(amount) },
      after: { debt: '0' },
      reason,
      detail: { invoice: row.number, amount: String(amount), currency },
    })
    return ok({ amount, currency })
  })
}
