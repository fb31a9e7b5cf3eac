/** Amounts that an operator writes in units of currency, converted to subunits of any currency. */
import { z } from 'zod'
import { exchange } from '#contract/exchange.ts'
import { decimalText } from '../kernel/csv.ts'
import { baseCurrency as base, type CurrencyDefinition, findCurrency } from './currencies.ts'
import { type Rates, sideOf } from './rates.ts'

/** An amount in units of its currency, written as a decimal. */
export const Decimal = z.string().regex(/^\d{1,12}(\.\d{1,9})?$/)
/** An amount in the base currency, and in currencies in which it should not depend on the rate. */
export const Amounts = z.object({
  base: Decimal,
  items: z.record(z.string().regex(/^[A-Z]{3,5}$/), Decimal).default({}),
})
export type Amounts = z.output<typeof Amounts>

/** The amount in subunits of `currency`: the stated one, or the base amount at these rates. Throws if it is unknown. */
export function amountIn({ base: inBase, items }: Amounts, currency: string, rates: Rates): bigint {
  return items[currency] === undefined ? atRate(inBase, currency, rates) : inSubunits(items[currency], currency)
}

/** Converts a decimal amount of the base currency to subunits of `currency` at these rates. */
export function atRate(text: string, currency: string, rates: Rates): bigint {
  const amount = inSubunits(text, base)
  return currency === base ? amount : exchange(amount, sideOf(base, rates), sideOf(currency, rates), 'nearest')
}

/** Converts a decimal amount of `currency` to its subunits, truncated. */
export function inSubunits(text: string, currency: string): bigint {
  const places = String(definitionOf(currency).subunitToUnit).length - 1
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole! + fraction.slice(0, places).padEnd(places, '0'))
}

/** For an operator: subunits of a currency in units of it, exactly. */
export function inUnits(amount: bigint, currency: string): { amount: string; currency: string } {
  return { amount: decimalText(amount, definitionOf(currency).subunitToUnit), currency }
}

function definitionOf(currency: string): CurrencyDefinition {
  const definition = findCurrency(currency)
  if (!definition) throw new Error(`${currency} is not a currency of this site`)
  return definition
}
