/** Rewards that quests and levels share. */
import { z } from 'zod'
import { WireAmount } from './money.ts'

/** A stake of the operator on sports: the winnings are paid without it. */
export const FreeBetReward = z.object({
  kind: z.literal('freeBet'),
  name: z.string(),
  amount: WireAmount,
  currency: z.string(),
  /** The lowest odds of each selection. */
  minOdds: z.string(),
  /** How long it can be staked after it is granted. */
  expiresAfterSeconds: z.int(),
})
