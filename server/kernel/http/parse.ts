/** Parses params, query and body into a verb's input, or into messages by field. */
import type { Endpoint } from '#contract/endpoint.ts'
import { type Messages, stockMessages } from '#contract/fields/messages.ts'
import { cleanText, isMultilineText } from '#contract/fields/text.ts'
import type { z } from 'zod'
import { isStorable } from '../storable.ts'
import { issueMessage } from './issue-message.ts'

export type RawRequest = { params: unknown; query: unknown; body: unknown }
export type Parsed = { ok: true; input: Record<string, unknown> } | { ok: false; fields: Record<string, string[]> }

/** More than any form has fields, and few enough that the answer to a large body is not large too. */
const maxMessages = 20

/** `readMessages` is only called for an invalid request: the messages of rules, in the caller's language. */
export function parseRequest(endpoint: Endpoint, raw: RawRequest, readMessages: () => Messages): Parsed {
  const input: Record<string, unknown> = {}
  // The object has no prototype, because the sender chooses the names, such as `constructor`.
  const fields = Object.create(null) as Record<string, string[]>
  const parts = [
    ['params', endpoint.params],
    ['query', endpoint.query],
    ['body', endpoint.body],
  ] as const
  for (const [part, schema] of parts) {
    if (!schema) continue
    if (!isStorable(raw[part])) {
      addField(fields, '', 'Text has characters that cannot be stored')
      continue
    }
    const isPlayers = endpoint.access !== 'partner'
    if (isPlayers && addUnprintable(fields, raw[part], readMessages)) continue
    const sent = isPlayers ? cleaned(raw[part]) : raw[part]
    const result = (schema as z.ZodType<Record<string, unknown>>).safeParse(sent ?? {}, {
      error: (issue) => issueMessage(issue, readMessages(), valueAt(sent, issue.path ?? [])),
    })
    if (result.success) Object.assign(input, result.data)
    else
      for (const issue of result.error.issues.slice(0, maxMessages))
        addField(fields, issue.path.join('.'), issue.message)
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, input }
}

/** Fields that are not cleaned: those stored as a hash, and answers signed by a partner or a device. */
const verbatim = new Set([
  'password',
  'password_confirmation',
  'currentPassword',
  'newPassword',
  'repeatNewPassword',
  'proof',
  'securityAnswer',
  'query',
  'assertion',
  'attestation',
])

/** Most texts of a player are visible to others, so all of them are cleaned by one rule. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cleaned)
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, verbatim.has(key) ? inner : cleaned(inner)] as const,
  )
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}

/** The value as sent, before coercion. */
function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, key) => (parent as Record<PropertyKey, unknown> | undefined)?.[key], value)
}

/**
 * Reports fields with control and bidirectional formatting characters: no player types them, and they would affect the
 * display for others.
 */
function addUnprintable(
  fields: Record<string, string[]>,
  value: unknown,
  readMessages: () => Messages,
  path: string[] = [],
): boolean {
  if (typeof value === 'string') {
    if (isMultilineText(value)) return false
    addField(fields, path.join('.'), readMessages().plainText ?? stockMessages.plainText)
    return true
  }
  if (typeof value !== 'object' || value === null) return false
  let isFound = false
  for (const [key, inner] of Object.entries(value)) {
    if (addUnprintable(fields, inner, readMessages, [...path, key])) isFound = true
    if (isFound && Object.keys(fields).length >= maxMessages) break
  }
  return isFound
}

function addField(fields: Record<string, string[]>, name: string, message: string): void {
  const messages = (fields[name] ??= [])
  messages.push(message)
}
