import { ok, type Ok } from '#contract/endpoint.ts'
import type { Currency } from '#contract/settings.ts'
import type { Caller } from '../../deps.ts'
import { currencyTable } from './internal/currency-table.ts'
import { defaultLocale } from './locales.ts'

/** Names of state currencies are made once a locale; coins are called the same everywhere. */
const byLocale = new Map<string, Currency[]>([[defaultLocale, [...currencyTable]]])

export async function listCurrencies({ caller }: { caller: Pick<Caller, 'locale'> }): Promise<Ok<Currency[]>> {
  return ok(named(caller.locale))
}

function named(locale: string): Currency[] {
  const known = byLocale.get(locale)
  if (known) return known
  const display = new Intl.DisplayNames(locale, { type: 'currency' })
  const currencies = currencyTable.map((currency) =>
    currency.type === 'fiat' ? { ...currency, name: display.of(currency.code) ?? currency.name } : currency,
  )
  byLocale.set(locale, currencies)
  return currencies
}

/** What verbs of other modules ask: is this currency offered, and how is it counted? */
export function findCurrency(code: string): Currency | undefined {
  return currencyTable.find((currency) => currency.code === code && currency.isEnabled)
}
