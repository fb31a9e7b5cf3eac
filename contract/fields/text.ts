/** Rules over text. Each takes any value, is false for what is not text, and is only asked about values that are not empty. */

/** One `@`, a dotted domain without empty or dash-edged labels, at most 254 characters (RFC 5321), ASCII only: what mail servers deliver to. */
export function isEmail(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 254) return false
  const at = value.lastIndexOf('@')
  const user = value.slice(0, at)
  return at > 0 && user.length <= 64 && /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(user) && isDomain(value.slice(at + 1))
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}$/i.test(label) && !label.endsWith('-')) && /^([a-z]{2,}|xn--[a-z0-9-]+)$/i.test(labels.at(-1)!)
}

/** An absolute http, https or ftp address with a host. */
export function isUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 2048 || !/^(https?|ftp):\/\/[^\s/?#]/i.test(value) || /\s/.test(value)) return false
  const url = URL.parse(value)
  return url !== null && (url.hostname === 'localhost' || isIp(url.hostname) || url.hostname.startsWith('[') || isDomain(url.hostname))
}

/** IPv4 in dotted decimals without leading zeros. */
export function isIp(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const parts = value.split('.')
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

export const isAlpha = (value: unknown): boolean => typeof value === 'string' && /^[a-z]+$/i.test(value)
export const isAlphaNumeric = (value: unknown): boolean => /^[a-z0-9]+$/i.test(plain(value))
export const isSlugLike = (value: unknown): boolean => /^[\w-]+$/.test(plain(value))
export const isLowercase = (value: unknown): boolean => typeof value === 'string' && value === value.toLowerCase()
export const isUppercase = (value: unknown): boolean => typeof value === 'string' && value === value.toUpperCase()
export const isCountryCode = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{2}$/.test(value)
export const isLanguageCode = (value: unknown): boolean => typeof value === 'string' && /^[a-z]{2}$/.test(value)

/** Characters as a person counts them (an emoji is one), or the entries of a list. */
export function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return [...plain(value)].length
}

/** A pattern that does not compile matches nothing, so that a faulty setting never lets everything through. */
export function matches(value: unknown, pattern: string): boolean {
  const compiled = compile(pattern)
  return compiled !== null && typeof value !== 'object' && compiled.test(plain(value))
}

function compile(pattern: string): RegExp | null {
  const slashed = /^\/(.*)\/([imsu]*)$/s.exec(pattern)
  try {
    return slashed ? new RegExp(slashed[1]!, slashed[2]) : new RegExp(pattern)
  } catch {
    return null
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
