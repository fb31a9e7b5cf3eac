// Shows the end of a round of several steps: announces it once and adds it to the strip of results.

import type { CashOutValue } from '#contract/rounds.ts'
import type { StudioRound } from '#games/studio-api.ts'
import { amountOf, resultName, toneOf } from '../results.ts'
import type { GameContext } from '../view.ts'

/**
 * `lost` is the text for a round without a payout. `multiplier` is the one reached; that of the payout can differ slightly,
 * because a fraction of a subunit is decided by a draw.
 */
export function announceEnd(
  context: GameContext,
  { stake, extraStake, payout }: StudioRound,
  lost: string,
  multiplier = payout / (stake + extraStake),
) {
  const { words, amounts, sound, showLine, past } = context
  const staked = stake + extraStake
  const result = { payout, staked }
  const line = words(resultName(result), { amount: amountOf(context, result) })
  if (payout > staked) sound.win(payout / staked)
  showLine(payout > 0 ? line : lost, payout > staked ? 'win' : 'plain')
  past.add({
    text: payout > 0 ? `${amounts.figure(multiplier)}×` : '0×',
    tone: toneOf(result),
    unseen: line,
  })
}

/** The view with the amount that was paid, which can differ by the fraction of a subunit that is drawn at the end. */
export const paidOf = <Seen extends { worth: CashOutValue }>(view: Seen, { payout }: { payout: number }): Seen => ({
  ...view,
  worth: { ...view.worth, amount: payout },
})
