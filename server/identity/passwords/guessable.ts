/** Passwords that attackers try first: those of breaches, and names of the site. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { isCommonPassword } from '#contract/fields/common-passwords.ts'

/** The 49,000 most frequent passwords of published breaches, in lower case. */
export const breachedPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Casino words that attackers try; `names` adds those of the site. */
const casinoWords = ['casino', 'betting', 'sportsbook', 'jackpot', 'bonus', 'freespins', 'fairhouse']

/** `names`: brand and address of the site. */
export function isGuessable(password: string, names: string[]): boolean {
  return isCommonPassword(password) || breachedPasswords.has(password.toLowerCase()) || isName(password, names)
}

/**
 * Whether the letters of the password are a name of the site; digits and signs before, after and between are ignored.
 */
function isName(password: string, names: string[]): boolean {
  const letters = lettersOf(password)
  return [...casinoWords, ...names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])]
    .map(lettersOf)
    .some((name) => name.length >= 4 && (letters === name || letters === name + name))
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}
