/** Reward types that quests and levels share. */
import { z } from 'zod'
import { WireAmount } from './money.ts'

/** A free bet on sports: the operator pays the stake, and the player gets the winnings without it. */
export const FreeBetReward = z.object({
  kind: z.literal('freeBet'),
  name: z.string(),
  amount: WireAmount,
  currency: z.string(),
  /** The minimum odds of each selection. */
  minOdds: z.string(),
  /** How long it can be staked after it is granted. */
  expiresAfterSeconds: z.int(),
})
