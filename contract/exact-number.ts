/**
 * Parses numbers in JSON exactly as they were written; a double would round an amount such as 1050.9999999999999999.
 */
import { z } from 'zod'
import type { Subunits } from './money.ts'

/** A number that is not whole, or is larger than a double holds exactly. */
export class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** `digits` / 10 ^ `scale`. */
export type Decimal = { digits: bigint; scale: number }

/** Null for text that is not a JSON number, or is longer than any amount. */
export function readDecimal(text: string): Decimal | null {
  const match = /^(-?\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [, whole, fraction = '', exponent = '0'] = match
  const digits = BigInt(whole! + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/**
 * The number in the form 0.0000005, without an exponent, which every parser of decimals accepts; null under the same
 * conditions as `readDecimal`.
 */
export function plainDecimal(text: string): string | null {
  const decimal = readDecimal(text)
  if (!decimal) return null
  const { digits, scale } = decimal
  if (scale === 0) return String(digits)
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return `${digits < 0n ? '-' : ''}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/** Parses whole numbers that a double holds exactly as numbers, all others as an `ExactNumber`. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, ((_key: string, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value !== 'number' || source === undefined) return value
    const decimal = readDecimal(source)
    const isWhole = decimal !== null && decimal.digits % 10n ** BigInt(decimal.scale) === 0n
    return isWhole && Number.isSafeInteger(value) ? value : new ExactNumber(source)
  }) as (key: string, value: unknown) => unknown)
}

/** An amount of at least zero in a body that was parsed exactly. */
export const ExactAmount = z.union([z.number(), z.instanceof(ExactNumber)]).transform((value, ctx): Decimal => {
  const decimal = readDecimal(typeof value === 'number' ? String(value) : value.text)
  if (decimal && decimal.digits >= 0n) return decimal
  ctx.addIssue({ code: 'custom', message: 'not an amount' })
  return z.NEVER
})

/** Whole subunits, and the remaining fraction of a subunit as decimal text; null if there is none. */
export type CutAmount = { amount: Subunits; remainder: string | null }

/** Rounds down to whole subunits; null for more than JSON can represent exactly. */
export function cutToSubunits({ digits, scale }: Decimal): CutAmount | null {
  const one = 10n ** BigInt(scale)
  const amount = digits / one
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return null
  const fraction = String(digits % one)
    .padStart(scale, '0')
    .replace(/0+$/, '')
  return { amount: amount as Subunits, remainder: fraction === '' ? null : `0.${fraction}` }
}

/** An amount paid to a player in a partner's call, rounded down to a subunit; see `remainderIn`. */
export const CreditAmount = z.preprocess((value) => {
  const read = ExactAmount.safeParse(value)
  const cut = read.success ? cutToSubunits(read.data) : null
  return cut ? Number(cut.amount) : value
}, z.int().min(0).max(Number.MAX_SAFE_INTEGER))

/** The fraction of a subunit that `CreditAmount` cut off the amount in the JSON of an accepted call. */
export function remainderIn(body: Uint8Array, key: string): string | null {
  const read = ExactAmount.safeParse((parseExactly(new TextDecoder().decode(body)) as Record<string, unknown>)[key])
  return read.success ? (cutToSubunits(read.data)?.remainder ?? null) : null
}

/** A schema for a number that need not be exact. */
export const roughly = (schema: z.ZodNumber) =>
  z.preprocess((value) => (value instanceof ExactNumber ? Number(value.text) : value), schema)
