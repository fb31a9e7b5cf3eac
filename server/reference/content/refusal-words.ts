/** The message of a refusal or fault in the reader's language, from the operator's `refusals` content. */
import type { Content } from './content.ts'

/** Null for a name without a text, which only operators and partners see. */
export function refusalWords(content: Pick<Content, 'read'>, locale: string, name: string): string | null {
  for (const words of Object.values(content.read(locale, 'refusals')) as Array<Record<string, string>>)
    if (Object.hasOwn(words, name)) return words[name]!
  return null
}

/** The faults that any call may be answered with, besides its declared refusals. */
export type Fault = 'rateLimited' | 'unavailable' | 'internal' | 'validation' | 'unauthorized'

export function faultWords(content: Pick<Content, 'read'>, locale: string, fault: Fault): string {
  return refusalWords(content, locale, fault) ?? fault
}
