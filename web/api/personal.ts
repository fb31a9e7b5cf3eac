/**
 * Which reads are personal. The browser has no contract at run time, so the public ones are listed here; a test
 * compares them.
 */
const publicReads =
  /^GET \/api\/(settings|content|player\/(init|fields|captcha|sessions\/social)|payment\/payout-times|wallet\/liabilities$|support\/chat$|retention\/(levels|rule|tournaments)|game\/(bonuses\/pages|sportsbook\/sports|collections|lobby|providers|draw-keys|games$|games\/\{(?!.*free-spins)|(shared-)?rounds|spins\/(winners|live)))/

/** A guest never sends these, and they leave the cache with the session. */
export function isPersonal(route: string): boolean {
  return route.startsWith('GET ') && !publicReads.test(route)
}

/** Public reads whose answer has something of the caller's own: read again when a session begins or ends. */
export function dependsOnSession(route: string): boolean {
  return /tournaments|bonuses\/pages/.test(route)
}
