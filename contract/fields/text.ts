/** Rules for text. Each accepts any value, is false for anything but text, and is only applied to non-empty values. */
import { compilePattern, PatternError } from './pattern.ts'

/** One `@`, a dotted domain without empty or dash-edged labels, at most 254 characters (RFC 5321), ASCII only: what mail servers deliver to. */
export function isEmail(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 254) return false
  const at = value.lastIndexOf('@')
  const user = value.slice(0, at)
  return (
    at > 0 &&
    user.length <= 64 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(user) &&
    isDomain(value.slice(at + 1))
  )
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}$/i.test(label) && !label.endsWith('-')) &&
    /^([a-z]{2,}|xn--[a-z0-9-]+)$/i.test(labels.at(-1)!)
  )
}

/** An absolute http, https or ftp address with a host. */
export function isUrl(value: unknown): boolean {
  if (
    typeof value !== 'string' ||
    value.length > 2048 ||
    !/^(https?|ftp):\/\/[^\s/?#]/i.test(value) ||
    /\s/.test(value)
  )
    return false
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return url.hostname === 'localhost' || isIp(url.hostname.replace(/^\[|\]$/g, '')) || isDomain(url.hostname)
}

/** IPv4 in dotted decimals without leading zeros, or IPv6 (RFC 4291) without a zone. */
export function isIp(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (value.includes(':')) return value.length <= 45 && /^[\da-f:.]+$/i.test(value) && URL.canParse(`http://[${value}]`)
  const parts = value.split('.')
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/** Letters of any script, with the marks that some are written with: Zoë, أحمد and 太郎 are alphabetical. */
export const isAlpha = (value: unknown): boolean => typeof value === 'string' && /^\p{L}[\p{L}\p{M}]*$/u.test(value)
/** As above, plus the digits 0 to 9. */
export const isAlphaNumeric = (value: unknown): boolean => /^[\p{L}\d][\p{L}\p{M}\d]*$/u.test(plain(value))
export const isSlugLike = (value: unknown): boolean => /^[\w-]+$/.test(plain(value))
export const isLowercase = (value: unknown): boolean => typeof value === 'string' && value === value.toLowerCase()
export const isUppercase = (value: unknown): boolean => typeof value === 'string' && value === value.toUpperCase()
export const isCountryCode = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{2}$/.test(value)
export const isLanguageCode = (value: unknown): boolean => typeof value === 'string' && /^[a-z]{2}$/.test(value)

const directionChangers = '\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb'
const notPlain = new RegExp(`[\\p{Cc}${directionChangers}]`, 'u')
const notText = new RegExp(`(?![\\t\\n\\r])[\\p{Cc}${directionChangers}]`, 'u')

/**
 * One line without control characters and bidirectional formatting characters, which could disguise a name as another
 * or write to a terminal. The marks of Arabic and Hebrew script are plain text.
 */
export const isPlainText = (value: unknown): boolean => !notPlain.test(plain(value))
/** Like the previous rule, on several lines. */
export const isMultilineText = (value: unknown): boolean => !notText.test(plain(value))

/** The number of grapheme-like characters (an emoji counts as one), or of list entries. */
export function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return [...plain(value)].length
}

/** A pattern that does not compile matches nothing, so that a misconfigured rule never accepts everything. */
export function matches(value: unknown, pattern: string): boolean {
  if (typeof value === 'object') return false
  try {
    return compilePattern(pattern)(plain(value))
  } catch (error) {
    if (error instanceof PatternError) return false
    throw error
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
