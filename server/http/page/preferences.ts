/**
 * The visitor's display preferences, from cookies: set as attributes of <html>, so that the page itself is the same
 * for everyone.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { readCookie } from '#contract/cookies.ts'
import { offeredLanguage } from './offered-language.ts'

export const themes = ['system', 'dark', 'light', 'contrast'] as const
export type Theme = (typeof themes)[number]
export type Preferences = {
  theme: Theme
  drawer: 'wide' | 'compact'
  cookies: 'asked' | 'unasked'
  offer: string | null
  reminder: 'later' | null
  /** The strip of live activity in the lobby. */
  life: 'off' | null
}

/** Dark, the default theme of the site, unless the visitor chose another. */
export function readPreferences({
  cookie: cookies = '',
  'accept-language': acceptLanguage,
}: IncomingHttpHeaders): Preferences {
  const theme = readCookie('theme', cookies)
  return {
    theme: themes.find((known) => known === theme) ?? 'dark',
    drawer: readCookie('drawer', cookies) === 'compact' ? 'compact' : 'wide',
    cookies: readCookie('cookies-notice', cookies) === null ? 'unasked' : 'asked',
    offer: offeredLanguage(acceptLanguage, cookies),
    reminder: readCookie('email-reminder', cookies) === null ? null : 'later',
    life: readCookie('life', cookies) === 'off' ? 'off' : null,
  }
}
