/** PostgreSQL text can contain neither NUL nor an unpaired surrogate. */

export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth > 16) return false
  return Object.entries(value).every(([key, inner]) => isStorable(key, depth + 1) && isStorable(inner, depth + 1))
}

/** Checks signed calls of partners, which are stored before they are parsed. Text that is not JSON has no values. */
export function areValuesStorable(json: string): boolean {
  try {
    return isStorable(JSON.parse(json))
  } catch {
    return true
  }
}

/** The bytes of a partner's call as text that can be stored. */
export function storableText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\ufffd')
}
