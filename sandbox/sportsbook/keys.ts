/** Each direction has a key of its own, which both sides derive from their shared secret. */
import { hkdfSync } from 'node:crypto'

export type SportsbookKeys = {
  /** Signs what the sportsbook sends to the site. */
  toSite: string
  /** Signs what the site sends to the sportsbook, and its answers. */
  toSportsbook: string
}

/**
 * Derives the keys from the sandbox's secret. The site derives the same ones
 * (server/partners/sportsbook/signed-http.ts).
 */
export function sandboxSportsbookKeys(sandboxSecret: string): SportsbookKeys {
  const secret = derive(sandboxSecret, 'sandbox-sportsbook')
  return { toSite: derive(secret, 'sportsbook-to-site'), toSportsbook: derive(secret, 'site-to-sportsbook') }
}

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'fairhouse', purpose, 32)).toString('hex')
