/**
 * Converts an amount to another currency exactly: rates are decimal numbers, amounts integers, and the result is
 * rounded down. No sequence of swaps at the same rates can therefore return more than it took.
 */
import { exchangeRatio, type Fraction, type Side, timesFraction } from '#contract/exchange.ts'
import type { Subunits } from '#contract/money.ts'

export type Pair = { from: Side; to: Side; spreadPercent: number }

/** A spread has at most two decimal places. */
const wholeSpread = 10_000n

export function convert(amount: bigint, pair: Pair): Subunits {
  return timesFraction(amount, factor(pair), 'down') as Subunits
}

/** Converts and rounds up, for limits towards which a remainder must count. */
export function convertUp(amount: bigint, pair: Pair): Subunits {
  return timesFraction(amount, factor(pair), 'up') as Subunits
}

/** The smallest amount whose conversion reaches `target`. */
export function convertBackUp(target: bigint, pair: Pair): Subunits {
  const { numerator, denominator } = factor(pair)
  return timesFraction(target, { numerator: denominator, denominator: numerator }, 'up') as Subunits
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
  const { numerator, denominator } = exchangeRatio(from, to)
  const kept = wholeSpread - BigInt(Math.round(spreadPercent * 100))
  return { numerator: numerator * kept, denominator: denominator * wholeSpread }
}
