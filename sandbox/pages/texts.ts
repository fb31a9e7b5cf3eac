/** Texts and amounts of the pages for players, in the language of the page of the site from which the player came. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionOf, localeCodes, type LocaleCode } from '#contract/locales.ts'
import { closed } from '../closed.ts'
import type { Payment } from '../state.ts'
import type words from './words.json'

export type TextKey = keyof (typeof words)['en']

const texts = JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8')) as Record<
  LocaleCode,
  Record<TextKey, string>
>

export type PageTexts = {
  locale: LocaleCode
  direction: 'ltr' | 'rtl'
  text(key: TextKey, values?: Record<string, string>): string
  /** `€50.00` for currencies with a sign, `0.015 BTC` for the others. */
  money(amount: string | null, currency: string): string
}

export function textsIn(locale: LocaleCode): PageTexts {
  const direction = directionOf(locale)
  // A number in a right-to-left sentence keeps its own direction.
  const isolate = (value: string) => (direction === 'rtl' ? `\u2068${value}\u2069` : value)
  return {
    locale,
    direction,
    text: (key, values = {}) =>
      texts[locale][key].replace(/\{(\w+)\}/g, (placeholder, name: string) => isolate(values[name] ?? placeholder)),
    money: (amount, currency) => money(locale, amount ?? '', currency),
  }
}

/** The texts of a locale in upper or lower case, as the site passes it to the script of the identity check. */
export function textsOf(lang: string): PageTexts {
  return textsIn(localeCodes.find((code) => code.toLowerCase() === lang.toLowerCase()) ?? 'en')
}

/**
 * The texts in the language of the return address. The site passes no locale with a payment, but the path of that
 * address begins with it, except for the default locale.
 */
export function textsFor({ successUrl }: Pick<Payment, 'successUrl'>): PageTexts {
  const first = successUrl && URL.canParse(successUrl) ? new URL(successUrl).pathname.split('/')[1] : undefined
  return textsIn(localeCodes.find((code) => code === first) ?? 'en')
}

/** The texts in the browser's language, for visitors who did not come from a page of the site. */
export function textsFrom(acceptLanguage: string | undefined): PageTexts {
  const preferences = (acceptLanguage ?? '')
    .split(',')
    .map((each) => each.split(';'))
    .map(([code = '', quality = '']) => ({
      code: code.trim().toLowerCase(),
      quality: Number(quality.split('=')[1] ?? 1),
    }))
    .toSorted((one, other) => other.quality - one.quality)
  for (const { code } of preferences) {
    const locale =
      localeCodes.find((each) => each.toLowerCase() === code) ??
      localeCodes.find((each) => code !== '' && each.split('-')[0] === code.split('-')[0])
    if (locale) return textsIn(locale)
  }
  return textsIn('en')
}

export function money(locale: LocaleCode, amount: string, currency: string): string {
  if (!['EUR', 'USD', 'BRL'].includes(currency)) return `${amount} ${currency}`
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return closed(new Intl.NumberFormat(`${locale}-u-nu-latn`, format).format(amount as `${number}`))
}
