/** Rakeback: part of what the operator keeps of each stake on average, claimed by the player at any time. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, WireAmount } from './money.ts'

const Rakeback = z.object({
  currency: z.string(),
  /** In the caller's locale. */
  name: z.string(),
  /** Of stake times edge (1 - RTP), for each round that is staked with cash alone. */
  percent: z.number(),
  /** Rounds bring nothing more; the rest can be claimed, however little it is. */
  isEnded: z.boolean(),
  /** Less cannot be claimed yet: subunits, as all amounts here. */
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
