/** Decisions at the desk about a withdrawal in review and about a flagged payment. */
import { sql } from 'kysely'
import type * as contract from '#contract/desk/payments.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Tx } from '../../deps.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { isAboveThreshold, thresholdWindowMs } from '../../operators/index.ts'
import { fromDecimal } from '../../kernel/decimal.ts'
import { checkPaid } from '../flags/paid-amount.ts'
import { flagWithdrawal } from '../flags/flag-withdrawal.ts'
import { lockInvoiceNumbered } from '../internal/invoices.ts'
import * as flags from '../flags/settle-flag.ts'
import * as payouts from '../payouts/decide-withdrawal.ts'

export async function decideWithdrawal(
  ctx: DeskCtx,
  { number, decision, reason, seen }: VerbInput<typeof contract.decideWithdrawal>,
): Promise<Result<void, RefusalOf<typeof contract.decideWithdrawal>>> {
  return payouts.decideWithdrawal(ctx, { number, decision, reason: reason || null, seen })
}

/**
 * Of approvals above the threshold, together with what was approved for the same player within a day. A refusal of a
 * withdrawal moves no money to anybody else.
 */
export const withdrawalApproval = {
  async isNeeded(
    ctx: DeskCtx,
    tx: Tx,
    { number, decision }: VerbInput<typeof contract.decideWithdrawal>,
  ): Promise<boolean> {
    if (decision !== 'approved') return false
    const found = await tx
      .selectFrom('payments.invoices')
      .select(['player_id', 'review', 'amount', 'currency'])
      .where('number', '=', number)
      .executeTakeFirst()
    // The verb refuses an unknown or decided one. A withdrawal always has an amount.
    if (found?.review !== 'open' || found.amount === null) return false
    const earlier = await tx
      .selectFrom('payments.invoices')
      .select([sql<bigint>`amount`.as('amount'), 'currency'])
      .where('player_id', '=', found.player_id)
      .where('review', '=', 'approved')
      .where('reviewed_by', 'is not', null)
      .where('reviewed_at', '>', new Date(ctx.clock.now().getTime() - thresholdWindowMs))
      .execute()
    return isAboveThreshold(tx, ctx, 'withdrawal', [...earlier, { amount: found.amount, currency: found.currency }])
  },
  subjectOf: async (_ctx: DeskCtx, { number }: { number: string }): Promise<string> => `withdrawal ${number}`,
  async versionOf(tx: Tx, { number }: { number: string }): Promise<string> {
    const row = await lockInvoiceNumbered(tx, number)
    return row ? `${row.review} ${row.version}` : ''
  },
}

export async function raiseFlag(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.raiseFlag>,
): Promise<Result<void, RefusalOf<typeof contract.raiseFlag>>> {
  return flagWithdrawal(ctx, input)
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

/** Of decisions that move more than the threshold, together with those about the same player within a day. */
export const flagApproval = {
  async isNeeded(
    ctx: DeskCtx,
    tx: Tx,
    { number, decision, paid }: VerbInput<typeof contract.settleFlag>,
  ): Promise<boolean> {
    // The payment continues as if nothing had been reported.
    if (decision === 'dismiss') return false
    const decisions = tx
      .selectFrom('payments.flags as flag')
      .innerJoin('payments.invoices as invoice', 'invoice.id', 'flag.invoice_id')
      .select([
        'invoice.player_id',
        'invoice.currency as own',
        sql<bigint>`coalesce(flag.amount, invoice.amount, 0)`.as('amount'),
        sql<string>`coalesce(flag.currency, invoice.currency)`.as('currency'),
      ])
    const open = await decisions
      .where('invoice.number', '=', number)
      .where('flag.settled_at', 'is', null)
      .executeTakeFirst()
    // The verb refuses it, or it is repeated.
    if (!open) return false
    const earlier = await decisions
      .where('invoice.player_id', '=', open.player_id)
      .where('flag.decision', '!=', 'dismiss')
      .where('flag.settled_at', '>', new Date(ctx.clock.now().getTime() - thresholdWindowMs))
      .execute()
    const entered = paid === undefined ? null : fromDecimal(paid, open.own)
    const moved = entered === null ? open : { amount: entered as bigint, currency: open.own }
    return isAboveThreshold(tx, ctx, 'flag', [...earlier, moved])
  },
  subjectOf: async (_ctx: DeskCtx, { number }: { number: string }): Promise<string> => `flagged payment ${number}`,
  async versionOf(tx: Tx, { number }: { number: string }): Promise<string> {
    const row = await lockInvoiceNumbered(tx, number)
    return row ? `${row.flag} ${row.version}` : ''
  },
}

/** Whether the decision was made before makes no difference to the page: it shows the payment as it is now. */
function withoutValue<Refusal extends string>(result: Result<unknown, Refusal>): Result<void, Refusal> {
  return result.ok ? ok() : result
}
