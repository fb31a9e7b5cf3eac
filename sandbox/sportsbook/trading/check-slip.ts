/**
 * Decides which bets the sportsbook accepts: checks a slip, calculates its maximum stake, and lists the free bets that
 * a player can still stake.
 */
import { readOdds } from '#contract/settlement/odds.ts'
import { slipFault } from '#contract/settlement/settle.ts'
import { builderMarket } from '../builder.ts'
import { subunitsOf } from '../currencies.ts'
import type { BetRequest, FreeBet, PickRequest, PlayerSession, Refusal } from '../wire.ts'
import { type Bet, payoutCapEuros } from './bet.ts'
import type { Book, Quote } from './book.ts'
import { highestPayoutOf } from './slip.ts'
import { takenOdds } from './taken-odds.ts'

/** The maximum win of one bet in euros; it decreases with what is already open on the selection. */
const liabilityOf: Record<string, number> = { result: 10_000, winner: 10_000, moneyline: 10_000 }
const defaultLiability = 5_000
const liveShare = 0.5
const minStakeEuros = 0.1
const maxLegs = 12

/** A slip without the fields that its placement adds. */
export type Slip = Omit<BetRequest, 'requestId' | 'stake' | 'policy'>
export type SlipChecks = {
  check(session: PlayerSession, request: BetRequest): { quotes: Quote[] } | Refusal
  maxStake(session: PlayerSession, request: Slip): number | Refusal
  /** The free bets that no bet has staked. */
  freeBetsOf(session: PlayerSession): FreeBet[]
}

/** `now` is the clock of bets. */
export function createSlipChecks(book: Book, bets: Map<string, Bet>, now: () => number): SlipChecks {
  function check(session: PlayerSession, request: BetRequest): { quotes: Quote[] } | Refusal {
    const { picks, kind, systemSizes, stake, policy } = request
    if (picks.length > maxLegs) return { error: 'tooManySelections' }
    const legs = picks.map(({ odds }) => ({ odds }))
    if (slipFault({ kind, systemSizes, isEachWay: false, legs, stake: BigInt(Math.max(1, stake)) }))
      return { error: 'invalidSlip' }
    if (kind !== 'single' && picks.some(({ market }) => market === builderMarket)) return { error: 'invalidSlip' }
    if (new Set(picks.map(({ eventId }) => eventId)).size < picks.length) return { error: 'relatedSelections' }
    const found = picks.map(({ eventId, market, outcome }) => book.quote(eventId, market, outcome))
    if (found.some((quote) => quote === null)) return { error: 'unknownSelection' }
    const current = found as Quote[]
    const offered = picks.map((pick, index) => currentOf(pick, current[index]!))
    if (current.some((quote) => quote.state === 'closed' || quote.outcome.result !== null))
      return { error: 'marketClosed', picks: offered }
    if (current.some((quote) => quote.state === 'suspended' || quote.odds === null))
      return { error: 'marketSuspended', picks: offered }
    if (picks.some(({ odds }, index) => takenOdds(policy, odds, current[index]!) === null))
      return { error: 'oddsChanged', picks: offered }
    const minStake = Math.max(1, subunitsOf(minStakeEuros, session.currency))
    if (!Number.isSafeInteger(stake) || stake < minStake) return { error: 'stakeTooLow', minStake }
    if (request.freeBetId !== undefined) {
      const free = freeBetsOf(session).find(({ id }) => id === request.freeBetId)
      const isFitting = free?.amount === stake && kind !== 'system'
      if (!isFitting || picks.some(({ odds }) => readOdds(odds) < readOdds(free.minOdds)))
        return { error: 'freeBetNotAccepted' }
    }
    const most = maxStakeOf(session.currency, request, current)
    return stake > most ? { error: most < minStake ? 'notTaken' : 'stakeTooHigh', maxStake: most } : { quotes: current }
  }

  function freeBetsOf({ playerId, freeBets }: PlayerSession): FreeBet[] {
    const isStaked = new Set<string | null>()
    for (const bet of bets.values())
      if (bet.playerId === playerId && bet.state !== 'declined' && bet.state !== 'voided') isStaked.add(bet.freeBetId)
    return freeBets.filter(({ id, expiresAt }) => !isStaked.has(id) && Date.parse(expiresAt) > now())
  }

  /** The maximum stake, limited by the maximum win of each selection and of the whole bet. */
  function maxStakeOf(currency: string, request: Pick<BetRequest, 'kind' | 'systemSizes'>, quotes: Quote[]): number {
    const legs = quotes.map((quote) => ({ odds: quote.odds ?? '1.01', result: null }))
    const unit = 1_000_000
    const factor = highestPayoutOf({ ...request, legs }, unit, Number.MAX_SAFE_INTEGER) / unit
    const liabilities = quotes.map((quote) => {
      const whole = (liabilityOf[quote.key.type] ?? defaultLiability) * (quote.isLive ? liveShare : 1)
      return Math.max(0, subunitsOf(whole, currency) - exposure(quote, currency))
    })
    const bySelection = Math.min(...liabilities) / (factor - 1)
    return Math.floor(Math.min(bySelection, subunitsOf(payoutCapEuros, currency) / factor))
  }

  /** The win of open bets in this currency on the same selection. */
  function exposure({ fixture, key, outcome }: Quote, currency: string): number {
    let sum = 0
    for (const bet of bets.values()) {
      if (bet.currency !== currency || (bet.state !== 'accepted' && bet.state !== 'held')) continue
      const isOn = bet.legs.some(
        (leg) =>
          leg.eventId === fixture.id &&
          leg.type === key.type &&
          leg.line === key.line &&
          leg.outcome === outcome.code &&
          leg.result === null,
      )
      if (isOn) sum += bet.highestPayout - bet.stake
    }
    return sum
  }

  function maxStake(session: PlayerSession, request: Slip): number | Refusal {
    const found = request.picks.map(({ eventId, market, outcome }) => book.quote(eventId, market, outcome))
    if (found.length === 0 || found.some((quote) => !quote?.odds)) return { error: 'marketSuspended' }
    const legs = request.picks.map(({ odds }) => ({ odds }))
    if (slipFault({ ...request, isEachWay: false, legs, stake: 1n })) return { error: 'invalidSlip' }
    return maxStakeOf(session.currency, request, found as Quote[])
  }

  return { check, maxStake, freeBetsOf }
}

const currentOf = (pick: PickRequest, quote: Quote) => ({
  ...pick,
  odds: quote.odds ?? pick.odds,
  version: quote.version,
  state: quote.state === 'open' && quote.odds === null ? ('suspended' as const) : quote.state,
})
