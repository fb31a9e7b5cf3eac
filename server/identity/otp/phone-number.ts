/**
 * Phone numbers by the international numbering plans. The browser checks only whether a number is possible; this
 * checks whether it is valid.
 */
import parse from 'libphonenumber-js/max'
import { isPhone, phoneDigits } from '#contract/fields/phone.ts'

export type PhoneNumber = {
  /** The international form without the plus, whatever the input's format. */
  digits: string
  /** Two letters; null for numbers without a country. */
  country: string | null
  /** Whether it receives SMS at a normal price: attackers earn money from messages to landlines and premium lines. */
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
