/** The exact odds of a choice, from the count of all its results. */
import type { FloorChoice } from '#contract/floor-rounds.ts'
import type { FloorMaths } from './maths.ts'
import { minus, type Rational, rational, times } from './slot-engine/rational.ts'

export type Odds = {
  /** As a fraction of the stake. */
  rtp: Rational
  hitRate: Rational
  /** Whether some results pay less than the stake, but not nothing. */
  isPartial: boolean
  variance: Rational
  /** In stakes. */
  maxWin: Rational
  maxWinChance: Rational
}

export function oddsOf(maths: FloorMaths, choice: FloorChoice | null, stake: number): Odds {
  const results = maths.payouts(choice, stake)
  const total = (weigh: (payout: bigint) => bigint) =>
    results.reduce((sum, { payout, ways }) => sum + weigh(BigInt(payout)) * ways, 0n)
  const all = total(() => 1n)
  const whole = BigInt(stake)
  const rtp = rational(
    total((payout) => payout),
    all * whole,
  )
  const squares = rational(
    total((payout) => payout * payout),
    all * whole * whole,
  )
  const most = results.reduce((highest, { payout }) => Math.max(highest, payout), 0)
  return {
    rtp,
    hitRate: rational(
      total((payout) => (payout > 0n ? 1n : 0n)),
      all,
    ),
    isPartial: results.some(({ payout }) => payout > 0 && payout < stake),
    variance: minus(squares, times(rtp, rtp)),
    maxWin: rational(most, whole),
    maxWinChance: rational(
      total((payout) => (Number(payout) === most ? 1n : 0n)),
      all,
    ),
  }
}
