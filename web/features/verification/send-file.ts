/** Uploads one document with XMLHttpRequest, which reports upload progress. */
import type { RouteReply } from '#contract/api.ts'
import type { ErrorReply } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, endIfRefused } from '../../api/client.ts'
import { freshToken } from '../../api/session.ts'

const route = 'POST /api/player/documents'
export type SentDocument = RouteReply<typeof route>
type Sending = { file: File; type: string; onProgress: (part: number) => void; signal: AbortSignal }

/** Throws an ApiError, with status 0 if there is no response or the upload is aborted. */
export async function sendFile({ file, type, onProgress, signal }: Sending): Promise<SentDocument> {
  const token = await freshToken(route)
  const body = new FormData()
  // The type must come first, so that the server knows it before the file.
  body.set('type', type)
  body.set('file', file)
  const { status, reply } = await request(token, body, onProgress, signal)
  if (status >= HttpStatus.ok && status < HttpStatus.multipleChoices) return reply as SentDocument
  endIfRefused(status, token)
  throw new ApiError(status, (reply as Partial<ErrorReply>).error ?? {})
}

function request(
  token: string | null,
  body: FormData,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<{ status: number; reply: object }> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const fail = (name: string) => () => reject(new ApiError(HttpStatus.noAnswer, { name }))
    call.open('POST', '/api/player/documents')
    call.responseType = 'json'
    if (token) call.setRequestHeader('authorization', `Bearer ${token}`)
    call.setRequestHeader('x-locale', document.documentElement.lang)
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onload = () => resolve({ status: call.status, reply: (call.response as object | null) ?? {} })
    call.onerror = fail('unreachable')
    call.onabort = fail('aborted')
    signal.addEventListener('abort', () => call.abort(), { once: true })
    if (signal.aborted) return fail('aborted')()
    call.send(body)
  })
}
