/**
 * Removes a limit, which counts as the highest increase: recorded first, applied when requested again after the policy's
 * delay. A self-exclusion whose term is over ends a delay after its player requests it; before that, and for cooling-off
 * periods, nothing can be removed.
 */
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Limit } from '#contract/limits.ts'
import type * as contract from '#contract/limits.ts'
import type { PlayerCtx, Tx } from '../deps.ts'
import { write } from './change-limit.ts'
import type { Policy } from '../kernel/policy.ts'
import { policyOf } from '../identity/index.ts'
import { forgetRoom, isOnPlay, lockPlay } from './internal/lock-play.ts'
import { hoursLater, pendingAt } from './internal/periods.ts'
import { recordRemoved } from './internal/record-set.ts'
import { findLimit, type LimitRow, lockPlayer, mayEnd, present, waitsUntil } from './internal/rows.ts'

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
    if (isOnPlay(row.definition)) await lockPlay(tx, playerId)
    const policy = await policyOf(tx, ctx.settings, playerId)
    return ok((await present(tx, await apply(tx, ctx, row, policy), { now: ctx.clock.now(), policy }))!)
  })
}

async function apply(tx: Tx, ctx: PlayerCtx, row: LimitRow, policy: Policy): Promise<LimitRow> {
  const now = ctx.clock.now()
  if (row.ends_at) {
    const pending_until = hoursLater(now, policy.exclusionEndDelayHours)
    return write(tx, ctx, row, { pending_since: now, pending_until }, 'exclusion-end-asked')
  }
  const state =
    row.pending_since !== null && row.pending_amount === null ? pendingAt(waitsUntil(row, policy), now) : 'forgotten'
  if (state === 'waits') return row
  if (state === 'may be confirmed') {
    const removed = await write(tx, ctx, row, { removed_at: now }, 'limit-removed')
    await recordRemoved(tx, removed)
    if (isOnPlay(row.definition)) await forgetRoom(tx, row.player_id)
    return removed
  }
  const pending_until = hoursLater(now, policy.increaseDelayHours)
  return write(
    tx,
    ctx,
    row,
    { pending_amount: null, pending_period: null, pending_since: now, pending_until },
    'limit-removal-asked',
  )
}
