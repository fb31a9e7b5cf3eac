/**
 * Converts an amount to another currency exactly: rates are decimal numbers, amounts integers, and the result is
 * rounded down. No sequence of swaps at the same rates can therefore return more than it took.
 */
import type { Subunits } from '#contract/money.ts'

export type Side = { rate: number; subunitToUnit: number }
export type Pair = { from: Side; to: Side; spreadPercent: number }
type Fraction = { numerator: bigint; denominator: bigint }

/** Decimal places used for every rate: more than the smallest rate needs. */
const places = 18
/** A spread has at most two decimal places. */
const wholeSpread = 10_000n

export function convert(amount: bigint, pair: Pair): Subunits {
  const { numerator, denominator } = factor(pair)
  return ((amount * numerator) / denominator) as Subunits
}

/** Converts and rounds up, for limits towards which a remainder must count. */
export function convertUp(amount: bigint, pair: Pair): Subunits {
  const { numerator, denominator } = factor(pair)
  return ((amount * numerator + denominator - 1n) / denominator) as Subunits
}

/** The smallest amount whose conversion reaches `target`. */
export function convertBackUp(target: bigint, pair: Pair): Subunits {
  const { numerator, denominator } = factor(pair)
  return ((target * denominator + numerator - 1n) / numerator) as Subunits
}

/** Whether the rate has moved by more than the spread, in either direction, since `before`. */
export function isBeyondSpread(before: Pair, after: Pair): boolean {
  const ratioBefore = factor({ ...before, spreadPercent: 0 })
  const ratioAfter = factor({ ...after, spreadPercent: 0 })
  const [old, now] = [ratioBefore.numerator * ratioAfter.denominator, ratioAfter.numerator * ratioBefore.denominator]
  const moved = now > old ? now - old : old - now
  return moved * wholeSpread > old * BigInt(Math.round(before.spreadPercent * 100))
}

/** Units of `to` for one unit of `from`, with eight significant digits, rounded down. */
export function shownRate({ from, to, spreadPercent }: Pair): string {
  const { numerator, denominator } = factor({
    from: { ...from, subunitToUnit: 1 },
    to: { ...to, subunitToUnit: 1 },
    spreadPercent,
  })
  let scale = 8
  // Very small rates need more places until eight digits are left.
  while (scale < 24 && (10n ** BigInt(scale) * numerator) / denominator < 10_000_000n) scale++
  const digits = String((10n ** BigInt(scale) * numerator) / denominator).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
}

function factor({ from, to, spreadPercent }: Pair): Fraction {
  const kept = wholeSpread - BigInt(Math.round(spreadPercent * 100))
  return {
    numerator: exact(to.rate) * BigInt(to.subunitToUnit) * kept,
    denominator: exact(from.rate) * BigInt(from.subunitToUnit) * wholeSpread,
  }
}

function exact(rate: number): bigint {
  return BigInt(rate.toFixed(places).replace('.', ''))
}
