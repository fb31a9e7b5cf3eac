/** The captcha of the registration form, and challenges for callers who must solve one (`server/kernel/crowd.ts`). */
import type * as contract from '#contract/identity.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { captchaRequest, hasProof } from '../../kernel/crowd.ts'

/** Issued whether or not the form requires one: a challenge costs nothing and grants nothing. */
export async function challengeCaptcha(ctx: Ctx): Promise<Ok<ReplyOf<typeof contract.challengeCaptcha>>> {
  const { challenge, difficulty, expiresAt } = ctx.partners.captcha.challenge(await captchaRequest(ctx))
  return ok({ challenge, difficulty, expiresAt: expiresAt.toISOString() })
}

/**
 * Verifies the captcha if the form requires one, or if others from the same addresses have used up a limit. `answer` is
 * the form's. `unsolved`: a captcha is required because of the limit, and the form has none.
 */
export async function passesCrowd(
  ctx: Ctx,
  answer: string | undefined,
  isCrowded: boolean,
): Promise<'passed' | 'unsolved' | 'wrong'> {
  const isAsked = ctx.settings.registration.fields.has('captcha')
  if (!isAsked && !isCrowded) return 'passed'
  if (await hasProof(ctx, answer ?? ctx.caller.captcha)) return 'passed'
  return isAsked || answer ? 'wrong' : 'unsolved'
}
