/** Converts between subunits and displayed amounts without rounding. BTC and ETH are displayed in milli units. */
import type { Currency } from '#contract/settings.ts'
import { numberFormat } from '../../render/formats.ts'

export type MoneyCurrency = Pick<Currency, 'code' | 'type' | 'subunitToUnit' | 'symbol' | 'subCurrencies'>
type Display = { code: string; perUnit: number; decimals: number }

/** Returns the unit in which a currency is displayed: its first sub-currency, if it has one. */
export function displayOf(currency: MoneyCurrency): Display {
  const sub = currency.subCurrencies[0]
  const perUnit = sub?.subunitToUnit ?? currency.subunitToUnit
  return { code: sub?.code ?? currency.code, perUnit, decimals: Math.round(Math.log10(perUnit)) }
}

export type MoneyStyle = {
  /** `trimmed`, the default, shows at most four decimals of crypto; `full` shows all. */
  precision?: 'trimmed' | 'full'
  /** `always` adds a plus sign to gains. */
  sign?: 'auto' | 'always'
  /** Omits the currency, for columns whose header contains it. */
  isBare?: boolean
  /** Omits zero cents, for limits, presets and inputs of whole units. */
  isShort?: boolean
}

/** Formats subunits: `formatMoney(123456, eur, 'de')` is "1.234,56 €". No step uses a floating-point fraction. */
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
  return isFiat || isBare ? withDirectionMarks(number) : withUnit(number, code, locale)
}

/** Right-to-left languages. The site's list of locales would be too large for the first page. */
const rightToLeft = /^(ar|fa|he|ur)/

/** Puts a currency code after its number, in the direction of the locale. */
export function withUnit(number: string, code: string, locale: string): string {
  return withDirectionMarks(`${rightToLeft.test(locale) ? '\u200F' : ''}${number}\u00A0${code}`)
}

/** Replaces a hyphen by a minus sign: a line may break after a hyphen, and it is narrower than a plus sign. */
export function withMinus(text: string): string {
  return text.replace('-', '\u2212')
}

/**
 * Adds a left-to-right mark at the end, because right-to-left text would render "US$" as "$US". If the number starts
 * with such a mark too, before a minus sign, the currency would change sides, so a right-to-left mark follows the
 * number.
 */
export function withDirectionMarks(text: string): string {
  if (!text.includes('\u200F')) return text
  const number = text.includes('\u200E') ? text.replace('\u00A0', '\u200F\u00A0') : text
  return `${number}\u200E`
}

/** Converts 123456 with 2 decimals to "1234.56". */
export function toDecimal(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(digits.length - decimals)}` : ''
  return `${amount < 0n ? '-' : ''}${whole}${fraction}`
}

/** Parses a number in the display unit to subunits. Returns null if it is invalid or has too many decimals. */
export function parseMoney(text: string, currency: MoneyCurrency): bigint | null {
  const { decimals } = displayOf(currency)
  const found = /^(\d{1,15})(?:\.(\d+))?$/.exec(text)
  if (!found) return null
  const fraction = found[2] ?? ''
  if (fraction.length > decimals) return null
  return BigInt(found[1]! + fraction.padEnd(decimals, '0'))
}
