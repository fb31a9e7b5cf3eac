/** Passwords that attackers try first: those of breaches, and names of the site. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { isCommonPassword } from '#contract/fields/common-passwords.ts'

/** The 49,000 most frequent passwords of published breaches, in small letters. */
export const breachedPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Words of the trade; the names of the site are added to them. */
const ofTheTrade = ['casino', 'betting', 'sportsbook', 'jackpot', 'bonus', 'freespins', 'fairhouse']

/** `names`: brand and address of the site. */
export function isGuessable(password: string, names: string[]): boolean {
  return isCommonPassword(password) || breachedPasswords.has(password.toLowerCase()) || isName(password, names)
}

/** A name of the site, whatever digits and signs are put before, behind and between. */
function isName(password: string, names: string[]): boolean {
  const letters = lettersOf(password)
  return [...ofTheTrade, ...names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])]
    .map(lettersOf)
    .some((name) => name.length >= 4 && (letters === name || letters === name + name))
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}
