/** Requests a mail with a link that approves a device. */
import type * as contract from '#contract/credentials.ts'
import type { RefusalOf, Result, VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { requestMail } from './internal/request-mail.ts'

type Endpoint = typeof contract.requestApproval

export function requestApproval(ctx: Ctx, input: VerbInput<Endpoint>): Promise<Result<void, RefusalOf<Endpoint>>> {
  return requestMail(ctx, 'sign-in-approval', input)
}
