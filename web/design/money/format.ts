/** Exact conversion between subunits and displayed amounts; BTC and ETH are displayed in milli units. */
import type { Currency } from '#contract/settings.ts'
import { numberFormat } from '../../render/formats.ts'

export type MoneyCurrency = Pick<Currency, 'code' | 'type' | 'subunitToUnit' | 'symbol' | 'subCurrencies'>
type Display = { code: string; perUnit: number; decimals: number }

/** The display unit: the first sub-currency where one exists. */
export function displayOf(currency: MoneyCurrency): Display {
  const sub = currency.subCurrencies[0]
  const perUnit = sub?.subunitToUnit ?? currency.subunitToUnit
  return { code: sub?.code ?? currency.code, perUnit, decimals: Math.round(Math.log10(perUnit)) }
}

export type MoneyStyle = {
  /** `trimmed` (the default) shows at most two significant decimals more than needed for crypto; `full` shows all of them. */
  precision?: 'trimmed' | 'full'
  /** `always` adds a plus sign to gains. */
  sign?: 'auto' | 'always'
  /** Omits the currency, for columns whose header names it. */
  isBare?: boolean
  /** Omits zero cents: for limits, presets and whole-unit inputs. */
  isShort?: boolean
}

/** `formatMoney(123456, eur, 'de')` is "1.234,56 €". Takes wire numbers and bigints alike; never goes through a fraction. */
export function formatMoney(
  amount: number | bigint,
  currency: MoneyCurrency,
  locale: string,
  { precision = 'trimmed', sign = 'auto', isBare = false, isShort = false }: MoneyStyle = {},
): string {
  const { code, decimals } = displayOf(currency)
  const text = toDecimal(BigInt(amount), decimals)
  const isFiat = currency.type === 'fiat'
  const shown = isFiat || precision === 'full' ? decimals : Math.min(decimals, 4)
  const options: Intl.NumberFormatOptions = {
    minimumFractionDigits: isFiat ? decimals : 0,
    maximumFractionDigits: shown,
    roundingMode: 'trunc',
    signDisplay: sign === 'always' ? 'exceptZero' : 'auto',
    ...(isShort && { trailingZeroDisplay: 'stripIfInteger' }),
    ...(isFiat && !isBare && { style: 'currency', currency: currency.code, currencyDisplay: 'narrowSymbol' }),
  }
  const number = withMinus(numberFormat(locale, options).format(text as unknown as number))
  return isFiat || isBare ? closed(number) : withUnit(number, code, locale)
}

/** Languages written from right to left: the list of locales is too large for the first page. */
const rightToLeft = /^(ar|fa|he|ur)/

/** A code follows its number in the direction of the sentence, as the locale's currency signs do. */
export function withUnit(number: string, code: string, locale: string): string {
  return closed(`${rightToLeft.test(locale) ? '\u200F' : ''}${number}\u00A0${code}`)
}

/** A hyphen is shorter than a plus sign, and may be broken off its number. */
export function withMinus(text: string): string {
  return text.replace('-', '\u2212')
}

/**
 * In right-to-left text "US$" would render as "$US" without a left-to-right mark at the end. The one before a minus sign
 * would then move the currency to the other side of the number, unless a right-to-left mark follows the number.
 */
export function closed(text: string): string {
  if (!text.includes('\u200F')) return text
  const number = text.includes('\u200E') ? text.replace('\u00A0', '\u200F\u00A0') : text
  return `${number}\u200E`
}

/** "1234.56" from 123456 and 2. */
export function toDecimal(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(digits.length - decimals)}` : ''
  return `${amount < 0n ? '-' : ''}${whole}${fraction}`
}

/** Parses a decimal number in the display unit to subunits; null when it is none, or has more decimals. */
export function parseMoney(text: string, currency: MoneyCurrency): bigint | null {
  const { decimals } = displayOf(currency)
  const found = /^(\d{1,15})(?:\.(\d+))?$/.exec(text)
  if (!found) return null
  const fraction = found[2] ?? ''
  if (fraction.length > decimals) return null
  return BigInt(found[1]! + fraction.padEnd(decimals, '0'))
}
