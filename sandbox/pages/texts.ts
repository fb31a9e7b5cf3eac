/** Texts and amounts of the pages for players, in the language of the page of the site that the player came from. */
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
  // A figure in a right-to-left sentence keeps its own direction.
  const isolate = (value: string) => (direction === 'rtl' ? `\u2068${value}\u2069` : value)
  return {
    locale,
    direction,
    text: (key, values = {}) =>
      texts[locale][key].replace(/\{(\w+)\}/g, (whole, name: string) => isolate(values[name] ?? whole)),
    money: (amount, currency) => money(locale, amount ?? '', currency),
  }
}

/** The locale in any case of letters, as the site passes it to the script of the identity check. */
export function textsOf(lang: string): PageTexts {
  return textsIn(localeCodes.find((code) => code.toLowerCase() === lang.toLowerCase()) ?? 'en')
}

/** The site passes a payment no locale: the address to which the payer returns begins with it, except for the default one. */
export function textsFor({ successUrl }: Pick<Payment, 'successUrl'>): PageTexts {
  const first = successUrl && URL.canParse(successUrl) ? new URL(successUrl).pathname.split('/')[1] : undefined
  return textsIn(localeCodes.find((code) => code === first) ?? 'en')
}

/** In the language of the browser, where no page of the site came before. */
export function textsFrom(acceptLanguage: string | undefined): PageTexts {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((each) => each.split(';'))
    .map(([code = '', quality = '']) => ({
      code: code.trim().toLowerCase(),
      quality: Number(quality.split('=')[1] ?? 1),
    }))
    .toSorted((one, other) => other.quality - one.quality)
  for (const { code } of wanted) {
    const known =
      localeCodes.find((each) => each.toLowerCase() === code) ??
      localeCodes.find((each) => code !== '' && each.split('-')[0] === code.split('-')[0])
    if (known) return textsIn(known)
  }
  return textsIn('en')
}

export function money(locale: LocaleCode, amount: string, currency: string): string {
  if (!['EUR', 'USD', 'BRL'].includes(currency)) return `${amount} ${currency}`
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return closed(new Intl.NumberFormat(`${locale}-u-nu-latn`, format).format(amount as `${number}`))
}
