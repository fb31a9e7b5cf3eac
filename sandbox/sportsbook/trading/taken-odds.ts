import { readOdds } from '#contract/settlement/odds.ts'
import { fairProbability } from '../models/selection.ts'
import { keptShare } from '../pricing/margin.ts'
import type { OddsPolicy } from '../wire.ts'
import type { Quote } from './book.ts'

/**
 * The odds at which a bet is taken: the current ones if they are higher, the displayed ones while they still leave a
 * quarter of the margin, so that neither the clock of a match nor a line that is no longer listed declines a bet alone.
 * Null if the player must be asked.
 */
export function takenOdds(
  policy: OddsPolicy,
  shown: string,
  { odds, outcome, margin }: Pick<Quote, 'odds' | 'outcome' | 'margin'>,
): string | null {
  const isHonoured = Number(shown) * fairProbability(outcome) <= 1 - margin * keptShare
  if (odds === null) return isHonoured ? shown : null
  const [before, after] = [readOdds(shown), readOdds(odds)]
  if (before === after) return shown
  // With `never`, only the displayed price is accepted.
  if (after > before) return policy === 'never' ? null : odds
  if (isHonoured) return shown
  return policy === 'any' ? odds : null
}
