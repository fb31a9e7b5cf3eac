/**
 * Lists the public reads. The browser does not have the contract at run time, so they are repeated here; a test
 * compares them with the contract.
 */
const publicReads =
  /^GET \/api\/(settings|content|player\/(init|fields|captcha|sessions\/social)|payment\/payout-times|wallet\/liabilities(\/key)?$|support\/(chat$|complaints)|retention\/(levels|rule|tournaments)|game\/(bonuses\/pages|sportsbook\/(sports|events)|collections|lobby|providers|draw-keys|fairness|jackpots$|maths|games$|games\/\{(?!.*free-spins)|(shared-)?rounds|spins\/(winners|live)))/

/** Personal reads are never sent for guests, and are removed from the cache when the session ends. */
export function isPersonal(route: string): boolean {
  return route.startsWith('GET ') && !publicReads.test(route)
}

/** Public reads whose answer contains data of a signed-in caller are repeated when a session begins or ends. */
export function dependsOnSession(route: string): boolean {
  return /tournaments|bonuses\/pages/.test(route)
}
