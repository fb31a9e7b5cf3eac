/** Shared by the settings of the chains: amounts, ranges, key formats. No message quotes a key. */
import { z } from 'zod'
import type { Subunits } from '#contract/money.ts'
import { fromDecimal } from '../kernel/decimal.ts'

export const amountShape = z.string().regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be an amount, such as 0.005')
export type Range = { min: Subunits; max: Subunits }

/** Name of a setting -> a check that throws with its error message. */
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

/** Checks the format only: the libraries for more are loaded only if a chain is configured. */
export function checkPublicKey(text: string, prefixes: string[]): void {
  if (/^[xyzYZtuv]prv/.test(text.trim()))
    throw new Error('this is a private key: enter the public one, and consider this one compromised')
  if (!prefixes.includes(text.trim().slice(0, 4)) || !/^[xzvt]pub[1-9A-HJ-NP-Za-km-z]{107}$/.test(text.trim()))
    throw new Error(`not an extended public key (${prefixes.map((prefix) => `${prefix}…`).join(', ')})`)
}

export function rangeOf(least: string, most: string, currency: string): Range {
  const min = fromDecimal(least, currency)
  const max = fromDecimal(most, currency)
  if (min === null || max === null) throw new Error(`more decimal places than ${currency} has`)
  if (min <= 0n || min >= max) throw new Error('the minimum must be above zero and below the maximum')
  return { min, max }
}
