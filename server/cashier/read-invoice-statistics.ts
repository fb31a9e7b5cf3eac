/** A player's deposit and withdrawal totals, of a period and of all time. */
import { sql } from 'kysely'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import { InvoiceStatus, InvoiceType, type readInvoiceStatistics as contract } from '#contract/payments.ts'
import type { PlayerCtx } from '../deps.ts'

type Reply = ReplyOf<typeof contract>

export async function readInvoiceStatistics(
  ctx: PlayerCtx,
  { from, to }: VerbInput<typeof contract>,
): Promise<Result<Reply>> {
  const isWithin = sql<boolean>`created_at >= ${from ?? '-infinity'}::timestamptz AND created_at < ${to ?? 'infinity'}::timestamptz`
  const sum = (type: number, within = sql<boolean>`true`) =>
    sql<bigint>`coalesce(sum(amount) FILTER (WHERE type = ${sql.lit(type)} AND ${within}), 0)::bigint`
  const rows = await ctx.db.kysely
    .selectFrom('payments.invoices')
    .select([
      'currency',
      sql<number>`(count(*) FILTER (WHERE type = ${sql.lit(InvoiceType.deposit)}))::int`.as('deposits'),
      sql<boolean>`coalesce(bool_or(${isWithin}), false)`.as('isWithin'),
      sum(InvoiceType.deposit, isWithin).as('deposited'),
      sum(InvoiceType.withdrawal, isWithin).as('withdrawn'),
      sum(InvoiceType.deposit).as('everDeposited'),
      sum(InvoiceType.withdrawal).as('everWithdrawn'),
    ])
    .where('player_id', '=', ctx.caller.player.id)
    .where('status', '=', InvoiceStatus.success)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return ok({
    successDepositNumber: rows.reduce((all, { deposits }) => all + deposits, 0),
    totals: rows
      .filter((row) => row.isWithin)
      .map(({ currency, deposited, withdrawn }) => totals(currency, deposited, withdrawn)),
    lifetime: rows.map(({ currency, everDeposited, everWithdrawn }) => totals(currency, everDeposited, everWithdrawn)),
  })
}

function totals(currency: string, deposited: bigint, withdrawn: bigint): Reply['lifetime'][number] {
  return { currency, deposited: toWire(deposited), withdrawn: toWire(withdrawn), net: toWire(deposited - withdrawn) }
}
