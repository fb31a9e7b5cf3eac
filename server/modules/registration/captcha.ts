/**
 * The captcha of the registration form, and of whoever signs in or registers among too many: issues challenges, and
 * accepts each solution once.
 */
import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { prefixOf } from '../../http/address-block.ts'
import { digest, fullnessOf, mayAttempt, registrationAttempt, signInAttempt } from '../../platform/attempts.ts'

/** Issued whether or not the form requires one: a challenge costs nothing and grants nothing. */
export async function challengeCaptcha(ctx: Ctx): Promise<Ok<ReplyOf<typeof contract.challengeCaptcha>>> {
  const { challenge, difficulty, expiresAt } = ctx.partners.captcha.challenge(await requestOf(ctx))
  return ok({ challenge, difficulty, expiresAt: expiresAt.toISOString() })
}

/** True if no captcha is configured. */
async function passesCaptcha(ctx: Ctx, answer: string | undefined): Promise<boolean> {
  return !ctx.settings.registration.fields.has('captcha') || solvesCaptcha(ctx, answer)
}

/**
 * Where others from the same addresses have used up a limit, a solution lets this one pass: strangers make a call cost
 * more, and refuse nobody.
 */
export async function passesCrowd(
  ctx: Ctx,
  answer: string | undefined,
  isCrowded: boolean,
): Promise<'passed' | 'unsolved' | 'wrong'> {
  if (isCrowded && !answer) return 'unsolved'
  return (await (isCrowded ? solvesCaptcha(ctx, answer) : passesCaptcha(ctx, answer))) ? 'passed' : 'wrong'
}

/**
 * An accepted solution is consumed at once, even if the attempt fails, so it pays for one; of two concurrent
 * submissions, one passes.
 */
export async function solvesCaptcha(ctx: Ctx, answer: string | undefined): Promise<boolean> {
  if (!answer) return false
  const passed = await ctx.partners.captcha.verify(answer, await requestOf(ctx))
  if (!passed) return false
  const leftMs = passed.expiresAt.getTime() - ctx.clock.now().getTime()
  const limit = { max: 1, windowSeconds: Math.ceil(leftMs / 1000) }
  return mayAttempt(ctx, [{ key: `captcha:${digest(passed.id)}`, limit }])
}

/** Twice the limit costs twice the work, up to sixteen times: a few seconds of a telephone. */
const mostExtraBits = 4

async function requestOf({ caller, clock, db }: Ctx) {
  const now = clock.now()
  const counted = [...signInAttempt(caller.ip), ...registrationAttempt(caller.ip)]
  const fullness = await fullnessOf(db.kysely, now, counted)
  const extraBits = Math.min(mostExtraBits, Math.max(0, Math.floor(Math.log2(Math.max(1, fullness)))))
  return { place: prefixOf(caller.ip), now, extraBits }
}
