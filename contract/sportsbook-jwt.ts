/**
 * The protocol of a sportsbook whose calls are signed tokens: each body is `{ payload }`, a JWT signed with ES256 whose
 * claims contain the call and are at most a minute old. It sends transactions instead of the state of a bet: a win, a
 * loss, a refund, and the rollback of one of them. server/sports/receive-provider-call.ts turns them into decisions.
 */
import { z } from 'zod'
import { CreditAmount, ExactAmount, roughly } from './exact-number.ts'
import { CurrencyCode, WireAmount } from './money.ts'
import { oddsPattern } from './settlement/odds.ts'

/** Allows nothing beside the token, because it would not be signed. */
export const SignedBody = z.strictObject({ payload: z.string().min(1).max(100_000) })
/** `payload` is the call itself. */
export const Claims = z.object({ iat: z.int(), exp: z.int(), payload: z.unknown() })

const Id = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/)
const Name = z.string().min(1).max(200)
/** The last Unix second of the year 9999; later ones have no RFC 3339 date. */
const lastSecond = 253_402_300_799
const Amount = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const transaction = { transaction: z.object({ id: Id }) }
/** The transaction that placed the bet. */
const bet = { bet_transaction_id: Id }

const Selection = z.object({
  id: Id,
  event_id: Id,
  sport_name: Name,
  tournament_name: Name,
  competitor_name: z.array(Name).min(1).max(2),
  market_id: Id,
  market_name: Name,
  outcome_id: Id,
  outcome_name: Name,
  odds: z.string().regex(oddsPattern),
  live: z.boolean(),
  scheduled: z.int().min(0).max(lastSecond),
})
const Result = z.object({ id: Id, status: z.enum(['won', 'lost', 'canceled', 'half_won', 'half_lost']) })

/** A token does not name its operation, so fields of other operations must be absent. */
const absent = z.undefined().optional()

export const operations = {
  make: z.object({
    ...transaction,
    ext_player_id: z.uuid(),
    session_id: z.uuid(),
    currency: CurrencyCode,
    amount: Amount,
    /** Rounded down to a subunit, as the payout will be. */
    potential_win: CreditAmount,
    bonus_id: z.uuid().nullish(),
    accept_odds_change: z.enum(['none', 'higher', 'any']),
    betslip: z.object({
      /** Size of the combinations and number of selections: `1/1`, `3/3`, `2/4`. */
      type: z.string().regex(/^\d{1,2}\/\d{1,2}$/),
      bets: z.array(Selection).min(1).max(20),
    }),
    timestamp: roughly(z.number().min(0).max(lastSecond)),
  }),
  commit: z.object({ ...transaction, ...bet, amount: absent, reason: absent, parent_transaction_id: absent }),
  discard: z.object({ ...transaction, ...bet, reason: Name }),
  win: z.object({
    ...transaction,
    ...bet,
    amount: ExactAmount,
    is_cashout: z.boolean(),
    selections: z.array(Result).max(20).default([]),
  }),
  lost: z.object({
    ...transaction,
    ...bet,
    selections: z.array(Result).max(20).default([]),
    amount: absent,
    reason: absent,
    parent_transaction_id: absent,
  }),
  refund: z.object({ ...transaction, ...bet, reason: Name }),
  rollback: z.object({ ...transaction, ...bet, parent_transaction_id: Id }),
}
export type Operation = keyof typeof operations
export const operationNames = Object.keys(operations) as Operation[]

// Responses of the sportsbook, also as `{ payload }`.

export const SportsAnswer = z.object({
  sports: z
    .array(
      z.object({ id: Id, name: Name, slug: z.string().regex(/^[a-z0-9-]{1,100}$/), live: z.int(), upcoming: z.int() }),
    )
    .max(200),
})
const statuses = z.enum(['pending', 'accepted', 'discarded', 'settled', 'cashed_out', 'refunded'])
export const BetsAnswer = z.object({
  bets: z
    .array(
      z.object({
        transaction_id: Id,
        currency: CurrencyCode,
        amount: Amount,
        open_amount: WireAmount,
        paid: CreditAmount,
        status: statuses,
        /** Wins, losses, refunds and rollbacks so far. */
        decisions: z.int().min(0),
        updated: roughly(z.number()),
      }),
    )
    .max(1000),
  next: z.string().max(200).nullable(),
})
export type BetsAnswer = z.infer<typeof BetsAnswer>
export const CashOutAnswer = z.object({
  quotes: z.array(z.object({ transaction_id: Id, amount: CreditAmount.nullable() })).max(100),
})
