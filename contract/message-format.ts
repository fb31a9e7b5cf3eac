/**
 * Formats compiled messages, which consist of literal text, placeholders as [name], and plural or select placeholders
 * as [name, kind, cases]. Formatting one needs no ICU parser, and no runtime library in the first load of a page.
 */
export type MessageCases = { offset?: number } & Record<string, CompiledMessage | number | undefined>
export type MessagePart = string | [name: string, kind?: string, cases?: MessageCases]
export type CompiledMessage = string | MessagePart[]

/** Renders a compiled message. Placeholders without a value stay empty; `#` is the number of the enclosing plural. */
export function formatMessage(
  locale: string,
  message: CompiledMessage,
  values: Record<string, unknown> = {},
  count?: number,
): string {
  if (typeof message === 'string') return message
  let text = ''
  for (const part of message) {
    if (typeof part !== 'string') text += formatPlaceholder(locale, part, values, count)
    else text += part === '#' && count !== undefined ? rulesOf(locale).numbers.format(count) : part
  }
  return text
}

function formatPlaceholder(
  locale: string,
  [name, kind, cases]: Exclude<MessagePart, string>,
  values: Record<string, unknown>,
  count?: number,
): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (kind === undefined || !cases) return value === undefined || value === null ? '' : String(value)
  if (kind === 'select') return formatMessage(locale, chooseCase(cases, String(value)), values, count)
  const difference = Number(value) - (cases.offset ?? 0)
  const rules = rulesOf(locale)[kind === 'selectordinal' ? 'ordinal' : 'cardinal']
  return formatMessage(locale, chooseCase(cases, String(value), rules.select(difference)), values, difference)
}

/** The first matching case; every message has `other`. */
function chooseCase(cases: MessageCases, ...names: string[]): CompiledMessage {
  const name = names.find((each) => each !== 'offset' && Object.hasOwn(cases, each))
  return (name === undefined ? cases.other : cases[name]) as CompiledMessage
}

type LocaleRules = { numbers: Intl.NumberFormat; cardinal: Intl.PluralRules; ordinal: Intl.PluralRules }
const rulesByLocale = new Map<string, LocaleRules>()

function rulesOf(locale: string): LocaleRules {
  let rules = rulesByLocale.get(locale)
  if (!rules) {
    rules = {
      numbers: new Intl.NumberFormat(locale),
      cardinal: new Intl.PluralRules(locale),
      ordinal: new Intl.PluralRules(locale, { type: 'ordinal' }),
    }
    rulesByLocale.set(locale, rules)
  }
  return rules
}
