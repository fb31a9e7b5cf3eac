/**
 * Applies exchange rates, as `reference.at_rates` does in SQL; other code does not (tests/exchange-rates.test.ts), but
 * for consumers, which count whole batches with the fractions of server/reference/rate-history.ts. Exact: a rate is the
 * decimal number that it is written as, amounts are integers.
 */

/** A currency on one side of a conversion. `rate`: units of it for one unit of the base currency. */
export type Side = { rate: number; subunitToUnit: number }
type Rounding = 'up' | 'down' | 'nearest'
export type Fraction = { numerator: bigint; denominator: bigint }

/** Subunits of `to` for one subunit of `from`. */
export function exchangeRatio(from: Side, to: Side): Fraction {
  const [source, target] = [decimal(from.rate), decimal(to.rate)]
  return {
    numerator: target.numerator * source.denominator * BigInt(to.subunitToUnit),
    denominator: source.numerator * target.denominator * BigInt(from.subunitToUnit),
  }
}

/** An amount in subunits of `to`. Amounts are not negative. */
export const exchange = (amount: bigint, from: Side, to: Side, rounding: Rounding): bigint =>
  timesFraction(amount, exchangeRatio(from, to), rounding)

export function timesFraction(amount: bigint, { numerator, denominator }: Fraction, rounding: Rounding): bigint {
  const added = { down: 0n, nearest: denominator / 2n, up: denominator - 1n }[rounding]
  return (amount * numerator + added) / denominator
}

/** The decimal that a number is written as: 1.0875 is 10875 of 10000. */
function decimal(number: number): Fraction {
  const [digits = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const places = fraction.length - Number(exponent)
  const numerator = BigInt(whole + fraction)
  return places >= 0
    ? { numerator, denominator: 10n ** BigInt(places) }
    : { numerator: numerator * 10n ** BigInt(-places), denominator: 1n }
}
