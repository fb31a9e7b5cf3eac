import { isPlainText } from '#contract/fields/text.ts'

/** A claim as text that may be stored and shown; null for anything else, and for text that is longer than its place. */
export function claimText(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text !== '' && text.length <= most && text.isWellFormed() && isPlainText(text) ? text : null
}
