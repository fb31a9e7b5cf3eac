/** Sets a limit, or starts a cooling-off period or self-exclusion: effective at once. */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { cashPeriods, AdditionalLimitDefinition, type Limit, LimitDefinition, roundPeriod } from '#contract/limits.ts'
import type * as contract from '#contract/limits.ts'
import type { PlayerCtx, Tx } from '../deps.ts'
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
import { audit } from '../kernel/audit.ts'
import { zoneOfDatabase } from '../kernel/time-zones.ts'
import { lockWallets } from '../ledger/index.ts'
import { stockMessages } from '#contract/fields/messages.ts'
import type { Policy } from '../kernel/policy.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import { hasEnoughBreaks } from './internal/breaks.ts'
import { forgetRoom, isOnPlay, lockPlay } from './internal/lock-play.ts'
import { endOf } from './internal/periods.ts'
import { notifyBreak } from './internal/notify-break.ts'
import { recordSet } from './internal/record-set.ts'
import { lockPlayer, present } from './internal/rows.ts'

type Endpoint = typeof contract.addLimit
type Input = VerbInput<Endpoint>

function offeredBy(policy: Policy): Record<number, readonly string[]> {
  return {
    [LimitDefinition.bet]: cashPeriods,
    [LimitDefinition.loss]: cashPeriods,
    [LimitDefinition.deposit]: cashPeriods,
    [AdditionalLimitDefinition.playTime]: cashPeriods,
    [AdditionalLimitDefinition.stake]: [roundPeriod],
    [LimitDefinition.selfExclusion]: policy.selfExclusionPeriods,
    [LimitDefinition.coolingOff]: policy.coolingOffPeriods,
  }
}

export async function addLimit(ctx: PlayerCtx, input: Input): Promise<Result<Limit, RefusalOf<Endpoint>>> {
  const { id: playerId } = ctx.caller.player
  const policy = await policyOf(ctx.db.kysely, ctx.settings, playerId)
  const fields = faultsOf(ctx, input, policy)
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  const isExclusion = input.definition === LimitDefinition.selfExclusion
  let closed: string[] = []
  const answer = await ctx.db.transaction(async (tx): Promise<Result<Limit, RefusalOf<Endpoint>>> => {
    const isBreak = !hasAmount(input.definition)
    const isPlay = isOnPlay(input.definition)
    await lockStatus(tx, playerId)
    await lockPlayer(tx, playerId)
    if (isPlay) await lockPlay(tx, playerId)
    if (isBreak) await lockWallets(tx, await accountsOfMailbox(tx, playerId))
    if (await hasEnoughBreaks(tx, ctx, playerId, input))
      return refuse('tooManyBreaks', { message: playerTexts(ctx).notice('tooManyBreaks') })
    const row = await insert(tx, ctx, input)
    if (!row) return refuse('limitExists')
    if (isPlay) await forgetRoom(tx, playerId)
    if (input.definition === LimitDefinition.deposit)
      for (const module of ctx.lifecycles) await module.endBeyondLimits?.(ctx, tx, playerId)
    // Sessions before the subscriptions of their browsers.
    if (isExclusion) closed = await closeEverySession(tx, ctx.clock.now(), playerId, 'self-excluded')
    if (isBreak) for (const module of ctx.lifecycles) await module.endOpen?.(ctx, tx, playerId, 'excluded')
    return ok((await present(tx, row, { now: ctx.clock.now(), policy }))!)
  })
  // Sockets close at once, without waiting for the relay.
  if (answer.ok) for (const sessionId of closed) ctx.realtime.closeSession(sessionId, playerId)
  return answer
}

function faultsOf(ctx: PlayerCtx, { definition, period, amount, currency }: Input, policy: Policy): FieldFaults {
  const offered = offeredBy(policy)
  const { notice, messages } = playerTexts(ctx)
  const isMoney = hasCurrency(definition)
  return {
    ...(offered[definition] ? {} : { definition: [notice('optionNotOffered')] }),
    ...(offered[definition]?.includes(period) === false ? { period: [notice('optionNotOffered')] } : {}),
    ...(hasAmount(definition) && amount === undefined ? { amount: [messages.required ?? stockMessages.required] } : {}),
    ...(isMoney && !(currency && ctx.reference.isOffered(currency))
      ? { currency: [notice('currencyNotOffered')] }
      : {}),
  }
}

/** All but cooling-off and self-exclusion. */
function hasAmount(definition: number): boolean {
  return definition !== LimitDefinition.selfExclusion && definition !== LimitDefinition.coolingOff
}

function hasCurrency(definition: number): boolean {
  return hasAmount(definition) && definition !== AdditionalLimitDefinition.playTime
}

async function insert(tx: Tx, ctx: PlayerCtx, { definition, period, amount, currency }: Input) {
  const now = ctx.clock.now()
  const { id: playerId, sessionId } = ctx.caller.player
  const zone = await zoneOfDatabase(tx, readDetails((await readPlayer(tx, playerId)).details).timeZone || 'UTC')
  const row = await tx
    .insertInto('limits.limits')
    .values({
      id: randomUUID(),
      player_id: playerId,
      definition,
      period,
      created_at: now,
      amount: hasAmount(definition) ? amount! : null,
      currency: hasCurrency(definition) ? currency! : null,
      ends_at: hasAmount(definition) ? null : endOf(period, now),
      zone,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row)
    await audit(tx, ctx, {
      action: 'limit-set',
      playerId,
      sessionId,
      detail: { definition, period, amount: amount ?? null, currency: currency ?? null },
    })
  if (row) await recordSet(tx, row)
  if (row && definition === LimitDefinition.coolingOff) await notifyBreak(tx, ctx, row)
  return row
}
