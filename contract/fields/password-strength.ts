/** Password strength as displayed: by length alone, as the specification defines it. */
export type PasswordStrength = 'weak' | 'good' | 'strong'

const weakMax = 2
const goodMax = 4

/** Null for an empty password. */
export function passwordStrength(password: string): PasswordStrength | null {
  const length = [...password].length
  if (length === 0) return null
  return length <= weakMax ? 'weak' : length <= goodMax ? 'good' : 'strong'
}
