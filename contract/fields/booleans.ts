/** Rules for values that mean yes, no, or either of these. */

export const isYesLike = (value: unknown): boolean => isOneOf(value, ['yes', 'on', '1', 'true'])
export const isNoLike = (value: unknown): boolean => isOneOf(value, ['no', 'off', '0', 'false'])
export const isBooleanLike = (value: unknown): boolean =>
  value === true || value === false || value === 1 || value === 0 || value === '1' || value === '0'

function isOneOf(value: unknown, words: string[]): boolean {
  return (
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') &&
    words.includes(String(value))
  )
}
