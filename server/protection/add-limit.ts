/** Sets a limit, or starts a cooling-off period or self-exclusion: effective at once. */
import { randomUUID } from 'node:crypto'
import { breakEnd } from '#contract/break-ends.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { limitKindOf } from '#contract/limit-kinds.ts'
import { type Limit, LimitDefinition } from '#contract/limits.ts'
import type * as contract from '#contract/limits.ts'
import type { Deps, PlayerCtx, Tx } from '../deps.ts'
import {
  accountsOfMailbox,
  closeEverySession,
  type FieldFaults,
  hasFaults,
  lockStatus,
  policyOf,
  readDetails,
  readPlayer,
} from '../identity/index.ts'
import { audit, type AuditContext } from '../kernel/audit.ts'
import { zoneOfDatabase } from '../kernel/time-zones.ts'
import { lockWallets } from '../ledger/index.ts'
import { stockMessages } from '#contract/fields/messages.ts'
import type { Policy } from '../kernel/policy.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import { hasEnoughBreaks } from './internal/breaks.ts'
import { forgetRoom, isOnPlay, lockPlay } from './internal/lock-play.ts'
import { notifyBreak } from './internal/notify-break.ts'
import { recordSet } from './internal/record-set.ts'
import { tellOfLimit } from './internal/tell-of-limit.ts'
import { type LimitRow, lockPlayer, present } from './internal/rows.ts'

type Endpoint = typeof contract.addLimit
type Input = VerbInput<Endpoint>

/** Undefined for an unknown definition. */
export function periodsOf(definition: number, policy: Policy): readonly string[] | undefined {
  if (definition === LimitDefinition.selfExclusion) return policy.selfExclusionPeriods
  if (definition === LimitDefinition.coolingOff) return policy.coolingOffPeriods
  return limitKindOf(definition)?.periods
}

export async function addLimit(ctx: PlayerCtx, input: Input): Promise<Result<Limit, RefusalOf<Endpoint>>> {
  const { id: playerId } = ctx.caller.player
  const policy = await policyOf(ctx.db.kysely, ctx.settings, playerId)
  const fields = faultsOf(ctx, input, policy)
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  const { sessionId } = ctx.caller.player
  const { definition, period, amount, currency } = input
  const closed: string[] = []
  const answer = await ctx.db.transaction(async (tx): Promise<Result<Limit, RefusalOf<Endpoint>>> => {
    await lockForLimit(tx, playerId, definition)
    if (await hasEnoughBreaks(tx, ctx, playerId, input))
      return refuse('tooManyBreaks', { message: playerTexts(ctx).notice('tooManyBreaks') })
    const wish = { playerId, definition, period, amount: hasAmount(definition) ? BigInt(amount!) : null, currency }
    const row = await startLimit(tx, ctx, { ...wish, currency: currency ?? null, sessionId, isForced: false }, closed)
    return row ? ok((await present(tx, row, { now: ctx.clock.now(), policy }))!) : refuse('limitExists')
  })
  // Sockets close at once, without waiting for the relay.
  if (answer.ok) for (const id of closed) ctx.realtime.closeSession(id)
  return answer
}

/** Locks everything that a new limit or break concerns. */
export async function lockForLimit(tx: Tx, playerId: string, definition: number): Promise<void> {
  await lockStatus(tx, playerId)
  await lockPlayer(tx, playerId)
  if (isOnPlay(definition)) await lockPlay(tx, playerId)
  if (!hasAmount(definition)) await lockWallets(tx, await accountsOfMailbox(tx, playerId))
}

type NewLimit = {
  playerId: string
  definition: number
  period: string
  amount: bigint | null
  currency: string | null
  /** True if an operator starts it. */
  isForced: boolean
  sessionId?: string
  reason?: string
}

/**
 * Starts a limit or break under the locks of `lockForLimit`; null if there is a limit of this kind. Adds the sessions
 * that it ends to `closed`.
 */
export async function startLimit(
  tx: Tx,
  ctx: Deps & AuditContext,
  limit: NewLimit,
  closed: string[],
): Promise<LimitRow | null> {
  const { playerId, definition } = limit
  const row = await insert(tx, ctx, limit)
  if (!row) return null
  if (isOnPlay(definition)) await forgetRoom(tx, playerId)
  if (definition === LimitDefinition.deposit)
    for (const module of ctx.lifecycles) await module.endBeyondLimits?.(ctx, tx, playerId)
  // Sessions before the subscriptions of their browsers.
  if (definition === LimitDefinition.selfExclusion)
    closed.push(...(await closeEverySession(tx, ctx.clock.now(), playerId, 'self-excluded')))
  if (!hasAmount(definition)) for (const module of ctx.lifecycles) await module.endOpen?.(ctx, tx, playerId, 'excluded')
  return row
}

function faultsOf(ctx: PlayerCtx, { definition, period, amount, currency }: Input, policy: Policy): FieldFaults {
  const offered = periodsOf(definition, policy)
  const { notice, messages } = playerTexts(ctx)
  const isMoney = hasCurrency(definition)
  return {
    ...(offered ? {} : { definition: [notice('optionNotOffered')] }),
    ...(offered?.includes(period) === false ? { period: [notice('optionNotOffered')] } : {}),
    ...(hasAmount(definition) && amount === undefined ? { amount: [messages.required ?? stockMessages.required] } : {}),
    ...(isMoney && !(currency && ctx.reference.isOffered(currency))
      ? { currency: [notice('currencyNotOffered')] }
      : {}),
  }
}

/** All but cooling-off and self-exclusion. */
function hasAmount(definition: number): boolean {
  return limitKindOf(definition) !== undefined
}

export function hasCurrency(definition: number): boolean {
  return limitKindOf(definition)?.unit === 'money'
}

async function insert(
  tx: Tx,
  ctx: Deps & AuditContext,
  { playerId, definition, period, amount, currency, isForced, sessionId, reason }: NewLimit,
): Promise<LimitRow | null> {
  const now = ctx.clock.now()
  const zone = await zoneOfDatabase(tx, readDetails((await readPlayer(tx, playerId)).details).timeZone || 'UTC')
  const row = await tx
    .insertInto('limits.limits')
    .values({
      id: randomUUID(),
      player_id: playerId,
      definition,
      period,
      created_at: now,
      amount,
      currency: hasCurrency(definition) ? currency : null,
      ends_at: hasAmount(definition) ? null : breakEnd(period, now),
      zone,
      is_forced: isForced,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  await audit(tx, ctx, {
    action: 'limit-set',
    playerId,
    ...(sessionId && { sessionId }),
    before: null,
    after: { amount: amount === null ? null : Number(amount) },
    reason,
    detail: { definition, period, currency },
  })
  await recordSet(tx, row, { isForced })
  if (isForced) await tellOfLimit(tx, ctx, row)
  else if (definition === LimitDefinition.coolingOff) await notifyBreak(tx, ctx, row)
  return row
}
