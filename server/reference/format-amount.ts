import { directionOf } from '#contract/locales.ts'
import { findCurrency } from './currencies.ts'

/** Formats any amount exactly, because Intl accepts decimal text. BTC and ETH are in milli-units, as on the screen. */
export function formatAmount(amount: bigint, currency: string, locale: string): string {
  const known = findCurrency(currency)
  const unit = known?.subCurrencies[0] ?? { code: currency, subunitToUnit: known?.subunitToUnit ?? 1 }
  const places = String(unit.subunitToUnit).length - 1
  const text = String(amount).padStart(places + 1, '0')
  const decimal = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
  const style =
    known?.type === 'fiat'
      ? // The same symbol as on the screen: “50,00 $” in Spanish, where the long one is “US$”.
        { style: 'currency' as const, currency, currencyDisplay: 'narrowSymbol' as const }
      : { maximumFractionDigits: places }
  const formatted = new Intl.NumberFormat(locale, style).format(decimal as `${number}`)
  return known?.type === 'fiat' ? closed(formatted) : withUnit(formatted, unit.code, locale)
}

/** Appends a left-to-right mark: without it "US$" reads as "$US" between right-to-left words. */
const closed = (text: string): string => (text.includes('\u200f') ? `${text}\u200e` : text)

/** A code follows its number in the direction of the sentence, as the locale's currency signs do. */
function withUnit(number: string, code: string, locale: string): string {
  return closed(`${directionOf(locale) === 'rtl' ? '\u200f' : ''}${number} ${code}`)
}
