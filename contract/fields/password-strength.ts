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

/**
 * What is shown while a password is typed: its strength, unless the server would refuse a password that counts as
 * strong.
 */
export function shownStrength(password: string, minLength: number): PasswordStrength | 'common' | 'short' | null {
  const strength = passwordStrength(password)
  if (strength !== 'strong') return strength
  if (isCommonPassword(password)) return 'common'
  return [...password].length < minLength ? 'short' : strength
}
