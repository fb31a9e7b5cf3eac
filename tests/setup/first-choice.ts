/** Returns the choice with which a new player opens a game. */
import { type GameMaths, isFloor, isStepped } from '#games/maths.ts'
import type { Choice } from '#games/slot-engine/outcome.ts'

export function firstChoice(maths: GameMaths, stake: number): Choice {
  if (isStepped(maths)) return maths.firstChoice()
  if (isFloor(maths)) return maths.firstChoice(stake)
  return maths.kind === 'dice' ? { target: maths.definition.defaultWinCount, direction: 'under' } : null
}
