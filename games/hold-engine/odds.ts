/** The exact odds of the hold feature: a Markov chain over the number of coins and the number of redraws left. */
import { plus, type Rational, rational, times } from '../slot-engine/rational.ts'
import type { Hold } from './maths.ts'

/** Mean and mean square of the payout, in coins of the stake, and the probability that the window fills up. */
export type HoldOdds = { mean: Rational; square: Rational; fullChance: Rational }

/** Returns the odds for each number of coins with which the feature can start, in a window of `places`. */
export function holdOdds(feature: Hold, places: number): Map<number, HoldOdds> {
  const values = feature.values.map((value) => rational(value))
  const valueMean = times(total(values), rational(1, values.length))
  const valueSquare = times(total(values.map((value) => times(value, value))), rational(1, values.length))
  const odds = new Map<number, HoldOdds>()
  for (let start = feature.from; start <= places; start++) {
    const ends = endCounts(feature, places, start)
    const fullChance = ends[places]!
    let mean = times(fullChance, rational(feature.full))
    let square = times(fullChance, rational(feature.full ** 2))
    for (const [count, chance] of ends.entries()) {
      if (count === places) continue
      mean = plus(mean, times(chance, times(rational(count), valueMean)))
      // The square of a sum of independent values is the sum of their squares and of the products of every two.
      const pairs = times(rational(count * (count - 1)), times(valueMean, valueMean))
      square = plus(square, times(chance, plus(times(rational(count), valueSquare), pairs)))
    }
    odds.set(start, { mean, square, fullChance })
  }
  return odds
}

/** The probability of each number of coins at the end. */
export function endCounts(feature: Hold, places: number, start: number): Rational[] {
  const { weights, exponent } = weighEnds(feature, places, start)
  return weights.map((weight) => rational(weight, BigInt(feature.oneIn) ** BigInt(exponent)))
}

/** Fractions as numerators over `oneIn ** exponent`, because reducing each intermediate fraction would take seconds. */
type Ends = { weights: bigint[]; exponent: number }

function weighEnds({ spins, oneIn }: Hold, places: number, start: number): Ends {
  const known = new Map<string, Ends>()
  const power = (base: number, exponent: number) => BigInt(base) ** BigInt(exponent)
  const endsFrom = (count: number, left: number): Ends => {
    if (count === places || left === 0) return only(count, places)
    const key = `${count}/${left}`
    const found = known.get(key)
    if (found) return found
    const empty = places - count
    const parts = Array.from({ length: empty + 1 }, (_, more) => ({
      ends: more === 0 ? endsFrom(count, left - 1) : endsFrom(count + more, spins),
      ways: choose(empty, more) * power(oneIn - 1, empty - more),
    }))
    const deepest = Math.max(...parts.map(({ ends }) => ends.exponent))
    const weights = only(count, places).weights.map((_, index) =>
      parts.reduce(
        (sum, { ends, ways }) => sum + ways * ends.weights[index]! * power(oneIn, deepest - ends.exponent),
        0n,
      ),
    )
    const result = { weights, exponent: empty + deepest }
    known.set(key, result)
    return result
  }
  return endsFrom(start, spins)
}

/** The distribution in which this count is certain. */
const only = (count: number, places: number): Ends => ({
  weights: Array.from({ length: places + 1 }, (_, index) => (index === count ? 1n : 0n)),
  exponent: 0,
})

function choose(of: number, count: number): bigint {
  let ways = 1n
  for (let index = 0; index < count; index++) ways = (ways * BigInt(of - index)) / BigInt(index + 1)
  return ways
}

const total = (values: Rational[]) => values.reduce(plus, rational(0))
