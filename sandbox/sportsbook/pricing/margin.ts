/**
 * The margin is a share of the fair price, the same for all odds and markets, so that an event has the same price
 * wherever it is offered. A margin that takes more from long odds would be one that players cannot know. The odds are then
 * rounded down to the ladder, by at most 2.5 %.
 */
import { highestOdds, onLadder, writeOdds } from '#contract/settlement/odds.ts'

/** The margins of a single selection and of combined ones. */
export const singleMargin = 0.05
export const builderMargin = 0.09
/** The additional margin while the match is in play. */
export const liveExtra = 0.01
/** The share of its fair value that a cash-out costs. */
export const cashOutMargin = 0.04
/** The share of the margin that must remain when a bet is taken at odds that have fallen since they were shown. */
export const keptShare = 0.25
/** The largest step of the ladder, relative to the price. */
export const longestStep = 0.025

/**
 * The decimal odds on the ladder for a fair probability. Null below its lowest and above its highest price, where the
 * margin would differ.
 */
export function oddsWith(margin: number, probability: number): string | null {
  if (isBeyondLadder(margin, probability)) return null
  // A rounding difference between sums of the same probabilities must not change the price.
  const price = onLadder(BigInt(Math.floor(thousandthsOf(margin, probability) + 1e-6)))
  return price === null ? null : writeOdds(price)
}

/** Whether the price would be above the highest. */
export const isBeyondLadder = (margin: number, probability: number) =>
  !(probability > 0 && thousandthsOf(margin, probability) < Number(highestOdds) + 1)

const thousandthsOf = (margin: number, probability: number) => (1000 * (1 - margin)) / probability
