/**
 * Phone numbers by the international numbering plans. The browser checks only whether a number is possible; this
 * checks whether it is valid.
 */
import parse from 'libphonenumber-js/max'
import { isPhone, phoneDigits } from '#contract/fields/phone.ts'

export type PhoneNumber = {
  /** International form without the plus, however it was typed. */
  digits: string
  /** Two letters; null for numbers without a country. */
  country: string | null
  /** Whether it receives SMS at a normal price: SMS pumping earns from landlines and premium lines. */
  takesTexts: boolean
}

const mobile: readonly unknown[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE']

/** Null for anything outside the numbering plans. A leading plus is ignored. */
export function readPhone(text: string): PhoneNumber | null {
  const entered = text.trim().replace(/^\+/, '')
  if (!isPhone(entered)) return null
  const parsed = parse(`+${phoneDigits(entered)}`)
  if (!parsed?.isValid()) return null
  return {
    digits: parsed.number.slice(1),
    country: parsed.country ?? null,
    takesTexts: mobile.includes(parsed.getType()),
  }
}
