/** The locales of the site, and the rule by which a visitor gets one. */
import { type LocaleCode, locales as entries } from '#contract/locales.ts'
import type { Locale } from '#contract/settings.ts'

export type { LocaleCode }
export const defaultLocale: LocaleCode = 'en'

export const locales: ReadonlyArray<Locale & { code: LocaleCode }> = entries.map(
  ({ code, isDefault, name, direction }) => ({ code, isDefault, name, direction }),
)

const byCountry: ReadonlyMap<string, LocaleCode> = new Map(
  entries.flatMap(({ code, countries }) =>
    countries
      .split(' ')
      .filter(Boolean)
      .map((country): [string, LocaleCode] => [country, code]),
  ),
)

/** Before the path of a page in a locale: links in mails lead to the reader's language. */
export function localePrefix(locale: string): string {
  return locale === defaultLocale ? '' : `/${locale}`
}

export function isLocale(code: string): code is LocaleCode {
  return locales.some((locale) => locale.code === code)
}

export function localeOfCountry(country: string): LocaleCode {
  return byCountry.get(country) ?? defaultLocale
}

/** Specification, section 9: a stored language preference wins, then the locale of the header's country. */
export function chooseLocale({
  stored,
  country,
}: {
  stored: string | null | undefined
  country: string | null
}): LocaleCode {
  if (stored && isLocale(stored)) return stored
  return country ? localeOfCountry(country) : defaultLocale
}
