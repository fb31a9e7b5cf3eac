import { cleanText, isPlainText } from '#contract/fields/text.ts'

/** A claim as text that may be stored and displayed; null for anything else, and for text that is too long. */
export function claimText(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const text = cleanText(value).trim()
  return text !== '' && text.length <= most && text.isWellFormed() && isPlainText(text) ? text : null
}
