/**
 * Decides which bets the sportsbook accepts: checks a slip, calculates its maximum stake, and lists the free bets that
 * a player can still stake.
 */
import { readOdds } from '#contract/settlement/odds.ts'
import { slipFault } from '#contract/settlement/settle.ts'
import { builderMarket } from '../builder.ts'
import { subunitsOf } from '../currencies.ts'
import type { BetRequest, FreeBet, PickRequest, PlayerSession, Refusal, SlipLimits } from '../wire.ts'
import { type Bet, payoutCapEuros } from './bet.ts'
import type { Book, Quote } from './book.ts'
import { fairValueOf, highestPayoutOf } from './slip.ts'
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
  /** `replaces`: the bet that ends with this one, so that it takes no room of the limits. */
  check(session: PlayerSession, request: BetRequest, replaces?: string): { quotes: Quote[] } | Refusal
  limits(session: PlayerSession, request: Slip, replaces?: string): SlipLimits | Refusal
  /** The free bets that no bet has staked. */
  freeBetsOf(session: PlayerSession): FreeBet[]
}

/** `now` is the clock of bets. */
export function createSlipChecks(book: Book, bets: Map<string, Bet>, now: () => number): SlipChecks {
  function check(session: PlayerSession, request: BetRequest, replaces?: string): { quotes: Quote[] } | Refusal {
    const { picks, kind, systemSizes, stake, policy } = request
    if (picks.length > maxLegs) return { error: 'tooManySelections' }
    const legs = picks.map(({ odds }) => ({ odds }))
    if (slipFault({ kind, systemSizes, isEachWay: false, legs, stake: BigInt(Math.max(1, stake)) }))
      return { error: 'invalidSlip' }
    if (kind === 'system' && picks.some(({ market }) => market === builderMarket)) return { error: 'invalidSlip' }
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
    const most = maxStakeOf({ currency: session.currency, replaces }, request, current)
    return stake > most ? { error: most < minStake ? 'notTaken' : 'stakeTooHigh', maxStake: most } : { quotes: current }
  }

  function freeBetsOf({ playerId, freeBets }: PlayerSession): FreeBet[] {
    const isStaked = new Set<string | null>()
    for (const bet of bets.values())
      if (bet.playerId === playerId && bet.state !== 'declined' && bet.state !== 'voided') isStaked.add(bet.freeBetId)
    return freeBets.filter(({ id, expiresAt }) => !isStaked.has(id) && Date.parse(expiresAt) > now())
  }

  /** The maximum stake, limited by the maximum win of each selection and of the whole bet. */
  function maxStakeOf(
    { currency, replaces }: { currency: string; replaces: string | undefined },
    request: Pick<BetRequest, 'kind' | 'systemSizes'>,
    quotes: Quote[],
  ): number {
    const legs = quotes.map((quote) => ({ odds: quote.odds ?? '1.01', result: null }))
    const unit = 1_000_000
    const factor = highestPayoutOf({ ...request, legs }, unit, Number.MAX_SAFE_INTEGER) / unit
    const liabilities = quotes.map((quote) => {
      const whole = (liabilityOf[quote.key.type] ?? defaultLiability) * (quote.isLive ? liveShare : 1)
      return Math.max(0, subunitsOf(whole, currency) - exposure(quote, currency, replaces))
    })
    const bySelection = Math.min(...liabilities) / (factor - 1)
    return Math.floor(Math.min(bySelection, subunitsOf(payoutCapEuros, currency) / factor))
  }

  /** The win of open bets in this currency on the same selection. */
  function exposure({ fixture, key, outcome }: Quote, currency: string, replaces?: string): number {
    let sum = 0
    for (const bet of bets.values()) {
      if (bet.id === replaces || bet.currency !== currency || (bet.state !== 'accepted' && bet.state !== 'held'))
        continue
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

  function limits(session: PlayerSession, request: Slip, replaces?: string): SlipLimits | Refusal {
    const found = request.picks.map(({ eventId, market, outcome }) => book.quote(eventId, market, outcome))
    if (found.length === 0 || found.some((quote) => !quote?.odds)) return { error: 'marketSuspended' }
    const legs = request.picks.map(({ odds }) => ({ odds }))
    if (slipFault({ ...request, isEachWay: false, legs, stake: 1n })) return { error: 'invalidSlip' }
    const quotes = found as Quote[]
    const { currency } = session
    return {
      maxStake: maxStakeOf({ currency, replaces }, request, quotes),
      keptShare: keptShareOf(request, quotes),
    }
  }

  return { check, limits, freeBetsOf }
}

/** What the house keeps of a unit stake at the current odds, on average by the models. */
function keptShareOf({ kind, systemSizes }: Pick<BetRequest, 'kind' | 'systemSizes'>, quotes: Quote[]): number {
  const legs = quotes.map(({ odds }) => ({ odds: odds!, result: null }))
  const unit = 1_000_000
  return (
    1 -
    fairValueOf(
      { kind, systemSizes, legs },
      unit,
      quotes.map(({ outcome }) => outcome),
    ) /
      unit
  )
}

const currentOf = (pick: PickRequest, quote: Quote) => ({
  ...pick,
  odds: quote.odds ?? pick.odds,
  version: quote.version,
  state: quote.state === 'open' && quote.odds === null ? ('suspended' as const) : quote.state,
})
