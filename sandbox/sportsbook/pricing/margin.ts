/**
 * The margin is a share of the fair price, the same at every length of odds and in every market, so that one event has
 * one price wherever it is offered. Then the odds are rounded down to the ladder, by at most 2.5 %.
 */
import { highestOdds, onLadder, writeOdds } from '#contract/settlement/odds.ts'

/** Of a selection alone, and of combined ones. */
export const singleMargin = 0.05
export const builderMargin = 0.09
/** More of both while the match is in play. */
export const liveExtra = 0.01
/** The longest step of the ladder, as a part of the price. */
export const longestStep = 0.025

/**
 * Decimal odds of the ladder, for a fair probability; null below its lowest and above its highest price, where the
 * margin would be another.
 */
export function oddsWith(margin: number, probability: number): string | null {
  if (isBeyondLadder(margin, probability)) return null
  // What different sums of the same probabilities differ by is no other price.
  const price = onLadder(BigInt(Math.floor(thousandthsOf(margin, probability) + 1e-6)))
  return price === null ? null : writeOdds(price)
}

/** Whether the price would be above the highest. */
export const isBeyondLadder = (margin: number, probability: number) =>
  !(probability > 0 && thousandthsOf(margin, probability) < Number(highestOdds) + 1)

const thousandthsOf = (margin: number, probability: number) => (1000 * (1 - margin)) / probability
