/** The currencies in which a version refuses stakes that another accepts: free spins granted with them could not be played. */
import type { GameMaths } from '#games/maths.ts'
import { studioCurrencies } from '#games/studio/currencies.ts'
import { stakesFor } from '#games/studio/stakes.ts'

export function lostStakes(before: GameMaths, after: GameMaths): string[] {
  return [...studioCurrencies.keys()].filter((currency) => {
    const [old, present] = [stakesFor(before, currency), stakesFor(after, currency)]
    if (!old) return false
    return !present || old.unit % present.unit !== 0 || present.min > old.min || present.max < old.max
  })
}
