import { ok, type Ok } from '#contract/endpoint.ts'
import type { Currency } from '#contract/settings.ts'
import { currencyTable } from './internal/currency-table.ts'

export async function listCurrencies(): Promise<Ok<Currency[]>> {
  return ok([...currencyTable])
}

/** What verbs of other modules ask: is this currency offered, and how is it counted? */
export function findCurrency(code: string): Currency | undefined {
  return currencyTable.find((currency) => currency.code === code && currency.isEnabled)
}
