/** Slots whose reels change their heights with every spin, and with them the number of ways to win. */
import { assertStake, type Draw, type SlotMaths } from '../maths.ts'
import type { Feature, Pays, SlotDefinition } from '../slot-engine/definition.ts'
import { columnAt, evaluateGrid, exactSum } from '../slot-engine/evaluate.ts'
import { slotMaths } from '../slot-engine/maths.ts'
import type { SlotSpin, SpinOutcome } from '../slot-engine/outcome.ts'

export type Heights = Extract<Feature, { kind: 'heights' }>

export const waysMaths = (slot: SlotDefinition): SlotMaths => slotMaths(slot, playWays)

export function heightsOf({ slug, feature }: SlotDefinition): Heights {
  if (feature?.kind !== 'heights') throw new RangeError(`the reels of ${slug} have one height`)
  return feature
}

async function playWays(slot: SlotDefinition, draw: Draw, stake: number): Promise<SpinOutcome> {
  assertStake(stake, slot.coins)
  const coin = stake / slot.coins
  const paid = await spin(slot, draw, { coin, kind: 'paid' })
  const spins = [paid]
  for (let left = paid.freeSpinsAwarded; left > 0; left--) spins.push(await spin(slot, draw, { coin, kind: 'free' }))
  return { spins, payout: exactSum(spins) }
}

type Kind = 'paid' | 'free'

/** Draws the height and then the stop of each reel, from the left. */
async function spin(slot: SlotDefinition, draw: Draw, { coin, kind }: { coin: number; kind: Kind }): Promise<SlotSpin> {
  const heights = heightsOf(slot)[kind]
  const [stops, grid]: [number[], SlotSpin['grid']] = [[], []]
  for (const strip of slot.strips) {
    const height = heights[await draw.below(heights.length)]!
    const stop = await draw.below(strip.length)
    stops.push(stop)
    grid.push(columnAt(strip, stop, height))
  }
  const multiplier = kind === 'free' ? (slot.freeSpins?.multiplier ?? 1) : 1
  const { wins, payout, scatters } = evaluateGrid(slot, grid, { coin, multiplier })
  const freeSpinsAwarded = kind === 'paid' ? (slot.freeSpins?.awards[scatters as keyof Pays] ?? 0) : 0
  return { kind, stops, grid, wins, payout, multiplier, freeSpinsAwarded }
}
