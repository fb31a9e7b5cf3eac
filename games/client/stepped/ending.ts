// Shows the end of a round of several steps: announces it once and adds it to the strip of results.

import type { CashOutValue } from '#contract/rounds.ts'
import type { StudioRound } from '#games/studio-api.ts'
import type { GameContext } from '../view.ts'

/**
 * `lost` is the text for a round without a payout. `multiplier` is the one reached; that of the payout can differ slightly,
 * because a fraction of a subunit is decided by a draw.
 */
export function announceEnd(
  { words, amounts, sound, showLine, past }: GameContext,
  { stake, extraStake, payout }: StudioRound,
  lost: string,
  multiplier = payout / (stake + extraStake),
) {
  const staked = stake + extraStake
  const amount = amounts.written(payout)
  if (payout > staked) {
    sound.win(payout / staked)
    showLine(words('won', { amount }), 'win')
  } else showLine(payout > 0 ? words('returned', { amount }) : lost)
  past.add({
    text: payout > 0 ? `${amounts.figure(multiplier)}×` : '0×',
    tone: payout > staked ? 'win' : payout > 0 ? 'returned' : 'none',
    unseen: words(payout > 0 ? 'won' : 'noWin', { amount }),
  })
}

/** The view with the amount that was paid, which can differ by the fraction of a subunit that is drawn at the end. */
export const paidOf = <Seen extends { worth: CashOutValue }>(view: Seen, { payout }: { payout: number }): Seen => ({
  ...view,
  worth: { ...view.worth, amount: payout },
})
