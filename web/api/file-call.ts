/** Calls whose request or answer is a file. Token and errors are handled as in every other call. */
import type { Route } from '#contract/api.ts'
import type { ErrorReply } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, endIfRefused } from './client.ts'
import { freshToken } from './session.ts'

/** Throws an ApiError for every status from 400, and with status 0 if there was no answer. */
export async function fileCall(route: Route, path: string, request: RequestInit = {}): Promise<Response> {
  const token = await freshToken(route)
  const answer = await fetch(path, {
    ...request,
    credentials: 'omit',
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'x-locale': document.documentElement.lang },
  }).catch(() => {
    throw new ApiError(HttpStatus.noAnswer, { name: 'unreachable' })
  })
  if (answer.ok) return answer
  endIfRefused(answer.status, token)
  const reply = (await answer.json().catch(() => ({}))) as Partial<ErrorReply>
  throw new ApiError(answer.status, reply.error ?? {})
}
