/** What of sports bets waits for a person: differences from the sportsbook, bets on hold, debts, closed accounts. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as HttpStatus from '../statuses.ts'
import { BetStatus } from '../sportsbook-protocol.ts'
import { Money, NextPage, PageKey, Reason } from './common.ts'

export const sportsWorkKinds = ['differences', 'miscalculated', 'held', 'debts', 'closed'] as const

const Sum = { status: BetStatus, stake: Money, openStake: Money, payout: Money }

const Work = z.object({
  /** Of the bet; of a difference that concerns no known bet, null. */
  bet: z.uuid().nullable(),
  /** At the sportsbook; of a closed account, null. */
  betId: z.string().nullable(),
  playerId: z.uuid().nullable(),
  since: z.iso.datetime(),
  /** As the site has it, with what its results pay; null without a known bet. */
  ours: z.object({ ...Sum, expected: Money.nullable() }).nullable(),
  /** As the sportsbook lists it; null where it does not, and of work that is no difference. */
  theirs: z.object(Sum).nullable(),
  /** What is owed, or to be paid outside. */
  amount: Money.nullable(),
})
export type SportsWork = z.output<typeof Work>

export const listSportsWork = endpoint({
  method: 'GET',
  path: '/api/sports',
  access: 'operator',
  scope: 'cashier:read',
  summary: 'Sports bets that wait for a person, the longest waiting first, 50 at a time',
  query: z.object({ kind: z.enum(sportsWorkKinds).default('differences'), after: PageKey }),
  reply: z.object({ work: z.array(Work), next: NextPage }),
})

export const clearSportsDebt = endpoint({
  method: 'POST',
  path: '/api/sports/debts/{betId}/clearance',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Write off what a player owes for a bet that was corrected: the operator bears the loss',
  params: z.object({ betId: z.uuid() }),
  body: z.object({
    reason: Reason,
    /** What is owed as the operator has read it, in units of the currency. */
    seen: z.string().max(30),
  }),
  reply: z.object({ amount: Money }),
  refusals: {
    betNotFound: { status: HttpStatus.notFound, description: 'There is no such bet' },
    noDebt: { status: HttpStatus.conflict, description: 'Nothing is owed for this bet any more' },
    changedMeanwhile: { status: HttpStatus.conflict, description: 'Another amount is owed meanwhile: read it again' },
  },
})

export const recordClosedPayment = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/closed-payments',
  access: 'operator',
  scope: 'cashier:decide',
  summary: 'Record that the money of a closed account was paid outside, by its reference there',
  params: z.object({ playerId: z.uuid() }),
  body: z.object({
    currency: z.string().max(5),
    /** In units of the currency: all that the account has. */
    amount: z.string().max(30),
    /** Names the payment outside. */
    reason: Reason,
  }),
  refusals: {
    playerNotFound: { status: HttpStatus.notFound, description: 'There is no such player' },
    notClosed: { status: HttpStatus.conflict, description: 'This account is not closed: its player can withdraw' },
    amountInvalid: { status: HttpStatus.unprocessable, description: 'Enter an amount of the currency, such as 12.50' },
    notRecorded: { status: HttpStatus.conflict, description: 'The account has another amount, or this was recorded' },
  },
})
