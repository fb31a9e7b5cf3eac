/** Calculates a player's progress to the next level. */
import type { LoyaltyAccount } from '#contract/loyalty.ts'

export type LevelProgress = { percent: number; missing: number } | null

/** Returns null at the highest level. After a change of the levels, points can be below the current level. */
export function progressOf({ points, currentLevel, nextLevel }: LoyaltyAccount): LevelProgress {
  if (!nextLevel) return null
  const range = nextLevel.points - currentLevel.points
  const done = Math.min(Math.max(points - currentLevel.points, 0), range)
  return { percent: range > 0 ? Math.floor((done / range) * 100) : 0, missing: Math.max(nextLevel.points - points, 0) }
}
