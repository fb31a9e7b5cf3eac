/** The phone rule: a number in international form, entered without its plus. */

/** Every calling code in use (ITU-T E.164). */
const callingCode =
  /^(?:1|7|2(?:0|7|1[12368]|[2-4]\d|5[0-8]|6\d|9[01789])|3(?:[0-469]|5\d|7\d|8[0-35-79])|4(?:[013-9]|2[013])|5(?:[1-8]|0\d|9\d)|6(?:[0-6]|7[02-9]|8[0-35-9]|9[0-2])|8(?:[1246]|0[08]|5[02356]|7[08]|8[0-368])|9(?:[0-58]|6[0-8]|7[0-79]|9[2-68]))/

const nationalMin = 2
const nationalMax = 17
const inputMax = 250

/** True for a calling code followed by 2 to 17 national digits; spaces, dots, dashes, slashes and brackets are ignored. */
export function isPhone(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = plainDigits(String(value))
  if (text.length > inputMax || !/^[\d(][\d ().\-/]*$/.test(text)) return false
  const digits = phoneDigits(text)
  const national = digits.replace(callingCode, '')
  return national.length < digits.length && national.length >= nationalMin && national.length <= nationalMax
}

export function phoneDigits(value: string): string {
  return plainDigits(value).replaceAll(/[^0-9]/g, '')
}

/** Converts Arabic and Persian digits to 0 to 9. */
export function plainDigits(value: string): string {
  return value.replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** Masks a phone input during typing and pasting. */
const phoneMaskDigits = 12
export function maskPhone(value: string): string {
  return phoneDigits(value).slice(0, phoneMaskDigits)
}
