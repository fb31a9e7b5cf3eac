import type * as contract from '#contract/social.ts'
import { refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import type { Redirect } from '../../kernel/http/redirect.ts'
import { sendToProvider } from './internal/send-to-provider.ts'
import { listedConnections } from './internal/listed-connections.ts'

type Endpoint = typeof contract.redirectToConnection

/**
 * Redirects to a connection. Without one the provider's own page asks for it. Only connections in the operator's
 * content are accepted.
 */
export async function redirectToConnection(
  ctx: Ctx,
  { connection, state }: VerbInput<Endpoint>,
): Promise<Result<Redirect, RefusalOf<Endpoint>>> {
  const login = ctx.partners.socialLogins.find(({ hasConnections }) => hasConnections)
  if (!login || (connection !== '' && !listedConnections(ctx).includes(connection))) return refuse('providerUnknown')
  return sendToProvider(ctx, login, connection || null, state)
}
