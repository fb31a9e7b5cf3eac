/** What a visitor has chosen about the look, from cookies: written on <html>, so that the page itself stays the same for all. */
import { readCookie } from '#contract/cookies.ts'

export const themes = ['system', 'dark', 'light', 'contrast'] as const
export type Theme = (typeof themes)[number]
export type Looks = { theme: Theme; drawer: 'wide' | 'compact'; cookies: 'asked' | 'unasked' }

/** Dark unless the visitor chose otherwise: it is the house's own face. */
export function looksFrom(cookies: string): Looks {
  const theme = readCookie('theme', cookies)
  return {
    theme: themes.find((known) => known === theme) ?? 'dark',
    drawer: readCookie('drawer', cookies) === 'compact' ? 'compact' : 'wide',
    cookies: readCookie('cookies-notice', cookies) === null ? 'unasked' : 'asked',
  }
}
