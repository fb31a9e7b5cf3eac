// The page's words in the player's language: placeholders and plurals of ICU MessageFormat, no more of it.

export type Words = (key: string, values?: Record<string, string | number>) => string

const plural = /\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g

export function speaker(messages: Record<string, string>, locale: string): Words {
  const rules = new Intl.PluralRules(locale)
  // Figures and names keep their own direction inside a right-to-left sentence.
  const isolate = (value: string) => (locale === 'ar' ? `\u2068${value}\u2069` : value)
  return (key, values = {}) => {
    const message = messages[key] ?? key
    const chosen = message.replace(plural, (_, name: string, cases: string) => {
      const forms = Object.fromEntries([...cases.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, form, text]) => [form, text]))
      const count = Number(values[name])
      return (forms[rules.select(count)] ?? forms.other ?? '').replaceAll('#', String(count))
    })
    return chosen.replace(/\{(\w+)\}/g, (_, name: string) => isolate(String(values[name] ?? '')))
  }
}
