/** Subunits to what a player reads and back, exactly; BTC and ETH are shown in milli units. */
import type { Currency } from '#contract/settings.ts'

export type MoneyCurrency = Pick<Currency, 'code' | 'type' | 'subunitToUnit' | 'symbol' | 'subCurrencies'>
type Display = { code: string; perUnit: number; decimals: number }

/** The unit amounts are shown in: the first sub-currency where there is one. */
export function displayOf(currency: MoneyCurrency): Display {
  const sub = currency.subCurrencies[0]
  const perUnit = sub?.subunitToUnit ?? currency.subunitToUnit
  return { code: sub?.code ?? currency.code, perUnit, decimals: Math.round(Math.log10(perUnit)) }
}

const formats = new Map<string, Intl.NumberFormat>()
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  let format = formats.get(key)
  // Digits stay Latin in every locale, so that amounts read the same beside codes and addresses.
  if (!format) formats.set(key, (format = new Intl.NumberFormat(`${locale}-u-nu-latn`, options)))
  return format
}

export type MoneyStyle = {
  /** `trimmed` (the default) shows at most two significant decimals more than needed for crypto; `full` shows all of them. */
  precision?: 'trimmed' | 'full'
  /** `always` writes a plus before gains. */
  sign?: 'auto' | 'always'
  /** Leaves the currency out, for columns that name it in their head. */
  isBare?: boolean
  /** Leaves cents out where there are none: for limits, suggestions and what is typed in whole units. */
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
  const number = numberFormat(locale, options).format(text as unknown as number)
  return isFiat || isBare ? closed(number) : `${number}\u00A0${code}`
}

/** In a right-to-left text "US$" would be shown as "$US", unless a mark at its end says that it reads from the left. */
export function closed(text: string): string {
  return text.includes('\u200F') ? `${text}\u200E` : text
}

/** "1234.56" from 123456 and 2. */
export function toDecimal(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(digits.length - decimals)}` : ''
  return `${amount < 0n ? '-' : ''}${whole}${fraction}`
}

/** What a player typed in the display unit, as subunits; null for anything that is not such a number or is finer than a subunit. */
export function parseMoney(text: string, currency: MoneyCurrency): bigint | null {
  const { decimals } = displayOf(currency)
  const found = /^(\d{1,15})(?:[.,](\d+))?$/.exec(text.trim())
  if (!found) return null
  const fraction = (found[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return null
  return BigInt(found[1]! + fraction.padEnd(decimals, '0'))
}
