/** Normalises phone input to one international number without its plus. */
import { maskPhone, phoneDigits } from '#contract/fields/phone.ts'

export type PhoneCountry = { code: string; phonePrefix: string }

/** Numbering plans that keep the leading zero internationally; elsewhere it is a national prefix. */
const keepsZero = new Set(['39', '378', '225', '241', '242'])

/** A number's country: among the longest matching calling codes the named one, else the first. */
export function countryOfPhone<C extends PhoneCountry>(
  digits: string,
  countries: C[],
  preferred: string | null,
): C | undefined {
  const fitting = countries.filter(({ phonePrefix }) => digits.startsWith(phonePrefix))
  const longest = Math.max(0, ...fitting.map(({ phonePrefix }) => phonePrefix.length))
  const closest = fitting.filter(({ phonePrefix }) => phonePrefix.length === longest)
  return closest.find(({ code }) => code === preferred) ?? closest[0]
}

/**
 * A number with a plus or two zeros has its own calling code. A national number keeps the chosen one; its leading zero
 * is not dialled from abroad. `before`: the field's number, whose replacement as a whole is a national number unless it
 * has a calling code in one of these forms.
 */
export function readPhoneEntry(text: string, prefix: string, countries: PhoneCountry[], before = ''): string {
  const whole = /(?:\+|(?<!\d)00)([^+]*)$/.exec(text)
  if (whole) {
    const number = phoneDigits(whole[1]!)
    return masked(number, countryOfPhone(number, countries, null)?.phonePrefix ?? '')
  }
  const entered = phoneDigits(text)
  const isReplaced = before.length > prefix.length && entered !== '' && entered[0] !== before[0]
  const digits = isReplaced ? prefix + entered : entered
  const pasted = digits.slice(prefix.length)
  if (prefix && pasted.startsWith(prefix) && pasted.length > prefix.length + 5 && digits.startsWith(prefix))
    return masked(pasted, prefix)
  const isHome = prefix !== '' && digits.startsWith(`${prefix}0`) && !keepsZero.has(prefix)
  return masked(isHome ? prefix + digits.slice(prefix.length + 1) : digits, prefix)
}

/** What was typed before the calling codes were loaded: it follows the visitor's, unless it has one of its own. */
export function readEarlyEntry(text: string, prefix: string, countries: PhoneCountry[]): string {
  const hasCode = /\+|^\s*00/.test(text) || phoneDigits(text).startsWith(prefix)
  return readPhoneEntry(hasCode ? text : prefix + text, prefix, countries)
}

/** The same number under another calling code. */
export function withPrefix(digits: string, before: string, after: string): string {
  return masked(after + (digits.startsWith(before) ? digits.slice(before.length) : digits), after)
}

/** The mask applies after the calling code: with it, long Brazilian and German mobile numbers have thirteen digits. */
function masked(digits: string, prefix: string): string {
  return prefix && digits.startsWith(prefix) ? prefix + maskPhone(digits.slice(prefix.length)) : maskPhone(digits)
}
