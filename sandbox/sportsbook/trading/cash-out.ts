/**
 * Prices of cash-outs. A displayed price is honoured for some seconds, but never above what the bet is worth at the
 * sale; otherwise, a player who has seen the next point could sell at the earlier price. Football bets lose value every
 * second, so the displayed price is the lowest of the next seconds without an incident.
 */
import { randomBytes } from 'node:crypto'
import { expectedReturn, type Outcome } from '../models/selection.ts'
import type { CashOutQuote } from '../wire.ts'
import { type Bet, openCapOf } from './bet.ts'
import { cashOutMargin, keptShare } from '../pricing/margin.ts'
import type { Book } from './book.ts'
import { fairValueOf } from './slip.ts'

const quoteMs = 4_000
const aheadMs = 2_000

type Shown = CashOutQuote & { at: number; incidents: string; bet: string }
export type Worth = { amount: number; incidents: string }
export type CashOutPrices = {
  /** The current price; null if no cash-out is offered because the bet is settled, suspended or worth too little. */
  quote(bet: Bet): CashOutQuote | null
  /**
   * The displayed price, if it is still honoured: not too old, not above the current price, and not from before an
   * incident.
   */
  priceShown(bet: Bet, shownId: string): (CashOutQuote & Worth) | null
  /**
   * Whether a price that was shown before a delay still holds: after no incident, and while it leaves a quarter of the
   * margin, as for odds, so that the clock of a match alone ends no sale.
   */
  isHonoured(bet: Bet, price: Worth): boolean
  forget(bet: Bet): void
  dropOld(): void
}

/** `now` is the clock of matches. */
export function createCashOutPrices(book: Book, now: () => number): CashOutPrices {
  const latest = new Map<string, Shown>()
  const shown = new Map<string, Shown>()

  /** The price of the whole open stake; null if none is offered. */
  function worthOf(bet: Bet, ahead: number): Worth | null {
    if (bet.state !== 'accepted' || bet.openStake <= 0 || bet.freeBetId) return null
    const current = bet.legs.map((leg) => book.chances(leg.eventId, leg.market, leg.outcome))
    if (current.some((chances, index) => !chances || (bet.legs[index]!.result === null && chances.isSuspended)))
      return null
    const outcomes = current.map((chances) => chances!.outcome)
    if (outcomes.every(({ result }) => result !== null)) return null
    const lowest = outcomes.map((outcome, index) => (ahead > 0 ? lowestOf(bet.legs[index]!, outcome, ahead) : outcome))
    const value = Math.min(openCapOf(bet), fairValueOf(bet, bet.openStake, lowest)) * (1 - cashOutMargin)
    const amount = Math.floor(value)
    if (amount < Math.max(1, bet.openStake * 0.01)) return null
    return { amount, incidents: current.map((chances) => chances!.incidents).join() }
  }

  function lowestOf({ eventId, market, outcome: code, odds }: Bet['legs'][number], outcome: Outcome, ahead: number) {
    if (outcome.result !== null) return outcome
    const later = book.undisturbed(eventId, market, code, ahead)
    return later && expectedReturn(later, Number(odds)) < expectedReturn(outcome, Number(odds)) ? later : outcome
  }

  return {
    quote(bet) {
      const worth = worthOf(bet, aheadMs)
      if (!worth) return null
      const { amount, incidents } = worth
      const known = latest.get(bet.id)
      if (known && known.amount === amount && known.incidents === incidents && now() - known.at < quoteMs / 2)
        return { id: known.id, amount }
      const id = randomBytes(8).toString('hex')
      const price = { id, amount, at: now(), incidents, bet: bet.id }
      latest.set(bet.id, price)
      shown.set(id, price)
      return { id, amount }
    },
    priceShown(bet, shownId) {
      const price = shown.get(shownId)
      if (price?.bet !== bet.id || now() - price.at > quoteMs) return null
      const worth = worthOf(bet, 0)
      return worth && price.incidents === worth.incidents && price.amount <= worth.amount ? price : null
    },
    isHonoured(bet, { amount, incidents }) {
      const worth = worthOf(bet, 0)
      const highest = worth && (worth.amount * (1 - cashOutMargin * keptShare)) / (1 - cashOutMargin)
      return highest !== null && worth?.incidents === incidents && amount <= highest
    },
    forget(bet) {
      for (const [id, price] of shown) if (price.bet === bet.id) shown.delete(id)
      latest.delete(bet.id)
    },
    dropOld() {
      for (const [id, { at }] of shown) if (now() - at > 4 * quoteMs) shown.delete(id)
    },
  }
}
