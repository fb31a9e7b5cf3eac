/** Amounts of an offer in subunits of a currency. */
import { BonusType } from '#contract/bonuses.ts'
import { amountIn, type Amounts, atRate, baseCurrency, inSubunits, type Rates } from '../../reference/index.ts'
import type { MoneyOffer, Offer } from '../offers.ts'

/**
 * The range of deposits that an offer accepts; `to` is null without an upper bound. Converted limits are rounded to two
 * significant digits, so that they are readable; the range only becomes wider by that.
 */
export function depositRange({ deposit }: Offer, currency: string, rates: Rates): { from: bigint; to: bigint | null } {
  const own = deposit.items[currency]
  const { from, to } = own ?? deposit
  if (own || currency === baseCurrency)
    return { from: inSubunits(from, currency), to: to === null ? null : inSubunits(to, currency) }
  return {
    from: -roundUp(-atRate(from, currency, rates)),
    to: to === null ? null : roundUp(atRate(to, currency, rates)),
  }
}

/** The highest stake under an offer's terms; a converted one is rounded up to two significant digits, like its range. */
export function highestStake(maxBet: Amounts, currency: string, rates: Rates): bigint {
  const amount = amountIn(maxBet, currency, rates)
  return currency === baseCurrency || maxBet.items[currency] !== undefined ? amount : roundUp(amount)
}

/** Rounds up to two significant digits; a negative amount thereby comes closer to zero. */
function roundUp(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(String(amount).replace('-', '').length - 2, 0))
  const rest = ((amount % unit) + unit) % unit
  return rest === 0n ? amount : amount + unit - rest
}

export function fits(offer: Offer, currency: string, amount: bigint, rates: Rates): boolean {
  const { from, to } = depositRange(offer, currency, rates)
  return amount >= from && (to === null || amount <= to)
}

/** The bonus money for a deposit of that amount, rounded down to whole subunits. */
export function bonusAmount(offer: MoneyOffer, currency: string, deposit: bigint, rates: Rates): bigint {
  if (offer.type === BonusType.cash) return amountIn(offer.amount, currency, rates)
  const part = (deposit * BigInt(Math.round(offer.percentage * 100))) / 10_000n
  const most = amountIn(offer.max, currency, rates)
  return part < most ? part : most
}

export function times(amount: bigint, multiplier: number): bigint {
  return (amount * BigInt(Math.round(multiplier * 100))) / 100n
}

export function atBase(text: string): bigint {
  return inSubunits(text, baseCurrency)
}
