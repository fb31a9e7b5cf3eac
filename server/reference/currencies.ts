/**
 * How each currency is counted and written. It never changes: amounts are stored in these subunits. Rates, and whether
 * a currency is offered, are in versions (versions.ts).
 */
import type { Currency } from '#contract/settings.ts'

export type CurrencyDefinition = Omit<Currency, 'isEnabled' | 'rate'>

/** Rates are units of a currency for one unit of this one. It is always offered. */
export const baseCurrency = 'EUR'

export const currencies: readonly CurrencyDefinition[] = [
  fiat('EUR', 'Euro', '€'),
  fiat('USD', 'US dollar', '$'),
  fiat('BRL', 'Brazilian real', 'R$'),
  crypto('BTC', 'Bitcoin', '₿', 100_000_000, [{ code: 'mBTC', subunitToUnit: 100_000 }]),
  // Gwei rather than wei: a JSON number holds every amount of gwei that exists.
  crypto('ETH', 'Ethereum', 'Ξ', 1_000_000_000, [{ code: 'mETH', subunitToUnit: 1_000_000 }]),
  crypto('USDT', 'Tether', '₮', 1_000_000),
]

/** Finds a currency whether it is offered or not, because players may still have money in it. */
export function findCurrency(code: string): CurrencyDefinition | undefined {
  return currencies.find((currency) => currency.code === code)
}

function fiat(code: string, name: string, symbol: string): CurrencyDefinition {
  return { code, name, type: 'fiat', isBase: code === baseCurrency, subunitToUnit: 100, symbol, subCurrencies: [] }
}

function crypto(
  code: string,
  name: string,
  symbol: string,
  subunitToUnit: number,
  subCurrencies: Currency['subCurrencies'] = [],
): CurrencyDefinition {
  return { code, name, type: 'crypto', isBase: false, subunitToUnit, symbol, subCurrencies }
}
