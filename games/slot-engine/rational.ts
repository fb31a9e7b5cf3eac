/** Exact fractions of bigints. Odds are calculated with them, so that a game's return is rounded only for display. */

export type Rational = { readonly numerator: bigint; readonly denominator: bigint }

export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const top = BigInt(numerator)
  const bottom = BigInt(denominator)
  if (bottom === 0n) throw new RangeError('a fraction needs a denominator')
  const divisor = greatestCommonDivisor(top < 0n ? -top : top, bottom < 0n ? -bottom : bottom)
  const sign = bottom < 0n ? -1n : 1n
  return { numerator: (sign * top) / divisor, denominator: (sign * bottom) / divisor }
}

export const plus = (a: Rational, b: Rational) =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
export const minus = (a: Rational, b: Rational) => plus(a, { numerator: -b.numerator, denominator: b.denominator })
export const times = (a: Rational, b: Rational) => rational(a.numerator * b.numerator, a.denominator * b.denominator)
export const isEqual = (a: Rational, b: Rational) => a.numerator * b.denominator === b.numerator * a.denominator
/** For sorting: negative, zero or positive. */
export const compare = (a: Rational, b: Rational) => Number(minus(a, b).numerator)
export const sum = (terms: Iterable<Rational>) => [...terms].reduce(plus, rational(0))

/** Converts to a double. Numerator and denominator may be too long to be doubles themselves. */
export function toNumber({ numerator, denominator }: Rational): number {
  const excess = BigInt(Math.max(0, denominator.toString(16).length - 200) * 4)
  return Number(numerator >> excess) / Number(denominator >> excess)
}

/** Rounded half away from zero to the given decimals, for display only. */
export function toDecimal(value: Rational, decimals: number): number {
  const scale = 10n ** BigInt(decimals)
  const scaled = (value.numerator * scale * 2n + value.denominator) / (value.denominator * 2n)
  return Number(scaled) / Number(scale)
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}
