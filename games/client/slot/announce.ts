// Announces the result of a spin.

import type { GameContext } from '../view.ts'

/** A payout of this many stakes or more is celebrated with rays. */
const greatWin = 15

export type Result = { payout: number; stake: number }
type Announcing = Pick<GameContext, 'words' | 'amounts' | 'sound' | 'pace' | 'showLine' | 'count'>

/**
 * A payout up to the stake is only written. A higher one is first counted up in place of the line, and then written.
 */
export async function announce(
  { words, amounts, sound, pace, showLine, count }: Announcing,
  { payout, stake }: Result,
) {
  if (payout === 0) return showLine(words('noWin'))
  if (payout <= stake) return showLine(words('returned', { amount: amounts.written(payout) }))
  const size = payout / stake
  sound.win(size)
  await pace.ramp(size >= greatWin ? 2_200 : 1_000, (share) => count(amounts.written(Math.round(payout * share))))
  count(null)
  showLine(words('won', { amount: amounts.written(payout) }), 'win')
}
