/** Totals of what a player put in and took out. */
import { sql } from 'kysely'
import { ok, type ReplyOf, type Result } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { readInvoiceStatistics as contract } from '#contract/payments.ts'
import type { PlayerCtx } from '../../deps.ts'

export async function readInvoiceStatistics(ctx: PlayerCtx): Promise<Result<ReplyOf<typeof contract>>> {
  const rows = await ctx.db.kysely.selectFrom('payments.invoices')
    .select(['currency', sql<bigint>`count(*) filter (where type = 1)`.as('deposits'),
      sql<bigint>`coalesce(sum(amount) filter (where type = 1), 0)::bigint`.as('deposited'),
      sql<bigint>`coalesce(sum(amount) filter (where type = 2), 0)::bigint`.as('withdrawn')])
    .where('player_id', '=', ctx.caller.player.id).where('status', '=', 2).groupBy('currency').orderBy('currency').execute()
  return ok({
    successDepositNumber: rows.reduce((sum, row) => sum + Number(row.deposits), 0),
    totals: rows.map(({ currency, deposited, withdrawn }) => ({ currency, deposited: toWire(deposited), withdrawn: toWire(withdrawn) })),
  })
}
