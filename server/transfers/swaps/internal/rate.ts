/**
 * What an amount is worth in another currency, exactly: rates are decimal numbers, amounts integers, and the result is rounded down.
 * No sequence of swaps at the same rates can therefore return more than it took.
 */
import type { Subunits } from '#contract/money.ts'

export type Side = { rate: number; subunitToUnit: number }
export type Pair = { from: Side; to: Side; spreadPercent: number }
type Fraction = { over: bigint; under: bigint }

/** Decimal places that every rate is written with: more than the smallest one has. */
const places = 18
/** A spread has at most two decimal places. */
const wholeSpread = 10_000n

export function convert(amount: bigint, pair: Pair): Subunits {
  const { over, under } = factor(pair)
  return ((amount * over) / under) as Subunits
}

/** For bounds that a remainder must count towards. */
export function convertUp(amount: bigint, pair: Pair): Subunits {
  const { over, under } = factor(pair)
  return ((amount * over + under - 1n) / under) as Subunits
}

/** The smallest amount whose conversion reaches `wanted`. */
export function convertBackUp(wanted: bigint, pair: Pair): Subunits {
  const { over, under } = factor(pair)
  return ((wanted * under + over - 1n) / over) as Subunits
}

/** Whether the rate has moved by more than the spread, in either direction, since `before`. */
export function isBeyondSpread(before: Pair, after: Pair): boolean {
  const was = factor({ ...before, spreadPercent: 0 })
  const is = factor({ ...after, spreadPercent: 0 })
  const [old, now] = [was.over * is.under, is.over * was.under]
  const moved = now > old ? now - old : old - now
  return moved * wholeSpread > old * BigInt(Math.round(before.spreadPercent * 100))
}

/** Units of `to` for one unit of `from`, with eight significant digits, rounded down. */
export function shownRate({ from, to, spreadPercent }: Pair): string {
  const { over, under } = factor({
    from: { ...from, subunitToUnit: 1 },
    to: { ...to, subunitToUnit: 1 },
    spreadPercent,
  })
  let scale = 8
  // Very small rates need more places until eight digits are left.
  while (scale < 24 && (10n ** BigInt(scale) * over) / under < 10_000_000n) scale++
  const digits = String((10n ** BigInt(scale) * over) / under).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
}

function factor({ from, to, spreadPercent }: Pair): Fraction {
  const kept = wholeSpread - BigInt(Math.round(spreadPercent * 100))
  return {
    over: exact(to.rate) * BigInt(to.subunitToUnit) * kept,
    under: exact(from.rate) * BigInt(from.subunitToUnit) * wholeSpread,
  }
}

function exact(rate: number): bigint {
  return BigInt(rate.toFixed(places).replace('.', ''))
}
