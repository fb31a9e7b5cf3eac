/** Adds a code. A wrong one is an answer, not an error; guesses are limited. */
import { BonusCodeStatus, BonusTrigger } from '#contract/bonuses.ts'
import type * as contract from '#contract/bonuses.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { policyOf } from '../identity/index.ts'
import { brokenRule } from './internal/permitted.ts'
import { mayGuessCode } from './may-guess-code.ts'
import { offerOfCode, openCode } from './open-code.ts'

type Endpoint = typeof contract.addBonusCode

export async function addBonusCode(
  ctx: PlayerCtx,
  { bonusCode, trigger }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const { id: playerId } = ctx.caller.player
  const code = bonusCode.trim().toUpperCase()
  // Clients add a code first for registration and then for deposits; both calls count as one guess.
  if (!(await mayGuessCode(ctx, playerId, code))) return refuse('tooManyAttempts')
  const offer = await offerOfCode(ctx.db.kysely, code)
  if (!offer) return ok({ id: null, bonusCode: code, status: BonusCodeStatus.incorrect })
  const isPermitted = !brokenRule(offer, await policyOf(ctx.db.kysely, ctx.settings, playerId), ctx)
  // Every code belongs to a deposit bonus; with another trigger, or where a policy forbids it, it is not available.
  if (trigger !== BonusTrigger.deposit || !isPermitted)
    return ok({ id: null, bonusCode: code, status: BonusCodeStatus.notAvailable })
  const id = await ctx.db.transaction((tx) => openCode(tx, ctx, { playerId, code }))
  return ok({ id, bonusCode: code, status: id ? BonusCodeStatus.added : BonusCodeStatus.notAvailable })
}
