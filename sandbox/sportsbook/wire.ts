/** The interface between the sportsbook's server and its client. */
import type { LegResult } from '#contract/settlement/settle.ts'

export const sports = ['football', 'tennis', 'basketball'] as const
export type Sport = (typeof sports)[number]
export type Side = 'home' | 'away'
/** The markets of a match in lists, in the order of their columns: the result, a total and a handicap. */
export const listedTypes: Record<Sport, readonly [result: string, total: string, handicap: string]> = {
  football: ['result', 'total', 'handicap'],
  tennis: ['winner', 'totalGames', 'gameHandicap'],
  basketball: ['moneyline', 'totalPoints', 'pointHandicap'],
}

/** The displayed state of a match. */
export type Board = {
  phase: 'upcoming' | 'live' | 'ended' | 'abandoned'
  /** The key of the current part of the match: `half1` */
  period: string
  /** Football: minute of play. */
  minute: number | null
  score: { home: number; away: number }
  /** Tennis: games of each set; basketball: points of each quarter. */
  parts: Array<{ home: number; away: number }>
  /** Tennis: points of the game as they are announced. */
  points: { home: string; away: string } | null
  server: Side | null
  /** Football: goals so far. */
  goals: Array<{ minute: number; side: Side }>
}
export type MarketState = 'open' | 'suspended' | 'closed'
export type WireMarket = {
  /** The id within its event, such as `total:2.5`. */
  id: string
  type: string
  line: string | null
  version: number
  state: MarketState
  /** Odds by outcome, in the order of display; null if there is no price. */
  odds: Record<string, string | null>
}
export type WireEvent = {
  id: string
  sport: Sport
  league: { id: string; name: string; colors: [string, string] }
  home: string
  away: string
  /** Milliseconds since 1970, by the sportsbook's clock. */
  startsAt: number
  board: Board
  marketCount: number
  /** The markets; in lists, at most one of each of `listedTypes`, at the line closest to even. */
  markets: WireMarket[]
}
/** A side in the table of a season; `form` are its latest results, the newest first. */
export type SideRecord = {
  side: string
  position: number
  played: number
  won: number
  points: number
  scored: number
  conceded: number
  form: Array<'won' | 'drawn' | 'lost'>
}
export type WireMeeting = { id: string; home: string; away: string; startsAt: number; score: Board['score'] }
/** What is known before a match. `sides` is their number in the table. */
export type Background = { sides: number; home: SideRecord; away: SideRecord; meetings: WireMeeting[] }
export type EventList = { now: number; events: WireEvent[] }

/** Changes of a topic in order. Odds that are not listed are unchanged. */
export type Delta =
  | { is: 'event'; id: string; board: Board; marketCount: number }
  | { is: 'new'; event: WireEvent }
  | { is: 'gone'; id: string }
  | { is: 'market'; event: string; market: WireMarket }
  | { is: 'odds'; event: string; id: string; version: number; state: MarketState; odds: Record<string, string | null> }
  | { is: 'closed'; event: string; id: string }
  /** Of lists: the market takes the place of the one of its type; or none does. */
  | { is: 'listed'; event: string; market: WireMarket }
  | { is: 'unlisted'; event: string; id: string }
  | { is: 'bets'; bets: WireBet[] }
  | { is: 'balance'; balance: number; currency: string }
  | { is: 'tokenEnded' }
/** Sent by the client: the topics that it shows, and the token of the player whose bets it follows. */
export type FeedRequest = { topics: string[]; token?: string | null }

export type BetKind = 'single' | 'accumulator' | 'system'
export type OddsPolicy = 'never' | 'higher' | 'any'
export type BetState = 'held' | 'accepted' | 'declined' | 'settled' | 'cashedOut' | 'voided'
export type WireLeg = {
  eventId: string
  market: string
  type: string
  line: string | null
  outcome: string
  odds: string
  /** The odds that the player saw when placing the bet. */
  shownOdds: string
  isLive: boolean
  sport: Sport
  league: string
  home: string
  away: string
  startsAt: number
  result: LegResult | null
  /** The score of the match so far; null before it begins. */
  score: Board['score'] | null
  /** The parts of combined selections of one match, each with its own result. */
  parts?: Array<{ type: string; line: string | null; outcome: string; market: string; result: LegResult | null }>
}
export type WireBet = {
  id: string
  kind: BetKind
  systemSizes: number[]
  legs: WireLeg[]
  currency: string
  /** Subunits. */
  stake: number
  /** True if the operator pays the stake, which no payout includes. */
  isFree: boolean
  openStake: number
  payout: number
  /** The part of `payout` that cash-outs have paid. */
  cashedOut: number
  highestPayout: number
  state: BetState
  reason: string | null
  placedAt: number
  settledAt: number | null
  cashOut: CashOutQuote | null
  /** The price from which the whole open stake is cashed out automatically. */
  autoCashOut: number | null
  /** The bet whose cash-out buys this one; it stays open until this one is accepted. */
  replaces: string | null
}
/**
 * A price for the whole open stake. It is paid as displayed; if the current price is lower, the cash-out is refused
 * with it.
 */
export type CashOutQuote = { id: string; amount: number }

export type PickRequest = { eventId: string; market: string; outcome: string; odds: string; version: number }
export type BetRequest = {
  /** An id that the client chooses; a repeated request is the same bet. */
  requestId: string
  kind: BetKind
  systemSizes: number[]
  picks: PickRequest[]
  stake: number
  policy: OddsPolicy
  freeBetId?: string | undefined
}
/** What an open bet is to become; `quoteId` names the displayed cash-out price of the open stake, which buys it. */
export type EditRequest = Omit<BetRequest, 'freeBetId'> & { quoteId: string }
/** The highest stake of a slip, and the share of it that the house keeps on average. */
export type SlipLimits = { maxStake: number; keptShare: number }
/** The price of combined selections of one match; `code` is the outcome of the market `builder`. */
export type BuilderPrice = {
  code: string
  version: number
  state: MarketState
  odds: string | null
  /** The share of the stake that the house keeps on average; null without a price. */
  keptShare: number | null
}
export type FreeBet = { id: string; name: string; amount: number; minOdds: string; expiresAt: string }
export type PlayerSession = {
  playerId: string
  currency: string
  balance: number
  freeBets: FreeBet[]
  expiresAt: number
}

/** The reason why a request is refused, with what the client needs to offer an alternative. */
export type Refusal = {
  error: string
  maxStake?: number
  minStake?: number
  picks?: Array<PickRequest & { state: MarketState }>
  quote?: CashOutQuote | null
  /** The amounts that are accepted. */
  lowest?: number
  highest?: number
  message?: string
}
