/** A player's account as the contract shows it. */
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import { type Ladder, wordsIn } from '../ladder.ts'
import { type Balance, statusPoints } from './points.ts'

/** A ladder that has become shorter keeps its highest level for those above. */
export function presentAccount(
  { levels }: Ladder,
  { level, version, ...balance }: Balance & { level: number; version: bigint },
  locale: string,
): LoyaltyAccount {
  const order = Math.min(level, levels.length)
  const current = levels[order - 1]!
  const next = levels[order]
  return {
    points: statusPoints(balance),
    currentLevel: { name: wordsIn(current.name, locale), points: current.points, order },
    nextLevel: next ? { name: wordsIn(next.name, locale), points: next.points } : null,
    version: Number(version),
  }
}
