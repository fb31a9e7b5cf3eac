/** ICU messages of content, filled with values in the reader's language. */
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type CompiledMessage, formatMessage } from '#contract/message-format.ts'
import type { ValueKind } from '../templates.ts'

const compiled = new Map<string, CompiledMessage>()

export function formatText(locale: string, message: string, values: Record<string, string>): string {
  let known = compiled.get(message)
  if (!known) compiled.set(message, (known = compileMessage(message) as CompiledMessage))
  return formatMessage(locale, known, values)
}

/**
 * Values formatted for the reader: times and countries as text. Control characters, including line breaks, are removed
 * except where a text may have lines.
 */
export function formatValues(
  locale: string,
  kinds: Readonly<Record<string, ValueKind>>,
  values: Record<string, string>,
  unknownCountry: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, formatValue(locale, kind, values[name] ?? '', unknownCountry)]),
  )
}

/** The reader's time zone is unknown, so the zone is included. */
const moment = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const

function formatValue(locale: string, kind: ValueKind, value: string, unknownCountry: string): string {
  if (kind === 'moment') return new Intl.DateTimeFormat(locale, moment).format(new Date(value))
  if (kind === 'country')
    return /^[A-Z]{2}$/.test(value)
      ? (new Intl.DisplayNames(locale, { type: 'region' }).of(value) ?? value)
      : unknownCountry
  return value.replaceAll(/[^\P{C}\n\u200c-\u200f]/gu, ' ').trim()
}
