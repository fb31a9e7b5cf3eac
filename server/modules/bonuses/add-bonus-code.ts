/** Adds a code. A wrong one is an answer, not an error; guesses are limited. */
import { BonusCodeStatus, BonusTrigger } from '#contract/bonuses.ts'
import type * as contract from '#contract/bonuses.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { digest, limitedUntil, mayAttempt } from '../../platform/attempts.ts'
import { policyOf } from '../players/policy-of.ts'
import { brokenRule } from './internal/permitted.ts'
import { offerOfCode, openCode } from './open-code.ts'

type Endpoint = typeof contract.addBonusCode
const windowSeconds = 3600

export async function addBonusCode(
  ctx: PlayerCtx,
  { bonusCode, trigger }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const { id: playerId } = ctx.caller.player
  const code = bonusCode.trim().toUpperCase()
  if (!(await mayGuess(ctx, playerId, code))) return refuse('tooManyAttempts')
  const offer = await offerOfCode(ctx.db.kysely, code)
  if (!offer) return ok({ id: null, bonusCode: code, status: BonusCodeStatus.incorrect })
  const isPermitted = !brokenRule(offer, await policyOf(ctx.db.kysely, ctx.settings, playerId))
  // Every code belongs to a deposit bonus; with another trigger, or where a policy forbids it, it is not available.
  if (trigger !== BonusTrigger.deposit || !isPermitted)
    return ok({ id: null, bonusCode: code, status: BonusCodeStatus.notAvailable })
  const id = await ctx.db.transaction((tx) => openCode(tx, ctx, { playerId, code }))
  return ok({ id, bonusCode: code, status: id ? BonusCodeStatus.added : BonusCodeStatus.notAvailable })
}

/** Clients add a code for registration first and then for deposits: repeating the same code is not another guess. */
async function mayGuess(ctx: PlayerCtx, playerId: string, code: string): Promise<boolean> {
  const asked = { key: `bonus-code:${playerId}:${digest(code)}`, limit: { max: 1, windowSeconds } }
  const guesses = { key: `bonus-code:${playerId}`, limit: { max: 20, windowSeconds } }
  const isNew = await mayAttempt(ctx, [asked])
  return isNew
    ? mayAttempt(ctx, [guesses])
    : (await limitedUntil(ctx.db.kysely, ctx.clock.now(), over(guesses))) === null
}

/** Refused only beyond the limit: the last allowed guess may be repeated. */
function over({ key, limit }: { key: string; limit: { max: number; windowSeconds: number } }) {
  return { key, limit: { ...limit, max: limit.max + 1 } }
}
