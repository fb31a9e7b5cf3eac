import type * as contract from '#contract/social.ts'
import { refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import type { Redirect } from '../../kernel/http/redirect.ts'
import { sendToProvider } from './internal/send-to-provider.ts'

type Endpoint = typeof contract.redirectToProvider

export async function redirectToProvider(
  ctx: Ctx,
  { provider, state }: VerbInput<Endpoint>,
): Promise<Result<Redirect, RefusalOf<Endpoint>>> {
  const login = ctx.partners.socialLogins.find(({ id, hasConnections }) => id === provider && !hasConnections)
  return login ? sendToProvider(ctx, login, null, state) : refuse('providerUnknown')
}
