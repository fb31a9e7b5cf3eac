/**
 * Rates over HTTP from the one address in the settings: https, or signed. Redirects are not followed, so no other host
 * can answer; the response is limited in size and time.
 */
import { refuse } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { getLimited } from '../get-limited.ts'
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
      const answer = await getLimited(url, { timeoutMs, maxBytes: maxQuoteBytes })
      if (!answer.ok) return answer
      const { status, headers, body } = answer.value
      if (status !== HttpStatus.ok) return refuse('unavailable', { message: `answered ${status}` })
      const signature = headers.get(signatureHeader) ?? undefined
      if (secret !== null && !isSigned({ secrets: [secret], header: signature, rawBody: body, now: now() }))
        return refuse('untrusted', { message: 'the signature is missing, wrong or too old' })
      return readQuote(body.toString('utf8'), { now: now(), maxAgeMs })
    },
  }
}
