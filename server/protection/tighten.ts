/** Limits, breaks and exclusions that an operator sets for a player. They only tighten: nothing here loosens protection. */
import { breakEnd } from '#contract/break-ends.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { type LimitKind, limitKinds } from '#contract/limit-kinds.ts'
import { type Limit, LimitDefinition } from '#contract/limits.ts'
import type { Tx } from '../deps.ts'
import { findPlayer, lockStatus, policyOf } from '../identity/index.ts'
import { audit, type AuditAction, isRepeatedAct } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { inSubunits } from '../reference/index.ts'
import { hasCurrency, lockForLimit, periodsOf, startLimit } from './add-limit.ts'
import { isBarred } from './exclusion.ts'
import { forgetRoom, isOnPlay } from './internal/lock-play.ts'
import { recordSet } from './internal/record-set.ts'
import { tellOfLimit } from './internal/tell-of-limit.ts'
import { currentLimits, type LimitRow, present } from './internal/rows.ts'

type Refusal = 'playerNotFound' | 'accountClosed' | 'notTighter' | 'notOffered'

/** What the log says once a limit or a break is set. */
const setting: AuditAction[] = ['limit-set', 'limit-lowered']

type LimitWish = {
  playerId: string
  kind: LimitKind
  period: string
  /** In units of the currency, or in minutes. */
  amount: string
  currency: string | null
  reason: string
}

/** Sets the limit, or lowers the one that there is, which also forgets a raise that the player has asked for. */
export async function tightenLimit(
  ctx: DeskCtx,
  { playerId, kind, period, amount: text, currency, reason }: LimitWish,
): Promise<Result<Limit, Refusal | 'amountInvalid'>> {
  const { definition } = limitKinds[kind]
  const guarded = await guard(ctx, playerId)
  if (!guarded.ok) return guarded
  const policy = await policyOf(ctx.db.kysely, ctx.settings, playerId)
  const isMoney = hasCurrency(definition)
  if (!periodsOf(definition, policy)?.includes(period)) return refuse('notOffered')
  if (isMoney ? !currency || !ctx.reference.isOffered(currency) : currency !== null) return refuse('notOffered')
  const amount = isMoney ? inSubunits(text, currency!) : /^\d+$/.test(text) ? BigInt(text) : 0n
  if (amount <= 0n || amount > BigInt(Number.MAX_SAFE_INTEGER)) return refuse('amountInvalid')
  return ctx.db.transaction(async (tx): Promise<Result<Limit, Refusal>> => {
    await lockForLimit(tx, playerId, definition)
    if ((await lockStatus(tx, playerId)) === 'closed') return refuse('accountClosed')
    const before = (await currentLimits(tx, playerId)).find(
      (row) => row.definition === definition && row.period === period && row.currency === currency,
    )
    const isTighter = !before || amount < before.amount! || (amount === before.amount! && before.pending_since !== null)
    if (!isTighter) {
      const isAgain =
        before?.amount === amount && (await isRepeatedAct(tx, ctx, { playerId, reason, actions: setting }))
      return isAgain ? ok((await present(tx, before, { now: ctx.clock.now(), policy }))!) : refuse('notTighter')
    }
    const row = before
      ? await lower(ctx, tx, before, { amount, reason })
      : (await startLimit(tx, ctx, { playerId, definition, period, amount, currency, reason, isForced: true }, []))!
    return ok((await present(tx, row, { now: ctx.clock.now(), policy }))!)
  })
}

async function lower(
  ctx: DeskCtx,
  tx: Tx,
  before: LimitRow,
  { amount, reason }: { amount: bigint; reason: string },
): Promise<LimitRow> {
  const { id, player_id: playerId, definition } = before
  const row = await tx
    .updateTable('limits.limits')
    .set({ amount, pending_amount: null, pending_period: null, pending_since: null, pending_until: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, ctx, {
    action: 'limit-lowered',
    playerId,
    before: String(before.amount),
    after: String(amount),
    reason,
    detail: { limitId: id },
  })
  await recordSet(tx, row, { isForced: true })
  await tellOfLimit(tx, ctx, row)
  if (isOnPlay(definition)) await forgetRoom(tx, playerId)
  if (definition === LimitDefinition.deposit)
    for (const module of ctx.lifecycles) await module.endBeyondLimits?.(ctx, tx, playerId)
  return row
}

/** A break that ends this much later than another one is the same again, such as of a second click. */
const sameWithinMs = 3_600_000

type BreakWish = { playerId: string; kind: 'coolingOff' | 'selfExclusion'; period: string; reason: string }

/** Starts a break, unless one that is in force lasts as long. */
export async function startBreak(
  ctx: DeskCtx,
  { playerId, kind, period, reason }: BreakWish,
): Promise<Result<Limit, Refusal>> {
  const definition = LimitDefinition[kind]
  const guarded = await guard(ctx, playerId)
  if (!guarded.ok) return guarded
  const policy = await policyOf(ctx.db.kysely, ctx.settings, playerId)
  const endsAt = breakEnd(period, ctx.clock.now())
  if (!endsAt || !periodsOf(definition, policy)?.includes(period)) return refuse('notOffered')
  const closed: string[] = []
  const answer = await ctx.db.transaction(async (tx): Promise<Result<Limit, Refusal>> => {
    await lockForLimit(tx, playerId, definition)
    if ((await lockStatus(tx, playerId)) === 'closed') return refuse('accountClosed')
    const hardlyEarlier = new Date(endsAt.getTime() - sameWithinMs)
    const current = await currentLimits(tx, playerId)
    if (isBarred(current, hardlyEarlier)) {
      const same = current.find((row) => row.definition === definition && row.period === period)
      const isAgain = same && (await isRepeatedAct(tx, ctx, { playerId, reason, actions: setting }))
      return isAgain ? ok((await present(tx, same, { now: ctx.clock.now(), policy }))!) : refuse('notTighter')
    }
    const wish = { playerId, definition, period, amount: null, currency: null, reason, isForced: true }
    const row = (await startLimit(tx, ctx, wish, closed))!
    return ok((await present(tx, row, { now: ctx.clock.now(), policy }))!)
  })
  if (answer.ok) for (const id of closed) ctx.realtime.closeSession(id)
  return answer
}

async function guard({ db }: DeskCtx, playerId: string): Promise<Result<void, 'playerNotFound'>> {
  return (await findPlayer(db.kysely, playerId)) ? ok() : refuse('playerNotFound')
}
