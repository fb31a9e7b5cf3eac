/** Typed API calls. The contract is imported as types only, so none of its code is in the browser's bundle. */
import type { Route, RouteReply, RouteRequest } from '#contract/api.ts'
import type { ErrorReply } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { isPersonal } from './personal.ts'
import { accessToken, clearSession, freshToken, sessionChanges } from './session.ts'

export class ApiError extends Error {
  override readonly name: string
  /** The server's message; undefined if the answer had none. */
  readonly serverMessage: string | undefined
  readonly status: number
  readonly code: number | undefined
  readonly fields: Record<string, string[]>
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, error: Partial<ErrorReply['error']>) {
    super(error.message ?? `The server answered ${status}`)
    this.serverMessage = error.message
    this.status = status
    this.name = error.name ?? 'internal'
    this.code = error.code
    this.fields = error.fields ?? {}
    this.retryAfterSeconds = error.retryAfterSeconds
  }
}

/** A 401 or 403 of these calls concerns the credentials in the request rather than the session. */
const credentialCalls = /^POST \/api\/player\/(sessions|register|otp|passwords)/

type UntypedRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Optional<T> = undefined extends T ? true : false
/** The request is optional when none of its parts is required. */
type Arguments<Q extends { params?: unknown; body?: unknown }> =
  Optional<Q['params']> extends true
    ? Optional<Q['body']> extends true
      ? [request?: Q, options?: CallOptions]
      : [request: Q, options?: CallOptions]
    : [request: Q, options?: CallOptions]
export type CallOptions = {
  signal?: AbortSignal
  /** Replaces the current token, for example after a sign-out has removed it. */
  token?: string
}

/**
 * Calls an endpoint: `await api('POST /api/wallet/accounts', { body: { currency: 'EUR' } })`.
 * Throws an ApiError for every status from 400, and with status 0 if there was no answer.
 */
export async function api<R extends Route>(
  route: R,
  ...[request, options]: Arguments<RouteRequest<R>>
): Promise<RouteReply<R>> {
  try {
    return await call(route, (request ?? {}) as UntypedRequest, options)
  } catch (error) {
    // Too many attempts from elsewhere make the server require a proof of work.
    if (!(error instanceof ApiError) || error.name !== 'captchaRequired') throw error
    const solution = await import('./captcha/captcha.ts').then(({ solveCaptcha }) => solveCaptcha()).catch(() => null)
    if (!solution) throw error
    return call(route, (request ?? {}) as UntypedRequest, options, solution)
  }
}

async function call<R extends Route>(
  route: R,
  { params, query, body }: UntypedRequest,
  options: CallOptions | undefined,
  captcha?: string,
): Promise<RouteReply<R>> {
  const [method, path] = route.split(' ') as [string, string]
  const changesBefore = sessionChanges
  const token = options?.token ?? (await freshToken(route))
  // The server would answer 401, which opens the sign-in. A personal query that is still mounted must not do that.
  if (!token && isPersonal(route)) throw new ApiError(HttpStatus.unauthorized, { name: 'unauthorized' })
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (captcha) headers['x-captcha'] = captcha
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (typeof document !== 'undefined') headers['x-locale'] = document.documentElement.lang
  const answer = await fetch(fillPath(path, params) + queryString(query), {
    method,
    headers,
    credentials: 'omit',
    body: body === undefined ? null : JSON.stringify(body),
    signal: options?.signal ?? null,
  }).catch((cause: unknown) => {
    throw new ApiError(HttpStatus.noAnswer, {
      name: (cause as Error).name === 'AbortError' ? 'aborted' : 'unreachable',
    })
  })
  // Another player has signed in since the call, so its answer must not reach the page.
  if (token && changesBefore !== sessionChanges && accessToken()) return new Promise(() => {})
  const reply = (await answer.json().catch(() => ({}))) as RouteReply<R> & Partial<ErrorReply>
  if (answer.ok) return reply
  if (!credentialCalls.test(route) || reply.error?.name === 'signInNeeded')
    endIfRefused(answer.status, token, reply.error?.message)
  throw new ApiError(answer.status, reply.error ?? {})
}

/** Ends the session after a 401 or 403, unless the refused token has been replaced since. */
export function endIfRefused(status: number, token: string | null, message?: string): void {
  if ((status === HttpStatus.unauthorized || status === HttpStatus.forbidden) && token === accessToken())
    clearSession('refused', message)
}

export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

/** Writes arrays in bracket form (`status[]=1&status[]=2`), and omits undefined and null. */
export function queryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) search.append(`${key}[]`, String(item))
    else if (value !== undefined && value !== null) search.append(key, String(value))
  }
  const text = search.toString().replaceAll('%5B%5D=', '[]=')
  return text && `?${text}`
}
