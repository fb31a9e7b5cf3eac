/** Slots with cascades: winning symbols are removed, those above fall, and new wins are paid with a higher multiplier. */
import { assertStake, type Draw, type SlotMaths } from '../maths.ts'
import type { SlotDefinition, SymbolId } from '../slot-engine/definition.ts'
import { evaluateGrid, exactSum, windowAt } from '../slot-engine/evaluate.ts'
import { drawStops, slotMaths } from '../slot-engine/maths.ts'
import type { SlotSpin, SpinOutcome } from '../slot-engine/outcome.ts'

/** Guards against strips whose cascades never end. The longest chain of every game, by enumeration, is far shorter. */
export const mostSteps = 100

export const cascadeMaths = (slot: SlotDefinition): SlotMaths => slotMaths(slot, playCascades)

/** Draws one stop for each reel, from the left. The stops determine all steps. */
async function playCascades(slot: SlotDefinition, draw: Draw, stake: number): Promise<SpinOutcome> {
  assertStake(stake, slot.coins)
  const spins = cascade(slot, await drawStops(slot, draw), stake / slot.coins)
  return { spins, payout: exactSum(spins) }
}

/** Returns every step of a round. The last one is the first window without a win. */
export function cascade(slot: SlotDefinition, stops: number[], coin: number): SlotSpin[] {
  const spins: SlotSpin[] = []
  let [grid, tops] = [windowAt(slot, stops), stops]
  for (let step = 0; step < mostSteps; step++) {
    const multiplier = multiplierAt(slot, step)
    const { wins, payout } = evaluateGrid(slot, grid, { coin, multiplier })
    spins.push({ kind: step ? 'cascade' : 'paid', stops: tops, grid, wins, payout, multiplier, freeSpinsAwarded: 0 })
    if (wins.length === 0) return spins
    const removed = new Set(wins.flatMap(({ positions }) => positions.map(String)))
    const remaining = grid.map((column, reel) => column.filter((_, row) => !removed.has(`${reel},${row}`)))
    const missing = remaining.map((column) => slot.rows - column.length)
    tops = tops.map((top, reel) => indexBefore(top, missing[reel]!, slot.strips[reel]!.length))
    grid = remaining.map((column, reel) => [...symbolsFrom(slot.strips[reel]!, tops[reel]!, missing[reel]!), ...column])
  }
  throw new RangeError(`${slot.slug}: the chain from ${String(stops)} does not end`)
}

export function multiplierAt({ feature }: SlotDefinition, step: number): number {
  if (feature?.kind !== 'cascade') return 1
  return feature.multipliers[Math.min(step, feature.multipliers.length - 1)]!
}

const indexBefore = (top: number, count: number, length: number) => (((top - count) % length) + length) % length

function symbolsFrom(strip: SymbolId[], top: number, count: number): SymbolId[] {
  return Array.from({ length: count }, (_, row) => strip[(top + row) % strip.length]!)
}
