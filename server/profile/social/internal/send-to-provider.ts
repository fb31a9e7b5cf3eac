/** The redirect to a provider, and the cookie that identifies this browser when it returns. */
import type { z } from 'zod'
import { isSitePath } from '#contract/fields/site-path.ts'
import { SocialState } from '#contract/social.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps } from '../../../deps.ts'
import { Redirect } from '../../../kernel/http/redirect.ts'
import type { SocialLogin } from '../../../partners/social-login/port.ts'
import { beginFlow, type Flow, flowSeconds, sealFlow } from './flow.ts'

/** Maximum length for the cookie; longer paths are stored only in the sealed state. */
const maxCookiePath = 1500

/** `connection` is null if the provider has none, or asks for it on its own page. */
export async function sendToProvider(
  ctx: Ctx,
  login: SocialLogin,
  connection: string | null,
  stateText: string,
): Promise<Result<Redirect, 'stateInvalid'>> {
  const requestedState = readState(stateText)
  if (requestedState === null) return refuse('stateInvalid')
  const { backRoute } = requestedState
  const flow = beginFlow(ctx, { login: login.id, connection: connection ?? login.id, ...requestedState })
  const { state, mark } = sealFlow(ctx, flow)
  const callbackUrl = callbackUrlOf(ctx, flow)
  const started = await login.begin({ state, nonce: flow.nonce, verifier: flow.verifier, callbackUrl, connection })
  const cookies = [browserCookie(ctx, mark, backRoute)]
  if (started.ok) return ok(new Redirect(started.value.href, cookies))
  ctx.log.warn({ provider: login.id, fault: started.message }, 'cannot reach a social provider')
  // The error has the provider's own format, so that one page handles both.
  return ok(new Redirect(`${callbackUrl}?${new URLSearchParams({ error: 'temporarily_unavailable', state })}`, cookies))
}

/** The provider's redirect URI; it must be registered there. */
export function callbackUrlOf({ settings }: KernelDeps, { connection }: Pick<Flow, 'connection'>): string {
  return `${settings.publicUrl}/auth/social/${encodeURIComponent(connection)}/callback`
}

function readState(text: string): z.infer<typeof SocialState> | null {
  try {
    const state = SocialState.safeParse(JSON.parse(text))
    return state.success && isSitePath(state.data.backRoute) ? state.data : null
  } catch {
    return null
  }
}

/**
 * Protects against login CSRF: a victim who opens another person's callback would be signed in as that person. API
 * calls ignore cookies, so the callback page refuses a callback whose mark this browser does not have. Scripts of this
 * site must read the cookie, which reveals nothing: the mark is part of the address as well. Its value is the return
 * path, needed if sign-in fails and the sealed state is not opened.
 */
function browserCookie({ settings }: Ctx, mark: string, backRoute: string): string {
  const isSecure = settings.publicUrl.startsWith('https:')
  const value = encodeURIComponent(backRoute)
  return `${isSecure ? '__Host-' : ''}social-${mark}=${value.length <= maxCookiePath ? value : '%2F'}; Path=/; Max-Age=${flowSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
