/** Parses and validates a quote: its format, base currency and age. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { Quote, type RatesQuote } from './port.ts'

export type QuoteAge = { now: Date; maxAgeMs: number }

/** Maximum clock difference; a quote from further in the future is refused. */
const futureMs = 5 * 60_000

export function readQuote(text: string, { now, maxAgeMs }: QuoteAge): Result<RatesQuote, 'malformed' | 'outdated'> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuse('malformed', { message: 'not JSON' })
  }
  const parsed = Quote.safeParse(json)
  if (!parsed.success) return refuse('malformed', { message: parsed.error.issues[0]?.message ?? 'not a quote' })
  const ageMs = now.getTime() - parsed.data.at.getTime()
  if (ageMs > maxAgeMs || ageMs < -futureMs)
    return refuse('outdated', { message: `of ${parsed.data.at.toISOString()}` })
  return ok({ at: parsed.data.at, rates: parsed.data.rates })
}
