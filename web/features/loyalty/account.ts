/** The player's account in the cache: a push and a read may arrive in any order. */
import type { LoyaltyAccount } from '#contract/loyalty.ts'

export const accountRoute = 'GET /api/retention/account'

export function newerAccount(held: LoyaltyAccount | undefined, other: LoyaltyAccount): LoyaltyAccount {
  return held && held.version > other.version ? held : other
}

/** The order of a level that was reached between two states of one player; null if none was. */
export function risenTo(before: LoyaltyAccount | undefined, now: LoyaltyAccount | undefined): number | null {
  if (!before || !now || now.currentLevel.order <= before.currentLevel.order) return null
  return now.currentLevel.order
}
