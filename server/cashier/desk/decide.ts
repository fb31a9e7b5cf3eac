/** Decisions at the desk about a withdrawal in review and about a flagged payment. */
import type * as contract from '#contract/desk/payments.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Tx } from '../../deps.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { isAboveThreshold } from '../../operators/index.ts'
import { checkPaid } from '../flags/paid-amount.ts'
import { lockInvoiceNumbered } from '../internal/invoices.ts'
import * as flags from '../flags/settle-flag.ts'
import * as payouts from '../payouts/decide-withdrawal.ts'

export async function decideWithdrawal(
  ctx: DeskCtx,
  { number, decision, reason, seen }: VerbInput<typeof contract.decideWithdrawal>,
): Promise<Result<void, RefusalOf<typeof contract.decideWithdrawal>>> {
  return payouts.decideWithdrawal(ctx, { number, decision, reason: reason || null, seen })
}

/** Of approvals above the threshold. A refusal of a withdrawal moves no money to anybody else. */
export const withdrawalApproval = {
  async isNeeded(ctx: DeskCtx, { number, decision }: VerbInput<typeof contract.decideWithdrawal>): Promise<boolean> {
    if (decision !== 'approved') return false
    const found = await ctx.db.kysely
      .selectFrom('payments.invoices')
      .select(['amount', 'currency'])
      .where('number', '=', number)
      .executeTakeFirst()
    // The verb refuses an unknown one. A withdrawal has always an amount.
    const { amount = null, currency = '' } = found ?? {}
    return amount !== null && isAboveThreshold(ctx, 'withdrawal', { amount, currency })
  },
  subjectOf: async (_ctx: DeskCtx, { number }: { number: string }): Promise<string> => `withdrawal ${number}`,
  async versionOf(tx: Tx, { number }: { number: string }): Promise<string> {
    const row = await lockInvoiceNumbered(tx, number)
    return row ? `${row.review} ${row.version}` : ''
  },
}

export async function settleFlag(
  ctx: DeskCtx,
  { number, decision, reason, paid, isConfirmed, seen }: VerbInput<typeof contract.settleFlag>,
): Promise<Result<void, RefusalOf<typeof contract.settleFlag>>> {
  const settlement = { number, decision, reason, seen }
  if (paid === undefined) return withoutValue(await flags.settleFlag(ctx, settlement))
  const invoice = await ctx.db.kysely
    .selectFrom('payments.invoices')
    .select(['amount', 'currency'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!invoice) return refuse('invoiceNotFound')
  const { amount: requested, currency } = invoice
  const checked = checkPaid({ requested, currency, paid, isConfirmed })
  return checked.ok ? withoutValue(await flags.settleFlag(ctx, { ...settlement, paid: checked.value })) : checked
}

/** Whether the decision was made before makes no difference to the page: it shows the payment as it is now. */
function withoutValue<Refusal extends string>(result: Result<unknown, Refusal>): Result<void, Refusal> {
  return result.ok ? ok() : result
}
