import { ok, type Ok } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { Protection } from '#contract/limits.ts'
import type { PlayerCtx } from '../deps.ts'
import { policyOf } from '../identity/index.ts'
import { inSubunits } from '../reference/index.ts'
import { missingLimits } from './internal/required.ts'
import { currentLimits } from './internal/rows.ts'

export async function readProtection(ctx: PlayerCtx): Promise<Ok<Protection>> {
  const { id: playerId } = ctx.caller.player
  const policy = await policyOf(ctx.db.kysely, ctx.settings, playerId)
  const limits = await currentLimits(ctx.db.kysely, playerId)
  const inWire = ({ amount, currency }: { amount: string; currency: string }) => ({
    amount: toWire(inSubunits(amount, currency)),
    currency,
  })
  const { highestStake } = policy
  return ok({
    limitPrompts: [...policy.limitPrompts],
    missingLimits: missingLimits(policy, limits),
    increaseDelayHours: policy.increaseDelayHours,
    exclusionEndDelayHours: policy.exclusionEndDelayHours,
    coolingOffPeriods: [...policy.coolingOffPeriods],
    selfExclusionPeriods: [...policy.selfExclusionPeriods],
    ceilings: policy.ceilings.map((ceiling) => ({ period: ceiling.period, ...inWire(ceiling) })),
    highestStake: highestStake && inWire(highestStake),
    canCancelWithdrawals: policy.canCancelWithdrawals,
  })
}
