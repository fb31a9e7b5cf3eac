/**
 * Rates over HTTP from the one address in the settings: https, or signed. Redirects are not followed, so no other host
 * can answer; the response is limited in size and time.
 */
import { refuse, type Result } from '#contract/endpoint.ts'
import { isSigned } from '../payments/notice-signature.ts'
import { maxQuoteBytes, type RatesSource } from './port.ts'
import { readQuote } from './read-quote.ts'

export type HttpRatesOptions = {
  name: string
  url: string
  /** If set, every response must contain `rates-signature`; otherwise the host's certificate is trusted. */
  secret: string | null
  now: () => Date
  maxAgeMs: number
  timeoutMs?: number
}

export const signatureHeader = 'rates-signature'

export function createHttpRates({
  name,
  url,
  secret,
  now,
  maxAgeMs,
  timeoutMs = 10_000,
}: HttpRatesOptions): RatesSource {
  return {
    name,
    async read() {
      const answer = await get(url, timeoutMs)
      if (!answer.ok) return answer
      const { body, signature } = answer.value
      if (secret !== null && !isSigned({ secrets: [secret], header: signature, rawBody: body, now: now() }))
        return refuse('untrusted', { message: 'the signature is missing, wrong or too old' })
      return readQuote(body.toString('utf8'), { now: now(), maxAgeMs })
    },
  }
}

type Got = { body: Buffer; signature: string | undefined }

async function get(url: string, timeoutMs: number): Promise<Result<Got, 'unavailable' | 'malformed'>> {
  const abort = new AbortController()
  // The timeout covers the body as well, so that a slow response also ends.
  const timer = setTimeout(() => abort.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: abort.signal,
    })
    if (!response.ok) return refuse('unavailable', { message: `answered ${response.status}` })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      // Leaving the loop closes the connection.
      if (size > maxQuoteBytes) return refuse('malformed', { message: 'too large' })
      chunks.push(chunk)
    }
    const signature = response.headers.get(signatureHeader) ?? undefined
    return { ok: true, value: { body: Buffer.concat(chunks), signature } }
  } catch (error) {
    return refuse('unavailable', { message: (error as Error).message })
  } finally {
    clearTimeout(timer)
  }
}
