/**
 * The currencies in which `after` refuses stakes that `before` accepts: free spins granted with such a stake could not
 * be played.
 */
import type { GameMaths } from '#games/maths.ts'
import { studioCurrencies } from '#games/studio/currencies.ts'
import { stakesFor } from '#games/studio/stakes.ts'

export function lostStakes(before: GameMaths, after: GameMaths): string[] {
  return [...studioCurrencies.keys()].filter((currency) => {
    const [old, current] = [stakesFor(before, currency), stakesFor(after, currency)]
    if (!old) return false
    return !current || old.unit % current.unit !== 0 || current.min > old.min || current.max < old.max
  })
}
