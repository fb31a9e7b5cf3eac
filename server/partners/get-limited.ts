import { ok, refuse, type Result } from '#contract/endpoint.ts'

export type LimitedAnswer = { status: number; headers: Headers; body: Buffer }

/**
 * Gets JSON from a partner, within limits of time and size. Redirects are not followed, so no other host can answer. The
 * body is empty where the status says that there is no answer.
 */
export async function getLimited(
  url: string,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): Promise<Result<LimitedAnswer, 'unavailable' | 'malformed'>> {
  const abort = new AbortController()
  // The timeout covers the body as well, so that a slow response also ends.
  const timer = setTimeout(() => abort.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: abort.signal,
    })
    const { status, headers } = response
    if (!response.ok) return ok({ status, headers, body: Buffer.alloc(0) })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      // Leaving the loop closes the connection.
      if (size > maxBytes) return refuse('malformed', { message: 'too large' })
      chunks.push(chunk)
    }
    return ok({ status, headers, body: Buffer.concat(chunks) })
  } catch (error) {
    const { message, cause } = error as Error
    return refuse('unavailable', { message: cause instanceof Error ? cause.message : message })
  } finally {
    clearTimeout(timer)
  }
}
