/**
 * Verifies a callback: it belongs to a sign-in started here, is used for the first time, and the provider confirms an
 * identity.
 */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Ctx } from '../../../deps.ts'
import type { SocialIdentity, SocialLogin } from '../../../partners/social-login/port.ts'
import { openFlow } from './flow.ts'
import { callbackUrlOf } from './send-to-provider.ts'
import { consumeOnce } from './consume-once.ts'

export type Presented = {
  login: SocialLogin
  connection: string
  identity: SocialIdentity
  backRoute: string
  bonusCode: string
}
type Callback = { query: Record<string, string>; provider: string }

/** Used responses are remembered for this long; a signed response expires much earlier. */
const noteMs = 600_000

export async function present(
  ctx: Ctx,
  { query, provider }: Callback,
): Promise<Result<Presented, 'socialRefused' | 'providerUnavailable'>> {
  const state = query.state ?? ''
  const flow = openFlow(ctx, state)
  const login = flow && ctx.partners.socialLogins.find(({ id }) => id === flow.login)
  if (!flow || !login || flow.connection !== provider)
    return refuse('socialRefused', { message: 'the state belongs to no sign-in started here' })
  // The state is consumed before the provider is called, so that of several copies of a callback only one reaches it.
  if (!(await consumeOnce(ctx, `state:${flow.nonce}`, flow.expiresAt)))
    return refuse('socialRefused', { message: 'the state was already used' })
  const now = ctx.clock.now()
  const finished = await login.finish({
    query,
    state,
    nonce: flow.nonce,
    verifier: flow.verifier,
    callbackUrl: callbackUrlOf(ctx, flow),
    now,
  })
  if (!finished.ok)
    return refuse(
      finished.refusal === 'unavailable' ? 'providerUnavailable' : 'socialRefused',
      finished.message ? { message: finished.message } : {},
    )
  const { note } = finished.value
  if (note && !(await consumeOnce(ctx, `note:${login.id}:${note}`, new Date(now.getTime() + noteMs))))
    return refuse('socialRefused', { message: 'the response was already used' })
  const { connection, backRoute, bonusCode } = flow
  return ok({ login, connection, identity: finished.value, backRoute, bonusCode })
}
