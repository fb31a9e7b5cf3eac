/** Slots whose wins are removed, so that the symbols above fall and may win again under a higher multiplier. */
import { assertStake, type Draw, type SlotMaths } from '../maths.ts'
import type { SlotDefinition, SymbolId } from '../slot-engine/definition.ts'
import { evaluateGrid, exactSum, windowAt } from '../slot-engine/evaluate.ts'
import { drawStops, slotMaths } from '../slot-engine/maths.ts'
import type { SlotSpin, SpinOutcome } from '../slot-engine/outcome.ts'

/** A chain that is longer is a fault of the strips: the enumeration of every game ends far below. */
export const mostSteps = 100

export const cascadeMaths = (slot: SlotDefinition): SlotMaths => slotMaths(slot, playCascades)

/** One stop for each reel, from the left: they decide all steps. */
async function playCascades(slot: SlotDefinition, draw: Draw, stake: number): Promise<SpinOutcome> {
  assertStake(stake, slot.coins)
  const spins = cascade(slot, await drawStops(slot, draw), stake / slot.coins)
  return { spins, payout: exactSum(spins) }
}

/** Every step of a round; the last one shows the symbols at rest, where nothing wins. */
export function cascade(slot: SlotDefinition, stops: number[], coin: number): SlotSpin[] {
  const spins: SlotSpin[] = []
  let [grid, tops] = [windowAt(slot, stops), stops]
  for (let step = 0; step < mostSteps; step++) {
    const multiplier = multiplierAt(slot, step)
    const { wins, payout } = evaluateGrid(slot, grid, { coin, multiplier })
    spins.push({ kind: step ? 'cascade' : 'paid', stops: tops, grid, wins, payout, multiplier, freeSpinsAwarded: 0 })
    if (wins.length === 0) return spins
    const gone = new Set(wins.flatMap(({ positions }) => positions.map(String)))
    const kept = grid.map((column, reel) => column.filter((_, row) => !gone.has(`${reel},${row}`)))
    const falls = kept.map((column) => slot.rows - column.length)
    tops = tops.map((top, reel) => before(top, falls[reel]!, slot.strips[reel]!.length))
    grid = kept.map((column, reel) => [...fill(slot.strips[reel]!, tops[reel]!, falls[reel]!), ...column])
  }
  throw new RangeError(`${slot.slug}: the chain from ${String(stops)} does not end`)
}

export function multiplierAt({ feature }: SlotDefinition, step: number): number {
  if (feature?.kind !== 'cascade') return 1
  return feature.multipliers[Math.min(step, feature.multipliers.length - 1)]!
}

const before = (top: number, count: number, length: number) => (((top - count) % length) + length) % length

function fill(strip: SymbolId[], top: number, count: number): SymbolId[] {
  return Array.from({ length: count }, (_, row) => strip[(top + row) % strip.length]!)
}
