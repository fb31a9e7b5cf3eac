/** The port of exchange rate sources: units of each currency for one unit of the base currency, at a given time. */
import { z } from 'zod'
import type { Result } from '#contract/endpoint.ts'

export type RatesQuote = { at: Date; rates: Record<string, number> }
/** `message` is for operators. Nothing of a refused quote is used. */
export type RatesRefusal = 'unavailable' | 'malformed' | 'untrusted' | 'outdated'

export type RatesSource = {
  /** Appears in versions, logs and metrics. */
  name: string
  read(): Promise<Result<RatesQuote, RatesRefusal>>
}

/** Far more than any list of currencies needs. */
export const maxQuoteBytes = 64 * 1024

/** `{ base, at, rates }` of the file and of the HTTP source. */
export const Quote = z.object({
  base: z.literal('EUR'),
  at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  rates: z.record(z.string().regex(/^[A-Z]{3,5}$/), z.number().positive()),
})
