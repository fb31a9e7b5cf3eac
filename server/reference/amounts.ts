/** Amounts that an operator writes in units of currency, converted to subunits of any currency. */
import { z } from 'zod'
import { baseCurrency as base, type CurrencyDefinition, findCurrency } from './currencies.ts'
import type { Rates } from './rates.ts'

/** An amount in units of its currency, written as a decimal. */
export const Decimal = z.string().regex(/^\d{1,12}(\.\d{1,9})?$/)
/** In the base currency, and in others that should not depend on the rate. */
export const Amounts = z.object({
  base: Decimal,
  items: z.record(z.string().regex(/^[A-Z]{3,5}$/), Decimal).default({}),
})
export type Amounts = z.output<typeof Amounts>

/** Subunits of `currency`: as stated for it, otherwise the base amount at these rates. Throws for an unknown currency. */
export function amountIn({ base: inBase, items }: Amounts, currency: string, rates: Rates): bigint {
  return items[currency] === undefined ? atRate(inBase, currency, rates) : inSubunits(items[currency], currency)
}

/** A decimal of the base currency in subunits of `currency`, at these rates. */
export function atRate(text: string, currency: string, rates: Rates): bigint {
  const target = known(currency)
  if (target.isBase) return inSubunits(text, currency)
  return BigInt(
    Math.round((Number(inSubunits(text, base)) / known(base).subunitToUnit) * rates[currency]! * target.subunitToUnit),
  )
}

/** A decimal of `currency` in its subunits, truncated. */
export function inSubunits(text: string, currency: string): bigint {
  const places = String(known(currency).subunitToUnit).length - 1
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole! + fraction.slice(0, places).padEnd(places, '0'))
}

function known(currency: string): CurrencyDefinition {
  const found = findCurrency(currency)
  if (!found) throw new Error(`${currency} is not a currency of this site`)
  return found
}
