/** The response format of refusals, faults and outages. */
import type { Endpoint, ErrorReply, Refused } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'

export type HttpAnswer = { status: number; body: ErrorReply }

/** `words` is the refusal in the caller's language, used if the verb provides no message. */
export function refusalAnswer(endpoint: Endpoint, refused: Refused<string>, words: string | null): HttpAnswer {
  const spec = endpoint.refusals?.[refused.refusal]
  if (!spec) throw new Error(`${endpoint.method} ${endpoint.path} does not declare the refusal ${refused.refusal}`)
  return answer(spec.status, refused.refusal, refused.message ?? words ?? spec.description ?? refused.refusal, {
    code: spec.code,
    fields: refused.fields,
    retryAfterSeconds: refused.retryAfterSeconds,
  })
}

export function validationAnswer(fields: Record<string, string[]>, words: string): HttpAnswer {
  return answer(HttpStatus.unprocessable, 'validation', words, { fields })
}

export function answer(
  status: number,
  name: string,
  message: string,
  more: {
    code?: number | undefined
    fields?: Record<string, string[]> | undefined
    retryAfterSeconds?: number | undefined
  } = {},
): HttpAnswer {
  const error: ErrorReply['error'] = { name, message }
  if (more.code !== undefined) error.code = more.code
  if (more.fields !== undefined) error.fields = more.fields
  if (more.retryAfterSeconds !== undefined) error.retryAfterSeconds = more.retryAfterSeconds
  return { status, body: { error } }
}

/**
 * PostgreSQL and socket error codes for temporary failures: the client may retry, because nothing was done or the
 * idempotency key protects the call.
 */
const outages = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'ENOSPC',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
  '25P03',
  '53100',
  '53200',
  '53300',
  '25006',
  '55P03',
  '57014',
  '40001',
  '40P01',
])

export function isOutage(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && outages.has(cause.code)) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        cause.message,
      )
    )
      return true
  }
  return false
}
