/** A call to an outside studio: bounded in time and size, never redirected. */
import * as HttpStatus from '#contract/statuses.ts'
import { refuse, ok, type Result } from '#contract/endpoint.ts'
import { parseExactly } from '#contract/exact-number.ts'
import type { CatalogueRefusal } from './port.ts'

/** `rejected`: a status for a fault of the caller, which a repeated call would get again. */
export type PostRefusal = CatalogueRefusal | 'rejected'

export type PostOptions = {
  method?: 'GET' | 'POST'
  body: string
  headers: Record<string, string>
  timeoutMs: number
  /** Default: 64 kB. */
  maxBytes?: number
  /** See `parseExactly`. */
  areNumbersExact?: boolean
}

const rejections = new Set<number>([
  HttpStatus.badRequest,
  HttpStatus.notFound,
  HttpStatus.conflict,
  HttpStatus.preconditionFailed,
  HttpStatus.unprocessable,
])

/** The parsed answer of a call that succeeded. */
export async function postJson(
  url: string,
  { method = 'POST', body, headers, timeoutMs, maxBytes = 64 * 1024, areNumbersExact = false }: PostOptions,
): Promise<Result<unknown, PostRefusal>> {
  let bytes: Buffer | null
  try {
    const answer = await fetch(url, {
      method,
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status !== HttpStatus.ok) {
      await answer.body?.cancel()
      return refuse(rejections.has(answer.status) ? 'rejected' : 'unavailable')
    }
    bytes = await readAtMost(answer, maxBytes)
  } catch {
    return refuse('unavailable')
  }
  if (!bytes) return refuse('tooLarge')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return ok(areNumbersExact ? parseExactly(text) : (JSON.parse(text) as unknown))
  } catch {
    return refuse('malformed')
  }
}

/** Reads at most `maxBytes`; null as soon as the answer is longer. */
async function readAtMost(answer: Response, maxBytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    await answer.body?.cancel()
    return null
  }
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
