/** Each direction has a key of its own; both sides derive them from the secret that they share. */
import { hkdfSync } from 'node:crypto'

export type SportsbookKeys = {
  /** Signs what the sportsbook sends to the site. */
  toSite: string
  /** Signs what the site sends to the sportsbook, and its answers. */
  toSportsbook: string
}

/** From the sandbox's secret. The site derives the same ones (server/partners/sportsbook/signed-http.ts). */
export function sandboxSportsbookKeys(sandboxSecret: string): SportsbookKeys {
  const secret = derived(sandboxSecret, 'sandbox-sportsbook')
  return { toSite: derived(secret, 'sportsbook-to-site'), toSportsbook: derived(secret, 'site-to-sportsbook') }
}

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'fairhouse', purpose, 32)).toString('hex')
