/** What a bet is worth: its highest payout, its settlement and its fair value, from the exact rules of the contract. */
import { readOdds } from '#contract/settlement/odds.ts'
import { highestPayout, type LegResult, settle, type Slip } from '#contract/settlement/settle.ts'
import { expectedReturn, type Outcome } from '../models/selection.ts'
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

/** Subunits, once the bet is decided; null before. An accumulator is lost with its first lost selection. */
export function payoutOf(bet: Legs, stake: number, cap: number): number | null {
  const isLost = bet.kind !== 'system' && bet.legs.some(({ result }) => result === 'lost')
  if (isLost) return 0
  if (bet.legs.some(({ result }) => result === null)) return null
  const outcomes = bet.legs.map(({ result }) => ({ result: result! }))
  return Number(settle(slipOf(bet, stake), outcomes, BigInt(cap)))
}

/**
 * The expected payout of a stake, from the fair chances of the selections that are open. Selections of one bet are of
 * different matches, so their returns are multiplied.
 */
export function fairValueOf(bet: Legs, stake: number, outcomes: Outcome[]): number {
  const returns = bet.legs.map(({ odds }, index) => expectedReturn(outcomes[index]!, Number(readOdds(odds)) / 1000))
  let sums = [1]
  for (const each of returns) {
    const next = [...sums, 0]
    for (const [size, sum] of sums.entries()) next[size + 1]! += sum * each
    sums = next
  }
  const sizes = bet.kind === 'system' ? bet.systemSizes : [returns.length]
  const lines = sizes.reduce((all, size) => all + combinations(returns.length, size), 0)
  return (stake / lines) * sizes.reduce((all, size) => all + sums[size]!, 0)
}

function combinations(count: number, size: number): number {
  let all = 1
  for (let index = 1; index <= size; index++) all = (all * (count - size + index)) / index
  return Math.round(all)
}
