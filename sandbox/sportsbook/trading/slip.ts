/**
 * Calculates the value of a bet: its highest payout, its settlement and its fair value, by the exact rules of the
 * contract.
 */
import { readOdds } from '#contract/settlement/odds.ts'
import {
  type Fraction,
  highestPayout,
  type LegResult,
  settle,
  type Slip,
  worthOf,
} from '#contract/settlement/settle.ts'
import type { Outcome } from '../models/selection.ts'
import type { BetKind } from '../wire.ts'

type Legs = { kind: BetKind; systemSizes: number[]; legs: Array<{ odds: string; result: LegResult | null }> }

const slipOf = ({ kind, systemSizes, legs }: Legs, stake: number): Slip => ({
  kind,
  systemSizes,
  isEachWay: false,
  legs: legs.map(({ odds }) => ({ odds })),
  stake: BigInt(stake),
})

export function highestPayoutOf(bet: Legs, stake: number, cap: number): number {
  return Math.min(cap, Number(highestPayout(slipOf(bet, stake))))
}

/**
 * The payout in subunits once the bet is decided; null before. An accumulator is lost with its first lost selection.
 */
export function payoutOf(bet: Legs, stake: number, cap: number): number | null {
  const isLost = bet.kind !== 'system' && bet.legs.some(({ result }) => result === 'lost')
  if (isLost) return 0
  if (bet.legs.some(({ result }) => result === null)) return null
  const outcomes = bet.legs.map(({ result }) => ({ result: result! }))
  return Number(settle(slipOf(bet, stake), outcomes, BigInt(cap)))
}

/**
 * The expected payout of a stake, from the fair probabilities of the open selections. Selections of one bet belong to
 * different matches, so their returns are multiplied.
 */
export function fairValueOf(bet: Legs, stake: number, outcomes: Outcome[]): number {
  const returns = bet.legs.map(({ odds }, index): Fraction => {
    const { win, back } = outcomes[index]!
    return { numerator: readOdds(odds) * inParts(win) + 1000n * inParts(back), denominator: 1000n * parts }
  })
  const { numerator: over, denominator: under } = worthOf(slipOf(bet, stake), returns)
  return Number((over * decimals) / under) / Number(decimals)
}

/** Converts a probability, which is a double, into an exact fraction. */
const parts = 10n ** 15n
const inParts = (probability: number) => BigInt(Math.round(probability * Number(parts)))
const decimals = 1_000_000n
