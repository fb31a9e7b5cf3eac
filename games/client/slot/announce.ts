// Announces the result of a spin.

import { amountOf, resultName } from '../results.ts'
import type { GameContext } from '../view.ts'

/** A payout of this many stakes or more is celebrated with rays. */
const greatWin = 15

export type Result = { payout: number; stake: number }
type Announcing = Pick<GameContext, 'words' | 'amounts' | 'session' | 'sound' | 'pace' | 'showLine' | 'count'>

/**
 * A payout up to the stake is only written. A higher one is first counted up in place of the line, and then written.
 */
export async function announce(context: Announcing, { payout, stake }: Result) {
  const { words, amounts, sound, pace, showLine, count } = context
  const result = { payout, staked: stake }
  const line = words(resultName(result), { amount: amountOf(context, result) })
  if (payout <= stake) return showLine(line)
  const size = payout / stake
  sound.win(size)
  await pace.ramp(size >= greatWin ? 2_200 : 1_000, (share) => count(amounts.written(Math.round(payout * share))))
  count(null)
  showLine(line, 'win')
}
