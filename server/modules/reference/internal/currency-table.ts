/**
 * The currencies of the house. Rates are units for one euro and serve display and
 * thresholds only: no movement ever converts by them.
 */
import type { Currency } from '#contract/settings.ts'

export const currencyTable: readonly Currency[] = [
  fiat('EUR', 'Euro', '€', 1, true),
  fiat('USD', 'US dollar', '$', 1.1625),
  fiat('BRL', 'Brazilian real', 'R$', 6.2184),
  crypto('BTC', 'Bitcoin', '₿', 100_000_000, 0.00001124, [{ code: 'mBTC', subunitToUnit: 100_000 }]),
  // Gwei rather than wei: a JSON number holds every amount of gwei that exists.
  crypto('ETH', 'Ethereum', 'Ξ', 1_000_000_000, 0.0003582, [{ code: 'mETH', subunitToUnit: 1_000_000 }]),
  crypto('USDT', 'Tether', '₮', 1_000_000, 1.1631),
]

function fiat(code: string, name: string, symbol: string, rate: number, isBase = false): Currency {
  return {
    code,
    name,
    type: 'fiat',
    isEnabled: true,
    isBase,
    subunitToUnit: 100,
    rate: { rate },
    symbol,
    subCurrencies: [],
  }
}

function crypto(
  code: string,
  name: string,
  symbol: string,
  subunitToUnit: number,
  rate: number,
  subCurrencies: Currency['subCurrencies'] = [],
): Currency {
  return {
    code,
    name,
    type: 'crypto',
    isEnabled: true,
    isBase: false,
    subunitToUnit,
    rate: { rate },
    symbol,
    subCurrencies,
  }
}
