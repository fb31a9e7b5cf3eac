/** Rakeback: a part of the operator's expected margin on each stake, which the player claims at any time. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, WireAmount } from './money.ts'

const Rakeback = z.object({
  currency: z.string(),
  /** In the caller's locale. */
  name: z.string(),
  /** The percentage of stake times edge (1 - RTP) for each round that is staked with cash alone. */
  percent: z.number(),
  /** True once rounds earn no more rakeback; any remaining amount, however small, can be claimed. */
  isEnded: z.boolean(),
  /** The minimum amount that can be claimed. All amounts here are in subunits. */
  minAmount: WireAmount,
  /** What can be claimed. */
  amount: WireAmount,
  /** What was claimed, in total. */
  claimed: WireAmount,
  claimedAt: z.iso.datetime().nullable(),
})
export type Rakeback = z.infer<typeof Rakeback>

export const readRakeback = endpoint({
  method: 'GET',
  path: '/api/game/bonuses/rakeback',
  access: 'player',
  summary: 'List rakeback that can be claimed, in one or all currencies',
  query: z.object({ currency: CurrencyCode.optional() }),
  reply: z.array(Rakeback),
})

export const claimRakeback = endpoint({
  method: 'POST',
  path: '/api/game/bonuses/rakeback/claim',
  access: 'player',
  summary: 'Claim rakeback in a currency as cash',
  body: z.object({ currency: CurrencyCode }),
  reply: Rakeback,
  refusals: {
    rakebackTooSmall: { status: 422, description: 'there is nothing to claim, or less than the minimum' },
    playerExcluded: { status: 422, code: 13101, description: 'a cooling-off period or self-exclusion is in force' },
    playerLimited: { status: 422, description: 'the account is limited or closed' },
  },
})
