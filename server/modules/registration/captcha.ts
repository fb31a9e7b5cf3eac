/** The captcha of the registration form: hands out challenges, and accepts each solved one once. */
import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { prefixOf } from '../../http/address-block.ts'
import { digest, mayAttempt } from '../../platform/attempts.ts'

/** Handed out whether or not the form asks for it: a challenge costs nothing and opens nothing. */
export async function challengeCaptcha(ctx: Ctx): Promise<Ok<ReplyOf<typeof contract.challengeCaptcha>>> {
  const { challenge, difficulty, expiresAt } = ctx.partners.captcha.challenge(requestOf(ctx))
  return ok({ challenge, difficulty, expiresAt: expiresAt.toISOString() })
}

/**
 * True where no captcha is configured. An accepted answer is spent at once and stays spent whatever becomes of the registration, so
 * that it pays for one attempt; of two tabs that send the same answer together, one passes.
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
