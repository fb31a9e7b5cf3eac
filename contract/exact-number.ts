/** Numbers of JSON exactly as they were written: an amount such as 1050.9999999999999999 is rounded by a double. */
import { z } from 'zod'
import type { Subunits } from './money.ts'

/** A number that is no whole number, or more than a double holds exactly. */
export class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** `digits` / 10 ^ `scale`. */
export type Decimal = { digits: bigint; scale: number }

/** Null for text that is no number of JSON, or longer than any amount. */
export function readDecimal(text: string): Decimal | null {
  const match = /^(-?\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [, whole, fraction = '', exponent = '0'] = match
  const digits = BigInt(whole! + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** In the form 0.0000005, which every reader of decimals knows; null like `readDecimal`. */
export function plainDecimal(text: string): string | null {
  const decimal = readDecimal(text)
  if (!decimal) return null
  const { digits, scale } = decimal
  if (scale === 0) return String(digits)
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return `${digits < 0n ? '-' : ''}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/** Whole numbers that a double holds are numbers, all others an `ExactNumber`. */
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

/** Whole subunits, and what of a subunit is left over: decimal text below 1, null for nothing. */
export type CutAmount = { amount: Subunits; remainder: string | null }

/** Rounds a number of subunits down; null for more than is exact in JSON. */
export function cutToSubunits({ digits, scale }: Decimal): CutAmount | null {
  const one = 10n ** BigInt(scale)
  const amount = digits / one
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return null
  const rest = String(digits % one)
    .padStart(scale, '0')
    .replace(/0+$/, '')
  return { amount: amount as Subunits, remainder: rest === '' ? null : `0.${rest}` }
}

/** An amount paid to a player in a partner's call, rounded down to a subunit; see `remainderIn`. */
export const CreditAmount = z.preprocess((value) => {
  const read = ExactAmount.safeParse(value)
  const cut = read.success ? cutToSubunits(read.data) : null
  return cut ? Number(cut.amount) : value
}, z.int().min(0).max(Number.MAX_SAFE_INTEGER))

/** What is left over of an amount in the JSON of a call that was accepted. */
export function remainderIn(body: Uint8Array, key: string): string | null {
  const read = ExactAmount.safeParse((parseExactly(new TextDecoder().decode(body)) as Record<string, unknown>)[key])
  return read.success ? (cutToSubunits(read.data)?.remainder ?? null) : null
}

/** A number that need not be exact. */
export const roughly = (schema: z.ZodNumber) =>
  z.preprocess((value) => (value instanceof ExactNumber ? Number(value.text) : value), schema)
