/**
 * The protocol between this site and a sportsbook: the calls of both directions, their answers and refusals. An
 * outside provider's own protocol is mapped to it by an adapter (server/partners/sportsbook).
 *
 * - Every call is a POST of JSON, signed over its raw bytes. Headers: `x-sportsbook-timestamp` (unix seconds, at most
 *   300 off) and `x-sportsbook-signature`, the hex HMAC-SHA256 of `<timestamp>.<raw body>`. Each direction has its own
 *   key. The site's calls are answered with the same two headers, over the raw bytes of the answer. `call` in the body
 *   binds the signature to the address.
 * - Amounts are integers of subunits. Odds are decimal strings ("1.91"), never numbers.
 * - `requestId` makes a call idempotent: the same content gets the same answer, other content is `requestConflict`.
 * - Status 200 accepts. 4xx with `{ error: { name, message } }` refuses permanently, except 408, 425 and 429; after those,
 *   5xx or no answer the same call is repeated, with the same `requestId`.
 */
import { z } from 'zod'
import { CreditAmount } from './exact-number.ts'
import { CurrencyCode, WireAmount } from './money.ts'
import { oddsPattern } from './settlement/odds.ts'

export const signatureHeaders = { timestamp: 'x-sportsbook-timestamp', signature: 'x-sportsbook-signature' } as const
/** The maximum difference between a call's timestamp and the receiver's clock. */
export const signatureWindowMs = 300_000

/** An id that the sportsbook chooses, unique within it. */
const Id = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/)
const Name = z.string().min(1).max(200)
/** The name of combined selections, which contains the names of all. */
const LongName = z.string().min(1).max(1000)
const Token = z.string().min(1).max(2048)
const Moment = z.iso.datetime({ offset: true })
/** Decimal odds above 1, exact, with at most three decimals. */
export const Odds = z.string().regex(oddsPattern)
const Stake = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
/** The number of a decision about one accepted bet, from 1, in the order in which the sportsbook made them. */
const Sequence = z.int().min(1).max(1_000_000)
export const maxSelections = 20

/** `halfWon` and `halfLost` are the results of quarter lines, half of whose stake is void. */
export const SelectionResult = z.enum(['won', 'lost', 'void', 'halfWon', 'halfLost'])
export type SelectionResult = z.infer<typeof SelectionResult>
/** In a dead heat, `tied` competitors share `places` places, and the stake is divided accordingly. */
export const DeadHeat = z.object({ places: z.int().min(1).max(100), tied: z.int().min(2).max(100) })

/** What a bet is on, with the names that its player saw when it was placed. */
export const Selection = z.object({
  /** Unique within the bet; decisions name it. */
  id: Id,
  eventId: Id,
  marketId: Id,
  /** Increases whenever the market's prices or state change. A bet on an older version is not accepted. */
  marketVersion: z.int().min(0),
  outcomeId: Id,
  odds: Odds,
  isLive: z.boolean(),
  startsAt: Moment,
  /** In the player's language at that time. */
  names: z.object({ sport: Name, league: Name, event: Name, market: Name, outcome: LongName }),
  /** Required of every selection of an each-way bet: odds of a place are 1 + (odds - 1) × numerator / denominator. */
  eachWay: z
    .object({
      numerator: z.int().min(1).max(100),
      denominator: z.int().min(1).max(100),
      places: z.int().min(1).max(100),
    })
    .optional(),
})
export type Selection = z.infer<typeof Selection>

export const BetKind = z.enum(['single', 'accumulator', 'system'])
export type BetKind = z.infer<typeof BetKind>
/** The player's choice: accept the odds as placed only, also higher odds, or any. */
export const OddsPolicy = z.enum(['never', 'higher', 'any'])
export type OddsPolicy = z.infer<typeof OddsPolicy>

// Calls of the sportsbook to the site: POST /api/partners/sportsbook/{sportsbook}/{call}, `call` in kebab case.

/** A stake that the operator pays for the player; a single or an accumulator of exactly this stake names it. */
export const FreeBet = z.object({
  id: z.uuid(),
  /** In the player's language. */
  name: Name,
  amount: Stake,
  /** The minimum odds of each selection. */
  minOdds: Odds,
  expiresAt: Moment,
})
export type FreeBet = z.infer<typeof FreeBet>

/** Identifies the player of a token. The sportsbook calls it once for each token, when its client opens. */
export const Authenticate = z.object({ call: z.literal('authenticate'), token: Token })
export const Authenticated = z.object({
  playerId: z.uuid(),
  currency: CurrencyCode,
  /** ISO 3166 code; null while unknown. */
  country: z.string().nullable(),
  locale: z.string(),
  /** Money that can be staked. */
  balance: WireAmount,
  /** The free bets that can be used now. */
  freeBets: z.array(FreeBet).max(20),
  tokenExpiresAt: Moment,
})
export const Balance = z.object({ call: z.literal('balance'), token: Token })
export const BalanceReply = z.object({
  playerId: z.uuid(),
  currency: CurrencyCode,
  balance: WireAmount,
  freeBets: z.array(FreeBet).max(20),
})

/**
 * Takes the stake: cash, then bonus money whose terms include sports, or a free bet. The bet is *held* until it is
 * accepted or declined.
 */
export const Place = z.object({
  call: z.literal('place'),
  requestId: Id,
  betId: Id,
  /** Must be valid at this moment; the bet belongs to the token's player and is in its currency. */
  token: Token,
  currency: CurrencyCode,
  kind: BetKind,
  /**
   * For a system: the sizes of its combinations, ascending. A Trixie of three selections is [2, 3], a Patent [1, 2, 3].
   */
  systemSizes: z.array(z.int().min(1).max(maxSelections)).max(maxSelections).default([]),
  /** Half of the stake is on the win, half on the place. */
  isEachWay: z.boolean().default(false),
  selections: z.array(Selection).min(1).max(maxSelections),
  /** The stake of the whole bet: all lines, win and place. */
  stake: Stake,
  /**
   * The maximum payout, at most what the selections pay if all win, including the stake; for a free bet, without it.
   */
  maximumPayout: WireAmount,
  oddsPolicy: OddsPolicy,
  /**
   * The free bet that is staked instead of the player's money. It pays the winnings without the stake, and nothing if
   * the bet is void.
   */
  freeBetId: z.uuid().optional(),
  placedAt: Moment,
})
export type Place = z.infer<typeof Place>

/**
 * Accepts the held bet. If the player's policy does not allow the odds, the call is refused and the bet remains held.
 */
export const Accept = z.object({
  call: z.literal('accept'),
  requestId: Id,
  betId: Id,
  /** All selections with the odds that apply. */
  selections: z
    .array(z.object({ id: Id, marketVersion: z.int().min(0), odds: Odds }))
    .min(1)
    .max(maxSelections),
  maximumPayout: WireAmount,
})
export type Accept = z.infer<typeof Accept>

/**
 * Returns the stake of a held bet; also the rollback of a `place` whose answer was lost. A decline that arrives before
 * its `place` is stored, and that `place` is refused as `betDeclined`. An accepted bet is not declined but voided.
 */
export const Decline = z.object({
  call: z.literal('decline'),
  requestId: Id,
  betId: Id,
  reason: Name,
  /** The bet that an edit which is not made would have replaced: it stays as it is, and its player is told so. */
  replaces: Id.optional(),
})
export type Decline = z.infer<typeof Decline>

/**
 * A decision about an accepted bet. It states the resulting state of the bet, so the site posts the difference, and a
 * decision that arrives after a later one has no effect (`isApplied: false`). The same sequence number with another
 * content is `sequenceConflict`. None needs a live session.
 */
const decision = {
  requestId: Id,
  betId: Id,
  sequence: Sequence,
  /**
   * The total that the player is paid for this bet, including cash-outs, instead of the difference. Rounded down to a
   * subunit.
   */
  payout: CreditAmount,
}
/** Decides the whole bet. */
export const Settle = z.object({
  call: z.literal('settle'),
  ...decision,
  selections: z
    .array(
      z.object({
        id: Id,
        result: SelectionResult,
        deadHeat: DeadHeat.optional(),
        /** The result of the place part of an each-way bet. */
        placeResult: SelectionResult.optional(),
        placeDeadHeat: DeadHeat.optional(),
      }),
    )
    .max(maxSelections),
  settledAt: Moment,
})
export type Settle = z.infer<typeof Settle>
/** Opens the bet again: `payout` is what was cashed out, `openStake` the stake that continues. */
export const Unsettle = z.object({ call: z.literal('unsettle'), ...decision, openStake: Stake, reason: Name })
export type Unsettle = z.infer<typeof Unsettle>
/** The player accepted a cash-out price. `openStake` is the stake that continues; 0 ends the bet. */
export const CashOut = z.object({ call: z.literal('cash-out'), ...decision, openStake: WireAmount })
export type CashOut = z.infer<typeof CashOut>
/** Voids the bet. `payout` is the stake that was open, plus what was cashed out before. */
export const Void = z.object({ call: z.literal('void'), ...decision, reason: Name, actor: Name })
export type Void = z.infer<typeof Void>

/**
 * The player changes an accepted bet: it is cashed out completely, and its price buys another bet, which is accepted at
 * once, after the delay of bets in play. Both happen or neither does; the stake is taken and refused like that of a
 * placed bet. The reply is about the new bet.
 */
export const Edit = Place.omit({ call: true, freeBetId: true }).extend({
  call: z.literal('edit'),
  /** The bet that ends: a bet of the same player and currency, with the sequence of this decision about it. */
  replaces: z.object({
    betId: Id,
    sequence: Sequence,
    /** As for a cash-out: the total that the player is paid for this bet. */
    payout: WireAmount,
  }),
})
export type Edit = z.infer<typeof Edit>

/** `held` and `accepted` are open. */
export const BetStatus = z.enum(['held', 'accepted', 'declined', 'settled', 'cashedOut', 'voided'])
export type BetStatus = z.infer<typeof BetStatus>

/** The bet after a call. A repeated call gets its first answer. */
export const BetReply = z.object({
  betId: z.string(),
  status: BetStatus,
  /** False for a decision that a later one has superseded; the other fields are then those of the later one. */
  isApplied: z.boolean(),
  openStake: WireAmount,
  payout: WireAmount,
  /** The player's debt in this currency from payouts that were corrected after the money had been spent. */
  debt: WireAmount,
  currency: CurrencyCode,
  /** Money that can be staked. */
  balance: WireAmount,
})
export type BetReply = z.infer<typeof BetReply>

// Calls of the site to the sportsbook: POST <sportsbook address>/api/<call>.

/** Lists the sports that are offered now, for menus. */
export const ListSports = z.object({ call: z.literal('sports'), locale: z.string() })
export const SportsReply = z.object({
  sports: z
    .array(
      z.object({
        id: Id,
        name: Name,
        /** The path below `/betting`, such as `/football`. */
        path: z.string().regex(/^\/[A-Za-z0-9/_-]{0,200}$/),
        liveEvents: z.int().min(0),
        upcomingEvents: z.int().min(0),
      }),
    )
    .max(200),
})
export type SportsReply = z.infer<typeof SportsReply>

/** Finds matches by the names of their sides and leagues, for the site's search; those in play first, then by start. */
export const FindEvents = z.object({ call: z.literal('events'), locale: z.string(), search: z.string().max(100) })
export const EventsReply = z.object({
  events: z
    .array(
      z.object({
        id: Id,
        name: Name,
        league: Name,
        sport: Name,
        /** The path below `/betting`, such as `/event/football-1`. */
        path: z.string().regex(/^\/[A-Za-z0-9/_-]{0,200}$/),
        startsAt: z.iso.datetime(),
        isLive: z.boolean(),
      }),
    )
    .max(20),
})
export type EventsReply = z.infer<typeof EventsReply>

/** Lists every bet whose last change is in the period, oldest change first, for reconciliation. */
export const ListBets = z.object({
  call: z.literal('bets'),
  /** Inclusive. */
  from: Moment,
  /** Exclusive. */
  to: Moment,
  /** `next` of the previous page. */
  after: z.string().max(200).nullable(),
})
export const BetsReply = z.object({
  bets: z
    .array(
      z.object({
        betId: Id,
        currency: CurrencyCode,
        stake: Stake,
        openStake: WireAmount,
        payout: CreditAmount,
        status: BetStatus,
        /** The sequence number of the last decision; 0 before the first. */
        sequence: z.int().min(0),
        changedAt: Moment,
      }),
    )
    .max(1000),
  next: z.string().max(200).nullable(),
})
export type BetsReply = z.infer<typeof BetsReply>

/** Returns what each open bet would pay now if it were cashed out. */
export const QuoteCashOuts = z.object({ call: z.literal('cash-out-quotes'), betIds: z.array(Id).min(1).max(100) })
export const CashOutQuotes = z.object({
  quotes: z
    .array(
      z.object({
        betId: Id,
        /** Null while no cash-out is offered. */
        amount: CreditAmount.nullable(),
      }),
    )
    .max(100),
})
export type CashOutQuotes = z.infer<typeof CashOutQuotes>
