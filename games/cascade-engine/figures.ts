/** The figures of a cascading slot, from the enumeration of all its chains. */
import type { SlotDefinition } from '../slot-engine/definition.ts'
import type { SlotFigures } from '../slot-engine/figures.ts'
import { minus, rational, times } from '../slot-engine/rational.ts'
import { type Chains, enumerateChains } from './enumerate.ts'

export function cascadeFigures(slot: SlotDefinition, { total, rows }: Chains = enumerateChains(slot)): SlotFigures {
  const sums = { coins: 0n, squares: 0n, hits: 0n }
  let most = 0
  for (const [coins, combinations] of rows) {
    const [payout, weight] = [BigInt(coins), BigInt(combinations)]
    sums.coins += payout * weight
    sums.squares += payout * payout * weight
    if (coins > 0) sums.hits += weight
    most = Math.max(most, coins)
  }
  const stake = rational(1, slot.coins)
  const rtp = times(rational(sums.coins, total), stake)
  return {
    rtp,
    variance: minus(times(rational(sums.squares, total), times(stake, stake)), times(rtp, rtp)),
    hitRate: rational(sums.hits, total),
    freeSpinRate: rational(0),
    maxWin: times(rational(most), stake),
    maxWinChance: rational(rows.get(most)!, total),
  }
}
