/**
 * Removes a limit, which counts as the highest raise: recorded first, applied when requested again after a day. A self-exclusion whose
 * term is over ends a day after its player asks for it; before that, and for cooling-off periods, nothing can be removed.
 */
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Limit } from '#contract/limits.ts'
import type * as contract from '#contract/limits.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { write } from './change-limit.ts'
import { pendingAt } from './internal/periods.ts'
import { findLimit, type LimitRow, lockPlayer, mayEnd, present } from './internal/rows.ts'

type Endpoint = typeof contract.removeLimit

export async function removeLimit(
  ctx: PlayerCtx,
  { limitId }: VerbInput<Endpoint>,
): Promise<Result<Limit, RefusalOf<Endpoint>>> {
  const { id: playerId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Result<Limit, RefusalOf<Endpoint>>> => {
    await lockPlayer(tx, playerId)
    const row = await findLimit(tx, playerId, limitId)
    if (!row) return refuse('limitNotFound')
    if (row.amount === null && !mayEnd(row, ctx.clock.now())) return refuse('limitStands')
    return ok((await present(tx, await apply(tx, ctx, row), ctx.clock.now()))!)
  })
}

async function apply(tx: Tx, ctx: PlayerCtx, row: LimitRow): Promise<LimitRow> {
  const now = ctx.clock.now()
  if (row.ends_at) return write(tx, ctx, row, { pending_since: now }, 'exclusion-end-asked')
  const state =
    row.pending_since !== null && row.pending_amount === null ? pendingAt(row.pending_since, now) : 'forgotten'
  if (state === 'waits') return row
  if (state === 'may be confirmed') return write(tx, ctx, row, { removed_at: now }, 'limit-removed')
  return write(tx, ctx, row, { pending_amount: null, pending_period: null, pending_since: now }, 'limit-removal-asked')
}
