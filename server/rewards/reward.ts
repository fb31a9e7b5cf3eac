/** What can be earned: cash without turnover, an offer (bonus money or free spins), a free bet, or points. */
import { z } from 'zod'
import type { Subunits } from '#contract/money.ts'
import { amountIn, Amounts, type Rates } from '../reference/index.ts'

export const Reward = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cash'), amount: Amounts }),
  /** An offer with the trigger `reward`. */
  z.strictObject({ kind: z.literal('offer'), bonusId: z.string() }),
  /** A definition of free bets. */
  z.strictObject({ kind: z.literal('freeBet'), freeBetId: z.string() }),
  z.strictObject({ kind: z.literal('points'), points: z.int().min(1).max(10_000_000) }),
])
export type Reward = z.output<typeof Reward>

/** A reward in one currency. */
export type EarnedReward =
  | { kind: 'cash'; currency: string; amount: Subunits }
  | { kind: 'offer'; currency: string; bonusId: string }
  | { kind: 'freeBet'; currency: string; freeBetId: string }
  | { kind: 'points'; points: number }

export function inCurrency(reward: Reward, currency: string, rates: Rates): EarnedReward {
  if (reward.kind === 'points') return reward
  if (reward.kind === 'offer' || reward.kind === 'freeBet') return { ...reward, currency }
  return { kind: 'cash', currency, amount: amountIn(reward.amount, currency, rates) as Subunits }
}
