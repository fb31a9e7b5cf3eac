/** A player's protection at the desk. */
import type * as contract from '#contract/desk/player-acts.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { limitKindOf } from '#contract/limit-kinds.ts'
import { type Limit, LimitDefinition } from '#contract/limits.ts'
import { findPlayer, policyOf } from '../identity/index.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { currencies, inUnits } from '../reference/index.ts'
import { currentLimits, present } from './internal/rows.ts'
import { startBreak, tightenLimit } from './tighten.ts'

type Status = keyof typeof PlayerStatus

function toDesk({ id, definition, period, amount, currency, endsAt, isForced, pending }: Limit): contract.DeskLimit {
  return {
    id,
    kind: limitKindOf(definition)?.name ?? (definition === LimitDefinition.coolingOff ? 'coolingOff' : 'selfExclusion'),
    period,
    amount: amount !== null && currency !== null ? inUnits(BigInt(amount), currency) : null,
    minutes: currency === null ? amount : null,
    endsAt,
    isForced: isForced ?? false,
    changesFrom: pending?.appliesFrom ?? null,
  }
}

export async function readProtectionOfPlayer(
  { db, settings, clock, reference }: DeskCtx,
  { playerId }: VerbInput<typeof contract.readProtectionOfPlayer>,
): Promise<Result<ReplyOf<typeof contract.readProtectionOfPlayer>, 'playerNotFound'>> {
  const { kysely } = db
  const player = await findPlayer(kysely, playerId)
  if (!player) return refuse('playerNotFound')
  const policy = await policyOf(kysely, settings, playerId)
  const rows = await currentLimits(kysely, playerId)
  const shown = await Promise.all(rows.map((row) => present(kysely, row, { now: clock.now(), policy })))
  return ok({
    status: (Object.keys(PlayerStatus) as Status[]).find((name) => PlayerStatus[name] === player.status)!,
    limits: shown.filter((limit) => limit !== null).map(toDesk),
    currencies: currencies.map(({ code }) => code).filter((code) => reference.isOffered(code)),
    coolingOffPeriods: [...policy.coolingOffPeriods],
    selfExclusionPeriods: [...policy.selfExclusionPeriods],
  })
}

export async function setLimitOfPlayer(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.setLimitOfPlayer>,
): Promise<Result<contract.DeskLimit, RefusalOf<typeof contract.setLimitOfPlayer>>> {
  const set = await tightenLimit(ctx, input)
  return set.ok ? ok(toDesk(set.value)) : set
}

export async function startBreakOfPlayer(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.startBreakOfPlayer>,
): Promise<Result<contract.DeskLimit, RefusalOf<typeof contract.startBreakOfPlayer>>> {
  const started = await startBreak(ctx, input)
  return started.ok ? ok(toDesk(started.value)) : started
}
