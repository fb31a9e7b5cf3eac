/**
 * Limbo: a multiplier is drawn, and the round wins if it reaches the player's target. One of `sidesAt(target)` equally likely
 * numbers is drawn, and a share of 0.99 / target of them wins, so every target returns exactly 99 %.
 */
import type { LimboChoice, LimboOutcome } from '#contract/floor-rounds.ts'
import { assertStake, type Draw, type FloorMaths, payoutOf } from '../maths.ts'

/** Targets have at most one decimal, so stakes in multiples of ten subunits are paid exactly. */
const unit = 10
export const lowestTarget = 1.1
export const highestTarget = 1_000
/** The highest multiplier that is shown. About one round in a million reaches it. */
const highestReached = 1_000_000

const tenthsOf = (target: number) => Math.round(target * 10)

/** How many numbers a draw at this target chooses from: the largest multiple of 100 × target up to 2^32. */
export function sidesAt(target: number): number {
  const step = tenthsOf(target) * 10
  return Math.floor(2 ** 32 / step) * step
}

/** How many of these numbers win. */
export function winsAt(target: number): number {
  return (sidesAt(target) / (tenthsOf(target) * 10)) * 99
}

function readChoice(choice: unknown): LimboChoice | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  const { target } = choice as Record<string, unknown>
  if (typeof target !== 'number' || !(target >= lowestTarget && target <= highestTarget)) return undefined
  return Number.isInteger(target * 10) ? { target } : undefined
}

/** Lower numbers reach higher multipliers. */
export function outcomeOf(number: number, stake: number, { target }: LimboChoice): LimboOutcome {
  const isWin = number < winsAt(target)
  const hundredths = Math.floor((99 * sidesAt(target)) / (number + 1))
  return {
    game: 'limbo',
    target,
    reached: Math.min(highestReached, Math.max(1, hundredths / 100)),
    isWin,
    payout: isWin ? payoutOf(stake, target, unit) : 0,
  }
}

export const maths: FloorMaths = {
  kind: 'original',
  slug: 'limbo',
  version: '1.0.0',
  unit,
  volatility: 'low',
  mostCoins: 2_500,
  readChoice,
  firstChoice: () => ({ target: 2 }),
  *everyChoice() {
    for (let tenths = lowestTarget * 10; tenths <= highestTarget * 10; tenths++) yield { target: tenths / 10 }
  },
  payouts(choice, stake) {
    const { target } = readChoice(choice)!
    const wins = winsAt(target)
    return [
      { payout: outcomeOf(0, stake, { target }).payout, ways: BigInt(wins) },
      { payout: 0, ways: BigInt(sidesAt(target) - wins) },
    ]
  },
  async play(draw: Draw, stake, choice) {
    const read = readChoice(choice)
    if (!read) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    return outcomeOf(await draw.below(sidesAt(read.target)), stake, read)
  },
}
