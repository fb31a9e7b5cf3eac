/** What the sportsbook's server and its client exchange. */
import type { LegResult } from '#contract/settlement/settle.ts'

export const sports = ['football', 'tennis', 'basketball'] as const
export type Sport = (typeof sports)[number]
export type Side = 'home' | 'away'

/** What a player reads about a match at a moment. */
export type Board = {
  phase: 'upcoming' | 'live' | 'ended' | 'abandoned'
  /** Key of the part that is played: `half1`, `halfTime`, `set2`, `quarter3`, … */
  period: string
  /** Football: minute of play. */
  minute: number | null
  score: { home: number; away: number }
  /** Tennis: games of each set; basketball: points of each quarter. */
  parts: Array<{ home: number; away: number }>
  /** Tennis: points of the game as they are called. */
  points: { home: string; away: string } | null
  server: Side | null
  /** Football: goals so far. */
  goals: Array<{ minute: number; side: Side }>
}
export type MarketState = 'open' | 'suspended' | 'closed'
export type WireMarket = {
  /** Within its event: `total:2.5`. */
  id: string
  type: string
  line: string | null
  version: number
  state: MarketState
  /** By outcome, in the order of display; null where there is no price. */
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
  /** In lists only the main one. */
  markets: WireMarket[]
}
export type EventList = { now: number; events: WireEvent[] }

/** Changes of a topic, in order. Odds that are not named are unchanged. */
export type Delta =
  | { is: 'event'; id: string; board: Board; marketCount: number }
  | { is: 'new'; event: WireEvent }
  | { is: 'gone'; id: string }
  | { is: 'market'; event: string; market: WireMarket }
  | { is: 'odds'; event: string; id: string; version: number; state: MarketState; odds: Record<string, string | null> }
  | { is: 'closed'; event: string; id: string }
  | { is: 'bets'; bets: WireBet[] }
  | { is: 'balance'; balance: number; currency: string }
  | { is: 'tokenEnded' }
/** From the client: what it shows, and whose bets it follows. */
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
  isLive: boolean
  sport: Sport
  league: string
  home: string
  away: string
  startsAt: number
  result: LegResult | null
  /** Of combined selections of one match: each of them, with its own result. */
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
  /** The stake is the operator's, and no payout returns it. */
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
}
/** A price for the whole open stake. It is paid as shown, or the answer is another price: a fallen one is asked about. */
export type CashOutQuote = { id: string; amount: number }

export type PickRequest = { eventId: string; market: string; outcome: string; odds: string; version: number }
export type BetRequest = {
  /** Chosen by the client: a repeated request is the same bet. */
  requestId: string
  kind: BetKind
  systemSizes: number[]
  picks: PickRequest[]
  stake: number
  policy: OddsPolicy
  freeBetId?: string | undefined
}
/** Selections of one match as one: its code is the outcome of the market `builder`. */
export type BuilderPrice = { code: string; version: number; state: MarketState; odds: string | null }
export type FreeBet = { id: string; name: string; amount: number; minOdds: string; expiresAt: string }
export type PlayerSession = {
  playerId: string
  currency: string
  balance: number
  freeBets: FreeBet[]
  expiresAt: number
}

/** Why a request is refused, with what the client needs to offer another. */
export type Refusal = {
  error: string
  maxStake?: number
  minStake?: number
  picks?: Array<PickRequest & { state: MarketState }>
  quote?: CashOutQuote | null
  message?: string
}
