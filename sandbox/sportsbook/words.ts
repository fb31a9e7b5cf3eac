/** Texts of the sportsbook in a locale, with placeholders and plurals of ICU MessageFormat and no other features. */

export type Words = (key: string, values?: Record<string, string | number>) => string

const plural = /\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g

const marks = new Map<string, string>()
/** The decimal mark with Latin digits, as in amounts of money. */
export function decimalMark(locale: string): string {
  const known = marks.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(0.5)
  const mark = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  marks.set(locale, mark)
  return mark
}

/** A market's line, such as 2.5, with the decimal mark of the locale. */
export const lineIn = (locale: string, line: string) => line.replace('.', decimalMark(locale))

export function wordsIn(messages: Record<string, string>, locale: string): Words {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  // Isolates names and numbers in right-to-left sentences.
  const isolate = (value: string) => (locale === 'ar' ? `\u2068${value}\u2069` : value)
  // A market's line is a number; every other value is a name.
  const shown = (name: string, value: string) => (name === 'line' ? lineIn(locale, value) : value)
  return (key, values = {}) => {
    const message = messages[key] ?? key
    const chosen = message.replace(plural, (_, name: string, cases: string) => {
      const forms = Object.fromEntries([...cases.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, form, text]) => [form, text]))
      const count = Number(values[name])
      return (forms[rules.select(count)] ?? forms.other ?? '').replaceAll('#', numbers.format(count))
    })
    return chosen.replace(/\{(\w+)\}/g, (_, name: string) => isolate(shown(name, String(values[name] ?? ''))))
  }
}
