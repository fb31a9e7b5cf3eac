/** Determines the caller, the address and the language, once per request. */
import type { FastifyRequest } from 'fastify'
import { captchaHeader } from '#contract/captcha.ts'
import { refreshSession } from '#contract/identity.ts'
import type { Caller, Deps } from '../../deps.ts'
import { countryOf } from '../../kernel/http/geo.ts'
import { bearerToken } from './access-token.ts'
import { readSession } from './session-of-request.ts'

/** API calls authenticate by bearer token only; cookies do not sign in. */
export function callerReader(deps: Deps): (request: FastifyRequest) => Promise<Caller> {
  return async (request) => {
    const caller = anonymousCaller(deps, request)
    const { authorization } = request.headers
    const activity = { isAct: isAct(request), country: caller.country }
    return { ...caller, bearer: bearerToken(authorization), player: await readSession(deps, authorization, activity) }
  }
}

/**
 * Requests that change something are the player's own actions; reads and session refreshes are sent by the page
 * itself.
 */
function isAct({ method, routeOptions }: FastifyRequest): boolean {
  return ['POST', 'PUT', 'DELETE'].includes(method) && routeOptions.url !== refreshSession.path
}

export function anonymousCaller(deps: Deps, request: FastifyRequest): Caller {
  return {
    requestId: request.id,
    ip: request.address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    country: countryOf(request, deps.settings),
    locale: preferredLocale(request),
    bearer: null,
    captcha: captchaOf(request),
    player: null,
  }
}

function captchaOf({ headers }: FastifyRequest): string | null {
  const header = headers[captchaHeader]
  return typeof header === 'string' && header.length <= 512 ? header : null
}

/** The browser sends the page's language in a header; the request of a page has it in its path. */
export function preferredLocale(request: FastifyRequest): string {
  const header = request.headers['x-locale'] ?? /^\/([^/?]*)/.exec(request.url)?.[1]
  return typeof header === 'string' && /^[a-z]{2}(-[A-Z]{2})?$/.test(header) ? header : 'en'
}
