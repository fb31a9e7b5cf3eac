/**
 * Compiled messages: literal text, placeholders as [name], and plural or select placeholders as [name, kind, cases].
 * Rendering one needs no ICU parser.
 */
export type MessageCases = { offset?: number } & Record<string, CompiledMessage | number | undefined>
export type MessagePart = string | [name: string, kind?: string, cases?: MessageCases]
export type CompiledMessage = string | MessagePart[]

/** Renders a compiled message. Placeholders without a value stay empty; `#` is the number of the enclosing plural. */
export function formatMessage(
  locale: string,
  words: CompiledMessage,
  values: Record<string, unknown> = {},
  count?: number,
): string {
  if (typeof words === 'string') return words
  let text = ''
  for (const part of words) {
    if (typeof part !== 'string') text += place(locale, part, values, count)
    else text += part === '#' && count !== undefined ? rulesOf(locale).numbers.format(count) : part
  }
  return text
}

function place(
  locale: string,
  [name, kind, cases]: Exclude<MessagePart, string>,
  values: Record<string, unknown>,
  count?: number,
): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (kind === undefined || !cases) return value === undefined || value === null ? '' : String(value)
  if (kind === 'select') return formatMessage(locale, chosen(cases, String(value)), values, count)
  const left = Number(value) - (cases.offset ?? 0)
  const rules = rulesOf(locale)[kind === 'selectordinal' ? 'ordinal' : 'cardinal']
  return formatMessage(locale, chosen(cases, String(value), rules.select(left)), values, left)
}

/** The first matching case; every message has `other`. */
function chosen(cases: MessageCases, ...names: string[]): CompiledMessage {
  const name = names.find((each) => each !== 'offset' && Object.hasOwn(cases, each))
  return (name === undefined ? cases.other : cases[name]) as CompiledMessage
}

type LocaleRules = { numbers: Intl.NumberFormat; cardinal: Intl.PluralRules; ordinal: Intl.PluralRules }
const rulesByLocale = new Map<string, LocaleRules>()

function rulesOf(locale: string): LocaleRules {
  let known = rulesByLocale.get(locale)
  if (!known) {
    known = {
      numbers: new Intl.NumberFormat(locale),
      cardinal: new Intl.PluralRules(locale),
      ordinal: new Intl.PluralRules(locale, { type: 'ordinal' }),
    }
    rulesByLocale.set(locale, known)
  }
  return known
}
