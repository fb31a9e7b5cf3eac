/** What the settings of the chains have in common: amounts, ranges, keys judged by their look. None of the sentences quotes a key. */
import { z } from 'zod'
import type { Subunits } from '#contract/money.ts'
import { fromDecimal } from '../../partners/payments/decimal.ts'

export const amountShape = z.string().regex(/^\d{1,9}(\.\d{1,9})?$/)
export type Range = { min: Subunits; max: Subunits }

/** Name of a setting -> a check that throws with the sentence about it. */
export function checkAll(checks: Record<string, () => unknown>): string[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    try {
      check()
      return []
    } catch (error) {
      return [`${name}: ${(error as Error).message}`]
    }
  })
}

/** By its look only: the libraries that know more are loaded by a house that has a chain. */
export function checkPublicKey(text: string, prefixes: string[]): void {
  if (/^[xyzYZtuv]prv/.test(text.trim()))
    throw new Error('this is a private key: give the public one, and take this one for known')
  if (!prefixes.includes(text.trim().slice(0, 4)) || !/^[xzvt]pub[1-9A-HJ-NP-Za-km-z]{107}$/.test(text.trim()))
    throw new Error(`not an extended public key (${prefixes.map((prefix) => `${prefix}…`).join(', ')})`)
}

export function rangeOf(least: string, most: string, currency: string): Range {
  const min = fromDecimal(least, currency)
  const max = fromDecimal(most, currency)
  if (min === null || max === null) throw new Error(`finer than ${currency} is counted here`)
  if (min <= 0n || min >= max) throw new Error('the least must be above zero and below the most')
  return { min, max }
}
