/** The way out to a provider, and the cookie by which this browser is known when it comes back. */
import { isSitePath } from '#contract/fields/site-path.ts'
import { SocialState } from '#contract/social.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Ctx } from '../../../deps.ts'
import { Redirect } from '../../../http/redirect.ts'
import type { SocialLogin } from '../../../partners/social-login/port.ts'
import { beginFlow, type Flow, flowSeconds, sealFlow } from './flow.ts'

/** A cookie's worth: longer paths are known to the sealed state alone. */
const longestKept = 1500

/** `connection` is null where the provider has none, or where its own page is to ask which. */
export async function sendToProvider(
  ctx: Ctx,
  login: SocialLogin,
  connection: string | null,
  stateText: string,
): Promise<Result<Redirect, 'stateInvalid'>> {
  const backRoute = readBackRoute(stateText)
  if (backRoute === null) return refuse('stateInvalid')
  const flow = beginFlow(ctx, { login: login.id, connection: connection ?? login.id, backRoute })
  const { state, mark } = sealFlow(ctx, flow)
  const callbackUrl = callbackUrlOf(ctx, flow)
  const begun = await login.begin({ state, nonce: flow.nonce, verifier: flow.verifier, callbackUrl, connection })
  const cookies = [browserCookie(ctx, mark, backRoute)]
  if (begun.ok) return ok(new Redirect(begun.value.href, cookies))
  ctx.log.warn({ provider: login.id, fault: begun.message }, 'a social provider cannot be reached')
  // In the form in which the provider itself would say it, so that one page tells the player either way.
  return ok(new Redirect(`${callbackUrl}?${new URLSearchParams({ error: 'temporarily_unavailable', state })}`, cookies))
}

/** Where the provider sends the browser back to; it has to be on the provider's list. */
export function callbackUrlOf({ settings }: Pick<Ctx, 'settings'>, { connection }: Pick<Flow, 'connection'>): string {
  return `${settings.publicUrl}/auth/social/${encodeURIComponent(connection)}/callback`
}

function readBackRoute(text: string): string | null {
  try {
    const state = SocialState.safeParse(JSON.parse(text))
    return state.success && isSitePath(state.data.backRoute) ? state.data.backRoute : null
  } catch {
    return null
  }
}

/**
 * Against login CSRF: someone who is sent the callback of another's sign-in would be signed in as that other. API calls look at no
 * cookie, so it is the callback page that refuses to hand on a callback whose mark this browser does not hold. Scripts of this
 * site must read the cookie, and nothing is gained by reading it elsewhere: the mark stands in the address as well.
 * Its value is the way back, for when the sign-in comes to nothing and the sealed state is not opened.
 */
function browserCookie({ settings }: Ctx, mark: string, backRoute: string): string {
  const isSecure = settings.publicUrl.startsWith('https:')
  const value = encodeURIComponent(backRoute)
  return `${isSecure ? '__Host-' : ''}social-${mark}=${value.length <= longestKept ? value : '%2F'}; Path=/; Max-Age=${flowSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
