/** The captcha of the registration form: issues challenges, and accepts each solution once. */
import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { prefixOf } from '../../http/address-block.ts'
import { digest, mayAttempt } from '../../platform/attempts.ts'

/** Issued whether or not the form requires one: a challenge costs nothing and grants nothing. */
export async function challengeCaptcha(ctx: Ctx): Promise<Ok<ReplyOf<typeof contract.challengeCaptcha>>> {
  const { challenge, difficulty, expiresAt } = ctx.partners.captcha.challenge(requestOf(ctx))
  return ok({ challenge, difficulty, expiresAt: expiresAt.toISOString() })
}

/**
 * True if no captcha is configured. An accepted solution is consumed at once, even if the registration fails, so it
 * pays for one attempt; of two concurrent submissions, one passes.
 */
export async function passesCaptcha(ctx: Ctx, answer: string | undefined): Promise<boolean> {
  if (!ctx.settings.registration.fields.has('captcha')) return true
  const passed = await ctx.partners.captcha.verify(answer ?? '', requestOf(ctx))
  if (!passed) return false
  const leftMs = passed.expiresAt.getTime() - ctx.clock.now().getTime()
  const limit = { max: 1, windowSeconds: Math.ceil(leftMs / 1000) }
  return mayAttempt(ctx, [{ key: `captcha:${digest(passed.id)}`, limit }])
}

function requestOf({ caller, clock }: Ctx) {
  return { place: prefixOf(caller.ip), now: clock.now() }
}
