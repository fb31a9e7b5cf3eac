/** Requests a mail with a link that resets the password. */
import type * as contract from '#contract/credentials.ts'
import type { RefusalOf, Result, VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { requestMail } from './internal/request-mail.ts'

type Endpoint = typeof contract.forgotPassword

export function forgotPassword(ctx: Ctx, input: VerbInput<Endpoint>): Promise<Result<void, RefusalOf<Endpoint>>> {
  return requestMail(ctx, 'password-reset', input)
}
