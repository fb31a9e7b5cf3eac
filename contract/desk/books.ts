/** The books: what is where, and where partners' statements differ from the ledger. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, Reason } from './common.ts'

const Discrepancy = z.object({
  id: z.string(),
  partner: z.string(),
  kind: z.enum(['not-in-books', 'not-at-partner', 'other-amount', 'counted-twice']),
  subject: z.enum(['payment', 'payout']),
  externalId: z.string(),
  happenedAt: z.iso.datetime(),
  /** Both sides, as they were when the books were last compared. */
  detail: z.record(z.string(), z.unknown()),
  /** Whoever accepted it with a reason, while both sides are as they were then. */
  accepted: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
})
export type Discrepancy = z.output<typeof Discrepancy>

export const readBooks = endpoint({
  method: 'GET',
  path: '/api/books',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'What players have, what partners hold, what the house has, and differences from their statements',
  reply: z.object({
    /** By currency: all balances of players, what partners hold, and how much more than the former the latter is. */
    cover: z.array(z.object({ currency: z.string(), players: Money, held: Money, surplus: Money })),
    /** Balances of accounts that belong to no player; what a partner holds is above zero. */
    positions: z.array(z.object({ account: z.string(), amount: Money })),
    /** The 200 that have been open longest. */
    discrepancies: z.array(Discrepancy),
  }),
})

export const acceptDiscrepancy = endpoint({
  method: 'POST',
  path: '/api/discrepancies/{id}/acceptance',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Accept a difference from a statement, with a reason; it opens again if either side changes',
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  body: z.object({ reason: Reason }),
  reply: Discrepancy,
  refusals: {
    discrepancyNotFound: {
      status: HttpStatus.notFound,
      description: 'This difference is not open: both sides agree meanwhile',
    },
    acceptedBefore: { status: HttpStatus.conflict, description: 'Another operator has accepted this difference' },
  },
})
