/** Input rules of one-time codes. Arabic and Persian digits are converted. */
import { plainDigits } from '#contract/fields/phone.ts'

export const codeLength = 6

/** The input reduced to valid code characters. */
export function codeOf(text: string, hasLetters: boolean): string {
  return plainDigits(text)
    .replaceAll(hasLetters ? /[^0-9a-z]/gi : /\D/g, '')
    .toUpperCase()
    .slice(0, codeLength)
}

/** Whether pasted text is exactly a code; surrounding and embedded spaces are ignored. */
export function isCodeText(text: string, hasLetters: boolean): boolean {
  const plain = plainDigits(text).replaceAll(/\s/g, '')
  return plain.length <= codeLength && (hasLetters ? /^[0-9a-z]+$/i : /^\d+$/).test(plain)
}
