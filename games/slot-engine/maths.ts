/** A slot's maths from its definition: draws a stop for each reel, evaluates the window, then plays the free spins won. */
import { assertStake, type Draw, type SlotMaths } from '../maths.ts'
import type { SlotDefinition } from './definition.ts'
import { evaluateSpin, exactSum } from './evaluate.ts'
import type { SlotSpin, SpinOutcome } from './outcome.ts'

type Play = (slot: SlotDefinition, draw: Draw, stake: number) => Promise<SpinOutcome>

/** The engine of a slot with a feature passes its own `play`. */
export function slotMaths(slot: SlotDefinition, play: Play = playSlot): SlotMaths {
  if (slot.feature && play === playSlot) throw new Error(`${slot.slug} has a feature, which another engine plays`)
  return {
    kind: 'slot',
    slug: slot.slug,
    version: slot.version,
    unit: slot.coins,
    volatility: slot.volatility,
    definition: slot,
    readChoice: (choice) => (choice === null || choice === undefined ? null : undefined),
    play: (draw, stake) => play(slot, draw, stake),
  }
}

/** Draws only the stops, reel by reel from the left, for one spin after another. */
async function playSlot(slot: SlotDefinition, draw: Draw, stake: number): Promise<SpinOutcome> {
  assertStake(stake, slot.coins)
  const coin = stake / slot.coins
  const paid = evaluateSpin(slot, await drawStops(slot, draw), coin, 'paid')
  const spins: SlotSpin[] = [paid]
  for (let left = paid.freeSpinsAwarded; left > 0; left--)
    spins.push(evaluateSpin(slot, await drawStops(slot, draw), coin, 'free'))
  return { spins, payout: exactSum(spins) }
}

export async function drawStops(slot: SlotDefinition, draw: Draw): Promise<number[]> {
  const stops: number[] = []
  for (const symbols of slot.strips) stops.push(await draw.below(symbols.length))
  return stops
}
