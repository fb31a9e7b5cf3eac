/** The language to offer to a visitor whose browser prefers one other than the page's. */
import { readCookie } from '#contract/cookies.ts'
import { locales } from '../../kernel/locales.ts'

const maxHeaderLength = 256

/**
 * The first language of `Accept-Language` that the site has; null once the visitor chose one or dismissed the offer.
 */
export function offeredLanguage(acceptLanguage: string | undefined, cookies: string): string | null {
  if (readCookie('locale', cookies) !== null || readCookie('language-offer', cookies) !== null) return null
  const preferences = (acceptLanguage ?? '')
    .slice(0, maxHeaderLength)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.split(/;\s*q=/)
      return { tag: tag.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { tag } of preferences) {
    const match =
      locales.find(({ code }) => code.toLowerCase() === tag) ??
      locales.find(({ code }) => code.slice(0, 2) === tag.split('-')[0])
    if (match) return match.code
  }
  return null
}
