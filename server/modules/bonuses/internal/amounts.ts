/**
 * Amounts of an offer in subunits of a currency: as the offer states them, otherwise converted at the caller's rates.
 */
import { BonusType } from '#contract/bonuses.ts'
import { baseCurrency as base, type CurrencyDefinition, findCurrency } from '../../reference/currencies.ts'
import type { Rates } from '../../reference/rates.ts'
import type { Offer, OfferAmounts } from './offers.ts'

export function amountIn({ base: inBase, items }: OfferAmounts, currency: string, rates: Rates): bigint {
  return items[currency] === undefined ? atRate(inBase, currency, rates) : parse(items[currency], known(currency))
}

/** The range of deposits that an offer accepts; `to` is null without an upper bound. */
export function depositRange({ deposit }: Offer, currency: string, rates: Rates): { from: bigint; to: bigint | null } {
  const own = deposit.items[currency]
  const read = (text: string): bigint => (own ? parse(text, known(currency)) : atRate(text, currency, rates))
  const { from, to } = own ?? deposit
  return { from: read(from), to: to === null ? null : read(to) }
}

export function fits(offer: Offer, currency: string, amount: bigint, rates: Rates): boolean {
  const { from, to } = depositRange(offer, currency, rates)
  return amount >= from && (to === null || amount <= to)
}

/** The bonus money for a deposit of that amount, rounded down to whole subunits. */
export function bonusAmount(
  offer: Exclude<Offer, { type: 3 }>,
  currency: string,
  deposit: bigint,
  rates: Rates,
): bigint {
  if (offer.type === BonusType.cash) return amountIn(offer.amount, currency, rates)
  const part = (deposit * BigInt(Math.round(offer.percentage * 100))) / 10_000n
  const most = amountIn(offer.max, currency, rates)
  return part < most ? part : most
}

export function times(amount: bigint, multiplier: number): bigint {
  return (amount * BigInt(Math.round(multiplier * 100))) / 100n
}

export function atBase(text: string): bigint {
  return parse(text, known(base))
}

function atRate(text: string, currency: string, rates: Rates): bigint {
  const target = known(currency)
  if (target.isBase) return parse(text, target)
  return BigInt(
    Math.round(
      (Number(parse(text, known(base))) / known(base).subunitToUnit) * rates[currency]! * target.subunitToUnit,
    ),
  )
}

function parse(text: string, { subunitToUnit }: CurrencyDefinition): bigint {
  const places = String(subunitToUnit).length - 1
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole! + fraction.slice(0, places).padEnd(places, '0'))
}

function known(currency: string): CurrencyDefinition {
  const found = findCurrency(currency)
  if (!found) throw new Error(`${currency} is no currency of the house`)
  return found
}
