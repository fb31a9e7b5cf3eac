/** The studio's currencies, and the value of one coin of a stake in each: about one euro cent. */

export type StudioCurrency = {
  code: string
  subunitToUnit: number
  symbol: string
  display: { code: string; subunitToUnit: number }
  /** Subunits. */
  coin: number
}

const plain = (code: string, subunitToUnit: number, symbol: string, coin: number): StudioCurrency => ({
  code,
  subunitToUnit,
  symbol,
  display: { code, subunitToUnit },
  coin,
})
/** Displayed in thousandths of the unit, as the specification requires for BTC and ETH. */
const milli = (code: string, subunitToUnit: number, symbol: string, coin: number): StudioCurrency => ({
  code,
  subunitToUnit,
  symbol,
  display: { code: `m${code}`, subunitToUnit: subunitToUnit / 1000 },
  coin,
})

export const studioCurrencies: ReadonlyMap<string, StudioCurrency> = new Map(
  [
    plain('EUR', 100, '€', 1),
    plain('USD', 100, '$', 1),
    plain('BRL', 100, 'R$', 5),
    plain('USDT', 1_000_000, '₮', 10_000),
    milli('BTC', 100_000_000, '₿', 10),
    milli('ETH', 1_000_000_000, 'Ξ', 2_500),
  ].map((currency) => [currency.code, currency]),
)
