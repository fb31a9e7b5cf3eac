/** Rules for text. Each accepts any value, is false for anything but text, and is only applied to non-empty values. */
import { compilePattern, PatternError } from './pattern.ts'

const plainAscii = /^[\t\n\r -~]*$/
const octets = (text: string): number => new TextEncoder().encode(text).length

/**
 * Accepts what mail servers deliver to: one `@`, a dotted domain without empty or dash-edged labels, at most 254 octets
 * (RFC 5321), letters of any script (RFC 6531).
 */
export function isEmail(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 254) return false
  const at = value.lastIndexOf('@')
  const user = value.slice(0, at)
  const domain = domainOf(value.slice(at + 1))
  return (
    at > 0 &&
    domain !== null &&
    octets(user) <= 64 &&
    octets(`${user}@${domain}`) <= 254 &&
    /^(?![.\p{M}])(?!.*\.(?:\.|$))(?:[\w!#$%&'*+/=?^`{|}~.-]|(?![\0-\x7f])[\p{L}\p{M}\p{N}])+$/u.test(user)
  )
}

/**
 * The canonical form of an address, which is stored and sent to. A domain in another script is converted to ASCII (RFC
 * 5891); letters beyond ASCII are composed and lowercased, because databases differ in how they lowercase them.
 */
export function canonicalEmail(text: string): string {
  const email = text.trim()
  if (plainAscii.test(email)) return email
  const lowercase = email.normalize('NFC').toLowerCase()
  const at = lowercase.lastIndexOf('@')
  return `${lowercase.slice(0, at + 1)}${domainOf(lowercase.slice(at + 1)) ?? lowercase.slice(at + 1)}`
}

/** The domain in ASCII; null if the text is not a domain. */
function domainOf(text: string): string | null {
  if (isDomain(text)) return text
  if (plainAscii.test(text) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(text) || !URL.canParse(`http://${text}`)) return null
  const { hostname } = new URL(`http://${text}`)
  return isDomain(hostname) ? hostname : null
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

/** Accepts letters of any script with their combining marks: Zoë, أحمد and 太郎 are alphabetical. */
export const isAlpha = (value: unknown): boolean => typeof value === 'string' && /^\p{L}[\p{L}\p{M}]*$/u.test(value)
/** Also accepts the digits 0 to 9. */
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
 * Accepts one line without control characters and bidirectional formatting characters, which could disguise a name as
 * another or write to a terminal. The marks of Arabic and Hebrew script are plain text.
 */
export const isPlainText = (value: unknown): boolean => !notPlain.test(plain(value))
/** Like the previous rule, but for several lines. */
export const isMultilineText = (value: unknown): boolean => !notText.test(plain(value))

/** The flags of England, Scotland and Wales are the only emoji written with tag characters. */
const flag =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}'
const flagOrIgnorable = new RegExp(
  `(${flag})|(?![\\u200c\\u200d\\ufe0e\\ufe0f])\\p{Default_Ignorable_Code_Point}`,
  'gu',
)
const stacking = /[\p{Mn}\p{Me}]/u
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
const joining = /(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{M}]/u
/** A virama and a joiner end a word in older spellings of Malayalam and Sinhala. */
const virama = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
const maxStacked = 3

/**
 * The stored form of text that other people read: invisible characters are removed, except joiners in emoji and between
 * letters of scripts that need them; of combining marks in a row, three are kept. Text without a visible character
 * becomes empty.
 */
export function cleanText(text: string): string {
  if (plainAscii.test(text)) return text
  // A braille cell without dots is a space.
  const points = [...text.replaceAll(flagOrIgnorable, '$1').replaceAll('\u2800', ' ')]
  let result = ''
  let base = ''
  let marks = 0
  for (const [index, point] of points.entries()) {
    const next = points[index + 1] ?? ''
    if (point === '\u200c' || point === '\u200d') {
      if (isJoined(result.at(-1) ?? '', base, next)) result += point
    } else if (point === '\ufe0e' || point === '\ufe0f') {
      if (points[index - 1] === base && (emoji.test(base) || next === '\u20e3')) result += point
    } else if (!stacking.test(point)) {
      result += point
      base = point
      marks = 0
    } else if (++marks <= maxStacked) result += point
  }
  return visible.test(result) ? result : ''
}

/** `base` is the last character before the joiner that is not a combining mark. */
function isJoined(before: string, base: string, next: string): boolean {
  if (virama.test(before)) return true
  return (joining.test(base) && joining.test(next)) || (emoji.test(base) && emoji.test(next))
}

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
