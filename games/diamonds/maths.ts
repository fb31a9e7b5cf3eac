/** Diamonds: five gems are drawn, each in one of seven equally likely colours, and pay as a hand of equal colours. */
import type { DiamondsOutcome, Hand } from '#contract/floor-rounds.ts'
import { assertStake, type FloorMaths, payoutOf } from '../maths.ts'

/** Multipliers have at most one decimal, so stakes in multiples of ten subunits are paid exactly. */
const unit = 10
export const colours = 7
export const gems = 5

/** With the probabilities below, they return 16639 / 16807. */
export const multipliers: Record<Hand, number> = {
  five: 97,
  four: 9,
  fullHouse: 5,
  three: 3,
  twoPairs: 1.8,
  pair: 0,
  none: 0,
}

export const hands = Object.keys(multipliers) as Hand[]

/** How many of the 7^5 = 16807 equally likely draws make each hand. */
export const waysOf: Record<Hand, number> = {
  five: 7,
  four: 210,
  fullHouse: 420,
  three: 2_100,
  twoPairs: 3_150,
  pair: 8_400,
  none: 2_520,
}

export function handOf(drawn: readonly number[]): Hand {
  const counts = Array.from({ length: colours }, (_, colour) => drawn.filter((gem) => gem === colour).length)
    .filter((count) => count > 1)
    .toSorted((one, other) => other - one)
    .join('')
  return ({ 5: 'five', 4: 'four', 32: 'fullHouse', 3: 'three', 22: 'twoPairs', 2: 'pair' } as const)[counts] ?? 'none'
}

/** The player has no choice besides the stake. */
const readChoice = (choice: unknown) => (choice === null || choice === undefined ? null : undefined)

export const maths: FloorMaths = {
  kind: 'original',
  slug: 'diamonds',
  version: '1.0.0',
  unit,
  volatility: 'low',
  readChoice,
  firstChoice: () => null,
  everyChoice: () => [null],
  payouts: (_choice, stake) =>
    hands.map((hand) => ({ payout: payoutOf(stake, multipliers[hand], unit), ways: BigInt(waysOf[hand]) })),
  async play(draw, stake, choice): Promise<DiamondsOutcome> {
    if (readChoice(choice) === undefined) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    const drawn: number[] = []
    for (let place = 0; place < gems; place++) drawn.push(await draw.below(colours))
    const hand = handOf(drawn)
    const multiplier = multipliers[hand]
    return { game: 'diamonds', gems: drawn, hand, multiplier, payout: payoutOf(stake, multiplier, unit) }
  },
}
