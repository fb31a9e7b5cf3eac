/** The figures of a slot with a hold feature, from every window of its reels and the redraws that follow. */
import type { SlotDefinition } from '../slot-engine/definition.ts'
import { enumerate, type Histogram } from '../slot-engine/enumerate.ts'
import type { SlotFigures } from '../slot-engine/figures.ts'
import { minus, plus, rational, times } from '../slot-engine/rational.ts'
import { holdOf } from './maths.ts'
import { holdOdds } from './odds.ts'

/** In this histogram, `scatters` counts the coins in the window. */
export const holdHistogram = (slot: SlotDefinition): Histogram => enumerate(slot, 'coin')

export function holdFigures(slot: SlotDefinition, { total, rows }: Histogram = holdHistogram(slot)): SlotFigures {
  const feature = holdOf(slot)
  const odds = holdOdds(feature, slot.reels * slot.rows)
  let [mean, square, hits, featureCount] = [rational(0), rational(0), 0, 0]
  let best = { coins: 0, chance: rational(0) }
  for (const { count, combinations, hitting, sum, squares, most, mostCombinations } of byCoins(rows)) {
    // Undefined if these windows do not start the feature.
    const featureOdds = odds.get(count)
    hits += featureOdds ? combinations : hitting
    if (featureOdds) featureCount += combinations
    const weight = rational(combinations, total)
    const [windowMean, windowSquare] = [rational(sum, total), rational(squares, total)]
    mean = plus(mean, featureOdds ? plus(windowMean, times(weight, featureOdds.mean)) : windowMean)
    const cross =
      featureOdds && plus(times(rational(2), times(windowMean, featureOdds.mean)), times(weight, featureOdds.square))
    square = plus(square, cross ? plus(windowSquare, cross) : windowSquare)
    const coins = most + (featureOdds ? feature.full : 0)
    const chance = times(rational(mostCombinations, total), featureOdds ? featureOdds.fullChance : rational(1))
    if (coins > best.coins) best = { coins, chance }
    else if (coins === best.coins) best = { coins, chance: plus(best.chance, chance) }
  }
  const stake = rational(1, slot.coins)
  const rtp = times(mean, stake)
  return {
    rtp,
    variance: minus(times(square, times(stake, stake)), times(rtp, rtp)),
    hitRate: rational(hits, total),
    freeSpinRate: rational(featureCount, total),
    maxWin: times(rational(best.coins), stake),
    maxWinChance: best.chance,
  }
}

/** Sums the payouts of the windows, without the feature, for each number of coins. */
function byCoins(rows: Histogram['rows']) {
  const groups = new Map<number, Histogram['rows']>()
  for (const row of rows) groups.set(row.scatters, [...(groups.get(row.scatters) ?? []), row])
  return [...groups].map(([count, group]) => {
    const most = Math.max(...group.map(({ coins }) => coins))
    const combinationsOf = (chosen: Histogram['rows']) => chosen.reduce((all, row) => all + row.combinations, 0)
    const moment = (exponent: bigint) =>
      group.reduce((all, row) => all + BigInt(row.coins) ** exponent * BigInt(row.combinations), 0n)
    return {
      count,
      combinations: combinationsOf(group),
      hitting: combinationsOf(group.filter(({ coins }) => coins > 0)),
      sum: moment(1n),
      squares: moment(2n),
      most,
      mostCombinations: combinationsOf(group.filter(({ coins }) => coins === most)),
    }
  })
}
