/** Formats amounts, odds and times for the player. */
import { formatOdds, type OddsFormat } from '#contract/settlement/odds-formats.ts'
import { closed } from '../../closed.ts'
import { currencies } from '../currencies.ts'
import { decimalMark } from '../words.ts'

export const digitsOf = (currency: string) => currencies[currency]?.decimals ?? 2

type Sign = 'auto' | 'always'

export function formatMoney(amount: number, currency: string, locale: string, signDisplay: Sign = 'auto'): string {
  const digits = digitsOf(currency)
  const value = amount / 10 ** digits
  if (currencies[currency]?.isCrypto) {
    const number = new Intl.NumberFormat(locale, {
      minimumFractionDigits: 2,
      maximumFractionDigits: digits,
      signDisplay,
    }).format(value)
    return `${number} ${currency}`
  }
  return closed(
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      signDisplay,
    }).format(value),
  )
}

/** Parses typed text into subunits, with a point or a comma before the decimals. Null for anything else. */
export function readMoney(text: string, currency: string): number | null {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,12}(\.\d*)?$/.test(plain)) return null
  const [whole = '0', decimals = ''] = plain.split('.')
  const digits = digitsOf(currency)
  if (decimals.length > digits) return null
  const amount = Number(whole + decimals.padEnd(digits, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}

export function typedMoney(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  const text = String(amount).padStart(digits + 1, '0')
  const [whole, decimals] = [text.slice(0, -digits), text.slice(-digits)]
  const trimmed = decimals.replace(/0+$/, '')
  return trimmed === '' ? whole : `${whole}.${trimmed.padEnd(Math.min(2, digits), '0')}`
}

/** Round amounts of each currency, in subunits. */
export function presetsOf(currency: string): number[] {
  const units: Record<string, number[]> = {
    BRL: [10, 25, 50, 100],
    BTC: [0.0001, 0.0002, 0.0005, 0.001],
    ETH: [0.002, 0.005, 0.01, 0.02],
  }
  return (units[currency] ?? [2, 5, 10, 25]).map((value) => Math.round(value * 10 ** digitsOf(currency)))
}

/** Formats odds, given as text or in thousandths, with Latin digits like amounts of money. */
export const showOdds = (odds: string | bigint, format: OddsFormat, locale: string) =>
  formatOdds(odds, format).replace('-', '\u2212').replace('.', decimalMark(locale))

export const timeOf = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: hourOf(locale), minute: '2-digit' }).format(at)

export const dateOf = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: hourOf(locale),
    minute: '2-digit',
  }).format(at)

/** "9:05 PM" where the day has twice twelve hours, "09:05" elsewhere. */
const hourOf = (locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ? 'numeric' : '2-digit'

export const percent = (share: number, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)
