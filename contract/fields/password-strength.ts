/** How strong a password is shown to be: by its length alone, as the specification has it. */
export type PasswordStrength = 'weak' | 'good' | 'strong'

const weakMax = 2
const goodMax = 4

/** Null while nothing is entered. */
export function passwordStrength(password: string): PasswordStrength | null {
  const length = [...password].length
  if (length === 0) return null
  return length <= weakMax ? 'weak' : length <= goodMax ? 'good' : 'strong'
}
