/** How far a player is on the way to the next level. */
import type { LoyaltyAccount } from '#contract/loyalty.ts'

export type LevelProgress = { percent: number; missing: number } | null

/** Null at the highest level. A ladder that became steeper can leave points below the present level. */
export function progressOf({ points, currentLevel, nextLevel }: LoyaltyAccount): LevelProgress {
  if (!nextLevel) return null
  const way = nextLevel.points - currentLevel.points
  const done = Math.min(Math.max(points - currentLevel.points, 0), way)
  return { percent: way > 0 ? Math.floor((done / way) * 100) : 0, missing: Math.max(nextLevel.points - points, 0) }
}
