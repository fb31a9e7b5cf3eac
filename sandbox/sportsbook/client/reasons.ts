/** The reason why a bet or a cash-out was refused, if there is a text for it. */
import type { Words } from '../words.ts'

export function reasonText(words: Words, reason: string | null): string {
  const key = `error_${reason}`
  const text = words(key)
  return text === key ? '' : text
}
