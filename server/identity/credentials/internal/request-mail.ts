/** Accepts a request for a mail to any address. A job looks up its account later and sends the mail if there is one. */
import { canonicalEmail } from '#contract/fields/text.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { faultOf } from '#contract/fields/rules.ts'
import type { Ctx } from '../../../deps.ts'
import { addressOf, prefixOf } from '../../../kernel/http/address-block.ts'
import { mayPass, refuseCrowded } from '../../../kernel/crowd.ts'
import { playerTexts } from '../../../kernel/player-texts.ts'
import { perDay, perHour } from '../../../kernel/attempts.ts'
import { queueMailRequest } from '../../mail-requests/mail-requests.ts'

const limits = (kind: string, ip: string) => [
  { key: `${kind}:address:${addressOf(ip)}`, limit: perHour(10) },
  { key: `${kind}:prefix:${prefixOf(ip)}`, limit: perHour(60) },
  // A limit for the whole site, so that an attacker cannot make it send mail without bounds.
  { key: `${kind}:site`, limit: perDay(20_000) },
]

/** The link in the mail is valid for an hour. */
export async function requestMail(
  ctx: Ctx,
  kind: 'password-reset' | 'sign-in-approval',
  input: { email: string },
): Promise<Result<void, 'fieldsInvalid' | 'captchaRequired'>> {
  const { messages } = playerTexts(ctx)
  const email = canonicalEmail(input.email)
  const context = { today: ctx.clock.now(), valueOf: () => undefined }
  const fault = faultOf(email, { required: true, email: true }, context, messages)
  if (fault) return refuse('fieldsInvalid', { fields: { email: [fault] } })
  if (!(await mayPass(ctx, limits(kind, ctx.caller.ip)))) return refuseCrowded(ctx)
  await queueMailRequest(ctx.db.kysely, ctx, { kind, email, locale: ctx.caller.locale, goodForSeconds: 3600 })
  return ok()
}
