/**
 * Wheel: it stops at one of its equally likely segments. The multipliers of every wheel add up to 0.99 times the number of its
 * segments, so every wheel returns exactly 99 %.
 */
import type { WheelChoice, WheelOutcome } from '#contract/floor-rounds.ts'
import { assertStake, type FloorMaths, payoutOf, risks } from '../maths.ts'

/** Multipliers have at most one decimal, so stakes in multiples of ten subunits are paid exactly. */
const unit = 10
export const sizes = [10, 20, 30, 50] as const

/** At low risk, every ten segments repeat these multipliers, clockwise. */
const low = [1.1, 0, 1.3, 1.1, 1.6, 1.1, 0, 1.3, 1.1, 1.3]
/** At medium risk, every second segment pays one of these multipliers, clockwise. */
const medium: Record<number, readonly number[]> = {
  10: [1.7, 1.5, 2, 1.7, 3],
  20: [1.5, 1.8, 1.5, 2, 1.5, 4.2, 1.5, 1.8, 1.5, 2.5],
  30: [1.5, 2, 1.5, 1.7, 1.5, 2, 1.5, 5.8, 1.5, 2, 1.5, 1.7, 2, 1.5, 2],
  50: [1.5, 2, 1.5, 1.5, 3, 1.5, 2, 1.5, 1.5, 2, 1.5, 1.5, 5.5, 1.5, 2, 1.5, 3, 1.5, 2, 1.5, 1.5, 2, 3, 1.5, 2],
}

/** The multiplier of every segment, clockwise from the pointer. */
export function segmentsOf({ risk, segments }: WheelChoice): number[] {
  return Array.from({ length: segments }, (_, at) => {
    if (risk === 'low') return low[at % low.length]!
    if (risk === 'medium') return at % 2 === 0 ? 0 : medium[segments]![(at - 1) / 2]!
    return at === 0 ? (segments * 99) / 100 : 0
  })
}

function readChoice(choice: unknown): WheelChoice | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  const { risk, segments } = choice as Record<string, unknown>
  const [readRisk, size] = [risks.find((each) => each === risk), sizes.find((each) => each === segments)]
  return readRisk && size ? { risk: readRisk, segments: size } : undefined
}

export const maths: FloorMaths = {
  kind: 'original',
  slug: 'wheel',
  version: '1.0.0',
  unit,
  volatility: 'low',
  readChoice,
  firstChoice: () => ({ risk: 'medium', segments: 20 }),
  *everyChoice() {
    for (const risk of risks) for (const segments of sizes) yield { risk, segments }
  },
  payouts: (choice, stake) =>
    segmentsOf(readChoice(choice)!).map((multiplier) => ({ payout: payoutOf(stake, multiplier, unit), ways: 1n })),
  async play(draw, stake, choice): Promise<WheelOutcome> {
    const read = readChoice(choice)
    if (!read) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    const at = await draw.below(read.segments)
    const multiplier = segmentsOf(read)[at]!
    return { game: 'wheel', ...read, at, multiplier, payout: payoutOf(stake, multiplier, unit) }
  },
}
