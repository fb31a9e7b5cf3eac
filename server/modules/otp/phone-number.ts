/** Phone numbers as the world's numbering plans know them. The browser asks only whether a number could be one; this says whether it is. */
import parse from 'libphonenumber-js/max'
import { isPhone, phoneDigits } from '#contract/fields/phone.ts'

export type PhoneNumber = {
  /** International form without the plus, however it was typed. */
  digits: string
  /** Two letters; null for numbers of no country. */
  country: string | null
  /** Whether text messages reach it at an ordinary price: landlines and premium lines are what pumping of messages pays for. */
  takesTexts: boolean
}

const mobile: readonly unknown[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE']

/** Null for anything that no numbering plan has. A plus in front is read over. */
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
