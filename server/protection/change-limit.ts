/**
 * Lowers a limit at once. A higher amount, or another period, is first recorded; requested again after the policy's delay, it
 * replaces the old limit, which applies until then (player protection, 6 and 7).
 */
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { limitKindOf } from '#contract/limit-kinds.ts'
import { type Limit, LimitDefinition } from '#contract/limits.ts'
import type * as contract from '#contract/limits.ts'
import type { PlayerCtx, Tx } from '../deps.ts'
import { audit, type AuditAction } from '../kernel/audit.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import type { Policy } from '../kernel/policy.ts'
import { lockStatus, policyOf } from '../identity/index.ts'
import { forgetRoom, isOnPlay, lockPlay } from './internal/lock-play.ts'
import { hoursLater, pendingAt, windowAt } from './internal/periods.ts'
import { recordSet } from './internal/record-set.ts'
import { findLimit, type LimitRow, lockPlayer, present, waitsUntil } from './internal/rows.ts'

type Endpoint = typeof contract.changeLimit
type Wish = { period: string; amount: bigint; policy: Policy }

export async function changeLimit(
  ctx: PlayerCtx,
  { limitId, period, amount }: VerbInput<Endpoint>,
): Promise<Result<Limit, RefusalOf<Endpoint>>> {
  const notOffered = () =>
    refuse('fieldsInvalid', { fields: { period: [playerTexts(ctx).notice('optionNotOffered')] } })
  const { id: playerId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Result<Limit, RefusalOf<Endpoint>>> => {
    await lockStatus(tx, playerId)
    await lockPlayer(tx, playerId)
    const row = await findLimit(tx, playerId, limitId)
    if (!row) return refuse('limitNotFound')
    if (row.amount === null) return refuse('limitStands')
    if (!limitKindOf(row.definition)?.periods.includes(period)) return notOffered()
    if (period !== row.period && (await isTaken(tx, row, period))) return notOffered()
    if (isOnPlay(row.definition)) await lockPlay(tx, playerId)
    const policy = await policyOf(tx, ctx.settings, playerId)
    const changed = await apply(tx, ctx, row, { period, amount: BigInt(amount), policy })
    if (changed.amount !== row.amount || changed.period !== row.period) {
      await recordSet(tx, changed)
      if (isOnPlay(row.definition)) await forgetRoom(tx, playerId)
    }
    if (row.definition === LimitDefinition.deposit && changed.amount! < row.amount)
      for (const module of ctx.lifecycles) await module.endBeyondLimits?.(ctx, tx, playerId)
    return ok((await present(tx, changed, { now: ctx.clock.now(), policy }))!)
  })
}

/** Another limit of that period exists already. */
async function isTaken(tx: Tx, row: LimitRow, period: string): Promise<boolean> {
  const other = await tx
    .selectFrom('limits.limits')
    .select('id')
    .where('player_id', '=', row.player_id)
    .where('definition', '=', row.definition)
    .where('period', '=', period)
    .where('currency', 'is not distinct from', row.currency)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

async function apply(tx: Tx, ctx: PlayerCtx, row: LimitRow, wish: Wish): Promise<LimitRow> {
  const now = ctx.clock.now()
  const nothingPending = { pending_amount: null, pending_period: null, pending_since: null, pending_until: null }
  if (wish.period === row.period && wish.amount <= row.amount!)
    return write(tx, ctx, row, { amount: wish.amount, ...nothingPending }, 'limit-lowered')
  const isSame =
    row.pending_since !== null &&
    row.pending_amount === wish.amount &&
    (row.pending_period ?? row.period) === wish.period
  const state = isSame ? pendingAt(waitsUntil(row, wish.policy), now) : 'forgotten'
  if (state === 'waits') return row
  if (state === 'may be confirmed')
    return write(
      tx,
      ctx,
      row,
      { amount: wish.amount, period: wish.period, ...(await windowOf(tx, row, wish, now)), ...nothingPending },
      'limit-raised',
    )
  return write(
    tx,
    ctx,
    row,
    {
      pending_amount: wish.amount,
      pending_period: wish.period,
      pending_since: now,
      pending_until: hoursLater(now, wish.policy.increaseDelayHours),
    },
    'limit-raise-asked',
  )
}

/** A new period ends as its own calendar does, and counts what the old one has counted. */
async function windowOf(tx: Tx, row: LimitRow, { period }: Wish, now: Date): Promise<{ window_to?: Date }> {
  if (row.period === period || row.window_to === null) return {}
  return { window_to: (await windowAt(tx, { period, zone: row.zone }, now)).to }
}

type Values = Partial<
  Pick<
    LimitRow,
    | 'amount'
    | 'period'
    | 'pending_amount'
    | 'pending_period'
    | 'pending_since'
    | 'pending_until'
    | 'removed_at'
    | 'window_to'
  >
>
/** Writes the change and its audit entry. */
export async function write(
  tx: Tx,
  ctx: PlayerCtx,
  row: LimitRow,
  values: Values,
  action: AuditAction,
): Promise<LimitRow> {
  const { id: playerId, sessionId } = ctx.caller.player
  const { amount, pending_amount } = values
  await audit(tx, ctx, {
    action,
    playerId,
    sessionId,
    detail: { limitId: row.id, amount: String(amount ?? pending_amount ?? '') },
  })
  return tx
    .updateTable('limits.limits')
    .set(values)
    .where('id', '=', row.id)
    .where('player_id', '=', playerId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
