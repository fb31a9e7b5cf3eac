/** Normalises phone input to an international number without the plus. */
import { maskPhone, phoneDigits } from '#contract/fields/phone.ts'

export type PhoneCountry = { code: string; phonePrefix: string }

/** Calling codes whose numbers keep a leading zero. In all others the zero is a national prefix, which is dropped. */
const keepsZero = new Set(['39', '378', '225', '241', '242'])

/** Returns the country with the longest matching calling code; of several, the preferred one or the first. */
export function countryOfPhone<C extends PhoneCountry>(
  digits: string,
  countries: C[],
  preferred: string | null,
): C | undefined {
  const matching = countries.filter(({ phonePrefix }) => digits.startsWith(phonePrefix))
  const longest = Math.max(0, ...matching.map(({ phonePrefix }) => phonePrefix.length))
  const closest = matching.filter(({ phonePrefix }) => phonePrefix.length === longest)
  return closest.find(({ code }) => code === preferred) ?? closest[0]
}

/**
 * Reads the text of the field. A number with a plus or two leading zeros contains a calling code. A national number
 * gets the selected calling code instead of its leading zero. If the text replaces the previous number `before`
 * completely, it is a national number, unless it has a calling code in one of these forms.
 */
export function readPhoneEntry(text: string, prefix: string, countries: PhoneCountry[], before = ''): string {
  const international = /(?:\+|(?<!\d)00)([^+]*)$/.exec(text)
  if (international) {
    const number = phoneDigits(international[1]!)
    return masked(number, countryOfPhone(number, countries, null)?.phonePrefix ?? '')
  }
  const entered = phoneDigits(text)
  const isReplaced = before.length > prefix.length && entered !== '' && entered[0] !== before[0]
  const digits = isReplaced ? prefix + entered : entered
  const pasted = digits.slice(prefix.length)
  if (prefix && pasted.startsWith(prefix) && pasted.length > prefix.length + 5 && digits.startsWith(prefix))
    return masked(pasted, prefix)
  const isNational = prefix !== '' && digits.startsWith(`${prefix}0`) && !keepsZero.has(prefix)
  return masked(isNational ? prefix + digits.slice(prefix.length + 1) : digits, prefix)
}

/** Reads text that was typed before the calling codes loaded. Without a calling code it gets the visitor's. */
export function readEarlyEntry(text: string, prefix: string, countries: PhoneCountry[]): string {
  const hasCode = /\+|^\s*00/.test(text) || phoneDigits(text).startsWith(prefix)
  return readPhoneEntry(hasCode ? text : prefix + text, prefix, countries)
}

/** Replaces the calling code of a number. */
export function withPrefix(digits: string, before: string, after: string): string {
  return masked(after + (digits.startsWith(before) ? digits.slice(before.length) : digits), after)
}

/**
 * The number after another country was chosen elsewhere in the form: a number of the country before gets the calling
 * code of the new one, and any other stays.
 */
export function movedToCountry(digits: string, before: string, after: string, countries: PhoneCountry[]): string {
  const prefixOf = (country: string) => countries.find(({ code }) => code === country)?.phonePrefix
  const [from, to] = [prefixOf(before), prefixOf(after)]
  if (digits === '' || !from || !to || countryOfPhone(digits, countries, before)?.code !== before) return digits
  return withPrefix(digits, from, to)
}

/** True if the text states its calling code, with a plus or two leading zeros. */
export function hasOwnPrefix(text: string): boolean {
  return /^\s*(?:\+|00)/.test(text)
}

/** Masks only the part after the calling code, because long Brazilian and German numbers have 13 digits with it. */
function masked(digits: string, prefix: string): string {
  return prefix && digits.startsWith(prefix) ? prefix + maskPhone(digits.slice(prefix.length)) : maskPhone(digits)
}
