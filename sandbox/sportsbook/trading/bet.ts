/** A bet as the sportsbook stores it, created from a checked slip, and its payouts. */
import { createHash, randomBytes } from 'node:crypto'
import { builderMarket, readBuilder } from '../builder.ts'
import { subunitsOf } from '../currencies.ts'
import { marketName, outcomeName } from '../names.ts'
import { share } from '../sold-part.ts'
import type { BetRequest, OddsPolicy, PlayerSession, WireBet, WireLeg } from '../wire.ts'
import type { Words } from '../words.ts'
import type { Quote } from './book.ts'
import { highestPayoutOf, payoutOf } from './slip.ts'
import { takenOdds } from './taken-odds.ts'
import type { WalletCall } from './wallet.ts'

export type Leg = Omit<WireLeg, 'score'> & {
  version: number
  incidents: number
  /** Set once the match is over. */
  finalScore?: WireLeg['score']
}
/** How a bet buys another one: at this price of its open stake, as long as the match is as it was. */
export type Purchase = { betId: string; openStake: number; amount: number; incidents: string; call: WalletCall }
export type Bet = Omit<WireBet, 'legs' | 'cashOut' | 'isFree' | 'replaces'> & {
  legs: Leg[]
  freeBetId: string | null
  playerId: string
  requestId: string
  requestHash: string
  policy: OddsPolicy
  /** True once the wallet has taken the stake; before that, the player has no such bet. */
  isHeld: boolean
  decideAt: number | null
  sequence: number
  changedAt: number
  /** The time at which a deliberate mistake is corrected. */
  correctAt: number | null
  voidAt: number | null
  /** Of a bet that is to replace another one. */
  purchase?: Purchase
  outbox: WalletCall[]
}

export const payoutCapEuros = 50_000

type Draft = { session: PlayerSession; request: BetRequest; requestHash: string; quotes: Quote[]; placedAt: number }

export function draftBet({ session, request, requestHash, quotes, placedAt }: Draft): Bet {
  const { kind, systemSizes, stake, policy, requestId, picks } = request
  const legs = picks.map((pick, index): Leg => {
    const quote = quotes[index]!
    return {
      eventId: pick.eventId,
      market: pick.market,
      type: quote.key.type,
      line: quote.key.line,
      outcome: pick.outcome,
      odds: takenOdds(policy, pick.odds, quote) ?? pick.odds,
      shownOdds: pick.odds,
      isLive: quote.isLive,
      sport: quote.fixture.sport,
      league: quote.fixture.league.name,
      home: quote.fixture.home,
      away: quote.fixture.away,
      startsAt: quote.fixture.startsAt,
      result: null,
      version: quote.version,
      incidents: quote.incidents,
      ...(pick.market === builderMarket && {
        parts: readBuilder(pick.outcome)!.map((part) => ({ ...part, result: null })),
      }),
    }
  })
  const bet: Bet = {
    id: `SB${randomBytes(9).toString('hex')}`,
    playerId: session.playerId,
    requestId,
    requestHash,
    currency: session.currency,
    kind,
    systemSizes,
    legs,
    stake,
    openStake: stake,
    autoCashOut: null,
    payout: 0,
    freeBetId: request.freeBetId ?? null,
    highestPayout: 0,
    policy,
    state: 'held',
    isHeld: false,
    reason: null,
    placedAt,
    decideAt: null,
    settledAt: null,
    cashedOut: 0,
    sequence: 0,
    changedAt: placedAt,
    correctAt: null,
    voidAt: null,
    outbox: [],
  }
  bet.highestPayout = highestPayoutNow(bet)
  return bet
}

/** The highest payout at the odds of the selections; for a free bet, the winnings without the stake. */
export function highestPayoutNow(bet: Bet): number {
  const cap = subunitsOf(payoutCapEuros, bet.currency)
  return highestPayoutOf(bet, bet.stake, cap) - (bet.freeBetId ? bet.stake : 0)
}

export function placeCall(bet: Bet, token: string, words: Words): WalletCall {
  return {
    call: 'place',
    requestId: `${bet.id}:place`,
    betId: bet.id,
    token,
    currency: bet.currency,
    kind: bet.kind,
    systemSizes: bet.systemSizes,
    isEachWay: false,
    selections: bet.legs.map((leg, index) => ({
      id: String(index + 1),
      eventId: leg.eventId,
      marketId: `${leg.eventId}:${leg.market}`,
      marketVersion: leg.version,
      outcomeId: outcomeIdOf(leg),
      odds: leg.odds,
      isLive: leg.isLive,
      startsAt: new Date(leg.startsAt).toISOString(),
      names: {
        sport: words(`sport_${leg.sport}`),
        league: leg.league,
        event: `${leg.home} – ${leg.away}`,
        market: marketName(words, leg),
        outcome: outcomeName(words, leg, leg.outcome),
      },
    })),
    stake: bet.stake,
    maximumPayout: bet.highestPayout,
    oddsPolicy: bet.policy,
    ...(bet.freeBetId && { freeBetId: bet.freeBetId }),
    placedAt: new Date(bet.placedAt).toISOString(),
  }
}

/** Shortens the outcome's id to the length of the protocol's ids. */
const outcomeIdOf = ({ outcome, parts }: Leg) =>
  parts ? `${builderMarket}:${createHash('sha256').update(outcome).digest('hex').slice(0, 32)}` : outcome

/** The highest payout of the open part of the stake. */
export const openCapOf = (bet: Bet) => share(bet.highestPayout, bet.openStake, bet.stake)

/** The payout by these results, null until they decide the bet; for a free bet, the winnings without the stake. */
export function dueFor(bet: Bet, results: Parameters<typeof payoutOf>[0]): number | null {
  const ownStake = bet.freeBetId ? bet.openStake : 0
  const payout = payoutOf(results, bet.openStake, openCapOf(bet) + ownStake)
  return payout === null ? null : Math.max(0, payout - ownStake)
}
