/** The amount input (specification, section 5): whole display units, digits only, at most ten, clamped on blur. */
import { displayOf, type MoneyCurrency, parseMoney, toDecimal } from '../../design/money/format.ts'
import { numberFormat } from '../../render/formats.ts'

export const maxAmountCharacters = 10

/** Limits in whole display units. If `max` is below `min`, no amount is valid. */
export type WholeLimits = { min: number; max: number }

export function wholeLimits(currency: MoneyCurrency, min: number, max: number): WholeLimits {
  const { perUnit } = displayOf(currency)
  return { min: Math.max(1, Math.ceil(min / perUnit)), max: Math.floor(max / perUnit) }
}

/** The digits that the input shows, and the typed text, which may continue after a separator. */
export type AmountEntry = {
  digits: string
  typed: string
  /** A fraction or unreadable digits were dropped. */
  isCut: boolean
}

/**
 * Reads a typed or pasted number as whole units. The fraction is dropped, never joined to the digits before it. A
 * separator counts as a thousands separator if it is unambiguous or the locale uses it as such.
 */
export function readAmount(text: string, locale: string): AmountEntry {
  const latin = toLatin(text)
  const found = numberPattern.exec(latin)
  const number = found?.[0] ?? ''
  const { whole, fraction } = splitNumber(number.replace(/[^0-9]+$/, ''), locale)
  const hasMoreDigits = found !== null && /\d/.test(latin.slice(found.index + number.length))
  return {
    digits: whole.replace(/^0+/, '').slice(0, maxAmountCharacters),
    typed: number,
    isCut: hasMoreDigits || fraction.length > 2 || /[1-9]/.test(fraction),
  }
}

/**
 * Reads a typed amount exactly, in subunits, in the format of the locale. Returns null for an invalid number, for too
 * many decimals, and for a number that is ambiguous in the locale: "1.000" is 1,000 in German, but invalid in English.
 */
export function readMoney(text: string, currency: MoneyCurrency, locale: string): bigint | null {
  const latin = toLatin(text.trim())
  const { whole, fraction, isNumber } = splitNumber(latin, locale)
  return isNumber ? parseMoney(fraction === '' ? whole : `${whole}.${fraction}`, currency) : null
}

/** Formats an amount for editing, so that `readMoney` returns the same amount. */
export function writeMoney(amount: number, currency: MoneyCurrency, locale: string): string {
  const text = toDecimal(BigInt(amount), displayOf(currency).decimals).replace(/\.0+$/, '')
  return text.replace('.', separatorOf('decimal', locale))
}

/** Returns the entry after the input has changed to `next`. A character after a separator continues the typed text. */
export function continueAmount(entry: AmountEntry, next: string, locale: string): AmountEntry {
  const isContinued = entry.typed !== entry.digits && next.length > entry.digits.length && next.startsWith(entry.digits)
  return readAmount(isContinued ? entry.typed + next.slice(entry.digits.length) : next, locale)
}

/** Creates an entry from shown digits, without a typed text to continue. */
export function settledAmount(digits: string): AmountEntry {
  return { digits, typed: digits, isCut: false }
}

const numberPattern = /(?:[.,٫]?\d)[\d.,'\u00A0\u202F\u2009 ٬٫]*|[.,٫]$/
/** These separate thousands in every locale that uses them. */
const unambiguousSeparators = "' ٬"

function toLatin(text: string): string {
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\u00A0\u202F\u2009]/g, ' ')
    .replaceAll('’', "'")
    .replaceAll('،', ',')
}

type Parts = {
  whole: string
  fraction: string
  /** Whether the text is a number and nothing else. */
  isNumber: boolean
}
function splitNumber(number: string, locale: string): Parts {
  const grouped = /^([1-9]\d{0,2}(?:([.,' ٬])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,٫](\d*))?$/.exec(number)
  if (grouped) {
    const [, groups = '', separator = '', fraction] = grouped
    const isUnambiguous =
      fraction !== undefined || groups.split(separator).length > 2 || unambiguousSeparators.includes(separator)
    if (isUnambiguous || separator === separatorOf('group', locale))
      return { whole: groups.replaceAll(separator, ''), fraction: fraction ?? '', isNumber: true }
  }
  const [whole = '', ...rest] = number.split(/[^0-9]/)
  return { whole, fraction: rest.join(''), isNumber: /^\d+(?:[.,٫]\d*)?$/.test(number) }
}

function separatorOf(which: 'group' | 'decimal', locale: string): string {
  const parts = numberFormat(locale, { useGrouping: 'always' }).formatToParts(1_000_000.5)
  return parts.find(({ type }) => type === which)?.value ?? ''
}

/** Raises an empty or too small value to the minimum and lowers a too large one to the maximum, on blur. */
export function clampAmount(text: string, { min, max }: WholeLimits): string {
  const value = Number(text)
  if (text === '' || value < min) return String(min)
  return value > max && max >= min ? String(max) : text
}

export function isWithin(text: string, { min, max }: WholeLimits): boolean {
  return text !== '' && Number(text) >= min && Number(text) <= max
}

/** Converts whole display units to a wire amount. Ten digits fit a double exactly, or the server refuses. */
export function toWireAmount(text: string, currency: MoneyCurrency): number {
  return Number(BigInt(text === '' ? '0' : text) * BigInt(displayOf(currency).perUnit))
}

/** Converts a wire amount to whole display units, rounded down. */
export function toWholeUnits(amount: number, currency: MoneyCurrency): string {
  return String(Math.floor(amount / displayOf(currency).perUnit))
}

/** Formats the fraction of an amount beyond whole units, such as ".90", or returns an empty text if there is none. */
export function fractionWords(amount: number, currency: MoneyCurrency, locale: string): string {
  const { perUnit, decimals } = displayOf(currency)
  const digits = String(amount % perUnit).padStart(decimals, '0')
  const shown = currency.type === 'fiat' ? digits : digits.replace(/0+$/, '')
  if (amount % perUnit === 0) return ''
  return separatorOf('decimal', locale) + shown
}
