/** Texts of the sportsbook in a locale: placeholders and plurals of ICU MessageFormat, nothing more. */

export type Words = (key: string, values?: Record<string, string | number>) => string

const plural = /\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g

export function speaker(messages: Record<string, string>, locale: string): Words {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  // Isolates names and figures in right-to-left sentences.
  const isolate = (value: string) => (locale === 'ar' ? `\u2068${value}\u2069` : value)
  return (key, values = {}) => {
    const message = messages[key] ?? key
    const chosen = message.replace(plural, (_, name: string, cases: string) => {
      const forms = Object.fromEntries([...cases.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, form, text]) => [form, text]))
      const count = Number(values[name])
      return (forms[rules.select(count)] ?? forms.other ?? '').replaceAll('#', numbers.format(count))
    })
    return chosen.replace(/\{(\w+)\}/g, (_, name: string) => isolate(String(values[name] ?? '')))
  }
}
