// The page's texts in the player's locale. Supports only placeholders and plurals of ICU MessageFormat.

export type Words = (key: string, values?: Record<string, string | number>) => string

const plural = /\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g

export function wordsIn(messages: Record<string, string>, locale: string): Words {
  const rules = new Intl.PluralRules(locale)
  // Isolates figures and names in right-to-left sentences.
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
