/** Requests a password reset link. Whether the account exists and a mail is sent is decided later, in a job. */
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { faultOf } from '#contract/fields/rules.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../http/address-block.ts'
import { mayAttempt } from '../../platform/attempts.ts'
import { queueMailRequest } from '../registration/mail-requests.ts'
import { playerTexts } from '../../platform/player-texts.ts'

type Endpoint = typeof contract.forgotPassword

const attempts = (ip: string) => [
  { key: `reset:address:${addressOf(ip)}`, limit: { max: 10, windowSeconds: 3600 } },
  { key: `reset:prefix:${prefixOf(ip)}`, limit: { max: 60, windowSeconds: 3600 } },
  // A mail to everyone once a day is what a site may send without being a nuisance.
  { key: 'reset:all', limit: { max: 20_000, windowSeconds: 86_400 } },
]

export async function forgotPassword(ctx: Ctx, input: VerbInput<Endpoint>): Promise<Result<void, RefusalOf<Endpoint>>> {
  const { messages, notice } = playerTexts(ctx)
  const email = input.email.trim()
  const fault = faultOf(
    email,
    { required: true, email: true },
    { today: ctx.clock.now(), valueOf: () => undefined },
    messages,
  )
  if (fault) return refuse('fieldsInvalid', { fields: { email: [fault] } })
  if (!(await mayAttempt(ctx, attempts(ctx.caller.ip))))
    return refuse('tooManyAttempts', { message: notice('tooManyAttempts') })
  await queueMailRequest(ctx.db.kysely, ctx, {
    kind: 'password-reset',
    email,
    locale: ctx.caller.locale,
    goodForSeconds: 3600,
  })
  return ok()
}
