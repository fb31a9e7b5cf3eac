/** Diamonds: five gems, each of seven colours with equal chance; the hand they make pays. */
import type { DiamondsOutcome, Hand } from '#contract/floor-rounds.ts'
import { assertStake, type FloorMaths, paid } from '../maths.ts'

/** Multipliers have one decimal at most, so a stake of ten subunits pays a whole subunit. */
const unit = 10
export const colours = 7
export const gems = 5

/** The five-of-a-kind and what follows are rare enough for the return of 16639 / 16807. */
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

/** Of the 7^5 = 16807 equally likely draws. */
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

/** There is none besides the stake. */
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
    hands.map((hand) => ({ payout: paid(stake, multipliers[hand], unit), ways: BigInt(waysOf[hand]) })),
  async play(draw, stake, choice): Promise<DiamondsOutcome> {
    if (readChoice(choice) === undefined) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    const drawn: number[] = []
    for (let place = 0; place < gems; place++) drawn.push(await draw.below(colours))
    const hand = handOf(drawn)
    const multiplier = multipliers[hand]
    return { game: 'diamonds', gems: drawn, hand, multiplier, payout: paid(stake, multiplier, unit) }
  },
}
