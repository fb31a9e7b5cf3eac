/** The displayed strength of a password, by length alone, as the specification defines it. */
import { isCommonPassword } from './common-passwords.ts'

export type PasswordStrength = 'weak' | 'good' | 'strong'

const weakMax = 2
const goodMax = 4

/** Null for an empty password. */
export function passwordStrength(password: string): PasswordStrength | null {
  const length = [...password].length
  if (length === 0) return null
  return length <= weakMax ? 'weak' : length <= goodMax ? 'good' : 'strong'
}

export type ShownStrength = PasswordStrength | 'goodSoFar' | 'common' | 'short'

/**
 * What is shown while a password is typed: its strength, and what the server asks for beyond it. `goodSoFar`, `common` and
 * `short` are refused.
 */
export function shownStrength(password: string, minLength: number): ShownStrength | null {
  const strength = passwordStrength(password)
  const isShort = [...password].length < minLength
  if (strength === 'good' && isShort) return 'goodSoFar'
  if (strength !== 'strong') return strength
  if (isCommonPassword(password)) return 'common'
  return isShort ? 'short' : strength
}
