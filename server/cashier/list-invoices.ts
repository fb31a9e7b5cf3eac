/** The player's deposits and withdrawals, newest first. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { listInvoices as contract } from '#contract/payments.ts'
import type { PlayerCtx } from '../deps.ts'
import { presentInvoice, readTimelines } from './internal/present-invoice.ts'

export async function listInvoices(
  ctx: PlayerCtx,
  { id, type, status, currency, from, to, page, perPage }: VerbInput<typeof contract>,
): Promise<Result<ReplyOf<typeof contract>>> {
  // An unused deposit address is not listed.
  let query = ctx.db.kysely
    .selectFrom('payments.invoices')
    .where('player_id', '=', ctx.caller.player.id)
    .where('amount', 'is not', null)
  if (id) query = query.where('id', '=', id)
  if (type) query = query.where('type', '=', type)
  if (status && status.length > 0) query = query.where('status', 'in', status)
  if (currency) query = query.where('currency', '=', currency)
  if (from) query = query.where('created_at', '>=', new Date(from))
  if (to) query = query.where('created_at', '<', new Date(to))
  const [rows, { total }] = await Promise.all([
    query
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    query.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ])
  const timelines = await readTimelines(ctx.db.kysely, rows)
  return ok({
    data: rows.map((row) => presentInvoice(ctx, row, timelines)),
    meta: { total: Number(total), page, perPage },
  })
}
