/** The message about an invalid value of a request, in the words of the rules of form fields. */
import type { z } from 'zod'
import { isEmpty } from '#contract/fields/empty.ts'
import { fillMessage, type Messages, stockMessages } from '#contract/fields/messages.ts'

type Issue = z.core.$ZodRawIssue
type Message = { key: keyof typeof words; limit?: number | bigint }

/** No rule of a form field limits the number of values, because players never type lists. */
const words = { ...stockMessages, maxItems: 'Choose at most {max}', minItems: 'Choose at least {min}' }

const ofTypes: Record<string, Message['key']> = {
  number: 'numeric',
  int: 'integer',
  array: 'array',
  boolean: 'booleanLike',
}
const ofFormats: Record<string, Message['key']> = { email: 'email', url: 'url' }

/**
 * Undefined if no rule applies: the schema's own message then lists the accepted values. `sent`: the value before
 * coercion.
 */
export function issueMessage(issue: Issue, messages: Messages, sent: unknown): string | undefined {
  const message: Message | null = isEmpty(sent) ? { key: 'required' } : messageOf(issue)
  if (!message) return undefined
  const limit = String(message.limit ?? '')
  return fillMessage(messages[message.key] ?? words[message.key], { min: limit, max: limit })
}

function messageOf(issue: Issue): Message | null {
  if (issue.code === 'invalid_format') return { key: ofFormats[issue.format] ?? 'regex' }
  if (issue.code === 'invalid_type') {
    const key = ofTypes[issue.expected]
    return key ? { key } : null
  }
  if (issue.origin === 'array' && issue.code === 'too_small') return { key: 'minItems', limit: issue.minimum }
  if (issue.origin === 'array' && issue.code === 'too_big') return { key: 'maxItems', limit: issue.maximum }
  if (issue.code === 'too_small')
    return { key: issue.origin === 'string' ? 'minLength' : 'minValue', limit: issue.minimum }
  if (issue.code === 'too_big')
    return { key: issue.origin === 'string' ? 'maxLength' : 'maxValue', limit: issue.maximum }
  return null
}
