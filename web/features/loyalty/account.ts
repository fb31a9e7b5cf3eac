/** Compares versions of the player's loyalty account, because a push and a read may arrive in any order. */
import type { LoyaltyAccount } from '#contract/loyalty.ts'

export const accountRoute = 'GET /api/retention/account'

export function newerAccount(cached: LoyaltyAccount | undefined, other: LoyaltyAccount): LoyaltyAccount {
  return cached && cached.version > other.version ? cached : other
}

/** Returns the order of the level that was reached between two states, or null. */
export function risenTo(before: LoyaltyAccount | undefined, now: LoyaltyAccount | undefined): number | null {
  if (!before || !now || now.currentLevel.order <= before.currentLevel.order) return null
  return now.currentLevel.order
}
