/** What is typed and pasted into a phone field, read as one international number without its plus. */
import { maskPhone, phoneDigits } from '#contract/fields/phone.ts'

/** ITU-T E.164: a calling code of up to three digits and what the mask keeps. */
const longestNumber = 15

export type PhoneCountry = { code: string; phonePrefix: string }

/** Plans that keep the first zero of their numbers in the international form; everywhere else it is dialled at home alone. */
const keepsZero = new Set(['39', '378', '225', '241', '242'])

/** The country of a number: of those with the longest calling code that fits, the one named, else the first. */
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

/** A pasted number brings its own calling code; one that was typed at home begins with a zero that abroad nobody dials. */
export function readPhoneEntry(text: string, prefix: string): string {
  const whole = /(?:\+|(?<!\d)00)([^+]*)$/.exec(text)
  if (whole) return phoneDigits(whole[1]!).slice(0, longestNumber)
  const digits = phoneDigits(text)
  const pasted = digits.slice(prefix.length)
  if (prefix && pasted.startsWith(prefix) && pasted.length > prefix.length + 5 && digits.startsWith(prefix))
    return masked(pasted, prefix)
  const isHome = prefix !== '' && digits.startsWith(`${prefix}0`) && !keepsZero.has(prefix)
  return masked(isHome ? prefix + digits.slice(prefix.length + 1) : digits, prefix)
}

/** The same number under another calling code. */
export function withPrefix(digits: string, before: string, after: string): string {
  return masked(after + (digits.startsWith(before) ? digits.slice(before.length) : digits), after)
}

/** The mask is for what stands behind the calling code: with it, Brazil's and Germany's longer mobiles have thirteen digits. */
function masked(digits: string, prefix: string): string {
  return prefix && digits.startsWith(prefix)
    ? prefix + maskPhone(digits.slice(prefix.length))
    : digits.slice(0, longestNumber)
}
