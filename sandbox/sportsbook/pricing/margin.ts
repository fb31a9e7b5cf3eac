/**
 * A margin by the power method: every fair probability is raised to the same power, so that favourites carry less of
 * the margin than long shots. Then the odds are rounded down to the ladder.
 */
import { onLadder, writeOdds } from '#contract/settlement/odds.ts'

/** Probabilities that add up to `1 + margin`; those of 0 and 1 are unchanged. */
export function withMargin(fair: number[], margin: number): number[] {
  const total = fair.reduce((sum, each) => sum + each, 0)
  const wanted = total * (1 + margin)
  const at = (power: number) => fair.reduce((sum, each) => sum + (each > 0 ? each ** power : 0), 0)
  let [low, high] = [0.2, 1]
  if (at(low) < wanted) return fair
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (at(middle) > wanted) low = middle
    else high = middle
  }
  return fair.map((each) => (each > 0 ? each ** high : 0))
}

/** Decimal odds of the ladder for a probability; null below its lowest and above its highest price. */
export function oddsOf(probability: number): string | null {
  if (probability < 0.002 || probability > 1) return null
  const price = onLadder(BigInt(Math.floor(1000 / probability + 1e-9)))
  return price === null ? null : writeOdds(price)
}
