/** What may stand in the field for a one-time code. Arabic and Persian keyboards have digits of their own; they count as what they stand for. */
import { plainDigits } from '#contract/fields/phone.ts'

export const codeLength = 6

/** What was typed or filled in, without anything that no code has. */
export function codeOf(text: string, hasLetters: boolean): string {
  return plainDigits(text)
    .replaceAll(hasLetters ? /[^0-9a-z]/gi : /\D/g, '')
    .toUpperCase()
    .slice(0, codeLength)
}

/** Whether a clipboard holds a code and nothing else; blanks around and within it are how some programs show codes. */
export function isCodeText(text: string, hasLetters: boolean): boolean {
  const plain = plainDigits(text).replaceAll(/\s/g, '')
  return plain.length <= codeLength && (hasLetters ? /^[0-9a-z]+$/i : /^\d+$/).test(plain)
}
