/**
 * The locales of the site. A new locale needs an entry here and its texts (docs/guides/locale.md). `countries` lists
 * the countries in which most people read this locale best; all others get the default one.
 */
import type { Locale } from './settings.ts'

export const locales = [
  { code: 'en', name: 'English', isDefault: true, direction: 'ltr', countries: '' },
  {
    code: 'pt-BR',
    name: 'Português (Brasil)',
    isDefault: false,
    direction: 'ltr',
    countries: 'AO BR CV GW MZ PT ST TL',
  },
  { code: 'de', name: 'Deutsch', isDefault: false, direction: 'ltr', countries: 'AT CH DE LI LU' },
  {
    code: 'ar',
    name: 'العربية',
    isDefault: false,
    direction: 'rtl',
    countries: 'AE BH DJ DZ EG EH IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SY TN YE',
  },
  {
    code: 'es',
    name: 'Español',
    isDefault: false,
    direction: 'ltr',
    countries: 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE',
  },
  {
    code: 'fr-CA',
    name: 'Français (Canada)',
    isDefault: false,
    direction: 'ltr',
    countries: 'BF BI BJ BL CD CF CG CI CM FR GA GF GN GP HT MC MF MG ML MQ NC NE PF PM RE SN TG WF YT',
  },
] as const satisfies ReadonlyArray<Omit<Locale, 'offer'> & { countries: string }>

export type LocaleCode = (typeof locales)[number]['code']
export const localeCodes: readonly LocaleCode[] = locales.map(({ code }) => code)

/** A text in every locale of the site. */
export type Translations = Record<LocaleCode, string>

/** The direction of a locale's script; left to right for an unknown one. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return locales.find((locale) => locale.code === code)?.direction ?? 'ltr'
}
