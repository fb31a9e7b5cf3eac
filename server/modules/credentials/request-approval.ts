/** Asks for a link that approves a device. Whether the address has an account, and whether a mail goes out, is decided elsewhere. */
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { faultOf } from '#contract/fields/rules.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../http/address-block.ts'
import { mayAttempt } from '../../platform/attempts.ts'
import { playerTexts } from '../../platform/player-texts.ts'
import { queueMailRequest } from '../registration/mail-requests.ts'

type Endpoint = typeof contract.requestApproval

const attempts = (ip: string) => [
  { key: `approval:address:${addressOf(ip)}`, limit: { max: 10, windowSeconds: 3600 } },
  { key: `approval:prefix:${prefixOf(ip)}`, limit: { max: 60, windowSeconds: 3600 } },
  { key: 'approval:site', limit: { max: 20_000, windowSeconds: 86_400 } },
]

export async function requestApproval(
  ctx: Ctx,
  input: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  const { messages, notice } = playerTexts(ctx)
  const email = input.email.trim()
  const context = { today: ctx.clock.now(), valueOf: () => undefined }
  const fault = faultOf(email, { required: true, email: true }, context, messages)
  if (fault) return refuse('fieldsInvalid', { fields: { email: [fault] } })
  if (!(await mayAttempt(ctx, attempts(ctx.caller.ip))))
    return refuse('tooManyAttempts', { message: notice('tooManyAttempts') })
  await queueMailRequest(ctx.db.kysely, ctx, {
    kind: 'sign-in-approval',
    email,
    locale: ctx.caller.locale,
    goodForSeconds: 3600,
  })
  return ok()
}
