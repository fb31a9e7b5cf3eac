/** Prices of cashing out: a price that was shown is paid for some seconds, unless there is an incident. */
import { randomBytes } from 'node:crypto'
import type { CashOutQuote } from '../wire.ts'
import { type Bet, openCapOf } from './bet.ts'
import type { Book } from './book.ts'
import { fairValueOf } from './slip.ts'

const margin = 0.04
const quoteMs = 4_000

type Shown = CashOutQuote & { at: number; incidents: string; bet: string }
export type CashOutPrices = {
  /** Null while it is not offered: settled, suspended, or worth too little. */
  quote(bet: Bet): CashOutQuote | null
  /** Whether the price that was shown is still paid, now that the bet is quoted at another. */
  priceShown(bet: Bet, shownId: string, current: CashOutQuote): CashOutQuote | null
  forget(bet: Bet): void
  dropOld(): void
}

/** `now` of matches. */
export function createCashOutPrices(book: Book, now: () => number): CashOutPrices {
  const latest = new Map<string, Shown>()
  const shown = new Map<string, Shown>()

  function quote(bet: Bet): CashOutQuote | null {
    if (bet.state !== 'accepted' || bet.openStake <= 0 || bet.freeBetId) return null
    const current = bet.legs.map((leg) => book.chances(leg.eventId, leg.market, leg.outcome))
    if (current.some((chances, index) => !chances || (bet.legs[index]!.result === null && chances.isSuspended)))
      return null
    const outcomes = current.map((chances) => chances!.outcome)
    if (outcomes.every(({ result }) => result !== null)) return null
    const value = Math.min(openCapOf(bet), fairValueOf(bet, bet.openStake, outcomes)) * (1 - margin)
    const amount = Math.floor(value)
    if (amount < Math.max(1, bet.openStake * 0.01)) return null
    const incidents = current.map((chances) => chances!.incidents).join()
    const known = latest.get(bet.id)
    if (known && known.amount === amount && known.incidents === incidents && now() - known.at < quoteMs / 2)
      return { id: known.id, amount }
    const id = randomBytes(8).toString('hex')
    const price = { id, amount, at: now(), incidents, bet: bet.id }
    latest.set(bet.id, price)
    shown.set(id, price)
    return { id, amount }
  }

  return {
    quote,
    priceShown(bet, shownId, current) {
      const price = shown.get(shownId)
      if (price?.bet !== bet.id || now() - price.at > quoteMs) return null
      return price.incidents === shown.get(current.id)!.incidents ? price : null
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
