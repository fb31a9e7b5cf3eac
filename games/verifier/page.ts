// The HTML of the verifier; all calculations are made in the browser.

import { readFileSync } from 'node:fs'
import { slugs } from '../art/catalogue.ts'
import { head, type Manifest } from '../client/page.ts'
import { gameWords } from '../words.ts'

const locales = ['en', 'pt-BR', 'de', 'ar']
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>
const words = new Map(locales.map((locale) => [locale, read(`./words/${locale}.json`)]))

export type VerifyPage = { locale: string; nonce: string; manifest: Manifest; theme: 'dark' | 'light' }

export function renderVerifyPage({ locale: wished, nonce, manifest, theme }: VerifyPage): string {
  const locale = words.has(wished) ? wished : 'en'
  const own = words.get(locale)!
  const games = Object.fromEntries(slugs.map((slug) => [slug, gameWords(slug, locale).name]))
  const given = JSON.stringify({ locale, words: own, games }).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}" data-theme="${theme}"><head>${head({ nonce, manifest, entry: 'games/verifier/main.ts', extra: [] })}<title>${own.title}</title></head><body><script type="application/json" id="given" nonce="${nonce}">${given}</script></body></html>`
}
