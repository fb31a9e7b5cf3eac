/** The books: what is where, and where partners' statements differ from the ledger. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, Reason } from './common.ts'

const Difference = z.object({
  kind: z.enum(['not-in-books', 'not-at-partner', 'other-amount', 'counted-twice']),
  subject: z.enum(['payment', 'payout']),
  externalId: z.string(),
  happenedAt: z.iso.datetime(),
  /** Both sides, as they were when the books were last compared; null where one of them has nothing of it. */
  theirs: z.object({ amount: z.string().nullable(), currency: z.string() }).nullable(),
  ours: z.object({ number: z.string(), amount: Money.nullable() }).nullable(),
})

const Discrepancy = Difference.extend({
  id: z.string(),
  partner: z.string(),
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

/** A time, or a day, which stands for its start in UTC. */
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

export const compareBooks = endpoint({
  method: 'POST',
  path: '/api/books/{partner}/comparison',
  access: 'operator',
  scope: 'cashier:do',
  summary: "Compare a partner's statement with the ledger; differences are listed in the books",
  params: z.object({ partner: z.string().max(40) }),
  body: z.object({ from: Moment, to: Moment }),
  reply: z.object({ transactions: z.number(), booked: z.number(), differences: z.array(Difference) }),
  refusals: {
    partnerUnknown: { status: HttpStatus.notFound, description: 'There is no such partner' },
    noStatement: { status: HttpStatus.conflict, description: 'This partner provides no statement' },
    partnerUnavailable: { status: HttpStatus.serviceUnavailable, description: 'The partner does not answer' },
    periodInvalid: {
      status: HttpStatus.unprocessable,
      description: 'Enter the first day and the day after the last, such as 2026-11-01 and 2026-12-01',
    },
  },
})

export const listRemainders = endpoint({
  method: 'GET',
  path: '/api/remainders',
  access: 'operator',
  scope: 'cashier:read',
  summary:
    'What studios and sportsbooks credited in fractions of a subunit, which is not booked: sums and newest notes',
  query: z.object({ from: Moment.optional(), to: Moment.optional() }),
  reply: z.object({
    /** In subunits. */
    sums: z.array(z.object({ actor: z.string(), currency: z.string(), amount: z.string(), credits: z.number() })),
    notes: z.array(
      z.object({
        at: z.iso.datetime(),
        actor: z.string(),
        idempotencyKey: z.string(),
        currency: z.string(),
        amount: z.string(),
      }),
    ),
  }),
})
