/** From bytes to a quote that may be used: its form, its base currency and its age. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { Quote, type RatesQuote } from './port.ts'

export type QuoteAge = { now: Date; maxAgeMs: number }

/** Clocks differ by this much at most; a quote from further ahead was not made by a clock. */
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
