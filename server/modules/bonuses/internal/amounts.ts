/** Amounts of an offer in subunits of a currency. */
import { BonusType } from '#contract/bonuses.ts'
import { amountIn, atRate, inSubunits } from '../../reference/amounts.ts'
import { baseCurrency } from '../../reference/currencies.ts'
import type { Rates } from '../../reference/rates.ts'
import type { MoneyOffer, Offer } from '../offers.ts'

/** The range of deposits that an offer accepts; `to` is null without an upper bound. */
export function depositRange({ deposit }: Offer, currency: string, rates: Rates): { from: bigint; to: bigint | null } {
  const own = deposit.items[currency]
  const read = (text: string): bigint => (own ? inSubunits(text, currency) : atRate(text, currency, rates))
  const { from, to } = own ?? deposit
  return { from: read(from), to: to === null ? null : read(to) }
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
