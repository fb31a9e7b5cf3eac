/** Calls to a partner's HTTP API: a usable response, or none. */
import type { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { parseExactly } from '#contract/exact-number.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { isStorable } from '../../kernel/storable.ts'

export type CallOptions = { apiUrl: string; authorization: string; timeoutMs?: number | undefined }
export type CallRefusal = 'unavailable' | 'refused' | 'unknown'
export type Method = 'GET' | 'POST' | 'DELETE'
/** Null without a response. A body that is not JSON is undefined. */
export type Ask = (method: Method, path: string, body?: unknown) => Promise<{ status: number; body: unknown } | null>
export type Call = <S extends z.ZodType>(
  method: Method,
  path: string,
  shape: S,
  body?: unknown,
) => Promise<Result<z.output<S>, CallRefusal>>

export function asker({ apiUrl, authorization, timeoutMs = 8000 }: CallOptions): Ask {
  return async function ask(method, path, body) {
    try {
      const answer = await fetch(apiUrl + path, {
        method,
        headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: answer.status, body: parseJson(await answer.text()) }
    } catch {
      return null
    }
  }
}

export function caller(options: CallOptions): Call {
  const ask = asker(options)
  return async function call(method, path, shape, body) {
    const answer = await ask(method, path, body)
    return answer ? read(answer, shape) : refuse('unavailable')
  }
}

/** A rejected key is no information about the payment: the configuration must be fixed, and the call is then repeated. */
const notAboutPayment = [
  HttpStatus.unauthorized,
  HttpStatus.forbidden,
  HttpStatus.methodNotAllowed,
  HttpStatus.requestTimeout,
  HttpStatus.tooEarly,
  HttpStatus.tooManyRequests,
]

/** An answer whose values could not be stored is no usable one, as a webhook with them is unreadable. */
export function read<S extends z.ZodType>(
  { status, body }: { status: number; body: unknown },
  shape: S,
): Result<z.output<S>, CallRefusal> {
  if (status === HttpStatus.notFound) return refuse('unknown')
  if (status >= HttpStatus.badRequest && status < HttpStatus.internalServerError && !notAboutPayment.includes(status))
    return refuse('refused')
  const parsed = shape.safeParse(body)
  const isUsable = parsed.success && isStorable(parsed.data)
  return status >= HttpStatus.ok && status < HttpStatus.multipleChoices && isUsable
    ? ok(parsed.data)
    : refuse('unavailable')
}

/** For an inquiry, "unknown to the partner" is an answer too. */
export function inquired<B, R>(
  answer: Result<B, CallRefusal>,
  present: (body: B) => R,
): Result<R | null, 'unavailable'> {
  if (answer.ok) return ok(present(answer.value))
  return answer.refusal === 'unknown' ? ok(null) : refuse('unavailable')
}

/** Numbers are read exactly: see `parseExactly`. */
export function parseJson(text: string): unknown {
  try {
    return parseExactly(text)
  } catch {
    return undefined
  }
}
