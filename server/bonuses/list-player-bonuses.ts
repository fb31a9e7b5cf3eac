import type * as contract from '#contract/bonuses.ts'
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { presentBonus, presentFreespin } from './internal/rows.ts'

/** The maximum listed; older ones are history. */
const most = 200

export async function listPlayerBonuses(
  ctx: PlayerCtx,
  { status, currency }: VerbInput<typeof contract.listPlayerBonuses>,
): Promise<Result<ReplyOf<typeof contract.listPlayerBonuses>>> {
  let query = ctx.db.kysely
    .selectFrom('bonuses.player_bonuses')
    .selectAll()
    .where('player_id', '=', ctx.caller.player.id)
  if (status && status.length > 0) query = query.where('status', 'in', status)
  if (currency) query = query.where('currency', '=', currency)
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(most).execute()
  return ok(await Promise.all(rows.map((row) => presentBonus(ctx.db.kysely, row, ctx.caller.locale))))
}

export async function listPlayerFreespins(
  ctx: PlayerCtx,
  { status, currency }: VerbInput<typeof contract.listPlayerFreespins>,
): Promise<Result<ReplyOf<typeof contract.listPlayerFreespins>>> {
  let query = ctx.db.kysely
    .selectFrom('bonuses.player_freespins')
    .selectAll()
    .where('player_id', '=', ctx.caller.player.id)
  if (status && status.length > 0) query = query.where('status', 'in', status)
  if (currency) query = query.where('currency', '=', currency)
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(most).execute()
  return ok(rows.map((row) => presentFreespin(row, ctx.caller.locale)))
}
