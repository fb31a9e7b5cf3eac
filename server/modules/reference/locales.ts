/** The locales of the site, and the rule by which a visitor gets one. */
import type { Locale } from '#contract/settings.ts'
import { localeOfCountry } from './internal/country-table.ts'

export type LocaleCode = 'en' | 'pt-BR' | 'de' | 'ar'
export const defaultLocale: LocaleCode = 'en'

export const locales: ReadonlyArray<Locale & { code: LocaleCode }> = [
  { code: 'en', isDefault: true, name: 'English', direction: 'ltr' },
  { code: 'pt-BR', isDefault: false, name: 'Português (Brasil)', direction: 'ltr' },
  { code: 'de', isDefault: false, name: 'Deutsch', direction: 'ltr' },
  { code: 'ar', isDefault: false, name: 'العربية', direction: 'rtl' },
]

export function isLocale(code: string): code is LocaleCode {
  return locales.some((locale) => locale.code === code)
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
