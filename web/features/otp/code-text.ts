/** Input rules of one-time codes. Arabic and Persian digits are converted. */
import { plainDigits } from '#contract/fields/phone.ts'

export const codeLength = 6

/** Removes invalid characters from the input. */
export function codeOf(text: string, hasLetters: boolean): string {
  return plainDigits(text)
    .replaceAll(hasLetters ? /[^0-9a-z]/gi : /\D/g, '')
    .toUpperCase()
    .slice(0, codeLength)
}

/** Whether pasted text contains nothing but a code or its beginning, apart from spaces. */
export function isCodeText(text: string, hasLetters: boolean): boolean {
  const plain = plainDigits(text).replaceAll(/\s/g, '')
  return plain.length <= codeLength && (hasLetters ? /^[0-9a-z]+$/i : /^\d+$/).test(plain)
}
